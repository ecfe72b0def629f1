"""A match begins: it is created, opened for its pre-match, or called off again before that is done."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from accounts.models import User
from leagues.models import League
from leagues.services import ARCHIVED
from matches.extensions import match_changed
from matches.models import Match, MatchSide
from matches.refusals import NOT_READY, WRONG_STATE
from matches.sequence.star_injuries import absent_stars
from rules.sheet.match import Terms
from teams.ledger import ledger
from teams.models import Team, TeamState
from teams.trading.loans import end_due_loans
from web.errors import Refusal


def locked(match: Match, states: Sequence[str], *more: str) -> Match:
    """The match as it stands, for a step that is open in these states; counted up, so that nobody else can take one.

    With its league and ruleset, and whatever ``more`` names. Must run inside a transaction: a second step waits until
    it ends, and then meets the match as this one left it.
    Raises ``Refusal`` where the match is at another step, or its league is in the archive.
    """
    Match.objects.filter(pk=match.pk).update(version=F("version") + 1)
    fresh = Match.objects.select_related("league", "ruleset", *more).get(pk=match.pk)
    if fresh.league.archived:
        raise Refusal(ARCHIVED, league=fresh.league.name)
    if fresh.state not in states:
        raise Refusal(WRONG_STATE, state=fresh.get_state_display())
    return fresh


def write(match: Match, **columns: Any) -> None:
    """Writes columns of a match that is locked."""
    Match.objects.filter(pk=match.pk).update(**columns)
    for name, value in columns.items():
        setattr(match, name, value)


def create_match(*, league: League, home: Team, away: Team, terms: Terms) -> Match:
    """A match to be played under the league's rules of today. Must run inside a transaction."""
    return create_matches(league=league, drawn=[(home, away, terms)])[0]


def create_matches(*, league: League, drawn: Sequence[tuple[Team, Team, Terms]]) -> list[Match]:
    """Matches to be played under the league's rules of today, by who is home and away. Must run inside a transaction.

    All are written at once: a round robin of 64 teams has two thousand.
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
    """Opens the pre-match: both teams are held and both rosters frozen as they stand.

    The match is played under the league's rules of this moment. Raises ``Refusal`` if a team is not active or in
    another match.
    """
    match = locked(match, (Match.State.SCHEDULED,), "league__ruleset")
    sides = sorted(match.sides.select_related("team"), key=lambda row: row.team_id)
    end_due_loans([side.team for side in sides], match.league)
    for side in sides:
        if side.team.state != Team.State.ACTIVE:
            raise Refusal(NOT_READY, team=side.team.name)
        ledger.hold(side.team, match.holder)
        state = TeamState.objects.get(team=side.team)
        MatchSide.objects.filter(pk=side.pk).update(sheet=state.sheet, team_value=state.value)
    ruleset = match.league.ruleset
    absent = absent_stars(match.league, ruleset.rules())
    write(match, state=Match.State.PRE_MATCH, opened_at=timezone.now(), ruleset=ruleset, absent_stars=absent)
    match_changed.call(match)
    return match
