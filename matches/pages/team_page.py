"""The context of a team's page: sheet (provisional during a post-match), record and the user's rights."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.core.paginator import Paginator
from django.db.models import Count, Q, QuerySet, Sum
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext

from leagues.changes import version_of
from matches.extensions import honours_of, links_of
from matches.models import Match, PlayerLine
from matches.pages.records import Columns, record_of, tally
from matches.pages.waiting_for import parts_done
from matches.sequence.sequences import MatchState
from matches.wording import opened
from rules.team.trades import OFF, trades_allowed
from rules.words.words import say_earnings
from teams.access import coaches
from teams.building.elsewhere_page import loan_words
from teams.building.other_book import shown_origin
from teams.ledger import ledger
from teams.models import Team, TeamPast, TeamState
from teams.presentation.figures import shown_figure, shown_worth
from teams.presentation.presentation import ShownTeam, count_heads, shown_team
from teams.presentation.shirts import cut_of, mark_of
from teams.selectors import names_of
from teams.trading.loans import loans_in_file
from web import policy
from web.crests.shown import shown_crest
from web.errors import Refusal
from web.kept import LONGEST_PAGE, Kept, numbered
from web.prepared import Prepared

HOLDER = "match:"
LAST = 5
"""How many of the last results the head of the page shows."""
PAGE_LENGTH = 15
"""How many matches of the record a page shows."""


@dataclass(frozen=True, slots=True)
class Held:
    """The match that holds a team, and whether the shown sheet is the provisional one after that match.

    ``waits_for`` names the teams that still have to finish the post-match, ``done`` those that have finished.
    """

    match: Match
    provisional: bool
    waits_for: tuple[str, ...] = ()
    done: tuple[str, ...] = ()


MAIN, LEAD, SIDE = (f"matches/pages/_team{part}.html" for part in ("", "_lead", "_side"))


def team_context(request: HttpRequest, team: Team) -> dict[str, Any]:
    """The context of a team's page for the request's user: what everybody sees, and what is their own."""
    page = request.GET.get("page", "")[:LONGEST_PAGE]
    parts = Kept(
        (MAIN, LEAD, SIDE),
        version=version_of(team.league),
        args=(team.public_id, page),
        gather=lambda: everybodys(team, page),
    )
    return {
        "team": team,
        "badge": shown_crest(team),
        "mine": coaches(request, team),
        "founded": hasattr(team, "state_row"),
        "parts": parts,
        "links": partial(links_of, request, team),
        **rights(request, team, hasattr(team, "state_row")),
    }


def everybodys(team: Team, page: str) -> dict[str, Any]:
    """What everybody sees on a team's page; ``page`` is that of its record."""
    record = record_of(team)
    state = getattr(team, "state_row", None)
    held, sheet = sheet_and_holder(team, state)
    shown = Paginator(record[::-1], PAGE_LENGTH).get_page(page)
    return {
        "team": team,
        "badge": shown_crest(team),
        "past": TeamPast.objects.filter(team=team).first() if team.from_elsewhere else None,
        "origin": shown_origin(team),
        "page_obj": shown,
        **numbered(page, shown),
        "tally": tally(record),
        "form": [(line.outcome, line.letter) for line in record[-LAST:]],
        "held": held,
        "sheet": sheet,
        "loans": running_loans(team, state),
        "recorded": recorded_players(team) if sheet is None else [],
        "columns": Columns.of(team.book, record),
        "honours": honours_of(team),
        "counts": count_heads(team.book),
        "earned": say_earnings(team.book, gettext),
        "book": team.book,
        "player_pages": reverse("matches:player", args=[team.public_id, 0]).removesuffix("0/"),
    }


def running_loans(team: Team, state: TeamState | None) -> list[str]:
    """The current loans of players, in words. No query if the team has none."""
    sheet = ledger.sheet_in(state) if state is not None else None
    if sheet is None or not any(line.loan for line in (*sheet.players, *(gone.line for gone in sheet.departed))):
        return []
    return [opened(loan_words(loan)) for loan in loans_in_file(team, sheet, names_of(team))]


def rights(request: HttpRequest, team: Team, founded: bool) -> dict[str, bool]:
    """What the user may do with the team."""
    roles = request.league_roles | ({"team_coach"} if coaches(request, team) else set())
    member = "member" in request.league_roles
    changes = member and not team.league.archived and team.state == Team.State.ACTIVE
    public = team.league.public
    return {
        "may_print": founded and policy.may("matches:print_roster", roles, public=public),
        "may_rename": changes and policy.may("teams:rename", roles, public=public),
        "may_trade": changes and coaches(request, team) and trades_allowed(team.league_rules.rules()) != OFF,
        "may_correct": changes and policy.may("teams:correct", roles, public=public),
        "may_pass_on": changes and policy.may("teams:offer_team", roles, public=public),
        "may_change_book": changes and coaches(request, team) and team.several_books,
        "may_retire": changes and policy.may("teams:retire", roles, public=public),
    }


def sheet_and_holder(team: Team, team_state: TeamState | None) -> tuple[Held | None, ShownTeam | None]:
    """The match that holds the team, if any, and the sheet to show; no sheet for a team from records."""
    if team_state is None:
        return None, None
    match: Match | None = None
    if team_state.held_by.startswith(HOLDER):
        match = next(iter(_holding(team_state.held_by.removeprefix(HOLDER))), None)
    if match is not None and match.state == Match.State.POST_MATCH:
        with suppress(Refusal):  # a sequence that cannot go on: then the sheet as it was fielded
            state = MatchState(match)
            done = parts_done(state)
            waits = tuple(each.name for each in state.teams.values() if each.name not in done)
            return Held(match, True, waits, tuple(done)), provisional_sheet(team, state)
    names = names_of(team)
    stored, rules = ledger.value_in(team_state), team.ruleset.rules()
    value = shown_figure(stored, names, rules.book) if stored is not None else None
    shown = shown_team(rules, ledger.sheet_in(team_state), value, names)
    return (Held(match, False) if match else None), shown


@Prepared
def _holding(match_id: str) -> QuerySet[Match]:
    return Match.objects.select_related("ruleset").filter(public_id=match_id)


def provisional_sheet(team: Team, state: MatchState) -> ShownTeam:
    """The provisional sheet of the open post-match."""
    side = next(side for side, row in state.sides.items() if row.team_id == team.pk)
    sheet = state.outcomes[side].sheet
    value = shown_worth(state.ruleset, sheet, state.names)
    return shown_team(state.ruleset, sheet, value, state.names)


def recorded_players(team: Team) -> list[dict[str, Any]]:
    """The totals of the players of a team from records, with the shirts that they wore last."""
    lines = PlayerLine.objects.filter(side__team=team, kind=PlayerLine.Kind.ROSTER)
    team_list = team.lists.get(team.team_list)
    worn = {
        (player, name): (number, cut_of(team_list, position))
        for player, name, number, position in lines.order_by("pk").values_list("player", "name", "number", "position")
    }
    grouped = lines.values("player", "name").annotate(
        matches=Count("side", distinct=True), deaths=Count("pk", filter=Q(died=True)), total=Sum("spp")
    )
    totals, deeds = lines.totals("player", "name"), team.book.deeds
    found = []
    for row in grouped.order_by("-total", "name"):
        who = row["player"], row["name"]
        number, cut = worn[who]
        shirt = {"number": number, "cut": cut, "mark": mark_of(dead=bool(row["deaths"]), absent=False)}
        found.append(row | shirt | {"counts": [totals[who][key] for key in deeds]})
    return found
