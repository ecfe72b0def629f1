"""Laws that hold in every season that can be played: thousands of them, generated from seeds."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules.codec import decode, encode
from rules.edition import Ruleset
from rules.editions import ruleset
from rules.history import from_json, to_json
from rules.journal import (
    KINDS,
    Entry,
    GoldMoved,
    PlayerHired,
    PlayerKilled,
    PlayerLeft,
    TeamFounded,
    fold,
    transfers,
)
from rules.match import STAGES, Terms
from rules.post_match import post_match
from rules.pre_match import prepare
from rules.report import check_report
from rules.sequence import SIDES, QuestionChanged
from rules.sheet import TeamSheet
from rules.simulation import Club, Played, season
from rules.value import team_value
from rules.words import say_entry, say_figure, say_question, say_violation
from tests.rules.build import PBBL

PURSES = ("treasury", "bank")
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
        "play_off_inducements": st.sampled_from(["full", "treasury_only", "none"]),
        "concession_before_kick_off": st.sampled_from(["winnings_and_mvp", "no_penalty"]),
    },
)
TERMS = st.builds(
    Terms, stage=st.sampled_from(STAGES), tournament=st.sampled_from(["", "blood_bowl", "minor", "chaos_cup"])
)
MANY = settings(max_examples=1500, deadline=None, suppress_health_check=[HealthCheck.too_slow])
SOME = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@pytest.mark.rules("B1", "C2", "U6", "V1")
@MANY
@given(seed=st.integers(0, 2**32), lists=LISTS, house=HOUSES, terms=TERMS)
def test_a_season_keeps_every_law(seed: int, lists: list[str], house: dict[str, object], terms: Terms) -> None:
    rules = ruleset("pbbl-1.10", house)
    clubs: dict[int, Club] = {}
    gone: set[int] = set()
    for played in season(random.Random(seed), rules, lists, 2, terms):
        the_sequences_end(played)
        the_report_adds_up(rules, played, gone)
        for club in (played.home, played.away):
            clubs[id(club)] = club
            the_limits_hold(rules, club.sheet)
            value_is_what_it_is_made_of(rules, club.sheet)
        for side in SIDES:
            gone |= {departed.line.player for departed in played.outcomes.of(side).sheet.departed}
    for club in clubs.values():
        assert fold(club.entries) == club.sheet
        gold_is_conserved(club)
        the_gone_are_never_heard_of_again(club.entries)
    ids_are_used_once(clubs.values())


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


@SOME
@given(seed=st.integers(0, 2**32), lists=LISTS, order=st.randoms(use_true_random=False))
def test_answers_may_come_one_by_one_in_any_order(seed: int, lists: list[str], order: random.Random) -> None:
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
def test_everything_that_happens_can_be_said(seed: int, lists: list[str]) -> None:
    for played in season(random.Random(seed), PBBL, lists, 2):
        said = [say_question(answer.question).help for answer in asked(played)]
        for side in SIDES:
            said += [say_figure(figure) for _, figure in played.outcomes.of(side).figures]
            said += [say_entry(entry) for entry in played.outcomes.of(side).entries]
        assert all(said)
        assert not any("{" in text for text in said)


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
def test_no_answer_however_strange_does_more_than_be_refused(
    seed: int, lists: list[str], which: int, value: object
) -> None:
    """A refusal changes nothing and names its answer; what is allowed after all may change later questions."""
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


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(seed=st.integers(0, 2**32), house=HOUSES)
def test_a_long_history_with_many_concessions_keeps_every_law(seed: int, house: dict[str, object]) -> None:
    rules = ruleset("pbbl-1.10", house)
    clubs: dict[int, Club] = {}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("rules.imagining.CONCEDED", 0.3)
        for played in season(random.Random(seed), rules, ["Orc", "Skaven", "Undead", "Nurgle"], 25):
            clubs |= {id(club): club for club in (played.home, played.away)}
            the_sequences_end(played)
            the_limits_hold(rules, played.home.sheet)
            the_limits_hold(rules, played.away.sheet)
    for club in clubs.values():
        assert fold(club.entries) == club.sheet
        gold_is_conserved(club)
        the_gone_are_never_heard_of_again(club.entries)
    ids_are_used_once(clubs.values())


def test_the_laws_are_tried_on_everything_that_can_happen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Walk-outs, Zombies and Rotters, both kinds of concession, every kind of entry but a trophy's."""
    monkeypatch.setattr("rules.imagining.CONCEDED", 0.3)
    seen: set[str] = set()
    endings: set[tuple[bool, bool]] = set()
    for seed in range(3):
        for played in season(random.Random(seed), PBBL, ["Orc", "Skaven", "Undead", "Nurgle"], 40):
            result = played.match.result
            endings.add((result.conceded_by is not None, result.conceded_without_penalty))
            for side in SIDES:
                for entry in played.outcomes.of(side).entries:
                    seen |= {entry.kind, f"{entry.kind} {getattr(entry, 'how', '')}{getattr(entry, 'joined', '')}"}
    assert endings == {(False, False), (True, False), (True, True)}
    assert {"player_left walked_out", "player_left released", "player_hired raised"} <= seen
    assert set(KINDS) - seen == {"team_founded", "trophy_won", "trophy_lost"}


def asked(played: Played) -> list:  # type: ignore[type-arg]
    answers = (*played.before.values(), *played.after.values())
    return [answer for answer in answers if answer.question.kind != "mint"]


def through_json(value):  # type: ignore[no-untyped-def]
    return decode(type(value), json.loads(json.dumps(encode(value))))


def the_sequences_end(played: Played) -> None:
    """Both sequences end, with no answer unused or unasked and every figure the sum of its terms."""
    assert played.prepared.done
    assert played.prepared.used == set(played.before)
    used = set()
    for side in SIDES:
        outcome = played.outcomes.of(side)
        assert outcome.done, (outcome.questions, outcome.refused)
        used |= outcome.used
        for _, figure in outcome.figures:
            assert sum(term.amount for term in figure.terms) == figure.amount
    assert used == set(played.after)


def the_report_adds_up(rules: Ruleset, played: Played, gone: set[int]) -> None:
    """The report passes the check, and nobody who is gone has anything to do with it."""
    assert [problem for problem in check_report(rules, played.match) if not problem.hint_only] == []
    for side in SIDES:
        report = played.match.reports.of(side)
        named = {line.player for line in report.lines} | {injury.player for injury in report.injuries}
        named |= {injury.by for injury in report.injuries}
        assert not named & gone


def the_limits_hold(rules: Ruleset, sheet: TeamSheet) -> None:
    """Squad, positions, numbers, goods, gold, characteristics, skills and costs of a roster."""
    book, team_list = rules.book, rules.team_list(sheet)
    assert len(sheet.players) <= 16
    worn = Counter(line.number for line in sheet.players)
    assert not worn or max(worn.values()) == 1
    counts = Counter(line.position for line in sheet.players)
    for position in team_list.positions:
        assert counts[position.name] <= position.maximum
    assert 0 <= sheet.rerolls <= 8
    assert 0 <= sheet.bank <= 100_000
    assert sheet.treasury >= 0
    assert 0 <= sheet.fan_factor <= 12
    assert sheet.staff_count("apothecary") <= team_list.apothecary
    for line in sheet.players:
        assert len(set(line.skills)) == len(line.skills)
        assert line.improvements == book.level_for(line.spp).rolls == len(line.history) - losses(line.history)
        assert line.cost == team_list.position(line.position).cost + sum(cost for _, cost in line.history)
        for name in book.characteristics:
            start, now = line.starting_characteristic(name), line.characteristic(name)
            assert max(1, start - 2) <= now <= min(10, start + 2) or now == start


def losses(history: Iterable[tuple[str, int]]) -> int:
    return sum(what == "niggling" or what.startswith("-") for what, _ in history)


def value_is_what_it_is_made_of(rules: Ruleset, sheet: TeamSheet) -> None:
    """The team value, added up once more without the code that explains it."""
    expected = sum(line.cost for line in sheet.players if not line.misses_next) + sheet.treasury
    expected += 10_000 * (sheet.staff_count("cheerleader") + sheet.staff_count("assistant_coach"))
    expected += 50_000 * sheet.staff_count("apothecary") + sheet.rerolls * sheet.reroll_cost
    expected += 0 if rules.house["free_fan_factor"] else 10_000 * sheet.fan_factor
    figure = team_value(rules, sheet)
    assert figure.amount == expected == sum(term.amount for term in figure.terms)


def gold_is_conserved(club: Club) -> None:
    """Every piece that a team has came from somewhere, and every piece that left went somewhere."""
    holds: Counter[str] = Counter()
    for entry in club.entries:
        for moved in transfers(entry):
            assert moved.amount > 0
            assert moved.source != moved.target
            holds[moved.source] -= moved.amount
            holds[moved.target] += moved.amount
    assert holds.total() == 0
    assert {purse: holds[purse] for purse in PURSES} == {"treasury": club.sheet.treasury, "bank": club.sheet.bank}
    sources = {place for place, amount in holds.items() if amount < 0}
    assert sources <= {"league", "winnings"}
    assert set(holds) <= {*PURSES, *sources, "players", "staff", "rerolls", "fans", "inducements", "expenses"}
    founded = [entry for entry in club.entries if isinstance(entry, TeamFounded)]
    won = [e.amount for e in club.entries if isinstance(e, GoldMoved) and e.source == "winnings"]
    assert -holds["league"] == founded[0].gold
    assert -holds["winnings"] == sum(won)


def the_gone_are_never_heard_of_again(entries: Iterable[Entry]) -> None:
    """After a player's death or departure no entry names him."""
    gone: set[int] = set()
    for entry in entries:
        player = getattr(entry, "player", None)
        assert player is None or player not in gone
        if isinstance(entry, (PlayerKilled, PlayerLeft)):
            gone.add(entry.player)


def ids_are_used_once(clubs: Iterable[Club]) -> None:
    """No two players of a league ever had the same id."""
    hired = [entry.player for club in clubs for entry in club.entries if isinstance(entry, PlayerHired)]
    assert len(set(hired)) == len(hired)
