"""Tables: each row worked out by hand, and the laws that hold for any competition."""

from __future__ import annotations

import pickle
import random
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from competitions.ranking.accounts import add_results, new_accounts, take_back
from competitions.ranking.tables import (
    Decision,
    Outcome,
    Points,
    Result,
    Row,
    Scheme,
    Side,
    places_in,
    rank_book,
    rank_teams,
)
from competitions.ranking.tallies import book_of
from competitions.ranking.tie_breakers import TIE_BREAKERS, known_keys, tie_breaker_of

W, D, L = Outcome.WIN, Outcome.DRAW, Outcome.LOSS
FULL = Scheme(tie_breakers=("points", "head_to_head", "touchdown_difference", "casualty_difference", "coin_toss"))


def outcomes(home: int, away: int) -> tuple[Outcome, Outcome]:
    if home == away:
        return D, D
    return (W, L) if home > away else (L, W)


def match(key: int, home: str, score: str, away: str, casualties: str = "0-0", round: int = 1) -> Result:
    """A played match: ``match(1, "ann", "2-1", "bob")``."""
    ours, theirs = (int(part) for part in score.split("-"))
    caused, suffered = (int(part) for part in casualties.split("-"))
    won, lost = outcomes(ours, theirs)
    return Result(
        key=key,
        round=round,
        home=Side(team=home, outcome=won, score=ours, casualties=caused),
        away=Side(team=away, outcome=lost, score=theirs, casualties=suffered),
    )


def walkover(key: int, winner: str, loser: str, round: int = 1) -> Result:
    return Result(
        key=key,
        round=round,
        home=Side(team=winner, outcome=Outcome.WALKOVER),
        away=Side(team=loser, outcome=Outcome.FORFEIT),
        played=False,
    )


def order(rows: tuple[Row, ...]) -> list[object]:
    return [row.team for row in rows]


def head_to_head(rows: tuple[Row, ...]) -> dict[object, object]:
    """Each team's place among the tied teams; "undecided" if nothing was decided, None if not used."""
    found: dict[object, object] = {}
    for row in rows:
        value = row.value("head_to_head")
        assert value is not None
        found[row.team] = "undecided" if value.undecided else value.amount
    return found


def test_a_table_adds_up_the_results_of_matches() -> None:
    rows = rank_teams(
        ["ann", "bob", "cat"],
        [
            match(1, "ann", "2-1", "bob", casualties="3-0"),
            match(2, "bob", "1-1", "cat", casualties="0-2", round=2),
            match(3, "cat", "0-1", "ann", casualties="1-1", round=3),
        ],
    )
    assert order(rows) == ["ann", "cat", "bob"]
    top = rows[0].tally
    assert (top.played, top.won, top.drawn, top.lost, top.points) == (2, 2, 0, 0, 6)
    assert (top.score_for, top.score_against, top.score_difference) == (3, 1, 2)
    assert (top.casualties_for, top.casualties_against, top.casualty_difference) == (4, 1, 3)
    assert [row.form for row in rows] == ["WW", "DL", "LD"]
    assert [row.rank for row in rows] == [1, 2, 3]


def test_every_row_says_why_it_is_below_the_previous_one() -> None:
    rows = rank_teams(
        ["ann", "bob", "cat", "dan"],
        [
            match(1, "ann", "2-0", "bob"),
            match(2, "cat", "2-1", "dan"),
            match(3, "bob", "1-0", "cat", round=2),
            match(4, "dan", "0-3", "ann", round=2),
        ],
        scheme=FULL,
    )
    assert order(rows) == ["ann", "bob", "cat", "dan"]
    assert [row.why for row in rows] == [
        None,
        Decision(key="points", above=6, own=3),
        Decision(key="head_to_head", above=1, own=2),
        Decision(key="points", above=3, own=0),
    ]


LEVEL = Points(win=0, draw=0, loss=0)
"""With this scheme all teams are level on points."""

FIRST_AND_LAST = [
    match(1, "a", "1-0", "b"),
    match(2, "c", "0-1", "a"),
    match(3, "a", "1-0", "d"),
    match(4, "b", "1-0", "d"),
    match(5, "d", "0-3", "c"),
    match(6, "b", "1-1", "c"),
]
"""Team a beat b, c and d; d lost to all; b and c drew."""


def test_in_a_sweep_the_team_that_beat_all_is_first_and_the_one_that_lost_to_all_third() -> None:
    rows = rank_teams(["a", "b", "c", "d"], FIRST_AND_LAST, scheme=replace(FULL, points=LEVEL))
    assert order(rows) == ["a", "c", "b", "d"]
    assert head_to_head(rows) == {"a": 1, "b": 2, "c": 2, "d": 3}
    assert [row.why.key for row in rows if row.why] == ["head_to_head", "touchdown_difference", "head_to_head"]


def test_if_a_team_beat_all_others_and_none_lost_to_all_the_others_are_second() -> None:
    results = [each for each in FIRST_AND_LAST if each.key != 4]  # b and d did not meet
    rows = rank_teams(["a", "b", "c", "d"], results, scheme=replace(FULL, points=LEVEL))
    assert order(rows) == ["a", "c", "b", "d"]
    assert head_to_head(rows) == {"a": 1, "b": 2, "c": 2, "d": 2}
    assert [row.why.key for row in rows if row.why] == ["head_to_head", *["touchdown_difference"] * 2]


def test_if_a_team_lost_to_all_others_and_none_beat_all_the_others_are_first() -> None:
    results = [each for each in FIRST_AND_LAST if each.key != 2]  # a and c did not meet
    rows = rank_teams(["a", "b", "c", "d"], results, scheme=replace(FULL, points=LEVEL))
    assert order(rows) == ["c", "a", "b", "d"]
    assert head_to_head(rows) == {"a": 1, "b": 1, "c": 1, "d": 2}
    assert [row.why.key for row in rows if row.why] == [*["touchdown_difference"] * 2, "head_to_head"]


def test_of_three_teams_the_first_the_second_and_the_last_of_a_sweep_are_known() -> None:
    results = [match(1, "a", "1-0", "b"), match(2, "b", "1-0", "c"), match(3, "c", "0-1", "a")]
    rows = rank_teams(["c", "b", "a"], results, scheme=replace(FULL, points=LEVEL))
    assert head_to_head(rows) == {"a": 1, "b": 2, "c": 3}


def test_a_sweep_is_made_once_and_the_teams_between_first_and_last_go_to_the_next_tie_breaker() -> None:
    # Each team beat all after it in the alphabet; d has the touchdowns.
    pairs = [(strong, weak) for strong in "abcde" for weak in "abcde" if strong < weak]
    results = [match(nth, *one) for nth, one in enumerate((first, "1-0", second) for first, second in pairs)]
    results[-1] = match(len(results), "d", "9-0", "e")
    rows = rank_teams(["e", "c", "a", "d", "b"], results, scheme=replace(FULL, points=LEVEL))
    assert order(rows) == ["a", "d", "b", "c", "e"]
    assert head_to_head(rows) == {"a": 1, "b": 2, "c": 2, "d": 2, "e": 3}
    assert [row.why.key for row in rows if row.why] == [
        "head_to_head", "touchdown_difference", "touchdown_difference", "head_to_head"
    ]  # fmt: skip


def test_three_teams_that_beat_each_other_in_a_circle_go_to_the_next_tie_breaker() -> None:
    ring = [match(1, "a", "1-0", "b"), match(2, "b", "3-0", "c"), match(3, "c", "1-0", "a")]
    rows = rank_teams(["a", "b", "c"], ring, scheme=FULL)
    assert order(rows) == ["b", "a", "c"]
    assert set(head_to_head(rows).values()) == {"undecided"}
    assert rows[1].why == Decision(key="touchdown_difference", above=2, own=0)


def test_a_walkover_does_not_count_for_head_to_head() -> None:
    # a has the walkover against b; b won more elsewhere, by touchdowns.
    elsewhere = match(2, "b", "3-0", "c", round=2)
    rows = rank_teams(["a", "b", "c"], [walkover(1, "a", "b"), elsewhere], scheme=FULL)
    assert order(rows) == ["b", "a", "c"]
    assert head_to_head(rows)["a"] == "undecided"
    rows = rank_teams(["a", "b", "c"], [match(1, "a", "1-0", "b"), elsewhere], scheme=FULL)
    assert order(rows) == ["a", "b", "c"]
    assert head_to_head(rows)["a"] == 1


def test_teams_that_met_twice_are_ranked_by_wins() -> None:
    split = [match(1, "a", "1-0", "b"), match(2, "b", "1-0", "a", round=2)]
    won_and_drew = [match(1, "a", "1-0", "b"), match(2, "b", "1-1", "a", round=2)]
    level = replace(FULL, points=Points(win=0, draw=0))
    assert set(head_to_head(rank_teams(["a", "b"], split, scheme=level)).values()) == {"undecided"}
    assert head_to_head(rank_teams(["a", "b"], won_and_drew, scheme=level)) == {"a": 1, "b": 2}


def test_a_conceded_match_counts_as_played() -> None:
    conceded = Result(
        key=1,
        round=1,
        home=Side(team="a", outcome=Outcome.CONCEDED, score=1),
        away=Side(team="b", outcome=W, score=2),
    )
    rows = rank_teams(["a", "b"], [conceded], scheme=replace(FULL, points=Points(win=0)))
    assert head_to_head(rows) == {"b": 1, "a": 2}
    assert [(row.form, row.tally.played, row.tally.lost) for row in rows] == [("W", 1, 0), ("C", 1, 1)]


def test_byes_walkovers_and_forfeits_give_points_but_are_not_matches_played() -> None:
    bye = Result(key=1, round=1, home=Side(team="a", outcome=Outcome.BYE), played=False)
    points = Points(bye=2, walkover=3, forfeit=-1)
    rows = rank_teams(["a", "b", "c"], [bye, walkover(2, "b", "c")], scheme=replace(FULL, points=points))
    assert [(row.team, row.tally.points, row.form) for row in rows] == [("b", 3, "B"), ("a", 2, "B"), ("c", -1, "F")]
    assert [(row.tally.played, row.tally.walkovers, row.tally.forfeits) for row in rows] == [
        (0, 1, 0),
        (0, 1, 0),
        (0, 0, 1),
    ]


def test_a_counted_difference_replaces_the_score() -> None:
    # A walkover recorded as 2-0; the league counts it as a difference of 1 for one side and 0 for the other.
    result = Result(
        key=1,
        round=1,
        home=Side(team="a", outcome=Outcome.WALKOVER, score=2, score_difference=1, casualty_difference=0),
        away=Side(team="b", outcome=Outcome.FORFEIT, score_difference=0, casualty_difference=0),
        played=False,
    )
    first, second = rank_teams(["a", "b"], [result])
    assert (first.tally.score_for, first.tally.score_difference) == (0, 1)
    assert (second.tally.score_against, second.tally.score_difference) == (0, 0)


def test_points_fixed_for_a_side_replace_those_of_the_scheme() -> None:
    result = match(1, "a", "1-0", "b")
    fixed = result._replace(home=result.home._replace(points=1))
    assert [row.tally.points for row in rank_teams(["a", "b"], [fixed])] == [1, 0]


def test_teams_that_stay_level_share_a_rank_and_are_marked() -> None:
    results = [match(1, "b", "1-1", "a"), match(2, "c", "2-0", "d")]
    rows = rank_teams(["d", "b", "a", "c"], results, scheme=FULL)
    assert [(row.team, row.rank, row.level) for row in rows] == [
        ("c", 1, False),
        ("a", 2, True),
        ("b", 2, True),
        ("d", 4, False),
    ]
    assert rows[2].why is None
    assert rows[3].why == Decision(key="points", above=1, own=0)


def test_a_coin_toss_decides_only_when_every_tied_team_has_one() -> None:
    draw = [match(1, "a", "1-1", "b")]
    half = rank_teams(["a", "b"], draw, scheme=FULL, coin_tosses={"b": 1})
    assert [row.rank for row in half] == [1, 1]
    assert half[0].value("coin_toss") is not None and half[0].value("coin_toss").undecided
    whole = rank_teams(["a", "b"], draw, scheme=FULL, coin_tosses={"b": 1, "a": 0})
    assert order(whole) == ["b", "a"]
    assert whole[1].why == Decision(key="coin_toss", above=1, own=0)


def test_values_are_shown_even_if_a_tie_breaker_was_not_needed() -> None:
    rows = rank_teams(["a", "b"], [match(1, "a", "2-0", "b", casualties="1-3")], scheme=FULL)
    assert [(value.key, value.amount, value.asked) for value in rows[0].values] == [
        ("points", 3, True),
        ("head_to_head", None, False),
        ("touchdown_difference", 2, False),
        ("casualty_difference", -2, False),
        ("coin_toss", None, False),
    ]


def test_the_order_of_tie_breakers_is_the_leagues_choice() -> None:
    results = [match(1, "a", "3-0", "c", casualties="0-1"), match(2, "b", "1-0", "d", casualties="4-0")]
    for first, expected in [("touchdowns", "a"), ("casualties", "b"), ("casualty_difference", "b"), ("wins", "a")]:
        scheme = Scheme(tie_breakers=("points", first, "touchdown_difference"))
        assert order(rank_teams("abcd", results, scheme=scheme))[0] == expected


def test_a_team_without_a_match_is_in_the_table() -> None:
    results = [match(1, "a", "1-0", "b")]
    assert [(row.team, row.rank) for row in rank_teams("abc", results)] == [("a", 1), ("c", 2), ("b", 3)]
    unranked = rank_teams("abc", results, scheme=Scheme(idle_teams_ranked=False))
    assert [(row.team, row.rank, row.form) for row in unranked] == [("a", 1, "W"), ("b", 2, "L"), ("c", None, "")]


def test_a_table_can_have_no_teams_or_no_matches() -> None:
    assert rank_teams([], []) == ()
    assert [(row.rank, row.level) for row in rank_teams([2, 1], [])] == [(1, True), (1, True)]


def test_form_is_in_the_order_of_play_even_if_rounds_are_not() -> None:
    early, late = match(1, "a", "1-0", "b", round=1), match(2, "b", "1-0", "a", round=2)
    assert rank_teams("ab", [late, early])[0].form == "WL"
    postponed = [early._replace(order=9), late._replace(order=5)]
    assert {row.team: row.form for row in rank_teams("ab", postponed)} == {"a": "LW", "b": "WL"}


@pytest.mark.parametrize(
    ("teams", "results", "tosses", "message"),
    [
        (["a", "a"], [], {}, "a team is given twice: a"),
        (["a", "b"], [match(1, "a", "1-0", "x")], {}, "result 1 names team x"),
        (["a", "b"], [match(1, "a", "1-1", "a")], {}, "team a plays itself"),
        (["a", "b"], [match(1, "a", "1-0", "b")] * 2, {}, "a result is given twice: 1"),
        (["a", "b"], [], {"x": 1}, "a coin toss names team x"),
    ],
)
def test_impossible_results_are_refused(
    teams: list[str], results: list[Result], tosses: dict[str, int], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        rank_teams(teams, results, coin_tosses=tosses)


@pytest.mark.parametrize(
    ("keys", "message"),
    [((), "at least one"), (("points", "beauty"), "no tie-breaker 'beauty'"), (("wins", "wins"), "given twice")],
)
def test_an_order_of_tie_breakers_that_makes_no_sense_is_refused(keys: tuple[str, ...], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Scheme(tie_breakers=keys)


def test_every_tie_breaker_has_a_key_and_names_of_its_own() -> None:
    for field in ("key", "name"):
        assert len({str(getattr(tie_breaker, field)) for tie_breaker in TIE_BREAKERS}) == len(TIE_BREAKERS), field


# Laws, over competitions of any shape: few teams and low scores, so that ties are common.


@st.composite
def competitions(draw: st.DrawFn) -> tuple[list[int], list[Result], Scheme]:
    teams = list(range(draw(st.integers(min_value=2, max_value=7))))
    results = []
    for key in range(draw(st.integers(min_value=0, max_value=20))):
        home, away = draw(st.lists(st.sampled_from(teams), min_size=2, max_size=2, unique=True))
        ours, theirs = draw(st.integers(0, 2)), draw(st.integers(0, 2))
        won, lost = outcomes(ours, theirs)
        played = draw(st.booleans()) or won is D
        if not played:
            won, lost = (Outcome.WALKOVER, Outcome.FORFEIT) if won is W else (Outcome.FORFEIT, Outcome.WALKOVER)
        results.append(
            Result(
                key=key,
                round=draw(st.integers(0, 5)),
                home=Side(team=home, outcome=won, score=ours, casualties=draw(st.integers(0, 2))),
                away=Side(team=away, outcome=lost, score=theirs, casualties=draw(st.integers(0, 2))),
                played=played,
            )
        )
    keys = draw(st.permutations(known_keys()))
    chosen = tuple(keys[: draw(st.integers(min_value=1, max_value=len(keys)))])
    win = draw(st.integers(0, 3))
    return teams, results, Scheme(points=Points(win=win, walkover=win), tie_breakers=chosen)


@given(competitions(), st.randoms(use_true_random=False))
def test_the_order_of_entry_does_not_matter(
    competition: tuple[list[int], list[Result], Scheme], shuffle: random.Random
) -> None:
    teams, results, scheme = competition
    rows = rank_teams(teams, results, scheme=scheme)
    shuffle.shuffle(teams)
    shuffle.shuffle(results)
    assert rank_teams(teams, results, scheme=scheme) == rows


@given(competitions(), st.randoms(use_true_random=False))
def test_swapping_home_and_away_changes_no_place(
    competition: tuple[list[int], list[Result], Scheme], shuffle: random.Random
) -> None:
    teams, results, scheme = competition
    swapped = [
        result._replace(home=result.away, away=result.home) if result.away and shuffle.random() < 0.5 else result
        for result in results
    ]
    rows = rank_teams(teams, results, scheme=scheme)
    assert [(row.team, row.rank, row.values) for row in rank_teams(teams, swapped, scheme=scheme)] == [
        (row.team, row.rank, row.values) for row in rows
    ]


@given(competitions(), st.randoms(use_true_random=False))
def test_relabelling_the_teams_relabels_the_table(
    competition: tuple[list[int], list[Result], Scheme], shuffle: random.Random
) -> None:
    teams, results, scheme = competition
    names = [f"team {number}" for number in teams]
    shuffle.shuffle(names)
    renamed = [
        result._replace(
            home=result.home._replace(team=names[result.home.team]),
            away=result.away._replace(team=names[result.away.team]) if result.away else None,
        )
        for result in results
    ]
    rows = rank_teams(teams, results, scheme=scheme)
    assert {
        row.team: (row.rank, row.level, row.values, row.form) for row in rank_teams(names, renamed, scheme=scheme)
    } == {names[row.team]: (row.rank, row.level, row.values, row.form) for row in rows}


@given(competitions())
def test_points_and_touchdowns_add_up_over_the_whole_table(competition: tuple[list[int], list[Result], Scheme]) -> None:
    teams, results, scheme = competition
    tallies = [row.tally for row in rank_teams(teams, results, scheme=scheme)]
    assert sum(tally.points for tally in tallies) == sum(
        scheme.points.of(side) for result in results for side in result.sides
    )
    assert sum(tally.score_for for tally in tallies) == sum(tally.score_against for tally in tallies)
    assert sum(tally.score_difference for tally in tallies) == 0
    assert sum(tally.casualty_difference for tally in tallies) == 0
    assert sum(tally.played for tally in tallies) == 2 * sum(result.played for result in results)
    assert all(tally.played == tally.won + tally.drawn + tally.lost for tally in tallies)
    assert all(len(tally.form) == tally.played + tally.walkovers + tally.forfeits for tally in tallies)


@given(competitions())
def test_ranks_grow_with_the_rows_and_skip_shared_ones(
    competition: tuple[list[int], list[Result], Scheme],
) -> None:
    teams, results, scheme = competition
    rows = rank_teams(teams, results, scheme=scheme)
    assert {row.team for row in rows} == set(teams)
    for place, row in enumerate(rows):
        shared = [other for other in rows if other.rank == row.rank]
        assert row.level == (len(shared) > 1)
        assert row.rank == 1 + sum(other.rank < row.rank for other in rows)
        assert (row.why is None) == (place == 0 or rows[place - 1].rank == row.rank)


@given(competitions())
def test_the_first_tie_breaker_that_differs_decides_between_two_rows(
    competition: tuple[list[int], list[Result], Scheme],
) -> None:
    teams, results, scheme = competition
    rows = rank_teams(teams, results, scheme=scheme)
    for above, row in pairwise(rows):
        if row.why is None:
            assert above.values == row.values or any(value.undecided for value in row.values)
            continue
        before = scheme.tie_breakers[: scheme.tie_breakers.index(row.why.key)]
        assert all(above.value(key) == row.value(key) for key in before)
        assert (row.why.above, row.why.own) == (above.value(row.why.key).amount, row.value(row.why.key).amount)
        if row.why.key != "head_to_head":
            fewest = tie_breaker_of(row.why.key).fewest
            assert row.why.above < row.why.own if fewest else row.why.above > row.why.own


@given(competitions())
def test_places_in_a_sweep_are_those_of_the_first_and_the_last_of_the_teams_level_on_points(
    competition: tuple[list[int], list[Result], Scheme],
) -> None:
    teams, results, scheme = competition
    rows = rank_teams(teams, results, scheme=replace(scheme, tie_breakers=FULL.tie_breakers))

    def beaten(winner: object, loser: object) -> int:
        return sum(
            result.played and result.part_of(winner).own.outcome is W
            for result in results
            if {side.team for side in result.sides} == {winner, loser}
        )

    def beat(one: object, others: list[object], *, sign: int) -> bool:
        return all(sign * (beaten(one, other) - beaten(other, one)) > 0 for other in others)

    for row in rows:
        tied = [other for other in rows if other.tally.points == row.tally.points]
        if len(tied) == 1:
            continue
        teams_of = {other.team: [one.team for one in tied if one is not other] for other in tied}
        firsts = [team for team, others in teams_of.items() if beat(team, others, sign=1)]
        lasts = [team for team, others in teams_of.items() if beat(team, others, sign=-1)]
        label = row.value("head_to_head").amount
        if row.team in firsts:
            assert (row.rank, label) == (min(other.rank for other in tied), 1)
        elif row.team in lasts:
            assert (row.rank, label) == (max(other.rank for other in tied), 3 if firsts and len(tied) > 2 else 2)
        else:
            assert label == (2 if firsts else 1 if lasts else None)


@given(competitions(), st.randoms(use_true_random=False))
def test_results_added_a_few_at_a_time_in_any_order_give_the_table_of_all_together(
    competition: tuple[list[int], list[Result], Scheme], shuffle: random.Random
) -> None:
    teams, results, scheme = competition
    rows = rank_teams(teams, results, scheme=scheme)
    shuffle.shuffle(results)
    accounts = new_accounts(teams)
    while results:
        some = shuffle.randint(1, 5)
        add_results(accounts, results[:some], scheme.points)
        del results[:some]
        accounts = pickle.loads(pickle.dumps(accounts))  # as they are kept
    assert rank_book(book_of(accounts), scheme) == rows


@given(competitions(), st.booleans())
def test_the_places_alone_are_those_in_the_table(
    competition: tuple[list[int], list[Result], Scheme], idle_ranked: bool
) -> None:
    teams, results, scheme = competition
    scheme = replace(scheme, idle_teams_ranked=idle_ranked)
    accounts = new_accounts(teams)
    add_results(accounts, results, scheme.points)
    book = book_of(accounts)
    assert places_in(book, scheme) == [(row.team, row.rank, row.level) for row in rank_book(book, scheme)]


@given(competitions(), st.randoms(use_true_random=False))
def test_results_taken_back_leave_what_was_there_without_them(
    competition: tuple[list[int], list[Result], Scheme], shuffle: random.Random
) -> None:
    teams, results, scheme = competition
    shuffle.shuffle(results)
    staying = results[shuffle.randint(0, len(results)) :]
    accounts, expected = new_accounts(teams), new_accounts(teams)
    add_results(accounts, results, scheme.points)
    add_results(expected, staying, scheme.points)
    gone = [each for each in results if each not in staying]
    take_back(accounts, gone, scheme.points)
    assert accounts == expected
    take_back(accounts, gone, scheme.points)
    assert accounts == expected


def test_a_result_that_was_added_before_is_refused() -> None:
    accounts = new_accounts("ab")
    add_results(accounts, [match(1, "a", "1-0", "b")], Points())
    with pytest.raises(ValueError, match="a result is given twice: 1"):
        add_results(accounts, [match(1, "a", "1-0", "b")], Points())
