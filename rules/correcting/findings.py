"""Findings of a correction: later entries that become impossible or doubtful, and what can be done about them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from rules.book.edition import Ruleset
from rules.journal import (
    CharacteristicRaised,
    Entry,
    GoldMoved,
    PlayerHired,
    PlayerJoined,
    PlayerLost,
    PlayerTraded,
    SkillGained,
    apply,
)
from rules.journal.history import Place
from rules.sequence.explanations import Args
from rules.sheet.sheet import PlayerSheet, TeamSheet
from rules.team.trades import PURSE

Choice = Literal["strike", "keep", "grant"]
STRIKE: Choice = "strike"
KEEP: Choice = "keep"
GRANT: Choice = "grant"
COMMISSIONER = "commissioner"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """A later entry that is impossible or doubtful: why, what can be done about it, and what was chosen.

    ``strike`` removes it, ``keep`` lets it count although a rule is broken, ``grant`` adds the missing gold
    (``missing`` gp, into ``purse``). If there are no ``choices``, the correction is not possible. ``choice`` is empty
    until someone has chosen; until then the correction is worked out without the entry.
    """

    place: Place
    entry: Entry
    id: str
    args: Args = ()
    choices: tuple[Choice, ...]
    choice: str = ""
    purse: str = ""
    missing: int = 0

    @property
    def key(self) -> str:
        """Its name in a form."""
        return f"{self.place[0]}.{self.place[1]}"


def known_doubts(
    ruleset: Ruleset, sheet: TeamSheet, order: Iterable[tuple[Place, Entry]]
) -> Iterator[tuple[Place, str]]:
    """Entries that were doubtful before the correction, from a sheet on: they are not reported again."""
    for place, entry in order:
        for id, _args in doubts_of(ruleset, sheet, entry):
            yield place, id
        sheet = apply(sheet, entry)


def doubts_of(ruleset: Ruleset, sheet: TeamSheet, entry: Entry) -> Iterator[tuple[str, Args]]:
    """Broken rules that make a possible entry doubtful: an improvement not earned, a full roster or position."""
    if isinstance(entry, (SkillGained, CharacteristicRaised)) and entry.by_roll:
        line = sheet.player(entry.player)
        if line is not None and rolls_owed(ruleset, line) < 1:
            yield "correction.not_earned", (("player", entry.player), ("spp", line.spp))
    if isinstance(entry, (PlayerHired, PlayerJoined)):
        most = ruleset.book.creation.maximum_players
        if len(sheet.players) >= most:
            yield "correction.roster_full", (("maximum", most),)
        name = entry.line.position if isinstance(entry, PlayerJoined) else entry.position
        position = next((each for each in ruleset.book.lists[sheet.team_list].positions if each.name == name), None)
        have = sum(line.position == name for line in sheet.players)
        if position is not None and have >= position.maximum:
            yield "correction.position_full", (("position", position.name), ("maximum", position.maximum))


def is_shared(entry: Entry) -> bool:
    """Whether another team's journal has a matching entry: an entry of a trade cannot be struck in one only (C8)."""
    if isinstance(entry, GoldMoved):
        return PURSE in (entry.source, entry.target)
    return isinstance(entry, (PlayerTraded, PlayerJoined, PlayerLost))


def rolls_owed(ruleset: Ruleset, line: PlayerSheet) -> int:
    """How many improvement rolls a player has earned but not used; below 0 if they used more."""
    return ruleset.book.level_for(line.spp).rolls - line.improvements


def player_of(entry: Entry) -> int:
    """The id of the player whom an entry is about; 0 for none."""
    return entry.line.player if isinstance(entry, PlayerJoined) else int(getattr(entry, "player", 0))
