"""Divisions and the play-offs that their best teams reach."""

from __future__ import annotations

from typing import Any

from competitions.formats.qualification import qualification
from competitions.models import Competition, StageFeed
from competitions.setup import finishing
from competitions.setup.shape import Shape
from tests.competitions.competition_builders import bare_team, competition_in, decide_match, matches_of
from tests.leagues.cast import Cast


def division(cast: Cast, name: str, teams: int = 3, *, played: bool = True) -> Competition:
    """A division in which the first team wins all matches, and the second all others."""
    made = [bare_team(cast.league, f"{name} {place}") for place in range(1, teams + 1)]
    found = competition_in(cast.league, made, started=True, name=name, shape=Shape(group_name="Divisions"))
    order = [team.pk for team in made]
    if played:
        for fixture in matches_of(found):
            home_is_better = order.index(fixture.home_id) < order.index(fixture.away_id)
            decide_match(fixture, *((2, 0) if home_is_better else (0, 2)))
        found.refresh_from_db()
        found = finishing.finish_competition(competition=found, by=cast.commissioner, expected=found.version)
    return found


def cup(cast: Cast, **shape: Any) -> Competition:
    """The play-offs, a knock-out without teams."""
    return competition_in(cast.league, name="Play-offs", shape=Shape(**({"scheduling": "knock_out"} | shape)))


def feed(cast: Cast, target: Competition, source: Competition, first: int, last: int, **best: int) -> StageFeed:
    """The places of a source that go on to a target."""
    target.refresh_from_db()
    return qualification.add_feed(
        target=target, by=cast.commissioner, expected=target.version, source=source, first=first, last=last, **best
    )


def bring_in(cast: Cast, target: Competition) -> Competition:
    """Enter the teams that have qualified."""
    target.refresh_from_db()
    return qualification.enter_qualified(target=target, by=cast.commissioner, expected=target.version)
