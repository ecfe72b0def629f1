"""Pages of the book come from the edition that a league plays by, and are written in one way."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from django.conf import settings

from leagues.citations import cited, cited_in
from rules.book.statements import PURPOSES
from tests.leagues.cast import Cast

ROOMS = tuple({path.parent.name for path in settings.BASE_DIR.glob("*/__init__.py")} - {"tests", "benchmarks"})


def templates() -> Iterator[tuple[str, str]]:
    for path in sorted((settings.BASE_DIR / "templates").rglob("*.html")):
        yield path.name, path.read_text("utf-8")


@cache
def texts() -> tuple[tuple[str, str], ...]:
    """Every module by its path."""
    paths = [path for room in ROOMS for path in sorted(Path(settings.BASE_DIR / room).rglob("*.py"))]
    return tuple((str(path.relative_to(settings.BASE_DIR)), path.read_text("utf-8")) for path in paths)


@cache
def sources() -> tuple[tuple[str, tuple[ast.AST, ...]], ...]:
    """The calls and keywords of every module in which a statement may be named; to parse them all takes too long."""
    named = re.compile(r"[\"'][A-Z][0-9]{1,2}[\"']|\b(rule|page)=[\"'0-9]|source\(")
    return tuple(
        (name, tuple(node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call | ast.keyword)))
        for name, text in texts()
        if named.search(text)
    )


def test_a_statement_is_cited_with_the_page_of_the_leagues_edition(cast: Cast) -> None:
    assert cited_in(cast.league, "open_play") == " (L2, p. 31)"


def test_without_a_statement_in_the_book_nothing_is_cited(cast: Cast) -> None:
    assert cited("", 0) == cited_in(None, "open_play") == cited_in(cast.league, "") == ""


def test_an_unknown_purpose_is_an_error(cast: Cast) -> None:
    with pytest.raises(KeyError, match="nothing is cited for 'raffles'; there are starting_gold, "):
        cited_in(cast.league, "raffles")


def test_no_template_knows_a_page_or_a_statement_of_the_book() -> None:
    by_hand = re.compile(r"\b(p|p\.|page) ?[1-9][0-9]\b|\([A-Z][0-9]{1,2}[,)]")
    comment = re.compile(r"\{% comment %\}.*?\{% endcomment %\}")
    found = {f"{name}: {match[0]}" for name, text in templates() for match in by_hand.finditer(comment.sub("", text))}
    assert found == set()
    assert by_hand.search("(C8, p. 31)") and by_hand.search("L2, p39") and by_hand.search("rulebook page 40")
    assert by_hand.search("by their word (L1).")


def test_what_a_template_cites_has_a_purpose() -> None:
    cited_for = {purpose for _, text in templates() for purpose in re.findall(r'\{% cite "(\w+)"', text)}
    assert cited_for and cited_for <= set(PURPOSES)


def test_shared_code_knows_no_statement_of_a_book() -> None:
    """Only an edition names ``C8`` or a page; all other code names a purpose."""
    statement = re.compile(r"[A-Z][0-9]{1,2}")
    found = []
    for name, nodes in sources():
        for node in nodes if "/editions/" not in name and "/migrations/" not in name else ():
            by_hand = (
                isinstance(node, ast.keyword) and node.arg in ("rule", "page") and isinstance(node.value, ast.Constant)
            )
            if by_hand and node.value.value:
                found.append(f"{name}:{node.value.lineno}: {node.arg}={node.value.value!r}")
            if isinstance(node, ast.Call):
                texts = [arg.value for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
                found += [f"{name}:{node.lineno}: {text}" for text in texts if statement.fullmatch(text)]
    assert [each for each in found if not re.search(r": (A4|A5|A3|D68)$|stats/tables/page\.py.*: page=1$", each)] == []


def test_every_purpose_that_is_named_in_code_is_one() -> None:
    named = {
        (name, node.args[0].value)
        for name, nodes in sources()
        for node in nodes
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "source"
        and node.args and isinstance(node.args[0], ast.Constant)
    }  # fmt: skip
    assert len(named) > 30
    assert {purpose for _, purpose in named} <= set(PURPOSES)


def test_every_purpose_is_used() -> None:
    said = "".join(text for name, text in (*texts(), *templates()) if name != "rules/book/statements.py")
    assert [purpose for purpose in PURPOSES if f'"{purpose}"' not in said] == []
