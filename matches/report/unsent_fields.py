"""The contents of a report's draft: the fields of its form as typed.

Nothing here checks the rules. Unknown field names are dropped on saving and on reading, so a newer form can read the
draft of an older one. A text that is too long for any field is refused, but that of the order is cut off.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from matches.models import UnsentReport
from matches.report.form.fields import FieldNames, Values, joined
from matches.report.form.order import ORDER, ORDER_LENGTH, order_typed
from matches.sequence.hired import HIRED, hired_place, hired_value
from matches.sequence.sequences import MatchState
from rules.sequence.sequence import SIDES, Side, other
from web.errors import Message, Refusal

MOST_IN_A_FIELD = 60
MOST_IN_ALL = 10_000 + ORDER_LENGTH
"""In characters. A match with forty injuries has a third of that, without the order."""
WHO = "who.{}"
"""The name of the entry that lists hired players in the order of the saved form."""

TOO_LONG = Message(
    id="matches.field_too_long",
    text=_("“{start}…” is too long for a field of the report. Nothing was saved."),
    remedy=_("Shorten it to {most} characters and save again."),
)
TOO_MUCH = Message(
    id="matches.report_too_long",
    text=_("The report is too long ({length} characters). Nothing was saved."),
    remedy=_("Shorten it to {most} characters and save again."),
)


def typed_in(data: QueryDict, state: MatchState) -> dict[str, Any]:
    """The filled fields of a report as sent. Raises ``Refusal`` if one is too long."""
    names = FieldNames(state)
    found: dict[str, Any] = {}
    for name in data:
        if name in names:
            texts = [order_typed(text) if name == ORDER else cleaned(text) for text in data.getlist(name)]
            saved = boxes(texts, names, name) if name.startswith("took_part.") else texts[-1]
            if saved:
                found[name] = saved
    length = sum(len(name) + len(str(value)) for name, value in found.items())
    if length > MOST_IN_ALL:
        raise Refusal(TOO_MUCH, length=length, most=MOST_IN_ALL)
    return found | who_was_hired(found, state)


def cleaned(text: str) -> str:
    """A field's text without control characters. Raises ``Refusal`` if it is too long."""
    text = text.replace("\0", "").strip()
    if len(text) > MOST_IN_A_FIELD:
        raise Refusal(TOO_LONG, start=text[:20], most=MOST_IN_A_FIELD)
    return text


def boxes(texts: list[str], names: FieldNames, name: str) -> list[str]:
    """The ticked players, each once."""
    side = "home" if name.endswith("home") else "away"
    return [player for player in dict.fromkeys(texts) if player in names.players[side]]


def who_was_hired(found: Mapping[str, Any], state: MatchState) -> dict[str, list[str]]:
    """The names of hired players by number, if a field mentions one."""
    told = {name.split(".")[1] for name in found if name.startswith("hired.")}
    told |= {other(side) for side in SIDES for name in culprit_fields(found, side) if hired_place(str(found[name]))}
    sides = [side for side in SIDES if side in told]
    return {WHO.format(side): [line.name for line in joined(state, side)] for side in sides}


def culprit_fields(saved: Mapping[str, Any], side: Side) -> list[str]:
    """The names of the filled fields that say who hurt a side's players, also its hired ones."""
    whose = (f"injury.{side}.", f"hired.{side}.")
    return [name for name in saved if name.startswith(whose) and name.endswith(".by")]


def fields_to_continue(unsent: UnsentReport, state: MatchState) -> Values:
    """The values of the form's fields when it opens again."""
    names, saved = FieldNames(state), unsent.fields
    found: dict[str, Any] = {f"took_part.{side}": [] for side in SIDES}
    found |= {name: value for name, value in saved.items() if name in names and not name.startswith("hired.")}
    for side in SIDES:
        found |= fields_about_hired(saved, state, side)
    for side in SIDES:
        found |= culprits_now(found, saved, state, side)
    return found


def fields_about_hired(saved: Mapping[str, Any], state: MatchState, side: Side) -> dict[str, Any]:
    """The fields about hired players, by their current numbers: a card may have added a player."""
    before, now = told_apart(saved.get(WHO.format(side), [])), told_apart(line.name for line in joined(state, side))
    found = {}
    for nth, line in enumerate(now, start=1):
        if line in before:
            old, new = f"hired.{side}.{before.index(line) + 1}.", f"hired.{side}.{nth}."
            found |= {new + name.removeprefix(old): value for name, value in saved.items() if name.startswith(old)}
    return found


def culprits_now(fields: Mapping[str, Any], saved: Mapping[str, Any], state: MatchState, side: Side) -> dict[str, str]:
    """Which hired players hurt a side's own, by their current numbers; some hired player if that one is gone."""
    before = told_apart(saved.get(WHO.format(other(side)), []))
    now = told_apart(line.name for line in joined(state, other(side)))
    found = {}
    for name in culprit_fields(fields, side):
        if place := hired_place(str(fields[name])):
            line = before[place - 1] if place <= len(before) else None
            found[name] = hired_value(now.index(line) + 1) if line in now and len(now) > 1 else HIRED
    return found


def told_apart(names: Iterable[str]) -> list[tuple[str, int]]:
    """Each name, and how often it has been there so far: two mercenaries of a position may be called the same."""
    often: Counter[str] = Counter()
    found = []
    for name in names:
        often[name] += 1
        found.append((name, often[name]))
    return found
