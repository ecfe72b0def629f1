"""Checks of a match, a roster and a journal that must pass in every season, and how many seasons a test plays.

They calculate from dice and entries, without the code of the rules that explains the same figures.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable

from hypothesis import HealthCheck, settings

from rules.book.edition import Ruleset
from rules.journal import (
    CharacteristicRaised,
    Entry,
    GoldMoved,
    PlayerHired,
    PlayerJoined,
    PlayerKilled,
    PlayerLeft,
    PlayerLost,
    PlayerTraded,
    SkillGained,
    TeamFounded,
    transfers,
)
from rules.match_day.report_checks import check_report
from rules.sequence.codec import decode, encode
from rules.sequence.sequence import SIDES, Side, other
from rules.sheet.sheet import TeamSheet
from rules.simulation.simulation import Club, Played
from rules.team.value import team_value
from tests.thoroughness import examples

PURSES = ("treasury", "bank")
HOLDS_SPIKE = 10_000  # what its point of fan factor is worth


def all_answers(played: Played) -> list:
    answers = (*played.before.values(), *played.after.values())
    return [answer for answer in answers if answer.question.kind != "mint"]


def through_json(value):
    return decode(type(value), json.loads(json.dumps(encode(value))))


def check_sequences_end(played: Played) -> None:
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


def check_cards_are_drawn_once(rules: Ruleset, played: Played) -> None:
    """No card is drawn twice, only drawn cards are played, and every card is on its owner's bill."""
    hands = played.prepared.state.hands
    drawn = [name for side in SIDES for name in hands[side]]
    assert len(drawn) == len(set(drawn))
    prices = {deck.name: deck.price for deck in rules.book.decks}
    decks = {card.name: card.deck for card in rules.book.cards}
    for side in SIDES:
        used = [one.card for one in played.match.reports.of(side).cards or ()]
        assert len(used) == len(set(used)) and set(used) <= set(hands[side])
        bill = played.prepared.state.purchases[side].bill
        paid = sum(term.amount for term in bill.terms if dict(term.args)["kind"] == "card")
        assert paid == sum(prices[decks[name]] for name in hands[side])
        if rules.house["special_play_cards"] == "budget":
            assert paid <= int(rules.house["card_budget"])
        if rules.house["special_play_cards"] == "off":
            assert not hands[side]


def check_report_adds_up(rules: Ruleset, played: Played, gone: set[int]) -> None:
    """The report passes the check, and does not name departed players."""
    assert [problem for problem in check_report(rules, played.match) if not problem.hint_only] == []
    for side in SIDES:
        report = played.match.reports.of(side)
        named = {line.player for line in report.lines} | {injury.player for injury in report.injuries}
        named |= {injury.by for injury in report.injuries}
        assert not named & gone
    for answer in all_answers(played):
        assert not {int(option) for option in answer.question.options if option.isdecimal()} & gone
        assert dict(answer.question.args).get("player") not in gone


def check_dead_players_do_not_improve(played: Played) -> None:
    """A killed player can be MVP (G1), but gets no improvement roll (G2)."""
    for side in SIDES:
        entries = played.outcomes.of(side).entries
        killed = {entry.player for entry in entries if isinstance(entry, PlayerKilled)}
        assert not killed & {e.player for e in entries if isinstance(e, (SkillGained, CharacteristicRaised))}


def check_winnings(rules: Ruleset, played: Played) -> None:
    """Each side's winnings (U2, L4, L6, N1, N2), calculated from its dice."""
    result, match = played.match.result, played.match
    waived = result.conceded_before_kick_off and rules.house["concession_before_kick_off"] == "no_penalty"
    for side in SIDES:
        expected = _won(played, side)
        if result.conceded_by == side and not waived:
            expected = 0
        if result.conceded_by == other(side) and not result.conceded_before_kick_off:
            expected += _won(played, other(side))
        figure = dict(played.outcomes.of(side).figures)["winnings"]
        received = [e.amount for e in played.outcomes.of(side).entries if getattr(e, "source", "") == "winnings"]
        assert figure.amount == sum(received) == expected, (match.terms, result)


def _won(played: Played, side: Side) -> int:
    def die(key: str) -> int:
        answer = played.after.get((side, key))
        return int(answer.value[0]) if answer else 0

    match = played.match
    won = 10_000 * ((die("winnings_reroll.die") or die("winnings")) + match.fame.of(side))
    won += 10_000 if match.winner() == side else 0
    won += 20_000 if "blood_bowl" in match.sheets.of(side).trophies else 0
    return won * (2 if match.terms.stage in ("semi_final", "final") else 1)


def check_limits(rules: Ruleset, sheet: TeamSheet) -> None:
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


def check_team_value(rules: Ruleset, sheet: TeamSheet) -> None:
    """The team value, added up without the code that explains it."""
    expected = sum(line.cost for line in sheet.players if not line.misses_next) + sheet.treasury
    expected += 10_000 * (sheet.staff_count("cheerleader") + sheet.staff_count("assistant_coach"))
    expected += 50_000 * sheet.staff_count("apothecary") + sheet.rerolls * sheet.reroll_cost
    expected += len(sheet.trophies) * sheet.reroll_cost
    if not rules.house["free_fan_factor"]:
        expected += 10_000 * sheet.fan_factor + (HOLDS_SPIKE if "spike" in sheet.trophies else 0)
    figure = team_value(rules, sheet)
    assert figure.amount == expected == sum(term.amount for term in figure.terms)


def check_gold_is_conserved(club: Club) -> None:
    """All gold that a team has came from a source, and all gold that left has a target."""
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
    assert sources <= {"league", "winnings", "trade"}
    assert set(holds) <= {*PURSES, *sources, "players", "staff", "rerolls", "fans", "inducements", "expenses", "trade"}
    founded = [entry for entry in club.entries if isinstance(entry, TeamFounded)]
    won = [e.amount for e in club.entries if isinstance(e, GoldMoved) and e.source == "winnings"]
    assert -holds["league"] == founded[0].gold
    assert -holds["winnings"] == sum(won)


def check_departed_players_have_no_entries(entries: Iterable[Entry]) -> None:
    """No entry names a player after they died or left; players away on loan can only return or be lost."""
    gone: set[int] = set()
    away: set[int] = set()
    for entry in entries:
        player = entry.line.player if isinstance(entry, PlayerJoined) else getattr(entry, "player", None)
        assert player is None or player not in gone
        assert player not in away or isinstance(entry, (PlayerJoined, PlayerLost))
        away.discard(player)
        if isinstance(entry, (PlayerKilled, PlayerLeft, PlayerLost)):
            gone.add(entry.player)
        if isinstance(entry, PlayerTraded):
            away.add(entry.player)


def check_trades_conserve_gold_and_players(clubs: Iterable[Club]) -> None:
    """All traded gold arrives, no player is on two rosters, and a lent player keeps a place at home."""
    passed = 0
    rostered: Counter[int] = Counter()
    out: Counter[tuple[int, int]] = Counter()
    for club in clubs:
        for entry in club.entries:
            for moved in transfers(entry):
                passed += moved.amount * ((moved.target == "trade") - (moved.source == "trade"))
        rostered.update(line.player for line in club.sheet.players)
        out.update((line.player, line.loan) for line in club.sheet.players if line.loan)
        out.subtract((gone.line.player, gone.line.loan) for gone in club.sheet.departed if gone.how == "lent")
        known = [gone.line.player for gone in club.sheet.departed] + [line.player for line in club.sheet.players]
        assert len(set(known)) == len(known)
    assert passed == 0
    assert not rostered or max(rostered.values()) == 1
    assert all(count <= 0 for count in out.values()), "a player is on loan whom no team lent"


def check_ids_are_unique(clubs: Iterable[Club]) -> None:
    """No two players of a league ever had the same id."""
    hired = [entry.player for club in clubs for entry in club.entries if isinstance(entry, PlayerHired)]
    assert len(set(hired)) == len(hired)


def seasons(count: int) -> settings:
    """Settings of a test that plays ``count`` seasons when there is time."""
    suppressed = [HealthCheck.too_slow]
    return settings(max_examples=examples(count), deadline=None, suppress_health_check=suppressed)
