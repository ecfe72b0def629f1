"""One side of a random match while it is played: who can still play, what they did, and its report at the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from rules.book.edition import Ruleset
from rules.sequence.chance import Chance, pick_weighted
from rules.sheet.match import Facts, InducedLine, Injury, PlayedCard, PlayerLine, SideReport
from rules.sheet.sheet import PlayerSheet, TeamSheet, counts
from rules.simulation.talents import trait
from rules.team.inducements import Item


@dataclass(slots=True)
class PlayingSide:
    """One side of a random match in progress. Its doers are its own players who can play, then the hired ones."""

    sheet: TeamSheet
    players: tuple[PlayerSheet, ...]
    induced: tuple[InducedLine, ...]
    bought: tuple[str, ...]
    full: int
    facts: Facts
    actions: Counter[tuple[int, str]] = field(default_factory=Counter)
    injuries: list[Injury] = field(default_factory=list)
    out: set[int] = field(default_factory=set)
    busy: set[int] = field(default_factory=set)
    cures: list[str] = field(default_factory=list)
    cards: list[PlayedCard] = field(default_factory=list)

    @classmethod
    def of(
        cls,
        ruleset: Ruleset,
        sheet: TeamSheet,
        items: Sequence[Item],
        induced: tuple[InducedLine, ...],
        facts: Facts,
    ) -> PlayingSide:
        bought = tuple(item.kind for item in items for _ in range(item.count))
        return cls(sheet, sheet.available, induced, bought, ruleset.book.field.players, facts)

    def average(self, characteristic: str) -> float:
        """The average of a characteristic; 3 for a team without players."""
        values = [trait(line, characteristic) for line in self.players]
        return sum(values) / len(values) if values else 3

    def do(self, chance: Chance, what: str, talent: Callable[[PlayerSheet], float], times: int) -> int:
        """Credits random players with an action a number of times; returns how often a player was credited."""
        doers = len(self.players) + len(self.induced)
        if not times or not doers:
            return 0
        weights = [talent(line) for line in self.players] + [20.0] * len(self.induced)
        for _ in range(times):
            self.actions[pick_weighted(chance, range(doers), weights), what] += 1
        return times

    def credit(self, ruleset: Ruleset, doer: int, cause: str) -> None:
        """Credits a player with an injury of the opponent, if the book counts its cause."""
        deed = ruleset.book.credited
        if deed is not None and cause in ruleset.credited_causes:
            self.actions[doer, deed.key] += 1

    def report(self, score: int, noted: bool) -> SideReport:
        """The team's final report; with ``noted``, it lists who took part."""
        hired = len(self.players)
        done: dict[int, dict[str, int]] = {}
        for (doer, what), times in sorted(self.actions.items()):
            done.setdefault(doer, {})[what] = times
        return SideReport(
            score=score,
            lines=tuple(
                PlayerLine(player=self.players[doer].player, deeds=counts(**deeds))
                for doer, deeds in done.items()
                if doer < hired
            ),
            injuries=tuple(self.injuries),
            induced=tuple(
                replace(line, deeds=counts(**done.get(hired + index, {}))) for index, line in enumerate(self.induced)
            ),
            took_part=self.took_part(done) if noted else None,
            bought=self.bought,
            cards=tuple(self.cards),
        )

    def took_part(self, done: Mapping[int, Any]) -> tuple[int, ...]:
        """All players but one who did nothing, if there is such a player."""
        busy = self.busy | {injury.player for injury in self.injuries}
        idle = [line.player for doer, line in enumerate(self.players) if doer not in done and line.player not in busy]
        spared = idle[-1:] if len(self.players) > self.full else []
        return tuple(line.player for line in self.players if line.player not in spared)
