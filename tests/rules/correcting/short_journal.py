"""The journal of one team, short enough to be corrected by hand."""

from __future__ import annotations

from rules.journal import Entry, GoldMoved, PlayerHired, PointsEarned, SkillGained, TeamFounded
from rules.journal.history import Correction, Record
from rules.sheet.sheet import counts
from tests.rules.every_entry import LINEMAN


def lineman(player: int, price: int = 50_000) -> PlayerHired:
    """A hired Lineman."""
    return PlayerHired(
        player=player, number=player, position="Lineman", profile=LINEMAN, skills=(), cost=50_000, price=price
    )


def won(gold: int) -> GoldMoved:
    """Winnings of a match."""
    return GoldMoved(amount=gold, source="winnings", target="treasury")


FACTS: list[Entry] = [
    TeamFounded(edition="pbbl-1.10", team_list="Human", reroll_cost=50_000, gold=100_000),  # 1
    lineman(1),  # 2, leaves 50k
    PointsEarned(player=1, spp=6, deeds=counts(touchdowns=2)),  # 3: the first match
    SkillGained(player=1, skill="Block", cost=20_000),  # 4
    won(40_000),  # 5: its end, 90k
    PointsEarned(player=1, spp=3, deeds=counts(touchdowns=1)),  # 6: the second match
    lineman(2, price=80_000),  # 7: 10k are left
    PointsEarned(player=2, spp=1, deeds=counts(completions=1)),  # 8: the third match
]
FIRST = {(3, 0), (4, 0), (5, 0)}


def records(*more: Entry | Correction) -> list[Record]:
    """The journal as it is stored, with more facts at its end."""
    return [Record(seq=seq, fact=fact) for seq, fact in enumerate([*FACTS, *more], start=1)]
