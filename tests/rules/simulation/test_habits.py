"""Each sentence about imagined coaches and matches is true of the function beside it."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import pytest

from rules.editions import EDITIONS
from rules.sequence.forms import Pick
from rules.sheet.match import Pair
from rules.simulation import at_random, bot_coach, random_matches, simulation, wounds
from rules.simulation.bot_coach import Coach
from rules.simulation.habits import HABITS, TITLES, habits_of, share
from rules.simulation.simulation import random_match
from rules.team.founding import judge
from tests.editions.first_1986.build import first
from tests.editions.first_1986.build import team as in_1986
from tests.rules.build import PBBL, humans, orcs, team

CHECKS: dict[str, Callable[[], object]] = {}
TRIES = 4000


def checks(name: str) -> Callable[[Callable[[], object]], Callable[[], object]]:
    """Registers a check of what the sentence beside this function says."""

    def register(check: Callable[[], object]) -> Callable[[], object]:
        CHECKS[name] = check
        return check

    return register


def coach() -> Coach:
    return Coach(random.Random(1), PBBL, lambda: 1)


def often(decides: Callable[[], object], probability: float) -> None:
    """The decision is made about as often as its sentence says."""
    found = sum(bool(decides()) for _ in range(TRIES)) / TRIES
    assert abs(found - probability) < 0.03, f"{found:.3f} instead of {probability}"


def asked(key: str, label: str = "", options: tuple[str, ...] = (), **args: Any) -> Any:
    """A question as far as the coach reads it."""
    return SimpleNamespace(key=key, label=label or key, options=options, possible=options, args=tuple(args.items()))


@checks("start")
def _new_teams() -> None:
    chance = random.Random(3)
    drafted = [simulation.draft(chance, PBBL, name) for name in PBBL.book.lists for _ in range(10)]
    fewest = PBBL.book.creation.minimum_players
    assert {len(one.players) for one in drafted} >= {fewest, fewest + 1}
    assert all(one.rerolls <= 4 for one in drafted)
    assert sum(bool(dict(one.staff).get("apothecary")) for one in drafted) > len(drafted) / 4
    assert max(judge(PBBL, one).treasury for one in drafted) > 0


@checks("draw_card")
def _cards() -> None:
    options = ("stop", *(f"deck {number}" for number in range(999)))
    bot = coach()
    often(lambda: bot.choose(asked("cards.1", "cards", options)) != "stop", bot_coach.CARDS)


@checks("induce")
def _inducements() -> None:
    bot = coach()
    args = {"gold": 300_000, "treasury": 0, "journeymen": 0, "team_list": "Human", "room": 16, "closed": 0}

    def takes(kind: str) -> Callable[[], bool]:
        return lambda: any(wish["kind"] == kind for wish in bot.induce(dict(args)) or ())

    affordable = [star for star in PBBL.book.lists["Human"].stars if 0 < PBBL.book.stars[star].cost <= 300_000]
    assert affordable
    often(takes("star"), bot_coach.STAR)
    poor = {**args, "gold": 0, "treasury": 10_000_000}
    often(lambda: bot.induce(dict(poor)), bot_coach.FROM_TREASURY)
    missing = {**args, "gold": 0, "treasury": 10_000_000, "journeymen": 2}
    assert all((bot.induce(dict(missing)) or [{}])[0].get("kind") == "journeyman" for _ in range(50))


@checks("_play")
def _scores() -> None:
    def score(home: Any, away: Any) -> int:
        chance, total = random.Random(2), 0
        for _ in range(400):
            goals = random_match(chance, PBBL, Pair(home=home, away=away)).reports.home.score
            assert goals <= random_matches.HIGHEST_SCORE
            total += goals
        return total

    poor = team("Human", "11 Lineman")
    assert score(humans(), poor) > score(poor, humans())


@checks("_suffer")
def _injuries() -> None:
    assert sum(random_matches.CAUSE_WEIGHTS) == 100
    by_name = dict(zip(random_matches.CAUSES, random_matches.CAUSE_WEIGHTS, strict=True))
    assert list(by_name)[:2] == ["block", "foul"]
    chance = random.Random(4)
    reports = [
        random_match(chance, PBBL, Pair(home=team("Goblin", "12 Goblin"), away=orcs())).reports for _ in range(400)
    ]
    goblins = [injury.cause for one in reports for injury in one.home.injuries]
    assert len(goblins) > sum(len(one.away.injuries) for one in reports), "weak armour"
    assert abs(goblins.count("block") / len(goblins) - by_name["block"] / 100) < 0.05


@checks("_helped")
def _treatments() -> None:
    sheets, chance = Pair(home=team("Human", "14 Lineman", apothecary=True), away=orcs()), random.Random(5)
    treated = Counter[tuple[int, bool]]()
    for _ in range(6000):
        injuries = random_match(chance, PBBL, sheets).reports.home.injuries
        first = next((one for one in injuries if one.casualty), None)
        if first is not None:
            bad = wounds.harm([PBBL.book.casualty_for(first.casualty)])
            treated[bad, any(first.value(each.key) for each in PBBL.book.injury_fields.values() if each.by)] += 1
    for bad, probability in enumerate(wounds.USED):
        found = treated[bad, True] / (treated[bad, True] + treated[bad, False])
        assert abs(found - probability) < 0.05, (bad, found)


@checks("_abandoned")
def _abandoned() -> None:
    """Rarely, and only where the book knows it."""
    chance = random.Random(6)
    ending = replace(PBBL.book.result, stopped=("abandoned",))
    often(lambda: random_matches._stopped(chance, ending) == "abandoned", random_matches.GIVEN_UP)
    assert not any(random_matches._stopped(chance, PBBL.book.result) for _ in range(TRIES))


@checks("_wiped_out")
def _wiped_out() -> None:
    """Rarely, and then the other side wins, whatever the score, and the report is one that the rules accept."""
    chance = random.Random(7)
    ending = replace(PBBL.book.result, stopped=("wiped_out",))
    often(lambda: random_matches._stopped(chance, ending) == "wiped_out", random_matches.WIPED)
    sheets = Pair(home=in_1986("Orc", "15 Orc"), away=in_1986("Human", "15 Human", first_id=100))
    with patch.object(random_matches, "_stopped", return_value="wiped_out"):
        found = [random_match(chance, first(), sheets) for _ in range(20)]
    assert {one.result.decided_by for one in found} == {"wiped_out"}
    assert {one.result.decided_for for one in found} == {"home", "away"}
    assert max(max(one.reports.home.score, one.reports.away.score) for one in found) < first().book.result.won_at


@checks("_result")
def _concessions() -> None:
    chance, scores = random.Random(6), {"home": 2, "away": 1}
    results = [random_matches._result(chance, PBBL.book.result, scores, False).conceded_by for _ in range(TRIES)]
    assert set(results) == {None, "away"}
    often(lambda: random_matches._result(chance, PBBL.book.result, scores, False).conceded_by, random_matches.CONCEDED)


@checks("reroll_winnings")
def _winnings() -> None:
    options = ("keep", "reroll")
    said = [coach().choose(asked("winnings_reroll", options=options, die=die)) for die in range(1, 7)]
    assert said == ["reroll"] * bot_coach.BAD_DIE + ["keep"] * (6 - bot_coach.BAD_DIE)


@checks("improve")
def _improvements() -> None:
    bot, skills = coach(), tuple(f"skill {number}" for number in range(999))
    often(lambda: bot.choose(asked("improvements.1", options=("+AG", *skills))) == "+AG", bot_coach.RAISES)


@checks("pay_from_bank")
def _expenses() -> None:
    bot = coach()
    often(lambda: bot.pay_from_bank({"due": 30_000, "bank": 20_000}) == 20_000, bot_coach.BANK_PAYS)


@checks("use_bank")
def _bank() -> None:
    bot, much = coach(), bot_coach.PLENTY
    often(lambda: (bot.use_bank({"most_in": much, "treasury": much, "bank": 0}) or 0) > 0, bot_coach.PUTS_IN)
    little = {"most_in": much - 10_000, "treasury": much - 10_000, "bank": 30_000}
    often(lambda: bot.use_bank(little) == -30_000, bot_coach.TAKES_OUT)
    assert not any(bot.use_bank({**little, "bank": 0}) for _ in range(100))


@checks("release")
def _release() -> None:
    bot, full = coach(), PBBL.book.field.players
    players = {f"player.{number}": "Lineman" for number in range(full + 2)}

    def releases(what: str, args: dict[str, Any]) -> Callable[[], bool]:
        return lambda: any(what in wish for wish in bot.release(dict(args)) or ())

    often(releases("player", {**players, "rerolls": 0}), bot_coach.RELEASES_PLAYER)
    often(releases("staff", {"staff.cheerleader": 1, "rerolls": 0}), bot_coach.RELEASES_GOODS)
    often(releases("reroll", {"rerolls": 4}), bot_coach.RELEASES_GOODS)
    few = {key: players[key] for key in list(players)[: full + 1]}
    assert not any(bot.release({**few, "rerolls": 3}) for _ in range(500))


@checks("_with_risen")
def _risen() -> None:
    undead = team("Undead", "4 Ghoul", "2 Mummy", "6 Skeleton")
    rose = 0
    for seed in range(60):
        reports = random_match(random.Random(seed), PBBL, Pair(home=undead, away=orcs())).reports
        risen = [line for line in reports.home.induced if line.kind == "raised"]
        assert not any(line.deeds for line in risen)
        rose += len(risen)
    assert 0 < rose < 60


@checks("raise_dead")
def _raising() -> None:
    position, row = next(iter(PBBL.book.raised.items()))
    dead = {f"player.{number}": position for number in range(1, 4)}
    allowed = 3 if row.maximum is None else min(3, row.maximum)
    assert len(coach().raise_dead({"room": 5, **dead}) or ()) == allowed
    assert len(coach().raise_dead({"room": 1, **dead}) or ()) == 1


@checks("buy")
def _purchases() -> None:
    bot, book = coach(), PBBL.book
    sold = {f"player.{position.name}": position.maximum for position in book.lists["Human"].positions}
    rich = {"team_list": "Human", "treasury": 9_000_000, "rerolls": 8, "reroll_price": 100_000}
    rich |= {"staff.apothecary": 1, **sold}
    most, full = book.creation.maximum_players, book.field.players

    def bought(places: int, what: str, name: str = "") -> bool:
        wishes = bot.buy({**rich, "room": places}) or ()
        return any(what in wish and name in str(wish[what]) for wish in wishes)

    assert all(
        len([w for w in bot.buy({**rich, "room": most - full + 2}) or () if "player" in w]) >= 2 for _ in range(99)
    )
    spends = 1 - bot_coach.SAVES
    often(lambda: bought(most - full, "staff", "apothecary"), spends * bot_coach.HEALER)
    often(lambda: bought(most - full, "player", "Ogre"), spends * bot_coach.SPECIALIST)
    often(lambda: bought(most - full, "reroll"), spends * bot_coach.REROLL)


@checks("at_random")
def _anything_else() -> None:
    chance, form = random.Random(7), Pick(options=("a", "b"), least=1, most=2)
    often(lambda: at_random.at_random(chance, form, optional=True), at_random.TAKES)
    assert all(at_random.at_random(chance, form, optional=False) for _ in range(50))


def test_every_sentence_is_checked() -> None:
    assert sorted(CHECKS) == sorted(habit.does.__name__ for habit in HABITS)


@pytest.mark.parametrize("name", sorted(CHECKS))
def test_a_sentence_is_true_of_its_function(name: str) -> None:
    CHECKS[name]()


def test_every_decision_of_the_coach_has_a_sentence() -> None:
    told = {habit.does.__name__ for habit in HABITS}
    assert {decides.__name__ for decides in coach().decisions.values()} <= told


def test_the_sentences_are_short_enough_and_under_a_title() -> None:
    for habit in HABITS:
        assert habit.title in TITLES
        assert habit.sentence.endswith(".") and len(habit.sentence) < 330


def test_a_book_is_told_only_what_it_has() -> None:
    told = dict(habits_of(PBBL.book))
    assert list(told) == list(TITLES)
    empty = SimpleNamespace(
        purses={},
        goods={},
        staff={},
        inducements={},
        decks={},
        raised={},
        statements={},
        injury_fields={},
        result=SimpleNamespace(concede=False, stopped=()),
    )
    sentences = [sentence for _title, group in habits_of(empty) for sentence in group]
    assert not any(
        "gold" in one or "concedes" in one or "bank" in one or "An apothecary or" in one or "deck" in one
        for one in sentences
    )
    assert habits_of(empty, EDITIONS[0].book) == habits_of(EDITIONS[0].book)
    assert share(0.35) == "35%"
