"""Findings of a correction: later entries that become impossible or doubtful, and what can be done about them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from rules.book.edition import Ruleset
from rules.journal import (
    Entry,
    GoldMoved,
    PlayerJoined,
    PlayerLost,
    PlayerTraded,
    apply,
)
from rules.journal.history import Place
from rules.sequence.explanations import Args
from rules.sheet.sheet import TeamSheet
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
        after = apply(sheet, entry)
        for doubt in ruleset.edition.findings(ruleset, sheet, after):
            yield place, doubt.id
        sheet = after


def is_shared(entry: Entry) -> bool:
    """Whether another team's journal has a matching entry: an entry of a trade cannot be struck in one only (C8)."""
    if isinstance(entry, GoldMoved):
        return PURSE in (entry.source, entry.target)
    return isinstance(entry, (PlayerTraded, PlayerJoined, PlayerLost))


def player_of(entry: Entry) -> int:
    """The id of the player whom an entry is about; 0 for none."""
    return entry.line.player if isinstance(entry, PlayerJoined) else int(getattr(entry, "player", 0))
