"""The order of a report's events as one field of its form: ``home.12.<deed>.2.7 away.9..2.7 -home.h1.<deed>.0.0``.

An event is a side, a player by id or the hired one of a number (``h1``), the key of a deed, none for an injury, half
and turn. One with a minus was taken back: the page still shows it, the report does not have it. The counts and injuries
of the form are what the report says; the order only names them, so what does not fit them is left out.

The form numbers all hired players who may have played, a report only those who did: ``numbers`` are, for each side, the
form's numbers of the hired players in the report.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from matches.sequence.reported import Happening
from rules.sequence.sequence import SIDES, Side
from rules.sheet.match import SideReport

ORDER = "order"
"""The field's name."""
ORDER_LENGTH = 4000
"""In characters: a hundred events and more."""
EVENT = re.compile(r"(home|away)\.(h?)([0-9]{1,15})\.([a-z_0-9]{0,40})\.([0-9])\.([0-9]{1,2})", re.ASCII)


def order_typed(text: str) -> str:
    """What is saved of the field: whole events, as many as there is room for."""
    kept = text.replace("\0", "")
    return kept if len(kept) <= ORDER_LENGTH else kept[:ORDER_LENGTH].rpartition(" ")[0]


def order_of(
    text: str, sides: Mapping[Side, SideReport], numbers: Mapping[Side, Sequence[int]]
) -> tuple[Happening, ...]:
    """The events of a report in their order, without those that it does not have."""
    left = Counter[tuple[Side, int, int, str]]()
    for side in SIDES:
        left.update(_counted(side, sides[side]))
    found = []
    for event in map(_event, order_typed(text).split()):
        if event is not None and event.hired:
            event = _placed(event, numbers[event.side])
        if event is not None and left[key := (event.side, event.player, event.hired, event.deed)] > 0:
            left[key] -= 1
            found.append(event)
    return tuple(found)


def order_text(order: Iterable[Happening], numbers: Mapping[Side, Sequence[int]]) -> str:
    """The field's value for a report."""
    return " ".join(
        f"{each.side}.{_who(each, numbers[each.side])}.{each.deed}.{each.half}.{each.turn}" for each in order
    )


def _who(event: Happening, numbers: Sequence[int]) -> str:
    return f"h{numbers[event.hired - 1]}" if 0 < event.hired <= len(numbers) else str(event.player)


def _placed(event: Happening, numbers: Sequence[int]) -> Happening | None:
    """An event of the form with the place of its hired player in the report; None if they are not in it."""
    return replace(event, hired=numbers.index(event.hired) + 1) if event.hired in numbers else None


def _event(text: str) -> Happening | None:
    match = EVENT.fullmatch(text)
    if match is None:
        return None
    side: Side = "home" if match[1] == "home" else "away"
    who = {"hired" if match[2] else "player": int(match[3])}
    return Happening(side=side, deed=match[4], half=int(match[5]), turn=int(match[6]), **who)


def _counted(side: Side, report: SideReport) -> Counter[tuple[Side, int, int, str]]:
    """How often a report has each event of a side."""
    found = Counter[tuple[Side, int, int, str]]()
    for line in report.lines:
        found.update({(side, line.player, 0, deed): count for deed, count in line.deeds})
    for nth, hired in enumerate(report.induced, start=1):
        found.update({(side, 0, nth, deed): count for deed, count in hired.deeds})
    found.update((side, injury.player, 0, "") for injury in report.injuries)
    return found
