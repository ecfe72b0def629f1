"""Pages of the book come from the edition that a league plays by, and are written in one way."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings

from leagues.citations import cited, cited_in
from rules.statements import PURPOSES
from tests.leagues.cast import Cast

ROOMS = ("rules", "leagues", "teams", "matches", "competitions", "api", "dugout", "printing")


def templates() -> Iterator[tuple[str, str]]:
    for path in sorted((settings.BASE_DIR / "templates").rglob("*.html")):
        yield path.name, path.read_text("utf-8")


def sources() -> Iterator[tuple[str, ast.AST]]:
    for room in ROOMS:
        for path in sorted(Path(settings.BASE_DIR / room).rglob("*.py")):
            yield str(path.relative_to(settings.BASE_DIR)), ast.parse(path.read_text("utf-8"))


def test_a_statement_is_cited_with_the_page_of_the_leagues_edition(cast: Cast) -> None:
    assert cited_in(cast.league, "open_play") == " (L2, p. 31)"


def test_where_a_book_says_nothing_nothing_is_cited(cast: Cast) -> None:
    assert cited("", 0) == cited_in(None, "open_play") == cited_in(cast.league, "") == ""


def test_nothing_is_cited_for_a_purpose_that_there_is_not(cast: Cast) -> None:
    with pytest.raises(KeyError, match="nothing is cited for 'raffles'; there are starting_gold, "):
        cited_in(cast.league, "raffles")


def test_no_template_knows_a_page_or_a_statement_of_the_book() -> None:
    by_hand = re.compile(r"\b(p|p\.|page) ?[1-9][0-9]\b|\([A-Z][0-9]{1,2}[,)]")
    comment = re.compile(r"\{% comment %\}.*?\{% endcomment %\}")
    found = {f"{name}: {match[0]}" for name, text in templates() for match in by_hand.finditer(comment.sub("", text))}
    assert found == set()
    assert by_hand.search("(C8, p. 31)") and by_hand.search("L2, p39") and by_hand.search("rulebook page 40")
    assert by_hand.search("by his word (L1).")


def test_what_a_template_cites_has_a_purpose() -> None:
    cited_for = {purpose for _, text in templates() for purpose in re.findall(r'\{% cite "(\w+)"', text)}
    assert cited_for and cited_for <= set(PURPOSES)


def test_shared_code_knows_no_statement_of_a_book() -> None:
    """Nothing but an edition says ``C8`` or a page; all else says what it speaks of."""
    statement = re.compile(r"[A-Z][0-9]{1,2}")
    found = []
    for name, tree in sources():
        for node in ast.walk(tree) if "/editions/" not in name and "/migrations/" not in name else ():
            by_hand = (
                isinstance(node, ast.keyword) and node.arg in ("rule", "page") and isinstance(node.value, ast.Constant)
            )
            if by_hand and node.value.value:
                found.append(f"{name}:{node.value.lineno}: {node.arg}={node.value.value!r}")
            if isinstance(node, ast.Call):
                texts = [arg.value for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
                found += [f"{name}:{node.lineno}: {text}" for text in texts if statement.fullmatch(text)]
    assert [each for each in found if not re.search(r"printing/paper|: D68", each)] == []


def test_every_purpose_that_is_named_in_code_is_one() -> None:
    named = {
        (name, node.args[0].value)
        for name, tree in sources()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "source"
        and node.args and isinstance(node.args[0], ast.Constant)
    }  # fmt: skip
    assert len(named) > 30
    assert {purpose for _, purpose in named} <= set(PURPOSES)


def test_every_purpose_is_used() -> None:
    known = {node.value for name, tree in sources() if name != "rules/statements.py" for node in ast.walk(tree)
             if isinstance(node, ast.Constant) and isinstance(node.value, str)}  # fmt: skip
    known |= {purpose for _, text in templates() for purpose in re.findall(r'\{% cite "(\w+)"', text)}
    assert set(PURPOSES) - known == set()
