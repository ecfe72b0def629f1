"""An edition is refused if its modules read an option, or know a choice, that its book does not have."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from rules.book.option_reads import options_in, unfit_options
from rules.book.rows.options import Option
from rules.book.toml_tables import BookError
from rules.editions.crp import EDITION

SOURCE = """
def step(run):
    if run.ruleset.house["tax"] == "half" or house["tax"] in ("all", "none"):
        return run.ruleset.house.integer("rate") if house.flag("rich") else other["tax"] == "no option"
"""


def changed(old: str, **more: object) -> Mapping[str, Option]:
    """The options of the Competition Rules with another one in the place of ``old``."""
    option, options = replace(EDITION.book.options[old], **more), EDITION.book.options
    return {each.name: each for each in (option, *(options[key] for key in options if key != old))}


def refusal(option: str, **more: object) -> str:
    with pytest.raises(BookError) as refused:
        replace(EDITION, book=replace(EDITION.book, options=changed(option, **more)))
    return str(refused.value)


def test_options_and_the_choices_they_are_compared_to_are_found_in_a_module(tmp_path: Path) -> None:
    path = tmp_path / "steps.py"
    path.write_text(SOURCE, encoding="utf-8")
    assert options_in([path]) == {"tax": {"half", "all", "none"}, "rate": frozenset(), "rich": frozenset()}


def test_an_option_that_a_module_reads_must_be_there() -> None:
    message = refusal("draw_bonus", name="draw_bonuz")
    assert message.startswith('options.toml: options / "draw_bonus": name: missing: a module of the edition reads this')
    assert ", draw_bonuz, " in message


def test_a_choice_that_a_module_knows_must_be_there() -> None:
    choices = (("returned", "It goes back"), ("lots", "It is lost"))
    assert refusal("unspent_petty_cash", choices=choices) == (
        'options.toml: options / "unspent_petty_cash": choices: missing "lost", which a module of the edition knows; '
        "there are returned, lots"
    )


def test_an_option_that_nothing_reads_is_refused() -> None:
    more = {**EDITION.book.options, "raffle": replace(EDITION.book.options["draw_bonus"], name="raffle")}
    with pytest.raises(BookError, match=r'options / "raffle": name: nothing reads this; the edition\'s modules read '):
        replace(EDITION, book=replace(EDITION.book, options=more))


def test_an_option_that_a_row_names_is_read() -> None:
    named = changed("extra_lists", name="later_lists")
    lists = {
        key: replace(each, option="later_lists" if each.option else "") for key, each in EDITION.book.lists.items()
    }
    with pytest.raises(BookError, match=r'options / "later_lists": name: nothing reads this'):
        replace(EDITION, book=replace(EDITION.book, options=named))
    assert replace(EDITION, book=replace(EDITION.book, options=named, lists=lists)).book.options["later_lists"]


def test_an_agreement_about_play_on_the_pitch_is_read_by_people_alone() -> None:
    options = EDITION.book.options
    agreed = replace(options["draw_bonus"], name="raffle", part="pitch")
    book = replace(EDITION.book, options={**options, "raffle": agreed})
    assert replace(EDITION, book=book).book.options["raffle"] == agreed


def test_an_option_about_something_that_the_book_lacks_need_not_be_there() -> None:
    bare = replace(EDITION.book, cards=(), options={})
    problems = [name for name, _key, _problem in unfit_options(bare, {"card_budget": frozenset(), "mvp": frozenset()})]
    assert problems == ["mvp"]
