"""Every id that the rules put into figures and violations, read from their source files."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from rules.book.statements import PURPOSES

RULES = Path(__file__).resolve().parents[2] / "rules"
# For each call with an id: the sort of text, and the position of the id.
CALLS = {
    "Term": ("terms", None),
    "Figure": ("figures", None),
    "summed": ("figures", 0),
    "Violation": ("violations", None),
    "_violation": ("violations", 2),
    "_broken": ("violations", 1),
    "broken": ("violations", None),
    "_refused": ("violations", 1),
    "_of_staff": ("violations", 1),
    "_of_row": ("violations", 1),
    "problem": ("violations", None),
    "Unreadable": ("violations", 0),
    "Impossible": ("impossible", 1),
}
KEYWORDS = {"id", "rule", "page", "args", "hint_only", "whole"}


def ids() -> dict[str, dict[str, list[set[str] | None]]]:
    """By sort, each id with the gaps that each of its uses fills (None if the source does not show them)."""
    found: dict[str, dict[str, list[set[str] | None]]] = defaultdict(lambda: defaultdict(list))
    for path in sorted(RULES.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for function in [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]:
            for sort, expression, filled in calls(function):
                for id in texts(expression, function):
                    found[sort][id].append(filled)
    return found


def calls(function: ast.FunctionDef) -> Iterator[tuple[str, ast.expr, set[str] | None]]:
    """The calls in a function that carry an id, with the expression that gives it and the gaps that they fill."""
    for node in ast.walk(function):
        if not isinstance(node, ast.Call):
            continue
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


def filled_by(node: ast.Call, function: ast.FunctionDef) -> set[str] | None:
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
    return {str(pair.elts[0].value) for pair in pairs if isinstance(pair.elts[0], ast.Constant)}


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
        return [f"{start.value}{side}" for side in ("home", "away")] if isinstance(start, ast.Constant) else []
    return []


def assigned(name: str, function: ast.FunctionDef) -> Iterator[ast.expr]:
    """What a function assigns to a name."""
    for node in ast.walk(function):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Name) and target.id == name:
                    yield node.value
                if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                    for one, value in zip(target.elts, node.value.elts, strict=True):
                        if isinstance(one, ast.Name) and one.id == name:
                            yield value
