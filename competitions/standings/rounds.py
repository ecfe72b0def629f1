"""The rounds of a competition: how far each is, and its fixtures for pages and prints."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.core.cache import cache
from django.db.models import Count, Q, QuerySet
from django.utils.translation import gettext as _

from competitions.cache_keys import CACHE_SECONDS
from competitions.models import Competition, Round
from competitions.names import TeamName
from competitions.standings.fixture_list import ShownFixture, fixtures_of, shown_fixtures, shown_rounds
from competitions.standings.standings import cache_key
from matches.models import Match
from web.prepared import Prepared

LONG_ROUND = 12
"""A competition's page shows the round before the current one too, unless a round has more matches than this."""


class RoundCount(NamedTuple):
    """A round: the number of its matches, and of those with a result."""

    id: int
    number: int
    name: str
    matches: int
    over: int
    deadline: datetime | None = None

    @property
    def called(self) -> str:
        """Its name, or its number in words."""
        return self.name or round_name(self.number)


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownRound:
    """A round with its fixtures; teams with a bye are listed apart."""

    number: int
    name: str
    fixtures: list[ShownFixture]
    byes: list[TeamName]
    deadline: datetime | None = None


def round_counts(competition: Competition) -> list[RoundCount]:
    """The rounds of a competition: from the cache, else with one query."""
    key = cache_key(competition, "round_counts")
    cached: list[RoundCount] | None = cache.get(key)
    if cached is None:
        cached = _round_counts(competition)
        cache.set(key, cached, CACHE_SECONDS)
    if competition.format.round_names is None or competition.recorded:
        return cached
    # Names are added after the cache, in the reader's language.
    names = competition.format.round_names(competition, len(cached))
    return [each._replace(name=name) for each, name in zip(cached, names, strict=True)]


def _round_counts(competition: Competition) -> list[RoundCount]:
    return [RoundCount(**row) for row in _counted(competition.pk)]


@Prepared
def _counted(competition: int) -> QuerySet[Round, Any]:
    paired = Q(fixtures__away__isnull=False)
    over = paired & (Q(fixtures__match__state__in=Match.PLAYED) | ~Q(fixtures__home_outcome=""))
    rows = Round.objects.filter(competition=competition)
    rows = rows.annotate(matches=Count("fixtures", filter=paired), over=Count("fixtures", filter=over))
    return rows.order_by("number").values(*RoundCount._fields)


def current_round(rounds: Sequence[RoundCount]) -> RoundCount | None:
    """The last round with a result, or the one after it if that round is complete."""
    begun = [place for place, each in enumerate(rounds) if each.over]
    if not rounds:
        return None
    if not begun:
        return rounds[0]
    last = begun[-1]
    complete = rounds[last].over == rounds[last].matches
    return rounds[min(last + complete, len(rounds) - 1)]


def latest_rounds(
    competition: Competition, rounds: Sequence[RoundCount], teams: Mapping[int, TeamName]
) -> list[ShownRound]:
    """The current round and, unless that is a long one, the round before it."""
    now = current_round(rounds)
    if now is None:
        return []
    place = rounds.index(now)
    wanted = rounds[max(0, place - 1) : place + 1] if now.matches <= LONG_ROUND else [now]
    fixtures = shown_rounds([each.id for each in wanted], teams)
    names = {each.number: each.name for each in wanted}
    deadlines = {each.number: each.deadline for each in wanted}
    return as_rounds(fixtures, names, deadlines)[::-1]


def all_rounds(
    competition: Competition, rounds: Sequence[RoundCount], teams: Mapping[int, TeamName]
) -> list[ShownRound]:
    """All rounds of a competition with their fixtures, with two queries."""
    fixtures = shown_fixtures(fixtures_of(competition), teams)
    return as_rounds(fixtures, {each.number: each.name for each in rounds})


def as_rounds(
    fixtures: Sequence[ShownFixture],
    names: Mapping[int, str] | None = None,
    deadlines: Mapping[int, datetime | None] | None = None,
) -> list[ShownRound]:
    """Fixtures, in order, grouped by round."""
    rounds: dict[int, ShownRound] = {}
    for fixture in fixtures:
        assert fixture.round is not None
        if fixture.round not in rounds:
            name = (names or {}).get(fixture.round, "") or round_name(fixture.round)
            deadline = (deadlines or {}).get(fixture.round)
            shown = ShownRound(number=fixture.round, name=name, fixtures=[], byes=[], deadline=deadline)
            rounds[fixture.round] = shown
        if fixture.away is None:
            rounds[fixture.round].byes.append(fixture.home)
        else:
            rounds[fixture.round].fixtures.append(fixture)
    return list(rounds.values())


def round_name(number: int) -> str:
    """The name of a round that has none. Records of open play have no rounds: all their matches are in round 0."""
    return _("Round %(number)s") % {"number": number} if number else _("Matches")
