"""The list of a league's teams: what everybody sees of it is kept, drafts are for their coach and commissioners."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from django.core.paginator import Paginator
from django.db.models import Q
from django.http import HttpRequest
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.names import by_name
from guide import addresses
from leagues.changes import version_of
from leagues.members.linked_names import coach_link
from leagues.models import League
from rules.book.rows.shape import Worth
from rules.words.words import say_worth
from teams.models import Team, Trade
from teams.selectors import UNFOUNDED, founded_in, mark_of, retired_in, team_url, teams_in
from teams.trading import page as trade_page
from web.addresses import address
from web.crests.shown import shown_crest
from web.kept import LONGEST_PAGE, Kept, numbered

PAGE_LENGTH = 30
TAGS = {
    Team.State.DRAFT: ("", "pencil"),
    Team.State.SUBMITTED: ("wait", "hourglass-split"),
    Team.State.ACTIVE: ("good", "check-circle"),
    Team.State.RECORDED: ("", "journal-text"),
    Team.State.RETIRED: ("", "flag"),
}
PARTS = ("teams/roster/_teams.html", "teams/roster/_trades_link.html")


@dataclass(frozen=True, slots=True, kw_only=True)
class Tag:
    """The state of a team as a tag: a word, how it looks, and an icon."""

    text: str
    kind: str
    icon: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A team as lists show it. Its ``coach`` and ``team_list`` are links, its ``league`` is for a list of several.

    ``mark`` is that of its coach as a reader, ``value`` what it is worth, with the name where others count otherwise.
    """

    name: str
    url: str
    shield: SafeString
    coach: SafeString
    team_list: SafeString
    league: str
    league_url: str
    value: str
    tag: Tag
    mark: str


def list_context(request: HttpRequest, league: League) -> dict[str, Any]:
    """The context of the list. For a reader who sees drafts it is drawn each time, with the drafts among the teams."""
    runs, page = "commissioner" in request.league_roles, request.GET.get("page", "")[:LONGEST_PAGE]
    own = _own(request, league, runs=runs)
    may_create = "member" in request.league_roles and not league.archived
    marks = {mark_of(team) for team, _state, coach in own if coach == request.user.pk}
    states = [state for _team, state, _coach in own]
    drafts = any(state in UNFOUNDED for state in states)
    parts = Kept(
        PARTS,
        version=None if drafts else version_of(league),
        args=(league.pk, page),
        gather=lambda: everybodys(league, page, reader=request.user if drafts else None, all_drafts=runs),
        marks=marks | ({"founds"} if may_create else set()),
    )
    waiting = states.count(Team.State.SUBMITTED) if runs else 0
    return {"parts": parts, "waiting": waiting, "may_create": may_create}


def _own(request: HttpRequest, league: League, *, runs: bool) -> list[tuple[int, str, int | None]]:
    """The reader's teams, and all drafts if they run the league: id, state, coach. One query, none for a visitor."""
    if not request.user.is_authenticated:
        return []
    shown = Q(coach=request.user) | Q(state__in=UNFOUNDED) if runs else Q(coach=request.user)
    return list(league.teams.filter(shown).values_list("pk", "state", "coach"))


def everybodys(league: League, page: str, *, reader: User | None = None, all_drafts: bool = False) -> dict[str, Any]:
    """One page of a league's teams as everybody sees it, or with the drafts of a reader, or with all."""
    with_drafts = reader is not None or all_drafts
    found = teams_in(league, reader, all_drafts=all_drafts) if with_drafts else founded_in(league)
    teams = sorted(found, key=by_name)
    shown = Paginator(teams, PAGE_LENGTH).get_page(page)
    return {
        "league": league,
        "page_obj": shown,
        **numbered(page, shown),
        "teams": rows_of(shown),
        "worth": worth_of(shown),
        "retired": rows_of(sorted(retired_in(league), key=by_name)),
        "trades": trade_page.trading(league) or league.trades.filter(state__in=Trade.COMPLETED).exists(),
    }


def worth_of(teams: Iterable[Team]) -> str:
    """The name of what teams are worth, as their books say it; a word for all if they differ, empty if none has one."""
    names = {worth.name for worth in _worths(teams)}
    return _("Value") if len(names) > 1 else next(iter(names), "")


def worths_differ(teams: Iterable[Team]) -> bool:
    """Whether what teams are worth cannot be compared, so that each figure needs its name."""
    return len({(worth.name, worth.unit) for worth in _worths(teams)}) > 1


def _worths(teams: Iterable[Team]) -> Iterator[Worth]:
    books = (team.ruleset.book for team in teams if team.ruleset is not None)
    return (book.worth for book in books if book.worth is not None)


def rows_of(teams: Iterable[Team]) -> list[Row]:
    """Teams as lists show them to everybody."""
    shown = list(teams)
    differ = worths_differ(shown)
    return [_row_of(team, differ=differ) for team in shown]


def _row_of(team: Team, *, differ: bool) -> Row:
    state, league, ruleset = getattr(team, "state_row", None), team.league, team.ruleset
    kind, icon = TAGS[team.state]
    value = say_worth(ruleset.book, state.value) if state and ruleset else ""
    if value and differ and ruleset.book.worth is not None:
        value = f"{ruleset.book.worth.short} {value}"
    return Row(
        name=team.name,
        url=team_url(team),
        shield=shown_crest(team).html(32),
        coach=conditional_escape(coach_link(league.slug, team.coach_id, team.coached_by)),
        team_list=_linked_list(team),
        league=league.name,
        league_url=address("teams:list", league.slug),
        value=value,
        tag=Tag(text=str(Team.State(team.state).label), kind=kind, icon=icon),
        mark=mark_of(team.pk),
    )


def _linked_list(team: Team) -> SafeString:
    """The name of a team's list, linked to the guide, and its book if that is not the first one of its league."""
    linked = addresses.linked(team.team_list, addresses.of_list(team.book, team.team_list))
    if not team.edition:
        return linked
    return format_html('{} <span class="small-note">{}</span>', linked, team.book.name)
