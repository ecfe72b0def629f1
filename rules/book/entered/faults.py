"""What is wrong in what commissioners enter, as a sentence that pages can say in another language.

>>> fault("twice", name="Block")
'"Block" is here twice'
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from string import Formatter
from typing import Any

from rules.book.entered.fault_words import FAULTS

Translate = Callable[[str], str]


class Fault(str):
    """A sentence in English that knows its `text` (one of `FAULTS`) and the `args` for its gaps. Made by `fault()`."""

    text: str
    args: Mapping[str, Any]
    longest: int | None

    def say(self, translate: Translate) -> str:
        """The sentence in another language: `translate` gets each text before its gaps are filled."""
        return _Filled(translate).vformat(translate(self.text), (), self.args)[: self.longest]

    def cut(self, longest: int) -> Fault:
        """The sentence with so many letters at most, in each language."""
        return _made(self.text, self.args, longest)


def fault(id: str, **args: Any) -> Fault:
    """What is wrong, by its key in `FAULTS`. What fills a gap may be a fault itself."""
    return worded(FAULTS[id], args)


def worded(text: str, args: Mapping[str, Any] | Iterable[tuple[str, Any]]) -> Fault:
    """The same for a text of another place."""
    return _made(text, dict(args), None)


def say_fault(problem: str, translate: Translate) -> str:
    """A problem in another language. One about the tables of a book has only its English sentence."""
    return problem.say(translate) if isinstance(problem, Fault) else problem


def _made(text: str, args: Mapping[str, Any], longest: int | None) -> Fault:
    made = Fault(_Filled(str).vformat(text, (), args)[:longest])
    made.text, made.args, made.longest = text, args, longest
    return made


class _Filled(Formatter):
    """Fills the gaps of a text in one language."""

    def __init__(self, translate: Translate) -> None:
        self.translate = translate

    def format_field(self, value: Any, format_spec: str) -> str:
        match format_spec:
            case "text":
                things = value if isinstance(value, tuple) else (value,)
                return self.translate(FAULTS["or"]).join(map(self.translate, things))
            case "list":
                return ", ".join(say_fault(each, self.translate) for each in value)
        return say_fault(value, self.translate) if isinstance(value, str) else format(value, format_spec)
