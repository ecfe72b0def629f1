"""Other entries that a match could have had: every kind that a match can write, left out, changed or added."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from rules.correcting.across_teams import CorrectedJournals
from rules.correcting.correcting import sheet_before
from rules.journal import (
    CharacteristicRaised,
    Entry,
    FanFactorChanged,
    GoldMoved,
    InducementsEngaged,
    PlayerHired,
    PlayerInjured,
    PlayerKilled,
    PlayerLeft,
    PlayerRecovered,
    PlayerRenumbered,
    PointsEarned,
    RerollsBought,
    RerollsReleased,
    SkillGained,
    StaffHired,
    StaffReleased,
)
from rules.sheet.sheet import TeamSheet, counts
from tests.rules.season_journals import World, decide_findings

NEW = 1_000_000
"""New players' ids start here."""
SKILLS = ("Block", "Dodge", "Guard", "Tackle")
STAFF = ("cheerleader", "assistant_coach")

Added = Callable[[random.Random, TeamSheet, int], Entry]


def _gold(chance: random.Random) -> int:
    return 1_000 * chance.choice([1, 10, 40, 150, 900])


def _injury(chance: random.Random, player: int) -> Entry:
    niggling, lost = chance.randrange(2), chance.choice([(), ("AV",), ("MA",)])
    return PlayerInjured(player=player, misses_next=chance.random() < 0.7, niggling=niggling, lost=lost)


def _hire(chance: random.Random, sheet: TeamSheet, player: int) -> Entry:
    """Somebody in the position of a player, who may be one too many."""
    like, worn = sheet.player(player), {line.number for line in sheet.players}
    assert like is not None
    number = next(free for free in range(40, 99) if free not in worn)
    price = chance.choice([0, like.cost, 2 * like.cost])
    return PlayerHired(
        player=NEW + chance.randrange(NEW), number=number, position=like.position, profile=like.profile,
        skills=(), cost=like.cost, price=price,
    )  # fmt: skip


ADDED: dict[str, Added] = {
    "killed": lambda chance, sheet, player: PlayerKilled(player=player),
    "injured": lambda chance, sheet, player: _injury(chance, player),
    "left": lambda chance, sheet, player: PlayerLeft(player=player, how=chance.choice(["released", "walked_out"])),
    "recovered": lambda chance, sheet, player: PlayerRecovered(player=player),
    "renumbered": lambda chance, sheet, player: PlayerRenumbered(player=player, number=chance.randrange(1, 30)),
    "points": lambda chance, sheet, player: PointsEarned(player=player, spp=3, deeds=counts(touchdowns=1)),
    "level": lambda chance, sheet, player: PointsEarned(player=player, spp=15, deeds=counts(mvps=3)),
    "skill": lambda chance, sheet, player: SkillGained(player=player, skill=chance.choice(SKILLS), cost=20_000),
    "raised": lambda chance, sheet, player: CharacteristicRaised(player=player, characteristic="AG", cost=40_000),
    "hired": _hire,
    "staff": lambda chance, sheet, player: StaffHired(staff=chance.choice(STAFF), count=1, price=10_000),
    "fewer staff": lambda chance, sheet, player: StaffReleased(staff=next(iter(dict(sheet.staff)), STAFF[0]), count=1),
    "re-rolls": lambda chance, sheet, player: RerollsBought(count=chance.randrange(1, 4), price=_gold(chance)),
    "fewer re-rolls": lambda chance, sheet, player: RerollsReleased(count=1),
    "fans": lambda chance, sheet, player: FanFactorChanged(change=chance.choice([-1, 1])),
    "engaged": lambda chance, sheet, player: InducementsEngaged(inducement="bribe", count=1, price=50_000),
    "won": lambda chance, sheet, player: GoldMoved(amount=_gold(chance), source="winnings", target="treasury"),
    "spent": lambda chance, sheet, player: GoldMoved(amount=_gold(chance), source="treasury", target="expenses"),
    "banked": lambda chance, sheet, player: GoldMoved(amount=_gold(chance), source="treasury", target="bank"),
    "unbanked": lambda chance, sheet, player: GoldMoved(amount=_gold(chance), source="bank", target="treasury"),
}  # fmt: skip


def altered(chance: random.Random, entry: Entry) -> Entry:
    """The same kind of entry with another figure, where it has one; a few gold pieces may become none."""
    match entry:
        case PointsEarned():
            return replace(entry, spp=max(entry.spp + chance.choice([-3, -1, 1, 5]), 0))
        case GoldMoved():
            return replace(entry, amount=chance.choice([entry.amount // 2, entry.amount + _gold(chance)]))
        case SkillGained():
            return replace(entry, skill=chance.choice(SKILLS))
        case PlayerInjured():
            return replace(entry, misses_next=not entry.misses_next, niggling=1 - min(entry.niggling, 1))
        case FanFactorChanged():
            return replace(entry, change=-entry.change)
        case PlayerHired() | RerollsBought() | StaffHired():
            return replace(entry, price=entry.price + _gold(chance))
    return entry


def other_entries(
    chance: random.Random, entries: Sequence[Entry], then: TeamSheet, now: TeamSheet, *, most_added: int = 4
) -> list[Entry]:
    """Other entries of a match; ``then`` and ``now`` are the team's sheets before it and in the end.

    Most added entries are about players who were borrowed or have left since, because these reach furthest.
    """
    found: list[Entry] = []
    for entry in entries:
        fate = chance.random()
        if fate < 0.25:
            continue
        found.append(altered(chance, entry) if fate < 0.45 else entry)
    for entry in _added(chance, then, now, chance.randrange(most_added + 1)):
        found.insert(chance.randrange(len(found) + 1), entry)
    return found


def _added(chance: random.Random, then: TeamSheet, now: TeamSheet, many: int) -> Iterator[Entry]:
    everybody = [line.player for line in then.players]
    movers = [line.player for line in then.players if line.loan or now.player(line.player) is None]
    for _ in range(many if everybody else 0):
        player = chance.choice(movers if movers and chance.random() < 0.7 else everybody)
        yield ADDED[chance.choice(sorted(ADDED))](chance, then, player)


def corrected_at_random(world: World, match: str, chance: random.Random) -> CorrectedJournals | None:
    """A correction of a match in every team that played it, with random decisions; None if something has no choices."""
    now = world.sheets()
    new: dict[int, list[Entry]] = {}
    for team in world.journals:
        if written := world.entries(team, match):
            book = world.book(team, match)
            new[team] = other_entries(chance, written, sheet_before(book.records, book.own, book.before), now[team])
    return decide_findings(world, match, new, chance)
