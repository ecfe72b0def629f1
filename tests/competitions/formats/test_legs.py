"""Which match of a tie must have a winner: the only one, or the second leg if the tie would end level."""

from __future__ import annotations

from competitions.models import Fixture
from competitions.setup.shape import Shape
from matches.extensions import may_stay_level
from tests.competitions.competition_builders import bare_teams, competition_in, decide_match, matches_of
from tests.leagues.cast import Cast


def knock_out(cast: Cast, legs: int) -> list[Fixture]:
    """The matches of the first ties of four teams, the first legs first."""
    shape = Shape(scheduling="knock_out")
    return matches_of(competition_in(cast.league, bare_teams(cast.league, 4), started=True, legs=legs, shape=shape))


def test_the_only_match_of_a_tie_needs_a_winner(cast: Cast) -> None:
    assert not any(may_stay_level(fixture.match) for fixture in knock_out(cast, legs=1))


def test_the_first_leg_can_be_a_draw_and_the_second_unless_both_are(cast: Cast) -> None:
    first, other_first, second, other_second = knock_out(cast, legs=2)
    assert {second.home, second.away} == {first.home, first.away}
    assert all(may_stay_level(fixture.match) for fixture in (first, second, other_first, other_second))
    decide_match(first, 2, 1)
    decide_match(other_first, 1, 1)
    assert may_stay_level(second.match)
    assert not may_stay_level(other_second.match)


def test_a_league_match_is_not_a_leg(cast: Cast) -> None:
    fixture = matches_of(competition_in(cast.league, bare_teams(cast.league, 2), started=True))[0]
    assert not may_stay_level(fixture.match)
