"""The data of PBBL 1.10, row by row, against the tables that others made from the same book."""

import csv
import json
from pathlib import Path

import pytest

from rules.book.book import Book
from rules.book.reading import read_book

DATA = Path(__file__).resolve().parents[3] / "rules" / "editions" / "pbbl_1_10"
LETTERS = {"G": "General", "A": "Agility", "S": "Strength", "P": "Passing", "M": "Mutation"}


@pytest.fixture(scope="module")
def book() -> Book:
    return read_book(DATA)


@pytest.fixture(scope="module")
def tables(shared: Path) -> Path:
    return shared / "reference" / "data"


def rows_of(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def canonical(book: Book, names: str) -> tuple[str, ...]:
    return tuple(book.skill(name).name for name in names.split(";") if name)


def test_team_lists(book: Book, tables: Path) -> None:
    rows = rows_of(tables / "pbbl_teams.csv")
    assert [row["team"] for row in rows] == list(book.lists)
    for row in rows:
        found = book.lists[row["team"]]
        assert found.reroll_cost == int(row["reroll_cost"])
        assert found.reroll_maximum == int(row["reroll_max"])
        stars = row["stars"].replace(" & ", ";").split(";")
        assert list(found.stars) == stars
        treatment = "thralls_only" if found.apothecary_positions else "yes" if found.apothecary else "no"
        assert treatment == row["apothecary"]
        assert found.necromancer == (row["necromancer"] == "yes")


def test_positions(book: Book, tables: Path) -> None:
    rows = rows_of(tables / "pbbl_positions.csv")
    found = [(name, position) for name, each in book.lists.items() for position in each.positions]
    assert [(row["team"], row["position_singular"]) for row in rows] == [(name, each.name) for name, each in found]
    for row, (_, position) in zip(rows, found, strict=True):
        assert (position.minimum, position.maximum) == (int(row["qty_min"]), int(row["qty_max"]))
        assert position.cost == int(row["cost"])
        assert dict(position.profile) == {name: int(row[name.lower()]) for name in book.characteristics}
        assert position.skills == canonical(book, row["skills"])
        assert position.normal == tuple(LETTERS[letter] for letter in row["normal"])
        assert position.double == tuple(LETTERS[letter] for letter in row["double"])
        assert position.confidence == row["confidence"]


def test_stars(book: Book, tables: Path) -> None:
    rows = rows_of(tables / "pbbl_stars.csv")
    assert [row["name"] for row in rows] == list(book.stars)
    for row in rows:
        star = book.stars[row["name"]]
        assert star.cost == int(row["cost"])
        assert dict(star.profile) == {name: int(row[name.lower()]) for name in book.characteristics}
        assert star.skills == canonical(book, row["skills"])
        lists = list(book.lists) if row["teams"] == "Any Team" else row["teams"].split(";")
        assert list(star.lists) == lists
        assert (star.pair, star.page, star.confidence) == (
            row["pair_with"],
            int(row["seed_page"]),
            row["confidence"],
        )


def test_skills(book: Book, tables: Path) -> None:
    rows = rows_of(tables / "pbbl_skills.csv")
    assert [(row["name"], row["category"]) for row in rows] == [
        (skill.name, skill.category) for skill in book.skills.values()
    ]
    for row in rows:
        assert book.skills[row["name"]].aliases == tuple(alias for alias in row["aliases"].split(";") if alias)


def test_cards(book: Book, tables: Path) -> None:
    rows = rows_of(tables / "pbbl_cards.csv")
    prices = {deck.name: deck.price for deck in book.decks}
    for row, card in zip(rows, book.cards, strict=True):
        assert (card.deck, card.name, card.suit_or_number) == (row["deck"], row["name"], row["suit_or_number"])
        assert (card.suit, card.page) == (int(row["suit_in_deck"]), int(row["seed_page"]))
        assert (card.timing, card.duration, card.condition) == (row["timing"], row["duration"], row["condition"])
        assert prices[card.deck] == int(row["deck_price"])
        assert card.effect != row["effect"]
    timings = [row["timing"] for row in rows_of(tables / "pbbl_card_timings.csv")]
    assert [timing.key for timing in book.card_timings] == timings


def test_tables(book: Book, tables: Path) -> None:
    shared = json.loads((tables / "pbbl_tables.json").read_text(encoding="utf-8"))
    weather = [(row["min"], row["max"], row["name"].lower()) for row in shared["weather"]["results"]]
    assert [(row.low, row.high, row.name.lower()) for row in book.weather] == weather
    kick_off = [(row["roll"], row["name"]) for row in shared["kickoff_table"]["results"]]
    assert [(row.low, row.name) for row in book.kick_off] == kick_off
    casualties = [(row["min"], row["max"], row["name"].lower()) for row in shared["casualty_table"]["results"]]
    assert [(row.low, row.high, row.name.lower()) for row in book.casualties] == casualties
    levels = [(row["title"], row["min"], row["rolls"]) for row in shared["spp"]["levels"]]
    assert [(level.title, level.minimum, level.rolls) for level in book.levels] == levels
    priced = {row["name"].lower(): row for row in shared["inducements"]}
    for inducement in book.inducements.values():
        row = priced.get(inducement.name.lower())
        if row is None:
            assert inducement.key == "card"
        elif isinstance(row["cost"], int):
            assert (inducement.price, inducement.maximum) == (row["cost"], row["max"])
