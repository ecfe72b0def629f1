"""A ladder's order, derived from its rows: a game counts in the order in which it was confirmed."""

from __future__ import annotations

from django.core.cache import cache
from django.db.models import F
from django.db.models.functions import Coalesce

from competitions.cache_keys import CACHE_SECONDS, key_of
from competitions.models import VOID, Competition, Fixture
from competitions.pairing.ladder import climbed
from competitions.ranking.points import WINNING
from competitions.standings.results import outcomes_of


def ladder_shown(competition: Competition) -> list[int]:
    """What ``ladder_of`` says, for pages: from the cache under the versions of the teams and of the results.

    What writes has to ask ``ladder_of``: its competition may have been read before it changed something.
    """
    key = key_of("ladder", competition.public_id, competition.version, competition.standings_version)
    kept: list[int] | None = cache.get(key)
    if kept is None:
        kept = ladder_of(competition)
        cache.set(key, kept, CACHE_SECONDS)
    return kept


def ladder_of(competition: Competition) -> list[int]:
    """The ids of a ladder's teams, the top first, without those that have left it; five queries."""
    rows = Fixture.objects.filter(round__competition=competition, away__isnull=False).exclude(home_outcome=VOID)
    when = Coalesce("match__confirmed_at", "decision__at", "challenge__answered_at")
    fixtures = list(
        rows.annotate(counted_at=when).order_by(F("counted_at").asc(nulls_last=True), "round__number", "pk")
    )
    outcomes = outcomes_of(fixtures)
    results: list[tuple[int | str, int | str]] = []
    for fixture in fixtures:
        outcome = outcomes.get(fixture.pk)
        if outcome is None or fixture.away_id is None:
            continue
        if outcome[0] in WINNING:
            results.append((fixture.home_id, fixture.away_id))
        elif outcome[1] in WINNING:
            results.append((fixture.away_id, fixture.home_id))
    gone = set(competition.entrants.filter(withdrawal__isnull=False).values_list("team", flat=True))
    return [int(team) for team in climbed(competition.entrants.team_ids_by_seed(), results) if team not in gone]
