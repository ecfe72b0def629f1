"""Places on a roster: a player out on loan keeps a place, to be able to come back (C8, C2)."""

from __future__ import annotations

from collections import Counter

from rules.sheet.sheet import LENT, TeamSheet


def places_taken(sheet: TeamSheet, position: str = "") -> int:
    """How many places of a roster are taken; with ``position``, how many places of that position.

    Players on the roster and players lent out count. But a player who was borrowed in exchange, on the same loan, does
    not count in addition: they leave when the lent player comes back. Source: PBBL 1.10, C2, C8 (p17, 31).
    """
    here = [line for line in sheet.players if not position or line.position == position]
    if not sheet.departed:
        return len(here)
    out = Counter(
        gone.line.loan
        for gone in sheet.departed
        if gone.how == LENT and (not position or gone.line.position == position)
    )
    out.subtract(Counter(line.loan for line in here if line.loan in out))
    return len(here) + sum(count for count in out.values() if count > 0)
