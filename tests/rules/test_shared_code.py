"""Shared rules code reads tables: it contains no fact of one edition."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

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


@pytest.mark.parametrize("path", SHARED, ids=lambda path: str(path.relative_to(RULES)))
def test_shared_code_names_no_trophy_and_no_edition(path: Path) -> None:
    forbidden = {*PBBL.book.trophies, PBBL.book.key} - ({PBBL.book.key} if path.name == "scenario.py" else set())
    assert not forbidden & set(texts(path))


@pytest.mark.parametrize(
    "path", [path for path in SHARED if path.name not in TASTE], ids=lambda path: str(path.relative_to(RULES))
)
def test_shared_code_names_no_list_position_star_skill_or_level(path: Path) -> None:
    book = PBBL.book
    positions = {position.name for team_list in book.lists.values() for position in team_list.positions}
    names = {*book.lists, *positions, *book.stars, *book.skills, *(level.title for level in book.levels)}
    names |= {skill.category for skill in book.skills.values()} | set(book.characteristics)
    assert not names & set(texts(path))


@pytest.mark.parametrize("path", SHARED, ids=lambda path: str(path.relative_to(RULES)))
def test_shared_code_rolls_the_dice_of_the_tables(path: Path) -> None:
    """No call of ``roll`` in a step names a number of faces; a D68's tens and units are what the notation means."""
    source = path.read_text(encoding="utf-8")
    for call in re.findall(r"asking\.roll\(([^)]*)", source):
        assert not re.search(r"(^|[\s,(])\d+\s*(,|$)", call), call
    if path.name != "chance.py":
        assert not re.search(r"\broll\(chance, \d", source)
