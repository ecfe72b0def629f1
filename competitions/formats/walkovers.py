"""Automatic walkovers in formats that eliminate: in the matches of a team that has left, now and later.

The winner has what the book gives for any walkover (L4 of today's books): the other side has stepped back. It is the
decision that brings it, so it goes with the decision, and a match that was decided keeps its teams until then.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from competitions.fixtures import won_unplayed
from competitions.formats.misplaced_teams import misplaced_teams
from competitions.models import Competition, Decision, Fixture, Withdrawal
from competitions.ranking.tables import Outcome
from competitions.setup.pairings import delete_scheduled
from leagues import log
from rules.team.won_unplayed import USUAL_SCORE, score_of
from teams.models import Team

WALKED_OVER = log.kind(
    "competitions.walked_over", _("{team} advances in {competition} by a walkover: {gone} was withdrawn.")
)


def walkover_columns(to: str, score: int = USUAL_SCORE) -> dict[str, Any]:
    """A fixture's columns once it is given to one side without play, with that score to nothing."""
    lost = "away" if to == "home" else "home"
    return {
        f"{to}_outcome": str(Outcome.WALKOVER),
        f"{lost}_outcome": str(Outcome.FORFEIT),
        "counted": {to: {"score": score}, lost: {"score": 0}},
    }


def walk_over(competition: Competition) -> bool:
    """Decide the open matches of teams that left: their opponents win. Returns whether there was one.

    Runs in the transaction that created the matches. A match between two teams that have both left has no winner.
    """
    rows = Withdrawal.objects.filter(entrant__competition=competition).select_related("entrant", "by")
    left = {row.entrant.team_id: row for row in rows}
    if not left or competition.state != Competition.State.RUNNING:
        return False
    waiting = Fixture.objects.not_opened().filter(round__competition=competition, away__isnull=False)
    decided = False
    for fixture in waiting.select_related("round", "home", "away"):
        gone = [side for side, team in (("home", fixture.home_id), ("away", fixture.away_id)) if team in left]
        if len(gone) == 1 and (fixture.match_id is None or delete_scheduled([fixture.match_id])):
            _decide(fixture, "away" if gone[0] == "home" else "home", left, competition)
            decided = True
    return decided


def _decide(fixture: Fixture, to: str, left: Mapping[int, Withdrawal], competition: Competition) -> None:
    Fixture.objects.filter(pk=fixture.pk).update(**walkover_columns(to, score_of(competition.played_book)))
    winner, loser = (fixture.home, fixture.away) if to == "home" else (fixture.away, fixture.home)
    assert winner is not None
    assert loser is not None
    gone = left[loser.pk]
    Decision.objects.create(
        fixture=fixture, kind=Decision.Kind.WALKOVER, winner=to, reason=gone.reason, withdrawal=gone, by=gone.by
    )
    words = {"competition": competition.name, "team": winner.name, "gone": loser.name}
    log.record(WALKED_OVER, league=competition.season.league, by=None, **words)
    fixture.round.competition = competition
    won_unplayed.begin(fixture, winner.pk, gone.by)


def decided_again_for(fixture: Fixture) -> Team | None:
    """The team whose withdrawal would decide a match again just as it is, if its decision were revoked; or None.

    So it is in a format that eliminates while one team of the two has left, unless others would play there by the
    results. ``fixture`` has its competition.
    """
    decision = Decision.objects.filter(fixture=fixture, withdrawal__isnull=False).first()
    competition = fixture.round.competition
    if decision is None or not competition.format.eliminates:
        return None
    gone = list(Team.objects.filter(
        pk__in=(fixture.home_id, fixture.away_id), entries__withdrawal__isnull=False, entries__competition=competition
    ))  # fmt: skip
    ties = list(competition.ties.order_by("number"))
    moved = any(each.tie == tie.number for each in misplaced_teams(ties) for tie in ties if tie.pk == fixture.tie_id)
    return gone[0] if len(gone) == 1 and not moved else None
