"""Trades as pages show them: what each team gives, both teams before and after, the possible actions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html_join
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from guide import addresses
from leagues.agreements.own_teams import said_before
from leagues.books import rulesets_of
from leagues.models import League
from rules.book.book import Book
from rules.journal import Impossible
from rules.sheet.sheet import PlayerSheet, TeamSheet
from rules.team.trades import OFF, Stake, exchanged, trades_allowed
from rules.words.words import k, say_worth
from teams.extensions import team_pages
from teams.models import Team, Trade
from teams.selectors import names_of, team_url
from teams.trading.terms import TradeTerms, offer_in, today_in, trade_terms
from teams.trading.trading import approving
from web import policy
from web.crests.shown import shown_crest
from web.errors import worded

TAGS = {
    Trade.State.OFFERED: ("wait", "hourglass-split"),
    Trade.State.ACCEPTED: ("wait", "hourglass-split"),
    Trade.State.DONE: ("good", "check-circle"),
    Trade.State.LENT: ("news", "arrow-repeat"),
    Trade.State.RETURNED: ("good", "check-circle"),
    Trade.State.REFUSED: ("bad", "x-lg"),
    Trade.State.WITHDRAWN: ("", "x-lg"),
}
ACTIONS = ("accept_trade", "refuse_trade", "withdraw_trade", "approve_trade", "end_loan")


@dataclass(frozen=True, slots=True)
class ShownPlayer:
    """A player in a trade: name, cost, page."""

    name: str
    number: str
    position: str
    skills: str
    cost: str
    url: str
    lent: bool


@dataclass(frozen=True, slots=True)
class ShownStake:
    """What one team gives: team name and page, gold in words, players."""

    team: str
    url: str
    shield: str
    gold: tuple[str, ...]
    players: tuple[ShownPlayer, ...]


@dataclass(frozen=True, slots=True)
class Balance:
    """A team before and after the trade: rows of label, value before, value after."""

    team: str
    rows: tuple[tuple[str, str, str], ...]


def visible_to(league: League, user: User | AnonymousUser, *, runs_it: bool) -> QuerySet[Trade]:
    """The trades of a league that a user may see, latest first."""
    found = league.trades.visible_to(user, runs_it=runs_it)
    return found.select_related("offering", "asked", "ending_asked_by").order_by("-pk")


def tag(row: Trade) -> dict[str, str]:
    """A trade's state as a tag."""
    kind, icon = TAGS[Trade.State(row.state)]
    return {"text": str(Trade.State(row.state).label), "kind": kind, "icon": icon}


def stake_words(stake: Stake) -> str:
    """What one team gives in a few words."""
    parts = list(gold_words(stake))
    if count := len(stake.players):
        parts.append(ngettext("%(count)d player", "%(count)d players", count) % {"count": count})
    if count := len(stake.players_lent):
        parts.append(ngettext("%(count)d player on loan", "%(count)d players on loan", count) % {"count": count})
    return ", ".join(parts) or _("nothing")


def gold_words(stake: Stake) -> tuple[str, ...]:
    """The gold of a stake, for good and lent."""
    given = [k(stake.gold)] if stake.gold else []
    return (*given, _("%(gold)s on loan") % {"gold": k(stake.gold_lent)}) if stake.gold_lent else tuple(given)


def row_of(row: Trade) -> dict[str, Any]:
    """A trade as lists show it."""
    offer = offer_in(row)
    return {
        "trade": row,
        "url": reverse("teams:trade", args=[row.pk]),
        "gives": stake_words(offer.gives),
        "takes": stake_words(offer.takes),
        "until": row.until,
        "tag": tag(row),
    }


def trade_context(request: HttpRequest, row: Trade, own_roles: frozenset[str]) -> dict[str, Any]:
    """The context of a trade's page for the request's user, who has ``own_roles`` in it."""
    found = trade_terms(row)
    names = names_of(row.offering_id, row.asked_id)
    violations = found.violations() if row.state in Trade.WAITING else ()
    return {
        "trade": row,
        "tag": tag(row),
        "stakes": [
            shown_stake(row.offering, found.offer.gives, found, names),
            shown_stake(row.asked, found.offer.takes, found, names),
        ],
        "violations": [{"text": worded(violation)} for violation in violations],
        "in_a_match": [
            team.name
            for team, state in zip(found.teams, found.states, strict=True)
            if row.state in Trade.WAITING and state.held_by
        ],
        "balances": balances(found) if row.state in Trade.WAITING else [],
        "owed": owed_words(row),
        "due": row.state == Trade.State.LENT and row.until is not None and row.until <= today_in(row.league),
        "seen": found.seen,
        **may_context(request, row, own_roles, legal=not violations),
    }


def may_context(request: HttpRequest, row: Trade, own_roles: frozenset[str], *, legal: bool) -> dict[str, Any]:
    """Which buttons the user gets; and who has to approve the trade, if the user may not do it alone."""
    buttons = may(request, row, own_roles, legal=legal)
    said = said_before(approving(row, request.user)) if buttons["approve"] else {}
    return {"may": buttons | {"approve": buttons["approve"] and not said["asks"]}, **said}


def may(request: HttpRequest, row: Trade, own_roles: frozenset[str], *, legal: bool) -> dict[str, bool]:
    """Which buttons the user gets."""
    roles = request.league_roles | own_roles
    held = {
        action: policy.may(f"teams:{action}", roles, public=row.league.public) and not row.league.archived
        for action in ACTIONS
    }
    state, asked = row.state, "asked_coach" in own_roles
    asking = row.ending_asked_by_id
    mine = {"offering_coach": row.offering_id, "asked_coach": row.asked_id}
    asked_already = asking is not None and asking in [team for role, team in mine.items() if role in own_roles]
    return {
        "accept": held["accept_trade"] and state == Trade.State.OFFERED and legal,
        "approve": held["approve_trade"] and state == Trade.State.ACCEPTED and legal,
        "refuse": held["refuse_trade"] and (state == Trade.State.ACCEPTED or (asked and state == Trade.State.OFFERED)),
        "withdraw": held["withdraw_trade"] and state in Trade.WAITING,
        "end": held["end_loan"]
        and state == Trade.State.LENT
        and ("commissioner" in request.league_roles or not asked_already),
    }


def owed_words(row: Trade) -> list[str]:
    """Lent gold that is still owed, in words."""
    owed = ((row.offering.name, row.owed_by_offering), (row.asked.name, row.owed_by_asked))
    return [_("%(team)s owes %(gold)s") % {"team": team, "gold": k(gold)} for team, gold in owed if gold]


def balances(found: TradeTerms) -> list[Balance]:
    """Both teams before and after the trade. Empty if the trade is not possible now."""
    try:
        after = exchanged(found.offer, *found.sheets)
    except (Impossible, ValueError):
        return []
    return [
        Balance(team.name, _rows(found, before, then))
        for team, before, then in zip(found.teams, found.sheets, after, strict=True)
    ]


def _rows(found: TradeTerms, before: TeamSheet, after: TeamSheet) -> tuple[tuple[str, str, str], ...]:
    book, sheets = found.rules.book, (before, after)
    rows = [(_("Players"), *(str(len(sheet.players)) for sheet in sheets))]
    if book.worth is not None:
        rows.insert(0, (book.worth.name, *(say_worth(book, found.rules.value(sheet)) for sheet in sheets)))
    if "treasury" in book.purses:
        rows.append((book.purses["treasury"].name, *(k(sheet.treasury) for sheet in sheets)))
    return tuple(rows)


def shown_stake(team: Team, stake: Stake, found: TradeTerms, names: Mapping[int, str]) -> ShownStake:
    """What a team gives, with its players as they are now on either team."""
    lines = {line.player: line for sheet in found.sheets for line in _all_lines(sheet)}
    players = [(player, False) for player in stake.players] + [(player, True) for player in stake.players_lent]
    return ShownStake(
        team=team.name,
        url=team_url(team),
        shield=shown_crest(team).html(32),
        gold=gold_words(stake),
        players=tuple(
            shown_player(team, player, lines.get(player), names, lent=lent, book=found.rules.book)
            for player, lent in players
        ),
    )


def _all_lines(sheet: TeamSheet) -> list[PlayerSheet]:
    """All lines of a sheet. Departed players come first, so that a player's current line replaces an old one."""
    return [*(gone.line for gone in sheet.departed), *sheet.players]


def shown_player(
    team: Team,
    player: int,
    line: PlayerSheet | None,
    names: Mapping[int, str],
    *,
    lent: bool = False,
    book: Book | None = None,
) -> ShownPlayer:
    """A player in words; with links to the guide if a ``book`` is given.

    ``line`` is None if the player is on neither sheet.
    """
    name = names.get(player, "")
    page = team_pages.get("player")
    url = reverse(page.route, args=[team.public_id, player]) if page else ""
    if line is None:
        return ShownPlayer(name or _("Unnamed player"), "", "", "", "", "", lent)
    cost = k(line.cost) if line.cost else ""  # nothing in a book without gold
    position, skills = line.position, ", ".join(line.skills)
    if book is not None:
        position = addresses.linked(position, addresses.of_position(book, team.team_list, position))
        skills = format_html_join(
            ", ", "{}", [(addresses.linked(each, addresses.of_skill(book, each)),) for each in line.skills]
        )
    return ShownPlayer(name, str(line.number), position, skills, cost, url, lent)


def partners_of(team: Team) -> QuerySet[Team]:
    """The teams that may get an offer from a team: active teams of other coaches in the league, of its book."""
    others = team.league.teams.active().filter(coach__isnull=False, edition=team.edition)
    if not team.league.ruleset_for(team.edition).rules().house["several_teams_per_coach"]:
        same = Q(own_rules__pack_of=team.pack_of) if team.pack_of else Q(own_rules__pack_of__isnull=True)
        others = others.filter(same)
    return others.exclude(coach=team.coach_id).select_related("coach").order_by("name", "pk")


def may_trade(league: League, team: Team) -> bool:
    """Whether the league's rules for the team's book allow trades now."""
    return trades_allowed(league.ruleset_for(team.edition).rules()) != OFF


def trading(league: League) -> bool:
    """Whether the league allows trades now, by one of its books."""
    return any(trades_allowed(ruleset.rules()) != OFF for ruleset in rulesets_of(league))
