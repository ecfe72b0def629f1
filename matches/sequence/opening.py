"""The start of a match: it is created, and opened for its pre-match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.db.models import Exists, F, OuterRef
from django.utils import timezone

from accounts.models import User
from leagues.models import League
from leagues.services import ARCHIVED
from matches.extensions import match_changed
from matches.models import Match, MatchSide, StarInjury
from matches.refusals import NOT_READY, WRONG_STATE
from matches.sequence.sequences import MatchState
from rules.book.edition import Ruleset
from rules.sheet.match import Terms
from teams.ledger import ledger
from teams.models import Team, TeamState
from teams.trading.loans import end_due_loans
from web.errors import Refusal


def locked(match: Match, states: Sequence[str], *more: str) -> Match:
    """The current match, locked for a step that is open in these states; its version goes up by one.

    Reads its league and ruleset too, and the relations in ``more``. Must run inside a transaction: a second step waits
    until that ends.
    Raises ``Refusal`` if the match is at another step, or if its league is archived.
    """
    Match.objects.filter(pk=match.pk).update(version=F("version") + 1)
    fresh = Match.objects.select_related("league", "ruleset", *more).get(pk=match.pk)
    if fresh.league.archived:
        raise Refusal(ARCHIVED, league=fresh.league.name)
    if fresh.state not in states:
        raise Refusal(WRONG_STATE, state=fresh.get_state_display())
    return fresh


def write(match: Match, **columns: Any) -> None:
    """Writes columns of a locked match."""
    Match.objects.filter(pk=match.pk).update(**columns)
    for name, value in columns.items():
        setattr(match, name, value)


def create_match(*, league: League, home: Team, away: Team, terms: Terms) -> Match:
    """Creates a match under the league's current rules. Must run inside a transaction."""
    return create_matches(league=league, drawn=[(home, away, terms)])[0]


def create_matches(*, league: League, drawn: Sequence[tuple[Team, Team, Terms]]) -> list[Match]:
    """Creates matches under the league's current rules, one for each home and away team. Must run inside a transaction.

    Writes all at once: a round robin of 64 teams has two thousand.
    """
    matches = Match.objects.bulk_create(
        [
            Match(league=league, ruleset=league.ruleset, stage=terms.stage, tournament=terms.tournament)
            for _home, _away, terms in drawn
        ]
    )
    MatchSide.objects.bulk_create(
        [
            MatchSide(match=match, side=side, team=team)
            for match, (home, away, _terms) in zip(matches, drawn, strict=True)
            for side, team in (("home", home), ("away", away))
        ]
    )
    return matches


@transaction.atomic
def open_match(*, match: Match, by: User) -> Match:
    """Opens the pre-match: holds both teams and freezes both rosters.

    From now on the match has the league's current rules. Raises ``Refusal`` if a team is not active or is in another
    match.
    """
    match = locked(match, (Match.State.SCHEDULED,), "league__ruleset")
    sides = sorted(match.sides.select_related("team"), key=lambda row: row.team_id)
    end_due_loans([side.team for side in sides], match.league)
    for side in sides:
        if side.team.state != Team.State.ACTIVE:
            raise Refusal(NOT_READY, team=side.team.name)
        ledger.hold(side.team, match.holder)
        state = TeamState.objects.get(team=side.team)
        side.sheet, side.team_value = state.sheet, state.value
        side.save(update_fields=["sheet", "team_value"])
    ruleset = match.league.ruleset
    absent = absent_stars(match.league, ruleset.rules())
    write(match, state=Match.State.PRE_MATCH, opened_at=timezone.now(), ruleset=ruleset, absent_stars=absent)
    opened = MatchState(match)
    opened.sides = {side.side: side for side in sides}
    match.turn = opened.turn
    match_changed.call(match)
    return match


def still_open(match: Match) -> list[Match]:
    """The other matches that hold its teams and keep it from being opened, with their teams. At most three queries."""
    rows = TeamState.objects.filter(team__in=match.sides.values("team")).exclude(held_by__in=("", match.holder))
    holders = [holder.partition(":")[::2] for holder in rows.values_list("held_by", flat=True)]
    held = [public_id for kind, public_id in holders if kind == "match"]
    return list(Match.objects.filter(public_id__in=held).prefetch_related("sides__team").order_by("pk")) if held else []


def absent_stars(league: League, ruleset: Ruleset) -> list[str]:
    """The names of the stars that no team can hire in a match that opens now (I3), in order.

    A dead star is out for good. An injured one is out until the team that had hired it has played its next match.
    """
    if ruleset.house.flag("star_injuries_waived"):
        return []
    later = MatchSide.objects.played().filter(
        team=OuterRef("side__team"), match__opened_at__gt=OuterRef("side__match__opened_at")
    )
    rows = StarInjury.objects.filter(side__match__league=league).annotate(served=Exists(later))
    return sorted({row.star for row in rows if row.fate == StarInjury.Fate.DEAD or not row.served})
