"""When an edition is loaded, it must have every house rule that shared code reads."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from rules.book.edition import Edition
from rules.book.house_rules import HouseRules
from rules.book.option_checks import settled_problems
from rules.book.required_options import READ
from rules.book.toml_tables import BookError
from rules.editions import EDITIONS
from tests.rules.build import PBBL

ROOT = Path(__file__).resolve().parents[3]
READERS = {"integer", "flag", "choice", "choices"}
EDITION = PBBL.edition


def without(*names: str) -> Edition:
    """The edition without these options in its book."""
    options = {name: option for name, option in EDITION.book.options.items() if name not in names}
    return replace(EDITION, book=replace(EDITION.book, options=options))


@cache
def reads() -> frozenset[tuple[str, str]]:
    """Every option that shared code reads by name, with the module that reads it."""
    return frozenset(_reads())


def _reads() -> Iterator[tuple[str, str]]:
    for room in ("rules", "leagues", "teams", "matches", "competitions", "api", "dugout"):
        for path in (ROOT / room).rglob("*.py"):
            text = path.read_text("utf-8")
            if path.is_relative_to(ROOT / "rules" / "editions") or "house" not in text:
                continue
            for node in ast.walk(ast.parse(text)):
                name = None
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
                    name = node.args[0] if node.func.attr in READERS and of_house(node.func.value) else None
                if isinstance(node, ast.Subscript) and of_house(node.value):
                    name = node.slice
                if isinstance(name, ast.Constant):
                    yield str(name.value), ".".join(path.relative_to(ROOT).with_suffix("").parts)


def of_house(value: ast.expr) -> bool:
    return ast.unparse(value).split(".")[-1] == "house"


def test_every_house_rule_that_shared_code_reads_is_required() -> None:
    found = reads()
    assert len(found) > 15
    for name, module in found:
        assert name in READ, f"{module} reads {name}"
        steps = READ[name].steps
        assert not steps or module in {step.rpartition(".")[0] for step in steps}, f"{module} reads {name}"


def test_every_required_option_is_read_somewhere() -> None:
    trades = {"trades"}  # by a constant
    assert set(READ) - {name for name, _ in reads()} == trades


def test_every_step_that_reads_something_exists() -> None:
    steps = {f"{step.__module__}.{step.__name__}" for edition in EDITIONS
             for _, step in edition.steps}  # fmt: skip
    assert {step for read in READ.values() for step in read.steps} <= steps


def test_an_edition_without_required_options_is_refused_with_a_list_of_them() -> None:
    with pytest.raises(BookError) as refused:
        without("mvp", "trades", "spiralling_step")
    message = str(refused.value)
    assert message.startswith("pbbl-1.10: options: lack these, which must be under [[options]] or [settled]: ")
    assert "trades (choice: off, approval, free);" in message
    assert (
        "mvp (choice: random, coach, random_survivor, nominated, read by rules.match_day.player_results.award_mvp and "
        in message
    )
    assert "spiralling_step (integer, read by rules.match_day.gold.pay_expenses)" in message


def test_an_option_that_only_a_step_reads_is_required_only_with_that_step() -> None:
    options = {name: option for name, option in EDITION.book.options.items() if name != "mvp"}
    steps = tuple((name, step) for name, step in EDITION.post_match if name != "mvp")
    edition = replace(EDITION, book=replace(EDITION.book, options=options), post_match=steps)
    assert edition.key == EDITION.key


def test_a_fixed_value_counts_as_an_answer_to_a_required_option() -> None:
    options = {name: option for name, option in EDITION.book.options.items() if name != "trades"}
    book = replace(EDITION.book, options=options, settled={"trades": "off"})
    assert list(settled_problems(book)) == []
    assert replace(EDITION, book=book).key == EDITION.key


WRONG = [
    ("trades", "free", "is an option too"),
    ("raffles", True, "nothing reads this; there are starting_treasury, "),
    ("card_budget", "much", "must be of the type integer, not 'much'"),
    ("card_budget", True, "must be of the type integer, not True"),
    ("mvp", "lottery", "nothing knows lottery; there are random, coach, random_survivor"),
    ("excluded_inducements", ("wizard", "mage"), "nothing knows mage; there are mercenary, "),
]


@pytest.mark.parametrize(("name", "value", "words"), WRONG)
def test_a_wrong_fixed_value_is_refused(name: str, value: bool | str | tuple[str, ...], words: str) -> None:
    options = {key: option for key, option in EDITION.book.options.items() if key == "trades"}
    book = replace(EDITION.book, options=options, settled={name: value})
    place, key, problem = next(settled_problems(book))
    assert (place, key) == (("settled", ""), name) and words in problem


def test_every_option_is_read_by_a_method_of_its_type() -> None:
    for name, read in READ.items():
        assert hasattr(HouseRules, "flag" if read.type == "boolean" else read.type), name
