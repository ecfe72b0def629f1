"""The app's tables compared with those that a league published."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from competitions.archive.archive import Archive, RecordedCompetition, read_archive
from competitions.archive.checks import deeds_in, earned_spp, points_of
from competitions.archive.published import (
    Difference,
    compare_table,
    computed_table,
    order_of_play,
    results_of,
    scheme_of,
)
from competitions.ranking.tables import Outcome
from tests.competitions.archive_builder import archive, bent, encoded, not_played, row, side

TABLE = "competitions.0.table"


def competition(whole: dict[str, Any]) -> RecordedCompetition:
    return read_archive(encoded(whole)).competitions[0]


def played_in(matches: list[dict[str, Any]], **more: Any) -> RecordedCompetition:
    whole = archive()
    whole["competitions"][0] |= {"matches": matches, **more}
    return competition(whole)


def bare(id: str | None, round: int, home: str, score: str, away: str) -> dict[str, Any]:
    """A match without players' lines, or with ``id`` None a walkover for the home team."""
    ours, theirs = (int(part) for part in score.split("-"))
    if id is None:
        return {
            "id": id,
            "round": round,
            "home": not_played(home, "bye_or_walkover", ours, 3),
            "away": not_played(away, "forfeit", theirs, 0),
        }
    won, lost = ("draw", "draw") if ours == theirs else ("win", "loss") if ours > theirs else ("loss", "win")
    points = {"win": 3, "draw": 1, "loss": 0}
    return {
        "id": id,
        "round": round,
        "home": side(home, won, ours, points[won]),
        "away": side(away, lost, theirs, points[lost]),
    }


def test_a_table_that_is_right_is_equal_row_by_row() -> None:
    comparison = compare_table(competition(archive()))
    assert comparison.equal and comparison.differing == ()
    assert [(row.team, row.name, row.rank) for row in comparison.rows] == [
        ("c", "Cat's Eleven", 1),
        ("a", "Ann's Eleven", 2),
        ("b", "Bob's Eleven", 3),
        ("d", "Dan's Eleven", None),
    ]
    assert len(comparison.ranked) == 3


@pytest.mark.parametrize(
    ("path", "value", "team", "difference"),
    [
        (f"{TABLE}.0.points", 3, "c", Difference(field="points", published=3, computed=4)),
        (f"{TABLE}.1.rank", 3, "a", Difference(field="rank", published=3, computed=2)),
        (
            f"{TABLE}.1.touchdown_difference",
            -1,
            "a",
            Difference(field="touchdown_difference", published=-1, computed=1),
        ),
        (f"{TABLE}.2.casualty_difference", 0, "b", Difference(field="casualty_difference", published=0, computed=-3)),
        (f"{TABLE}.2.results", "DL", "b", Difference(field="results", published="DL", computed="LD")),
        (f"{TABLE}.0.head_to_head", 1, "c", Difference(field="head_to_head", published=1, computed=None)),
        (
            f"{TABLE}.0.head_to_head_undecided",
            True,
            "c",
            Difference(field="head_to_head", published="undecided", computed=None),
        ),
        (f"{TABLE}.3", row(4, "d", 0, 0, 0, ""), "d", Difference(field="rank", published=4, computed=None)),
        (f"{TABLE}.0", ..., "c", Difference(field="rank", published=None, computed=1)),
    ],
)
def test_a_wrong_row_is_named_with_both_figures(path: str, value: object, team: str, difference: Difference) -> None:
    comparison = compare_table(competition(bent(path, value)))
    assert not comparison.equal
    assert [(row.team, row.differences) for row in comparison.differing] == [(team, (difference,))]


def test_the_published_table_does_not_influence_the_computed_one() -> None:
    whole = archive()
    before = computed_table(competition(whole))
    whole["competitions"][0]["table"] = []
    assert computed_table(competition(whole)) == before


def test_a_coin_toss_is_taken_from_the_record() -> None:
    drawn = [bare("1", 1, "a", "1-1", "b")]
    level = played_in(drawn, table=[])
    assert [(row.team, row.rank) for row in computed_table(level)][:2] == [("a", 1), ("b", 1)]
    table = [row(1, "b", 1, 0, 0, "D") | {"coin_toss": 1}, row(2, "a", 1, 0, 0, "D") | {"coin_toss": 0}]
    tossed = played_in(drawn, table=table)
    assert [(row.team, row.rank) for row in computed_table(tossed)][:2] == [("b", 1), ("a", 2)]
    assert compare_table(tossed).equal


def test_head_to_head_is_compared_if_it_is_published() -> None:
    # Ann's beat Bob's, Cat's beat Ann's: Ann's and Bob's and Cat's on three points each, Bob's by the walkover.
    matches = [bare("1", 1, "a", "1-0", "b"), bare("2", 2, "c", "3-0", "a"), bare(None, 3, "b", "2-0", "d")]
    rows = [
        row(1, "c", 3, 3, 0, "W") | {"head_to_head_undecided": True},
        row(2, "b", 3, -1, 0, "LB") | {"head_to_head_undecided": True},
        row(3, "a", 3, -2, 0, "WL") | {"head_to_head_undecided": True},
        row(4, "d", 0, 0, 0, "F"),
    ]
    assert compare_table(played_in(matches, table=rows)).equal
    rows[0]["head_to_head_undecided"] = False
    rows[0]["head_to_head"] = 1
    (wrong,) = compare_table(played_in(matches, table=rows)).differing
    assert wrong.differences == (Difference(field="head_to_head", published=1, computed="undecided"),)


def test_a_published_sweep_in_which_only_the_last_is_known_is_equal() -> None:
    # Ann's and Bob's drew and both beat Cat's, who also drew with Dan's and had a walkover: four points each.
    matches = [
        bare("1", 1, "a", "1-1", "b"),
        bare("2", 2, "a", "1-0", "c"),
        bare("3", 3, "b", "3-0", "c"),
        bare("4", 4, "c", "1-1", "d"),
        bare(None, 5, "c", "2-0", "d"),
    ]
    rows = [
        row(1, "b", 4, 3, 0, "DW") | {"head_to_head": 1},
        row(2, "a", 4, 1, 0, "DW") | {"head_to_head": 1},
        row(3, "c", 4, -4, 0, "LLDB") | {"head_to_head": 2},
        row(4, "d", 1, 0, 0, "DF"),
    ]
    comparison = compare_table(played_in(matches, table=rows))
    assert comparison.differing == ()


def test_points_that_differ_from_the_scheme_count() -> None:
    whole = bent("competitions.0.matches.0.away.points", 2)
    assert {row.team: row.tally.points for row in computed_table(competition(whole))}["b"] == 3
    sides = [side.points for result in results_of(competition(whole)) for side in result.sides]
    assert sides == [None, 2, None, None, None, None]


def test_the_points_scheme_is_the_archives() -> None:
    scheme = scheme_of(competition(bent("competitions.0.points.bye_or_walkover", 2)))
    assert (scheme.points.win, scheme.points.bye, scheme.points.walkover, scheme.points.forfeit) == (3, 2, 2, 0)
    assert scheme.tie_breakers[:2] == ("points", "head_to_head")
    assert not scheme.idle_teams_ranked


def test_a_walkover_gives_its_points_and_letters_but_no_touchdowns() -> None:
    result = results_of(competition(archive()))[2]
    assert (result.played, result.home.outcome) == (False, Outcome.WALKOVER)
    tallies = {row.team: row.tally for row in computed_table(competition(archive()))}
    assert (tallies["c"].form, tallies["c"].points, tallies["c"].score_difference) == ("DB", 4, 0)


def test_matches_are_ordered_by_id_and_unplayed_ones_follow_their_predecessors() -> None:
    matches = [
        bare("30", 0, "a", "1-0", "b"),
        bare("9", 0, "a", "0-1", "c"),
        bare(None, 3, "a", "2-0", "d"),
        bare(None, 4, "b", "2-0", "d"),
        bare("31", 1, "a", "1-1", "c"),
    ]
    cup = played_in(matches, table=[])
    assert order_of_play(cup.matches) == [1, 0, 2, 3, 4]
    assert {row.team: row.form for row in computed_table(cup)} == {"a": "LWBD", "b": "LB", "c": "WD", "d": "FF"}
    named = [match | {"id": match["id"] and f"match {match['id']}"} for match in matches]
    assert order_of_play(played_in(named, table=[]).matches) == [0, 1, 2, 3, 4]


# The real league. Archives of other years in the same folder are tested too.


def archives(shared: Path) -> list[Path]:
    found = sorted((shared / "real_league").glob("*.json"))
    if not found:
        pytest.skip(f"no archives in {shared / 'real_league'} of the reference folder")
    return found


@pytest.fixture(scope="module")
def real(shared: Path) -> dict[str, Archive]:
    """Every archive of the reference folder, read."""
    return {path.stem: read_archive(path.read_bytes()) for path in archives(shared)}


def test_every_table_of_the_real_league_is_equal_to_the_published_one(real: dict[str, Archive]) -> None:
    for name, years in real.items():
        for comparison in map(compare_table, years.competitions):
            assert comparison.differing == (), f"{name}, competition {comparison.competition}"


def test_every_line_of_the_real_league_has_the_computed_spp(real: dict[str, Archive]) -> None:
    for years in real.values():
        points = points_of(years)
        for cup in years.competitions:
            for match in cup.matches:
                lines = match.home.players + match.away.players
                assert [line.spp for line in lines] == [earned_spp(deeds_in(line), points) for line in lines]


def test_the_first_two_years_are_all_there(real: dict[str, Archive]) -> None:
    if "years-1-2" not in real:
        pytest.skip("the reference folder has no real_league/years-1-2.json")
    years = real["years-1-2"]
    comparisons = [compare_table(cup) for cup in years.competitions]
    matches = [match for cup in years.competitions for match in cup.matches]
    assert len(comparisons) == 48
    assert sum(len(comparison.ranked) for comparison in comparisons) == 287
    assert sum(match.played for match in matches) == 566
    assert sum(len(match.home.players) + len(match.away.players) for match in matches) == 14_680


def test_a_reversed_match_of_the_real_league_is_detected(shared: Path) -> None:
    (path, *_) = archives(shared)
    whole = json.loads(path.read_bytes())
    cup = next(cup for cup in whole["competitions"] if cup["scheduling"] == "round_robin")
    match = next(match for match in cup["matches"] if match["home"]["result"] == "win")
    match["home"]["team"], match["away"]["team"] = match["away"]["team"], match["home"]["team"]
    altered = read_archive(json.dumps(whole).encode())
    comparisons = [compare_table(cup) for cup in altered.competitions]
    assert [comparison.competition for comparison in comparisons if not comparison.equal] == [cup["id"]]
