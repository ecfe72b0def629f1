"""House rules as text, ``mvp=random``: how people type them in commands, and how addresses of pages carry them."""

from __future__ import annotations

from rules.book.entered.stars import BETWEEN_FIELDS, BETWEEN_STARS, lines_of
from rules.book.rows.options import LISTS, STARS, TIERS, Option

TRUTH = {"yes": True, "true": True, "on": True, "no": False, "false": False, "off": False}
MOST_DIGITS = 12
HEAD = "[["
"""How a team list begins."""


def read_option(option: Option, text: str) -> object:
    """What was typed for an option, as its type. What cannot be read stays a text, which ``house_rules`` refuses."""
    if option.type == "integer":
        digits = text.removeprefix("-")
        return int(text) if digits.isascii() and digits.isdecimal() and len(digits) <= MOST_DIGITS else text
    if option.type == "boolean":
        return TRUTH.get(text.lower(), text)
    if option.type == "choices":
        return tuple(part for part in text.split(",") if part)
    if option.type == LISTS:
        return (text,) if text.strip() else ()
    return lines_of(text) if option.type in (STARS, TIERS) else text


def typed_option(value: object) -> str:
    """The value of an option as it is typed."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if not isinstance(value, list | tuple):
        return str(value)
    if any(str(each).startswith(HEAD) for each in value):
        return "\n\n".join(value)
    lines = any(BETWEEN_FIELDS in str(each) for each in value)
    return (BETWEEN_STARS if lines else ",").join(map(str, value))
