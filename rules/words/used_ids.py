"""The ids that source files of the rules put into figures, violations and questions, read from their syntax.

So an id without a text is found when an edition is loaded, not when a page needs it.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path

from rules.book.statements import PURPOSES
from rules.book.syntax import nodes_in, nodes_under

Filled = set[str] | None
"""The gaps that one use of an id fills; None if the source does not show them."""
Uses = Mapping[str, Mapping[str, list[Filled]]]
"""By sort, each id with what each of its uses fills."""
# For each call with an id: the sort of text, and the position of the id.
CALLS: Mapping[str, tuple[str, int | None]] = {
    "Term": ("terms", None),
    "Figure": ("figures", None),
    "summed": ("figures", 0),
    "Violation": ("violations", None),
    "_violation": ("violations", 2),
    "violation": ("violations", 2),
    "refused_by": ("violations", 3),
    "_broken": ("violations", 1),
    "broken": ("violations", None),
    "_refused": ("violations", 1),
    "_of_staff": ("violations", 1),
    "_of_row": ("violations", 1),
    "problem": ("violations", None),
    "Unreadable": ("violations", 0),
    "Unfit": ("violations", 0),
    "Impossible": ("impossible", 1),
    "tell": ("notes", 0),
}
KEYWORDS = {"id", "rule", "page", "args", "hint_only", "whole"}
ASKS: Mapping[str, str] = {"roll": "roll", "draw": "draw", "choose": "choose", "decide": "choose", "ask": "choose"}
"""The methods of `Asking` that people answer, with the kind of their questions."""


def ids_in(paths: Iterable[Path]) -> Uses:
    """The ids in these files. A question's id is the first part of its label and its kind: ``mvp.draw``."""
    found: dict[str, dict[str, list[Filled]]] = defaultdict(lambda: defaultdict(list))
    for path in sorted(paths):
        for function in [node for node in nodes_in(path) if isinstance(node, ast.FunctionDef)]:
            for sort, expression, filled in calls(function):
                for id in texts(expression, function):
                    found[sort][id].append(filled)
            for id, filled in questions(function):
                found["questions"][id].append(filled)
    return found


def questions(function: ast.FunctionDef) -> Iterator[tuple[str, Filled]]:
    """The questions that a function asks, with the gaps that each fills."""
    for node in _calls_in(function):
        if not isinstance(node.func, ast.Attribute) or len(node.args) < 2:
            continue
        if node.func.attr in ASKS and ast.unparse(node.func.value).endswith("asking"):
            label = next((each.value for each in node.keywords if each.arg == "label"), node.args[1])
            for text in labels(label, function):
                yield f"{text.split('.')[0]}.{ASKS[node.func.attr]}", _filled_by_question(node, function)


def _filled_by_question(node: ast.Call, function: ast.FunctionDef) -> Filled:
    """The gaps that a question fills: the names in its ``args``. All else that it is given is no text."""
    args = next((keyword.value for keyword in node.keywords if keyword.arg == "args"), None)
    if isinstance(args, ast.Name):
        args = next(assigned(args.id, function), args)
    if args is None:
        return set()
    pairs = args.elts if isinstance(args, ast.Tuple) else [args]
    names = [pair.elts[0] if isinstance(pair, ast.Tuple) else pair for pair in pairs]
    known = {name.value for name in names if isinstance(name, ast.Constant) and isinstance(name.value, str)}
    return known if len(known) == len(names) else None


def labels(label: ast.expr, function: ast.FunctionDef) -> list[str]:
    """The labels that an expression can have, of one made of parts the first."""
    if isinstance(label, ast.Name):
        return [text for value in assigned(label.id, function) for text in labels(value, function)]
    if isinstance(label, ast.JoinedStr):
        return [str(label.values[0].value)] if isinstance(label.values[0], ast.Constant) else []
    return texts(label, function)


def calls(function: ast.FunctionDef) -> Iterator[tuple[str, ast.expr, Filled]]:
    """The calls in a function that carry an id, with the expression that gives it and the gaps that they fill."""
    for node in _calls_in(function):
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if name not in CALLS:
            continue
        sort, place = CALLS[name]
        keyword = next((each.value for each in node.keywords if each.arg == "id"), None)
        if name in ("broken", "problem", "_broken"):  # the id comes after the purpose
            before = [index for index, arg in enumerate(node.args) if _is_purpose(arg)]
            place = before[-1] + 1 if before else place
        if keyword is not None:
            yield sort, keyword, filled_by(node, function)
        elif place is not None and 0 <= place < len(node.args):
            yield sort, node.args[place], filled_by(node, function)


def _is_purpose(arg: ast.expr) -> bool:
    """Whether an argument is the purpose of the call; the id comes after it."""
    if isinstance(arg, ast.IfExp):
        return _is_purpose(arg.body)
    text = arg.value if isinstance(arg, ast.Constant) else ""
    return getattr(arg, "id", "") == "purpose" or text in PURPOSES


def _is_source(value: ast.expr) -> bool:
    """Whether ``**value`` is the rule and page of a purpose, which fill no gap."""
    return isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and value.func.attr == "source"


def filled_by(node: ast.Call, function: ast.FunctionDef) -> Filled:
    """The gaps that a call fills: its further keywords, or the names in its ``args``."""
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    if name == "Unreadable":
        return {"found"}
    if any(keyword.arg is None and not _is_source(keyword.value) for keyword in node.keywords):
        return None
    args = next((keyword.value for keyword in node.keywords if keyword.arg == "args"), None)
    if isinstance(args, ast.Name):
        args = next(assigned(args.id, function), None)
    if args is None:
        return {keyword.arg for keyword in node.keywords if keyword.arg} - KEYWORDS
    if not isinstance(args, ast.Tuple):
        return None
    pairs = [pair for pair in args.elts if isinstance(pair, ast.Tuple)]
    names = [pair.elts[0].value for pair in pairs if isinstance(pair.elts[0], ast.Constant)]
    return {name for name in names if isinstance(name, str)}


def texts(expression: ast.expr, function: ast.FunctionDef) -> list[str]:
    """The strings that an expression can have; for a name, those that the function assigns to it."""
    if isinstance(expression, ast.Name):
        return [text for value in assigned(expression.id, function) for text in texts(value, function)]
    if isinstance(expression, ast.Constant):
        return [expression.value] if isinstance(expression.value, str) else []
    if isinstance(expression, ast.IfExp):
        return texts(expression.body, function) + texts(expression.orelse, function)
    if isinstance(expression, ast.Subscript) and isinstance(expression.value, ast.Dict):
        return [text for value in expression.value.values for text in texts(value, function)]
    if isinstance(expression, ast.JoinedStr):
        start = expression.values[0]
        text = start.value if isinstance(start, ast.Constant) else None
        return [f"{text}{side}" for side in ("home", "away")] if isinstance(text, str) else []
    return []


def assigned(name: str, function: ast.FunctionDef) -> Iterator[ast.expr]:
    """What a function assigns to a name."""
    for node in _assignments_in(function):
        for target in node.targets:
            if isinstance(target, ast.Name) and target.id == name:
                yield node.value
            if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                for one, value in zip(target.elts, node.value.elts, strict=True):
                    if isinstance(one, ast.Name) and one.id == name:
                        yield value


# Functions are read one after the other, each by several readers.


@lru_cache(maxsize=1)
def _within(function: ast.FunctionDef) -> tuple[ast.AST, ...]:
    return nodes_under(function)


@lru_cache(maxsize=1)
def _calls_in(function: ast.FunctionDef) -> tuple[ast.Call, ...]:
    return tuple(node for node in _within(function) if isinstance(node, ast.Call))


@lru_cache(maxsize=1)
def _assignments_in(function: ast.FunctionDef) -> tuple[ast.Assign, ...]:
    return tuple(node for node in _within(function) if isinstance(node, ast.Assign))
