"""A ladder's order, derived from its rows: a game counts in the order in which it was confirmed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.core.cache import cache
from django.db.models import F
from django.db.models.functions import Coalesce

from competitions.cache_keys import CACHE_SECONDS, key_of
from competitions.models import VOID, Competition, Fixture
from competitions.names import TeamName
from competitions.pairing.ladder import climbed
from competitions.ranking.points import WINNING
from competitions.standings.results import outcomes_of
from web.errors import Text


def order_shown(competition: Competition) -> list[int]:
    """The ids of the teams in the order that pages list, the first on top; empty where the table is the order.

    From the cache, under the versions of the teams and of the results. Code that writes asks ``Format.places``: its
    competition may have been read before it changed something.
    """
    its_format = competition.format
    if its_format.places is None or not its_format.lists_order:
        return []
    key = key_of("ladder", competition.public_id, competition.version, competition.standings_version)
    cached: list[int] | None = cache.get(key)
    if cached is None:
        cached = its_format.places(competition) if competition.entrants.exists() else []
        cache.set(key, cached, CACHE_SECONDS)
    return cached


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedOrder:
    """The teams in the order of their format, the first on top: heading and rule as the format words them."""

    heading: Text
    rule: str
    teams: Sequence[TeamName]


def listed_order(competition: Competition, teams: Mapping[int, TeamName]) -> ListedOrder | None:
    """The order that pages list beside the table; None where there is none, or no team has entered."""
    order, rule = order_shown(competition), competition.format.order_rule
    if not order or rule is None:
        return None
    heading = competition.format.order_heading
    return ListedOrder(heading=heading, rule=rule(competition), teams=[teams[team] for team in order])


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
    withdrawn = set(competition.entrants.filter(withdrawal__isnull=False).values_list("team", flat=True))
    return [int(team) for team in climbed(competition.entrants.team_ids_by_seed(), results) if team not in withdrawn]
