"""A scenario's answer to a question that no code here knows by its key: found by the key, and read by the form.

Under the first word of the key stands the answer, or a mapping or list of answers by the other words: players are meant
by their numbers, and the first of a list is number 1. Where options are players, numbers stand for them too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from rules.scenarios.team import FIRST_ID
from rules.sequence.forms import Amount, AnyForm, Basket, Pick, Table
from rules.sequence.sequence import Question, Side, other


def found_for(question: Question, given: Mapping[str, Any]) -> tuple[Any, str]:
    """The scenario's answer to a question, and the keys under which it stands; None if there is none."""
    name, *rest = question.key.split(".")
    found, place = given.get(name), name
    for word in rest:
        if found is None or not isinstance(found, (Mapping, list)):
            break
        key, found = _inside(found, word, question.side)
        place += f".{key}"
    return (None, place) if found is None else (answer_to(question, found), place)


def _inside(found: Mapping[Any, Any] | list[Any], word: str, side: Side) -> tuple[str, Any]:
    if isinstance(found, list):
        nth = int(word) if word.isdecimal() else 0
        return word, found[nth - 1] if 0 < nth <= len(found) else None
    number = int(word) - FIRST_ID[side] if word.isdecimal() else -1
    for key in (word, number, str(number)):
        if key in found:
            return str(key), found[key]
    return word, None


def answer_to(question: Question, typed: Any) -> Any:
    """What was written in a scenario, as the question wants it."""
    if question.kind == "roll":
        return typed
    if question.options:
        return _option(question.options, typed, question.side)
    if isinstance(question.form, Pick) and (numbers := _numbered(question)):
        many = typed if isinstance(typed, list) else [typed]
        return [numbers.get(str(one), one) if isinstance(one, int) else one for one in many]
    return in_form(question.form, typed, question.side) if question.form is not None else typed


def _numbered(question: Question) -> dict[str, str]:
    """The players of a question by number, where it says the numbers: also those who have only just joined."""
    said = ((key.removeprefix("player."), number) for key, number in question.args if key.startswith("player."))
    return {str(number): player for player, number in said}


def in_form(form: AnyForm, typed: Any, side: Side) -> Any:
    """What was written in a scenario, as the form wants it. What does not fit stays, and the form refuses it."""
    match form:
        case Pick():
            many = typed if isinstance(typed, list) else [typed]
            return [_option(form.options, one, side) for one in many]
        case Table() if isinstance(typed, Mapping):
            return {_option(form.rows, row, side): _cells(form, cells, side) for row, cells in typed.items()}
        case Basket() if isinstance(typed, list):
            keys = tuple(good.key for good in form.goods)
            return dict(Counter(_option(keys, _one_of(one), side) for one in typed))
        case Amount() | Basket() | Table():
            return typed


def _one_of(item: Any) -> Any:
    """A good of a list, which may stand under a word that says what it is: ``{position: Lineman}``."""
    return next(iter(item.values())) if isinstance(item, Mapping) and len(item) == 1 else item


def _cells(form: Table, cells: Any, side: Side) -> Any:
    """The cells of a row; with one column, its value alone will do."""
    if not isinstance(cells, Mapping):
        cells = {form.columns[0].key: cells} if len(form.columns) == 1 else cells
    if not isinstance(cells, Mapping):
        return cells
    options = {column.key: column.options for column in form.columns}
    return {
        key: _option(options.get(key, ()), value, side) if options.get(key) else value for key, value in cells.items()
    }


def _option(options: tuple[str, ...], typed: Any, side: Side) -> Any:
    """The option that is meant: a number is a player of the side, or else of the opponent."""
    text = str(typed)
    if text not in options and text.isdecimal():
        for whose in (side, other(side)):
            if (player := str(FIRST_ID[whose] + int(text))) in options:
                return player
    return text if text in options else typed
