"""Places on a roster where players are out on loan: theirs are kept, so that they can always come back (C8, C2)."""

from __future__ import annotations

from collections import Counter

from rules.sheet.sheet import LENT, TeamSheet


def places_taken(sheet: TeamSheet, position: str = "") -> int:
    """How many of a roster's places (of a position's, if one is named) are taken, at the worst.

    All on the roster count, and all who are lent out; but whoever came in the other direction on the same loan goes
    when they come back. Source: PBBL 1.10, C2, C8 (p17, 31).
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
