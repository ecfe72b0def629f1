"""The places to which the promotions and relegations of a season's last end belong, and the teams that are there now.

They are places of a whole table; or places within conferences, if each conference sent as many teams as the others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from competitions.models import SeasonMark
from competitions.pairing.movers import Placed

Mark = SeasonMark.Mark
Part = tuple[Sequence[SeasonMark], Sequence[Placed]]
"""The marks of then and the teams of now in a table, or in a conference of one, each in its order."""


def parts_of(then: Sequence[SeasonMark], now: Sequence[Placed]) -> list[Part]:
    """The conferences of a division if each sent as many teams up and down as the others; otherwise its whole table.

    Both are in the order of the table. Ends that did not store conferences count as ends of whole tables.
    """
    names = sorted({mark.conference for mark in then} - {""})
    moved = {name: Counter(mark.mark for mark in then if mark.conference == name) for name in (*names, "")}
    sent = {(moved[name][Mark.UP], moved[name][Mark.DOWN]) for name in names}
    there = {row.conference for row in now} - {""}
    alone = moved[""][Mark.UP] or moved[""][Mark.DOWN]
    if len(names) < 2 or len(sent) > 1 or sent == {(0, 0)} or alone or there != set(names):
        return [(then, now)]
    return [
        (
            sorted((mark for mark in then if mark.conference == name), key=lambda mark: mark.conference_place or 0),
            sorted((row for row in now if row.conference == name), key=lambda row: row.place),
        )
        for name in names
    ]


def moved_now(parts: Sequence[Part]) -> dict[int, SeasonMark]:
    """The promotion or relegation that belongs to a team's place now, by ``Placed.team``.

    Promotions count from the top of a part, relegations from its foot.
    """
    found: dict[int, SeasonMark] = {}
    for then, now in parts:
        up = {place: mark for place, mark in enumerate(then) if mark.mark == Mark.UP}
        down = {place: mark for place, mark in enumerate(reversed(then)) if mark.mark == Mark.DOWN}
        for place, row in enumerate(now):
            mark = up.get(place) or down.get(len(now) - 1 - place)
            if mark is not None:
                found[row.team] = mark
    return found
