"""Loading an edition reads the syntax of its modules once, for all checks together."""

from __future__ import annotations

import ast
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rules.book import option_reads, reads, syntax
from rules.editions.first_1986 import EDITION
from rules.words.completeness import check_texts

MARKS = (ast.expr_context, ast.operator, ast.unaryop, ast.boolop, ast.cmpop)


def test_all_checks_of_an_edition_parse_each_of_its_modules_once(monkeypatch: pytest.MonkeyPatch) -> None:
    syntax.forget()
    reads.attributes_in.cache_clear()
    option_reads.options_of.cache_clear()
    parsed = Counter[str]()
    parse = ast.parse

    def counted(source: str, *more: Any) -> Any:
        parsed[source] += 1
        return parse(source, *more)

    monkeypatch.setattr(ast, "parse", counted)
    check_texts(replace(EDITION))
    syntax.forget()
    assert sorted(parsed.values()) == [1] * len(reads.sources(EDITION.functions))


def test_the_parts_of_a_syntax_come_in_the_order_of_the_standard_library() -> None:
    path = Path(option_reads.__file__)
    walked = [node for node in ast.walk(ast.parse(path.read_text())) if not isinstance(node, MARKS)]
    syntax.forget()
    found = syntax.nodes_in(path)
    syntax.forget()
    assert list(map(ast.dump, found)) == list(map(ast.dump, walked))
