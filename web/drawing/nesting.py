"""Style sheets whose rules stand in one another where they begin alike: `.t td` and `.t th` as `.t{td{}th{}}`.

What is sent is shorter and means the same: the order of the rules stays, and what they begin with is one class or one
list in `:is()`, so that each weighs what it did. Every browser that knows `light-dark()` reads it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby

SIGN = re.compile(r'"[^"]*"|[{};]')
CLASS = re.compile(r"\.[\w-]+")
LIST = ":is("
HOLD_RULES = ("@media", "@supports")
"""Blocks with rules in them; others, such as typefaces and steps of a movement, are left alone."""

Block = tuple[str, str | None]
"""What stands before a block and in it; for a statement without a block, itself and None."""


def nested(css: str) -> str:
    """A style sheet that does the same, with rules that follow each other and begin alike in one block.

    ``css`` has no comments and no needless blanks (`web.drawing.static_files.short`).
    """
    return "".join(_together(start, list(run)) for start, run in groupby(_blocks(css), key=_start))


def _blocks(css: str) -> Iterator[Block]:
    """The rules and statements of a sheet, in their order."""
    depth = begin = 0
    head = ""
    for sign in SIGN.finditer(css):
        if sign[0] == "{":
            if not depth:
                head, begin = css[begin : sign.start()], sign.end()
            depth += 1
        elif sign[0] == "}":
            depth -= 1
            if not depth:
                yield head, css[begin : sign.start()]
                begin = sign.end()
        elif sign[0] == ";" and not depth:
            yield css[begin : sign.end()], None
            begin = sign.end()


def _start(block: Block) -> str:
    """The class or list that all selectors of a rule begin with; empty if there is none."""
    head, body = block
    starts = {_first(selector) for selector in selectors(head)}
    return starts.pop() if len(starts) == 1 and body is not None else ""


def selectors(head: str) -> list[str]:
    """The selectors of a rule: what commas outside of brackets part."""
    found, depth = [""], 0
    for letter in head:
        depth += (letter in "([") - (letter in ")]")
        if letter == "," and not depth:
            found.append("")
        else:
            found[-1] += letter
    return found


def _first(selector: str) -> str:
    if not selector.startswith(LIST):
        found = CLASS.match(selector)
        return found[0] if found else ""
    depth = 0
    for place, letter in enumerate(selector):
        depth += (letter == "(") - (letter == ")")
        if letter == ")" and not depth:
            return selector[: place + 1]
    return ""


def _together(start: str, run: list[Block]) -> str:
    """Rules that begin alike in one block, if that is shorter."""
    apart = "".join(_written(block) for block in run)
    if not start or len(run) == 1:
        return apart
    rules = [(",".join(_after(start, each) for each in selectors(head)), body) for head, body in run]
    own = f"{rules.pop(0)[1]};" if rules[0][0] == "&" else ""
    within = "".join(f"{head}{{{body}}}" for head, body in rules)
    return min(apart, f"{start}{{{own}{within}}}", key=len)


def _after(start: str, selector: str) -> str:
    """A selector as it stands in the block of what it begins with."""
    rest = selector[len(start) :]
    return rest.lstrip() if rest.startswith((" ", ">")) else f"&{rest}"


def _written(block: Block) -> str:
    head, body = block
    if body is None:
        return head
    return f"{head}{{{nested(body) if head.startswith(HOLD_RULES) else body}}}"
