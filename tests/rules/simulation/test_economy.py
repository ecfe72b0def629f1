"""What many simulated seasons make of teams: figures, their quartiles, and the same again with the same seed."""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Sequence

import pytest

from rules.editions import ruleset
from rules.simulation import simulation
from rules.simulation.economy import (
    Mapped,
    Plan,
    Played,
    Setting,
    Spread,
    Tally,
    cannot_start,
    curves,
    play_plan,
    play_season,
    spread,
)
from rules.simulation.simulation import CoachRefused, season
from tests.rules.build import PBBL

SMALL = Plan(teams=4, rounds=3, seasons=3)
BOOK = Setting(edition="pbbl-1.10")


def backwards(work: Callable[[tuple[int, int]], Played], seasons: Sequence[tuple[int, int]]) -> Iterable[Played]:
    """Like ``map``, but the last season first, as several processes might."""
    return map(work, reversed(seasons))


@pytest.mark.parametrize(
    ("figures", "expected"),
    [
        ([7], (7, 7, 7)),
        ([1, 2], (1, 1, 2)),
        ([1, 2, 3, 4], (1, 2, 3)),
        ([4, 3, 2, 1, 5], (2, 3, 4)),
        ([0, 0, 0, 0, 0, 0, 0, 90], (0, 0, 0)),
        ([10, 20, 30, 40, 50, 60, 70, 80], (20, 40, 60)),
    ],
)
def test_a_quarter_half_and_three_quarters_of_all_figures_are_at_most_the_quartiles(
    figures: list[int], expected: tuple[int, int, int]
) -> None:
    low, median, high = expected
    assert spread(Counter(figures)) == Spread(low=low, median=median, high=high)


def test_nothing_has_no_quartiles() -> None:
    with pytest.raises(ValueError, match="nothing was counted"):
        spread(Counter())


def test_the_same_seed_gives_the_same_figures_in_any_order() -> None:
    def figures(mapped: Mapped, seed: int) -> dict[tuple[str, int], Counter[int]]:
        tally = Tally()
        plan = Plan(teams=4, rounds=3, seasons=3, seed=seed)
        for _place, one in play_plan([BOOK], plan, mapped):
            tally.add(one)
        return tally.counted

    assert figures(map, 5) == figures(backwards, 5)
    assert figures(map, 5) != figures(map, 6)


def test_two_settings_are_played_by_turns_each_by_its_own_rules() -> None:
    rich = Setting(edition="pbbl-1.10", house=(("starting_treasury", 2_000_000),))
    places, worths = [], []
    for place, tally in play_plan([BOOK, rich], SMALL):
        places.append(place)
        worths.append(spread(tally.counted["worth", 0]).median)
    assert places == [0, 1] * SMALL.seasons
    assert max(worths[::2]) <= 1_000_000 < min(worths[1::2])


def test_every_team_is_counted_before_the_first_match_and_after_each_round() -> None:
    tally = play_season(PBBL, SMALL, 1)
    assert {number for _key, number in tally.counted} == {0, 1, 2, 3}
    assert {figures.total() for figures in tally.counted.values()} == {SMALL.teams}
    assert tally.counted["deaths", 0] == tally.counted["gains", 0] == Counter({0: SMALL.teams})


def test_teams_of_one_season_have_different_lists_as_long_as_there_are_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []
    drafted = simulation.draft
    monkeypatch.setattr(
        simulation, "draft", lambda chance, rules, name: seen.append(name) or drafted(chance, rules, name)
    )
    most = len(PBBL.book.lists)
    play_season(PBBL, Plan(teams=most + 2, rounds=1, seasons=1), 1)
    assert len(set(seen[:most])) == most
    assert len(seen) == most + 2


def test_the_curves_are_those_of_the_sheets_and_journals_of_a_season() -> None:
    plan = Plan(teams=6, rounds=12, seasons=2)
    tally = Tally()
    for number in range(plan.seasons):
        tally.add(play_season(PBBL, plan, number))
    by_key = {curve.measure.key: curve.spreads for curve in curves(PBBL, plan, tally)}
    assert list(by_key) == ["worth", "treasury", "bank", "players", "gains", "deaths"]
    assert all(len(spreads) == plan.rounds + 1 for spreads in by_key.values())
    assert by_key["worth"][12].median > by_key["worth"][0].median >= 950_000
    assert 11 <= by_key["players"][0].low <= by_key["players"][0].high <= 16
    assert by_key["gains"][12].median > by_key["gains"][3].median > 0
    assert by_key["deaths"][12].high >= by_key["deaths"][3].high
    for spreads in by_key.values():
        assert all(one.low <= one.median <= one.high for one in spreads)


def test_lists_for_which_the_gold_is_too_little_are_named() -> None:
    assert cannot_start(PBBL) == ()
    poor = ruleset("pbbl-1.10", {"starting_treasury": 330_000})
    found = cannot_start(poor)
    assert "Human" in found and "Halfling" not in found


def test_a_season_whose_pre_match_is_refused_does_not_go_on_in_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulation.Coach, "induce", lambda _coach, _args: [{"kind": "no such thing", "count": 1}])
    with pytest.raises(CoachRefused, match="a pre-match refused"):
        list(season(random.Random(1), PBBL, ["Human", "Orc"], 1))


def test_a_season_whose_post_match_is_refused_does_not_go_on_in_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulation.Coach, "buy", lambda _coach, _args: [{"player": "no such position"}])
    with pytest.raises(CoachRefused, match="a post-match refused"):
        list(season(random.Random(1), PBBL, ["Human", "Orc"], 1))
