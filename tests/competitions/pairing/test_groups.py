"""Teams are split into groups of equal size, with the best in different ones."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from competitions.pairing.groups import GroupsRefused, split_into_groups

splits = st.integers(1, 12).flatmap(
    lambda groups: st.tuples(st.integers(2 * groups, 64), st.just(groups), st.booleans(), st.integers())
)


@given(splits)
def test_each_team_is_in_one_group_and_groups_have_equal_sizes(split: tuple[int, int, bool, int]) -> None:
    teams, groups, by_lot, seed = split
    found = split_into_groups(range(teams), groups, by_lot=by_lot, rng=Random(seed))
    assert sorted(team for group in found for team in group) == list(range(teams))
    sizes = [len(group) for group in found]
    assert len(found) == groups and max(sizes) - min(sizes) <= 1


@given(splits)
def test_with_seeds_the_best_are_in_different_groups(split: tuple[int, int, bool, int]) -> None:
    teams, groups, _, _ = split
    for group in split_into_groups(range(teams), groups):
        assert [int(team) // groups for team in group] == list(range(len(group)))


def test_eight_teams_are_dealt_into_two_groups_in_a_snake() -> None:
    assert split_into_groups("abcdefgh", 2) == (("a", "d", "e", "h"), ("b", "c", "f", "g"))


def test_the_same_seed_gives_the_same_draw_and_another_seed_another() -> None:
    drawn = split_into_groups(range(16), 4, by_lot=True, rng=Random(7))
    assert split_into_groups(range(16), 4, by_lot=True, rng=Random(7)) == drawn
    assert split_into_groups(range(16), 4, by_lot=True, rng=Random(8)) != drawn


@pytest.mark.parametrize(
    ("teams", "groups", "code", "advice"),
    [
        ("abc", 2, "too_many_groups", "choose at most 1, or add teams"),
        ("abcd", 0, "too_few_groups", "choose at least one"),
        ("aab", 1, "team_twice", "Remove the second one"),
    ],
)
def test_an_impossible_split_is_refused_with_a_remedy(teams: str, groups: int, code: str, advice: str) -> None:
    with pytest.raises(GroupsRefused, match=advice) as refusal:
        split_into_groups(teams, groups)
    assert refusal.value.code == code
