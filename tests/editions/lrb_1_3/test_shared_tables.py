"""The lists and skills of the Living Rulebook 1.3 against the reference data, if it exists."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from tests.editions.lrb_1_3.build import BOOK

pytestmark = pytest.mark.shared
OTHER_NAMES = {"Claws": "Claw"}
NOT_OURS = {("Dark Elf", "Assassin", "90000"), ("Undead", "Mummy", "110000")}
NOT_SKILLS = {"Nonball Handler", "Off for a Bite"}


def rows(shared: Path, name: str) -> list[dict[str, str]]:
    with (shared / "reference" / "data" / name).open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def test_the_positions_are_those_of_the_reference(shared: Path) -> None:
    theirs = {
        (row["team"], row["position"], row["cost"]): row
        for row in rows(shared, "lrb_positions.csv")
        if (row["team"], row["position"], row["cost"]) not in NOT_OURS
    }
    ours = {(each.name, one.name, str(one.cost)): one for each in BOOK.lists.values() for one in each.positions}
    assert set(ours) == set(theirs)
    for key, one in ours.items():
        row = theirs[key]
        assert (one.maximum, [value for _name, value in one.profile]) == (
            int(row["qty_max"]), [int(row[name]) for name in ("ma", "st", "ag", "av")]
        ), key  # fmt: skip
        skills = ";".join(filter(None, (row["skills"], row["traits"], row["racial_characteristics"]))).split(";")
        assert set(one.skills) == {OTHER_NAMES.get(skill, skill) for skill in skills if skill}, key


def test_the_lists_cost_what_the_reference_says(shared: Path) -> None:
    theirs = {row["team"]: (int(row["reroll_cost"]), row["necromancer"]) for row in rows(shared, "lrb_teams.csv")}
    assert {
        each.name: (each.reroll_cost, "yes" if each.necromancer else "no") for each in BOOK.lists.values()
    } == theirs


def test_the_skills_are_those_of_the_reference(shared: Path) -> None:
    theirs = {row["name"]: row for row in rows(shared, "lrb_skills.csv") if row["name"] not in NOT_SKILLS}
    assert set(BOOK.skills) == set(theirs)
    traits = {name for name, skill in BOOK.skills.items() if skill.category.endswith((" traits", "Physical ability"))}
    assert traits == {name for name, row in theirs.items() if row["kind"] == "trait"}
