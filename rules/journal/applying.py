"""How journal entries change a sheet. `team_effects` and `player_effects` hold the effect of each kind of entry."""

from __future__ import annotations

from collections.abc import Iterable

from rules.journal import player_effects, team_effects  # noqa: F401 - each registers its effects
from rules.journal.draft import Draft
from rules.journal.effects import EFFECTS
from rules.journal.entries import Entry, transfers
from rules.sheet.sheet import TeamSheet


def apply(sheet: TeamSheet, entry: Entry) -> TeamSheet:
    """The sheet after the entry.

    Raises ``Impossible`` if the entry is impossible: gold that is not there, a player who is not on the roster, a
    number that another player has, staff or re-rolls that the team does not have.
    """
    return fold((entry,), sheet)


def fold(entries: Iterable[Entry], start: TeamSheet | None = None) -> TeamSheet:
    """The sheet after all entries, from ``start`` or from a blank sheet. Raises ``Impossible``."""
    draft = Draft.of(start if start is not None else TeamSheet())
    for entry in entries:
        draft.move(entry, transfers(entry))
        EFFECTS[type(entry)](draft, entry)
    return draft.sheet()


KINDS: dict[str, type[Entry]] = {kind.kind: kind for kind in EFFECTS}
