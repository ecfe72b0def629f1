"""The data of the Competition Rules, row by row, against the tables that others made from lists of the time."""

import csv
from pathlib import Path

import pytest

from rules.book.book import Book
from rules.book.reading import read_book
from rules.editions.crp.tables import Tables

DATA = Path(__file__).resolve().parents[3] / "rules" / "editions" / "crp"
LETTERS = {"G": "General", "A": "Agility", "S": "Strength", "P": "Passing", "M": "Mutation"}
NAMES = {
    "Bribes": "Bribe",
    "Mercenaries": "Mercenary",
    "Star Players": "Star player",
    "Extra Team Training": "Extra team training",
    "Wandering Apothecaries": "Wandering apothecary",
}


@pytest.fixture(scope="module")
def book() -> Book:
    return read_book(DATA, own=Tables)


@pytest.fixture(scope="module")
def tables(shared: Path) -> Path:
    return shared / "reference" / "data"


def rows_of(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def canonical(book: Book, names: str) -> tuple[str, ...]:
    return tuple(book.skill(name).name for name in names.split(";") if name)


def test_team_lists(book: Book, tables: Path) -> None:
    rows = rows_of(tables / "crp_teams.csv")
    assert [row["team"] for row in rows] == list(book.lists)
    for row in rows:
        found = book.lists[row["team"]]
        assert (found.reroll_cost, found.reroll_maximum) == (int(row["reroll_cost"]), int(row["reroll_max"]))
        assert list(found.stars) == row["stars"].split(";")
        assert found.apothecary == (row["apothecary"] == "yes") and not found.apothecary_positions
        assert found.necromancer == (row["necromancer"] == "yes")
        assert found.option == ("" if row["roster_in_crp_pdf"] == "yes" else "extra_lists")


def test_positions(book: Book, tables: Path) -> None:
    rows = rows_of(tables / "crp_positions.csv")
    found = [(name, position) for name, each in book.lists.items() for position in each.positions]
    assert [(row["team"], row["position"]) for row in rows] == [(name, each.name) for name, each in found]
    for row, (_, position) in zip(rows, found, strict=True):
        assert (position.minimum, position.maximum) == (int(row["qty_min"]), int(row["qty_max"]))
        assert position.cost == int(row["cost"])
        assert dict(position.profile) == {name: int(row[name.lower()]) for name in book.characteristics}
        assert position.skills == canonical(book, row["skills"])
        assert position.normal == tuple(LETTERS[letter] for letter in row["normal"])
        assert position.double == tuple(LETTERS[letter] for letter in row["double"])
        assert position.confidence == row["confidence"]
        assert row["alias"] in position.note


def test_stars(book: Book, tables: Path) -> None:
    rows = rows_of(tables / "crp_stars.csv")
    assert [row["name"] for row in rows] == list(book.stars)
    for row in rows:
        star = book.stars[row["name"]]
        assert star.cost == int(row["cost"])
        assert dict(star.profile) == {name: int(row[name.lower()]) for name in book.characteristics}
        assert star.skills == canonical(book, row["skills"])
        assert list(star.lists) == row["teams"].split(";")
        assert (star.pair, star.confidence) == (row["pair_with"], row["confidence"])


def test_skills(book: Book, tables: Path) -> None:
    rows = rows_of(tables / "crp_skills.csv")
    wanted = sorted((row["name"], row["category"]) for row in rows)
    assert [(skill.name, skill.category) for skill in book.skills.values()] == wanted
    for row in rows:
        assert {alias for alias in row["aliases"].split(";") if alias} <= set(book.skills[row["name"]].aliases)


def test_inducements_and_decks(book: Book, tables: Path) -> None:
    by_name = {each.name: each for each in book.inducements.values()}
    decks = {deck.name: deck.price for deck in book.decks}
    rows = rows_of(tables / "crp_inducements.csv")
    assert len(rows) == len(by_name) - 1 + len(decks)
    for row in rows:
        if row["name"].startswith("Special Play Card: "):
            assert decks[row["name"].removeprefix("Special Play Card: ")] == int(row["cost"])
            continue
        found = by_name[NAMES.get(row["name"], row["name"])]
        assert found.maximum == (int(row["max"]) if row["max"] else None)
        if row["cost"].isdecimal():
            assert found.price == int(row["cost"])
        lower = ((row["reduced_cost_teams"], int(row["reduced_cost"])),) if row["reduced_cost"] else ()
        assert found.prices_by_list == lower
        allowed = {name for name, each in book.lists.items() if not each.apothecary}
        if row["allowed_teams"].endswith(" only"):
            assert found.bars_apothecary and set(row["allowed_teams"].removesuffix(" only").split(";")) == allowed
        elif row["allowed_teams"].startswith("not "):
            assert found.needs_apothecary and set(row["allowed_teams"].removeprefix("not ").split(";")) == allowed
