"""Writing drawn rounds and fixtures, creating their matches, and deleting these."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import F, QuerySet
from django.utils.translation import gettext_lazy as _

from competitions.models import Competition, Fixture, Round
from competitions.pairing.round_robin import Round as DrawnRound
from competitions.ranking.tables import Outcome
from matches.models import Match, MatchCorrection, MatchSide
from matches.sequence.opening import create_matches
from rules.sheet.match import Terms
from teams.models import Team
from web.errors import Message, Refusal

TEAMS_GONE = Message(
    id="competitions.teams_gone",
    text=_("{teams} can no longer play."),
    remedy=_("Withdraw them and draw again. If the competition has started, undo the start first."),
    status=409,
)


def write_rounds(competition: Competition, rounds: Sequence[DrawnRound]) -> None:
    """Write the rows of drawn rounds, without matches."""
    rows = Round.objects.bulk_create([Round(competition=competition, number=each.number) for each in rounds])
    bye = Outcome.BYE if competition.byes_count else ""
    fixtures = []
    for row, drawn in zip(rows, rounds, strict=True):
        fixtures += [Fixture(round=row, home_id=pair.home, away_id=pair.away) for pair in drawn.pairings]
        fixtures += [Fixture(round=row, home_id=team, home_outcome=bye) for team in drawn.resting]
    Fixture.objects.bulk_create(fixtures)


def without_match(competition: Competition) -> QuerySet[Fixture]:
    """The fixtures of a competition without match and result, in order of play."""
    waiting = Fixture.objects.without_match().filter(round__competition=competition)
    return waiting.select_related("home", "away", "tie").order_by("round__number", "pk")


def make_matches(competition: Competition) -> None:
    """Create the matches of all fixtures. Raises ``Refusal`` if a team is not active: it could not open them."""
    fixtures = list(without_match(competition))
    gone = {
        team.name for each in fixtures for team in (each.home, each.away) if team and team.state != Team.State.ACTIVE
    }
    if gone:
        raise Refusal(TEAMS_GONE, teams=", ".join(sorted(gone)))
    give_matches(competition, fixtures)
    Fixture.objects.bulk_update(fixtures, ["match"], batch_size=200)


def give_match(competition: Competition, fixture: Fixture) -> None:
    """Create the match of a fixture between two teams, on the terms of its stage. The caller saves the fixture."""
    give_matches(competition, [fixture])


def give_matches(competition: Competition, fixtures: Sequence[Fixture]) -> None:
    """Create the matches of several fixtures, with as many writes as for one."""
    played_for = competition.played_for.tournament if competition.played_for_id else ""
    drawn = []
    for fixture in fixtures:
        assert fixture.away is not None
        terms = Terms(stage=fixture.tie.stage if fixture.tie_id else "league", tournament=played_for)
        drawn.append((fixture.home, fixture.away, terms))
    for fixture, match in zip(fixtures, create_matches(league=competition.season.league, drawn=drawn), strict=True):
        fixture.match = match


def delete_scheduled(matches: Sequence[int]) -> bool:
    """Delete matches (by id) and detach their fixtures. Returns False, and does nothing, if one has been opened.

    A match that was called off or annulled before becomes dropped instead: its corrections stay and link to it.
    """
    if not matches:
        return True
    waiting = Match.objects.select_for_update().filter(pk__in=matches, state=Match.State.SCHEDULED)
    if len(waiting.values_list("pk")) != len(matches):
        return False
    Fixture.objects.filter(match__in=matches).update(match=None)
    kept = set(MatchCorrection.objects.filter(match__in=matches).values_list("match", flat=True))
    Match.objects.filter(pk__in=kept).update(state=Match.State.DROPPED, version=F("version") + 1)
    gone = [match for match in matches if match not in kept]
    MatchSide.objects.filter(match__in=gone).delete()
    Match.objects.filter(pk__in=gone).delete()
    return True
