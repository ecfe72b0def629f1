"""How the report's page draws an injury: only the fields that can apply to this player and team."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from django.utils.translation import gettext as _

from matches.casualty_words import die_of
from matches.report.form.injury_fields import DICE, Asked, asked
from matches.sequence.sequences import MatchState
from rules.book.rows.injuries import InjuryField
from rules.match_day.casualties import may_treat, treats
from rules.sequence.sequence import Side, faces_of, other
from rules.sheet.sheet import PlayerSheet

Drawn = dict[str, Any]


def asked_of(state: MatchState, side: Side, line: PlayerSheet) -> frozenset[str]:
    """The keys of the fields that this player's injury has."""
    fields = state.ruleset.book.injury_fields.values()
    return frozenset(field.key for field in fields if applies(state, side, line, field))


def applies(state: MatchState, side: Side, line: PlayerSheet, field: InjuryField) -> bool:
    """Whether a field can apply to a player's injury: it is for this player, and the side can treat them."""
    if not field.asks(line.position, line.skills):
        return False
    if field.by and not is_helped(state, side, line, field):
        return False
    return field.kind not in ("card", "card_die") or bool(healing_cards(state, side))


def is_helped(state: MatchState, side: Side, line: PlayerSheet, field: InjuryField) -> bool:
    """Whether somebody is there by whom such a field is filled in, and can do so for this player."""
    ruleset, helping = state.ruleset, other(side) if field.lent else side
    helpers = state.sheets.of(helping)
    there = [kind for kind in field.by if helpers.staff_count(kind) or has_bought(state, helping, kind)]
    treatable = bool(there) and may_treat(ruleset, state.sheets.of(side), line)
    return any(treatable or not treats(ruleset, kind) for kind in there)


def has_bought(state: MatchState, side: Side, kind: str) -> bool:
    """Whether a side bought such an inducement for the match."""
    return any(item["kind"] == kind for item in state.sides[side].inducements)


def healing_cards(state: MatchState, side: Side, picked: str = "") -> list[dict[str, str]]:
    """The healing cards that a side played, and the card of the row."""
    played = {picked, *(one.card for one in state.played_cards(side))} - {""}
    cards = state.ruleset.book.cards if played else ()
    return [{"value": card.name, "label": card.name} for card in cards if card.heals and card.name in played]


def drawn_fields(
    state: MatchState, side: Side, row: dict[str, str], keys: frozenset[str], *, beside: Callable[[str], bool]
) -> Iterator[Drawn]:
    """The fields of an injury besides its first roll, those of ``keys`` and those that are filled in.

    ``beside`` tells whether the player has a skill, for fields with another label then.
    """
    for each in asked(state.ruleset.book)[1:]:
        key = each.field.key if each.field is not None else ""
        if key in keys or not key or row[each.name]:
            yield drawn(state, side, each, row[each.name], beside=beside)


def drawn(state: MatchState, side: Side, each: Asked, value: str, *, beside: Callable[[str], bool]) -> Drawn:
    """One field as the template draws it."""
    field, bounds = each.field, each.bounds
    options = [{"value": option.key, "label": _(option.label)} for option in field.options] if field else []
    if field is not None and field.kind == "card":
        options = healing_cards(state, side, value)
    if field is not None and field.kind in DICE:
        options = [{"value": str(face), "label": str(face)} for face in faces_of(field.faces)]
    return {
        "name": each.name,
        "only": field.key if field is not None else "",
        "kind": "tick" if each.tick else "number" if each.table is not None else "select",
        "label": _label(each, beside=beside),
        "value": value,
        "ticked": bool(value) and (value == each.tick or each.tick == "yes"),
        "tick": each.tick,
        "low": bounds[0] if bounds else "",
        "high": bounds[1] if bounds else "",
        "options": options,
        "empty": _("not used") if field is not None and field.by else _none(field),
        "treatment": field is not None and field.treatment,
    }


def _none(field: InjuryField | None) -> str:
    """What an empty choice says."""
    return _("none") if field is not None and field.kind == "card" else _("not rolled")


def _label(each: Asked, *, beside: Callable[[str], bool]) -> str:
    """The label of a field; that of a further roll names its table."""
    field, table = each.field, each.table
    if field is None:
        return f"{_(table.name)}: {each.dice}" if table is not None else each.dice
    text = field.other_label if field.beside and beside(field.beside) else field.label
    label = _(text).format(dice=each.dice)
    if table is not None and each.key != field.key:
        label = f"{label}, {_(table.name)}: {die_of(table).name}"
    return label
