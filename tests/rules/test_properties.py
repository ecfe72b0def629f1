"""Properties of all simulated seasons, generated from seeds.

A usual run plays some 250 seasons; ``script/test --thorough`` plays 80 times as many.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.editions import ruleset
from rules.journal import KINDS, TrophyLost, TrophyWon, apply, fold
from rules.journal.history import from_json, to_json
from rules.match_day.post_match import post_match
from rules.match_day.pre_match import prepare
from rules.sequence.sequence import SIDES, QuestionChanged
from rules.sheet.match import STAGES, Terms
from rules.simulation.simulation import Club, Played, season
from rules.words.entries import say_entry
from rules.words.words import say_figure, say_question, say_violation
from tests.rules.build import PBBL
from tests.rules.conftest import check_all_texts
from tests.rules.season_checks import (
    all_answers,
    check_cards_are_drawn_once,
    check_dead_players_do_not_improve,
    check_departed_players_have_no_entries,
    check_gold_is_conserved,
    check_ids_are_unique,
    check_limits,
    check_report_adds_up,
    check_sequences_end,
    check_team_value,
    check_winnings,
    seasons,
    through_json,
)

LISTS = st.lists(st.sampled_from(sorted(PBBL.book.lists)), min_size=2, max_size=4)
HOUSES = st.fixed_dictionaries(
    {},
    optional={
        "starting_treasury": st.sampled_from([900_000, 1_000_000, 1_400_000]),
        "mvp": st.sampled_from(["random", "coach", "random_survivor"]),
        "spiralling_breakpoint": st.sampled_from([0, 900_000, 1_000_000, 1_500_000]),
        "spiralling_step": st.sampled_from([10_000, 50_000, 200_000]),
        "free_fan_factor": st.booleans(),
        "excluded_inducements": st.sampled_from([[], ["star", "wizard"], ["journeyman"]]),
        "special_play_cards": st.sampled_from(["off", "with", "only", "budget"]),
        "card_budget": st.sampled_from([100_000, 150_000, 200_000]),
        "play_off_inducements": st.sampled_from(["full", "treasury_only", "none"]),
        "concession_before_kick_off": st.sampled_from(["winnings_and_mvp", "no_penalty"]),
    },
)
TERMS = st.builds(
    Terms, stage=st.sampled_from(STAGES), tournament=st.sampled_from(["", "blood_bowl", "minor", "chaos_cup"])
)


MANY, SOME, FEW = seasons(1600), seasons(100), seasons(12)


@pytest.fixture(autouse=True)
def all_texts_are_readable() -> None:
    """Replaces the fixture of all tests of the rules: one test here checks the texts of whole seasons."""


@pytest.mark.rules("B1", "C2", "U6", "V1")
@MANY
@given(seed=st.integers(0, 2**32), lists=LISTS, house=HOUSES, terms=TERMS, rounds=st.sampled_from([1, 1, 2, 2, 2, 4]))
def test_a_season_keeps_every_law(
    seed: int, lists: list[str], house: dict[str, object], terms: Terms, rounds: int
) -> None:
    rules = ruleset("pbbl-1.10", house)
    clubs: dict[int, Club] = {}
    gone: set[int] = set()
    for played in season(random.Random(seed), rules, lists, rounds, terms):
        check_sequences_end(played)
        check_report_adds_up(rules, played, gone)
        check_cards_are_drawn_once(rules, played)
        check_dead_players_do_not_improve(played)
        check_winnings(rules, played)
        for club in (played.home, played.away):
            clubs[id(club)] = club
            check_limits(rules, club.sheet)
            check_team_value(rules, club.sheet)
        for side in SIDES:
            gone |= {departed.line.player for departed in played.outcomes.of(side).sheet.departed}
        pass_trophy_on(random.Random(seed + len(gone)), played, clubs.values())
    for club in clubs.values():
        assert fold(club.entries) == club.sheet
        check_gold_is_conserved(club)
        check_departed_players_have_no_entries(club.entries)
    check_ids_are_unique(clubs.values())


@SOME
@given(seed=st.integers(0, 2**32), lists=LISTS, house=HOUSES, terms=TERMS)
def test_replaying_the_recorded_answers_gives_the_same_again(
    seed: int, lists: list[str], house: dict[str, object], terms: Terms
) -> None:
    rules = ruleset("pbbl-1.10", house)
    for played in season(random.Random(seed), rules, lists, 2, terms):
        before, state = played.before, played.prepared.state
        again = prepare(rules, terms, state.sheets, before)
        assert again.done and again.used == set(before)
        assert (again.state.weather, again.state.fans) == (state.weather, state.fans)
        assert again.state.purchases == state.purchases
        used = set()
        for side in SIDES:
            outcome = post_match(rules, played.match, side, played.after)
            assert outcome.entries == played.outcomes.of(side).entries
            assert outcome.figures == played.outcomes.of(side).figures
            assert not outcome.fresh
            used |= outcome.used
        assert used == set(played.after), "an answer is left over"


@seasons(40)  # of some forty answers each, and with every one both sequences run again
@given(seed=st.integers(0, 2**32), lists=LISTS, order=st.randoms(use_true_random=False))
def test_answers_can_come_one_by_one_in_any_order(seed: int, lists: list[str], order: random.Random) -> None:
    for played in season(random.Random(seed), PBBL, lists, 1):
        known = {}
        for _ in range(500):
            outcomes = [post_match(PBBL, played.match, side, known) for side in SIDES]
            open_questions = {(q.side, q.key): q for outcome in outcomes for q in outcome.questions}
            if not open_questions:
                break
            key = order.choice(sorted(open_questions))
            assert played.after[key].question == open_questions[key]
            known[key] = played.after[key]
        assert known == played.after
        assert [outcome.entries for outcome in outcomes] == [played.outcomes.of(side).entries for side in SIDES]


@SOME
@given(seed=st.integers(0, 2**32), lists=LISTS)
def test_everything_can_be_stored_and_read_again(seed: int, lists: list[str]) -> None:
    clubs = {}
    for played in season(random.Random(seed), PBBL, lists, 2):
        match = played.match
        for side in SIDES:
            for part in (match.sheets.of(side), match.reports.of(side), match.terms, match.result):
                assert through_json(part) == part
        for answer in (*played.before.values(), *played.after.values()):
            assert through_json(answer.question) == answer.question
            assert json.loads(json.dumps(answer.value)) == answer.value
        for side in SIDES:
            for _, figure in played.outcomes.of(side).figures:
                assert through_json(figure) == figure
        clubs |= {id(club): club for club in (played.home, played.away)}
    for club in clubs.values():
        assert through_json(club.sheet) == club.sheet
        for entry in club.entries:
            kind, data = to_json(entry)
            assert from_json(kind, json.loads(json.dumps(data))) == entry


@SOME
@given(seed=st.integers(0, 2**32), lists=LISTS)
def test_everything_that_happens_has_a_text(seed: int, lists: list[str]) -> None:
    with check_all_texts():
        played_seasons = list(season(random.Random(seed), PBBL, lists, 2))
    for played in played_seasons:
        texts = [say_question(answer.question, book=PBBL.book).help for answer in all_answers(played)]
        for side in SIDES:
            texts += [say_figure(figure) for _, figure in played.outcomes.of(side).figures]
            texts += [say_entry(entry) for entry in played.outcomes.of(side).entries]
        assert all(texts)
        assert not any("{" in text for text in texts)


def pass_trophy_on(chance: random.Random, played: Played, clubs: Iterable[Club]) -> None:
    """Gives a trophy to the home side of a match, and takes it from its holder."""
    trophy = chance.choice(sorted(PBBL.book.trophies))
    for club in clubs:
        if trophy in club.sheet.trophies:
            club.follow(apply(club.sheet, TrophyLost(trophy=trophy)), [TrophyLost(trophy=trophy)])
    won = TrophyWon(trophy=trophy)
    played.home.follow(apply(played.home.sheet, won), [won])


GARBAGE = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-200_000, 200_000)
    | st.floats(allow_nan=False)
    | st.sampled_from(["", "keep", "reroll", "Guard", "+ST", "induced.1", "induced.99", "7", "apothecary", "Lineman"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["player", "staff", "reroll", "number", "kind", "count", "name", "position", "skills", "deck", "x"]
            ),
            inner | st.sampled_from(["mercenary", "journeyman", "star", "wizard", "card", "Good Karma", "Grotty"]),
            max_size=3,
        )
    ),
    max_leaves=6,
)


@SOME
@given(seed=st.integers(0, 2**32), lists=LISTS, which=st.integers(0, 10**6), value=GARBAGE)
def test_a_strange_answer_is_refused_and_changes_nothing(
    seed: int, lists: list[str], which: int, value: object
) -> None:
    """A refusal changes nothing and names its answer; an allowed answer can change later questions."""
    played = next(iter(season(random.Random(seed), PBBL, lists, 1)))
    key, answer = list(played.before.items())[which % len(played.before)]
    before = prepare(
        PBBL, played.match.terms, played.prepared.state.sheets, {**played.before, key: replace(answer, value=value)}
    )
    assert before.refused is None or (before.refused.label == answer.question.label and before.refused.violations)
    key, answer = list(played.after.items())[which % len(played.after)]
    if answer.question.kind == "mint":
        return
    for side in SIDES:
        try:
            outcome = post_match(PBBL, played.match, side, {**played.after, key: replace(answer, value=value)})
        except QuestionChanged:
            continue
        if outcome.refused is not None:
            assert outcome.refused.label == answer.question.label
            assert all(say_violation(violation) for violation in outcome.refused.violations)
            assert outcome.sheet == played.match.sheets.of(side)
            assert outcome.entries == ()


@FEW
@given(seed=st.integers(0, 2**32), house=HOUSES)
def test_a_long_history_with_many_concessions_keeps_every_law(seed: int, house: dict[str, object]) -> None:
    rules = ruleset("pbbl-1.10", house)
    clubs: dict[int, Club] = {}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("rules.simulation.random_matches.CONCEDED", 0.3)
        for played in season(random.Random(seed), rules, ["Orc", "Skaven", "Undead", "Nurgle"], 25):
            clubs |= {id(club): club for club in (played.home, played.away)}
            check_sequences_end(played)
            check_limits(rules, played.home.sheet)
            check_limits(rules, played.away.sheet)
    for club in clubs.values():
        assert fold(club.entries) == club.sheet
        check_gold_is_conserved(club)
        check_departed_players_have_no_entries(club.entries)
    check_ids_are_unique(clubs.values())


def test_the_simulated_seasons_contain_every_kind_of_event(monkeypatch: pytest.MonkeyPatch) -> None:
    """Walk-outs, Zombies and Rotters, both kinds of concession, and every kind of entry of a match."""
    monkeypatch.setattr("rules.simulation.random_matches.CONCEDED", 0.3)
    seen: set[str] = set()
    endings: set[tuple[bool, bool]] = set()
    for seed in range(3):
        for played in season(random.Random(seed), PBBL, ["Orc", "Skaven", "Undead", "Nurgle"], 40):
            result = played.match.result
            endings.add((result.conceded_by is not None, result.conceded_before_kick_off))
            for side in SIDES:
                for entry in played.outcomes.of(side).entries:
                    seen |= {entry.kind, f"{entry.kind} {getattr(entry, 'how', '')}{getattr(entry, 'joined', '')}"}
    assert endings == {(False, False), (True, False), (True, True)}
    assert {"player_left walked_out", "player_left released", "player_hired raised"} <= seen
    traded = {"player_traded", "player_joined", "player_lost"}
    at_the_start = {"team_founded", "inducements_engaged", "team_brought_over", "player_brought_over"}
    by_a_commissioner = {"trophy_won", "trophy_lost", "player_corrected"}
    between_matches = {"player_renumbered"}
    of_other_books = {"condition_changed", "marks_chosen", "player_signed", "points_spent", "improvement_lost"}
    of_other_books |= {"characteristic_healed", "player_kept", "skill_lost", "special_rule_chosen"}
    assert set(KINDS) - seen == by_a_commissioner | between_matches | traded | at_the_start | of_other_books
