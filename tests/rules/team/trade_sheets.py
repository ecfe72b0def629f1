"""Two teams that trade at the dates of the tests, and random stakes."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import date

from rules.editions import ruleset
from rules.journal import fold
from rules.sheet.sheet import TeamSheet
from rules.team.trades import Offer, Party, Stake, exchange, judge
from rules.words.words import say_violation
from tests.rules.build import PBBL, team

FREE = ruleset("pbbl-1.10", {"trades": "free"})
TODAY, LATER = date(2026, 3, 1), date(2026, 4, 1)
NOTHING = Stake()
UNDEAD = team("Undead", "4 Ghoul", "2 Wight", "2 Mummy", "4 Skeleton", "2 Zombie", treasury=100_000)
KHEMRI = team("Khemri", "3 Mummy", "10 Skeleton", first_id=1000, treasury=50_000)


def judged(offer: Offer, ours: TeamSheet = UNDEAD, theirs: TeamSheet = KHEMRI, **more: object) -> list[tuple[str, str]]:
    """The rule and id of each violation of an offer."""
    rules = more.get("rules", FREE)
    coaches = more.get("coaches", (1, 2))
    first = Party(name="Ours", coach=coaches[0], sheet=ours)
    second = Party(name="Theirs", coach=coaches[1], sheet=theirs)
    found = judge(rules, offer, first, second, TODAY)
    for violation in found:
        assert violation.page == PBBL.book.pages[violation.rule]
        assert "{" not in say_violation(violation)
    return [(violation.rule, violation.id) for violation in found]


def of(sheet: TeamSheet, position: str, nth: int = 0) -> int:
    """The nth player of a position."""
    return [line.player for line in sheet.players if line.position == position][nth]


MUMMY, SKELETON, GHOUL = of(UNDEAD, "Mummy"), of(UNDEAD, "Skeleton"), of(UNDEAD, "Ghoul")
THEIR_MUMMY, THEIR_SKELETON = of(KHEMRI, "Mummy"), of(KHEMRI, "Skeleton")
FULL = team("Khemri", "2 Mummy", "14 Skeleton", first_id=1000)
BORROWING = fold(
    exchange(Offer(gives=Stake(players_lent=(MUMMY,)), takes=NOTHING, until=LATER), UNDEAD, KHEMRI, 7)[1], KHEMRI
)
LOAN = Offer(gives=Stake(players_lent=(MUMMY, SKELETON), gold_lent=40_000), takes=Stake(gold=10_000), until=LATER)


def lent() -> tuple[TeamSheet, TeamSheet]:
    """Both sheets after a loan with the id 7."""
    first, second = exchange(LOAN, UNDEAD, KHEMRI, 7)
    return fold(first, UNDEAD), fold(second, KHEMRI)


def some(chance: random.Random, things: Sequence[int], most: int) -> tuple[int, ...]:
    return tuple(chance.sample(list(things), min(len(things), chance.randint(0, most))))


def stake(chance: random.Random, sheet: TeamSheet) -> Stake:
    """Random gold and players, for good or on loan."""
    ids = [line.player for line in sheet.players]
    chosen = some(chance, ids, 3)
    cut = chance.randint(0, len(chosen))
    gold = chance.choice([0, 0, 10_000, 30_000, sheet.treasury // 2])
    return Stake(gold=gold, players=chosen[:cut], players_lent=chosen[cut:], gold_lent=chance.choice([0, 0, 5_000]))
