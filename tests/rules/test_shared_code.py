"""Shared rules code reads tables: it contains no fact of one edition."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from rules.editions import EDITIONS
from tests.rules.build import PBBL

RULES = Path(__file__).resolve().parents[2] / "rules"
OF_EDITIONS = (RULES / "editions", RULES / "words" / "catalogue")
SHARED = sorted(path for path in RULES.rglob("*.py") if not any(map(path.is_relative_to, OF_EDITIONS)))
TASTE = {"random_matches.py", "talents.py", "drafting.py"}  # what random players do well and coaches like is not a rule


def texts(path: Path) -> Iterator[str]:
    """Every string in a module that is not a docstring."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef)
    docs = {id(node.body[0].value) for node in ast.walk(tree)
            if isinstance(node, documented) and node.body and isinstance(node.body[0], ast.Expr)}  # fmt: skip
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
            yield node.value


def test_there_is_shared_code() -> None:
    assert all(folder.is_dir() for folder in OF_EDITIONS)
    assert {"run.py", "value.py", "words.py"} <= {path.name for path in SHARED}


def said_in(path: Path) -> set[str]:
    """What a module of shared code says in strings. The format of scenarios names the book of those without one."""
    return set(texts(path)) - ({PBBL.book.key} if path.name == "scenario.py" else set())


@pytest.mark.parametrize("path", SHARED, ids=lambda path: str(path.relative_to(RULES)))
def test_shared_code_names_no_edition_and_none_of_its_trophies_and_facts(path: Path) -> None:
    for book in (edition.book for edition in EDITIONS):
        assert not {book.key, *book.trophies, *book.facts} & said_in(path), book.name


@pytest.mark.parametrize(
    "path", [path for path in SHARED if path.name not in TASTE], ids=lambda path: str(path.relative_to(RULES))
)
def test_shared_code_names_no_list_position_star_skill_or_level(path: Path) -> None:
    for book in (edition.book for edition in EDITIONS):
        positions = {position.name for team_list in book.lists.values() for position in team_list.positions}
        names = {*book.lists, *positions, *book.stars, *book.skills, *(level.title for level in book.levels)}
        names |= {skill.category for skill in book.skills.values()} | set(book.characteristics)
        assert not names & set(texts(path)), book.name


@pytest.mark.parametrize("path", SHARED, ids=lambda path: str(path.relative_to(RULES)))
def test_shared_code_rolls_the_dice_of_the_tables(path: Path) -> None:
    """No call of ``roll`` in a step names a number of faces; a D68's tens and units are what the notation means."""
    source = path.read_text(encoding="utf-8")
    for call in re.findall(r"asking\.roll\(([^)]*)", source):
        assert not re.search(r"(^|[\s,(])\d+\s*(,|$)", call), call
    if path.name != "chance.py":
        assert not re.search(r"\broll\(chance, \d", source)


TESTING = ("tests", "benchmarks")
ROOMS = sorted(path.parent.name for path in RULES.parent.glob("*/__init__.py") if path.parent.name not in TESTING)
STORED = (
    "competitions/archive",  # a file format
    "competitions/ranking/tie_breakers.py",  # stored keys
    "rules/editions",
    "rules/sheet/sheet.py",  # what was stored before deeds had keys
)
COUNTING = sorted(
    path
    for room in ROOMS
    for path in (RULES.parent / room).rglob("*.py")
    if "migrations" not in path.relative_to(RULES.parent).parts and path.name not in TASTE
)


def test_no_code_names_a_deed_of_a_book() -> None:
    """But casualties: the word is also that of the injury tables of every book, and of what a side inflicted."""
    deeds = {key for edition in EDITIONS for key in edition.book.deeds} - {"casualties"}
    stored = [RULES.parent / place for place in STORED]
    assert len(COUNTING) > 500
    wrong = {
        str(path.relative_to(RULES.parent)): sorted(deeds & set(texts(path)))
        for path in COUNTING
        if not any(map(path.is_relative_to, stored)) and deeds & set(texts(path))
    }
    assert wrong == {}
