"""The run over the tables of an edition finds every number, and changes only that one."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from tests.editions.mutate import CHECKED, IN_TEXT, Spot, changed, number_at, numbers

TABLES: dict[str, Any] = {
    "gate": {"dice": [6, 8], "paid": True},
    "rows": [{"low": 2, "cost": {"MA": -1}, "effect": "2D6: on 10-12 the team pays 1,000k.", "doubt": "As in 2016."}],
}


def test_numbers_are_found_in_lists_inline_tables_dice_and_texts() -> None:
    spots = list(numbers(TABLES))
    assert [number_at(TABLES, spot) for spot in spots] == [6, 8, 2, -1, 2, 6, 10, 12, 1000]
    assert spots[-1] == Spot(place=("rows", 0, "effect"), nth=4)


def test_a_change_leaves_everything_else_as_it_is() -> None:
    found = [changed(TABLES, spot, 7) for spot in numbers(TABLES)]
    assert len({str(each) for each in found}) == 9
    assert found[0] == {**TABLES, "gate": {"dice": [7, 8], "paid": True}}
    assert found[7]["rows"][0]["effect"] == "2D6: on 10-7 the team pays 1,000k."
    assert changed(TABLES, Spot(place=("rows", 0, "effect"), nth=4), 1001)["rows"][0]["effect"].endswith("1,001k.")


def test_a_number_of_a_kind_that_nothing_changes_is_no_secret() -> None:
    with pytest.raises(AssertionError, match="nothing changes"):
        list(numbers({"share": 0.5}))


@pytest.mark.parametrize("key", sorted(CHECKED))
def test_every_number_in_the_files_of_an_edition_is_changed(key: str) -> None:
    """Counted in another way than the run does: from the values as text, without what is said of the source."""
    for path in sorted(CHECKED[key].folder.glob("*.toml")):
        table = tomllib.loads(path.read_text(encoding="utf-8"))
        assert len(list(numbers(table))) == len(IN_TEXT.findall(" ".join(said(table)))), path.name


def said(value: Any) -> list[str]:
    left_out = ("key", "year", "about", "uncertain", "sources", "source", "doubt", "note")
    if isinstance(value, dict):
        return [text for name, inner in value.items() if name not in left_out for text in said(inner)]
    if isinstance(value, list):
        return [text for inner in value for text in said(inner)]
    return [str(value)]
