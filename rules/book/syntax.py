"""The syntax of an edition's own modules, which several checks read when it is loaded; each file is parsed once."""

from __future__ import annotations

import ast
from functools import lru_cache
from pathlib import Path

TEXTS = {"id", "attr", "arg", "name", "module", "asname", "level", "conversion", "simple", "is_async", "type_comment"}
"""The fields of syntax that hold texts and numbers, in every kind of parts that has them."""
MARKS = {"ctx", "op", "ops"}
INNER: dict[type[ast.AST], tuple[str, ...]] = {}


@lru_cache(maxsize=256)
def nodes_in(path: Path) -> tuple[ast.AST, ...]:
    """All parts of a file's syntax, the outer ones first. Kept until `forget`."""
    return nodes_under(ast.parse(path.read_text(encoding="utf-8")))


def forget() -> None:
    """Frees the syntax when all editions are loaded: nothing reads it after that."""
    nodes_in.cache_clear()


def nodes_under(top: ast.AST) -> tuple[ast.AST, ...]:
    """This part and all parts in it, in the order of ``ast.walk``, which is four times slower.

    Left out are the marks of the syntax that say nothing by themselves: operators, and whether a name is read or set.
    """
    found: list[ast.AST] = [top]
    for node in found:
        for name in _inner_of(type(node)):
            value = getattr(node, name, None)
            if isinstance(value, list):
                found += [each for each in value if isinstance(each, ast.AST)]
            elif isinstance(value, ast.AST):
                found.append(value)
    return tuple(found)


def _inner_of(kind: type[ast.AST]) -> tuple[str, ...]:
    """The fields of a kind of parts that hold other parts, or lists of them."""
    if kind not in INNER:
        names = () if kind is ast.Constant else kind._fields
        INNER[kind] = tuple(name for name in names if name not in TEXTS | MARKS)
    return INNER[kind]
