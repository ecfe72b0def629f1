"""Small numbers of the Competition Rules that no scenario meets, typed by hand."""

from collections import defaultdict
from pathlib import Path

import pytest

from rules.book.book import Book
from rules.book.reading import read_book
from rules.editions.crp.tables import Tables, tables_of
from tests.editions import tabled

DATA = Path(__file__).resolve().parents[3] / "rules" / "editions" / "crp"


@pytest.fixture(scope="module")
def book() -> Book:
    return read_book(DATA, own=Tables)


def test_the_ranges_of_the_tables(book: Book) -> None:
    assert [(row.low, row.high) for row in book.weather] == [(2, 2), (3, 3), (4, 10), (11, 11), (12, 12)]
    assert [(row.low, row.high) for row in book.improvement.rows] == [(2, 9), (10, 10), (11, 11), (12, 12)]
    assert (book.weather_dice, book.kick_off_dice, book.improvement.dice) == ((6, 6), (6, 6), (6, 6))


def test_every_lasting_injury_misses_one_match(book: Book) -> None:
    misses = {row.key: row.misses for table in book.casualty_tables.values() for row in table.rows}
    assert (misses.pop("badly_hurt"), misses.pop("dead")) == (0, 0)
    assert len(misses) == 16 and set(misses.values()) == {1}
    assert book.conditions["niggling"].injury_roll == 1


def test_the_packs_of_cards_by_suit(book: Book) -> None:
    """Four decks of one suit, and three in which a rank is there twice."""
    suits: dict[str, set[int]] = defaultdict(set)
    ranks: dict[tuple[str, str, int], int] = defaultdict(int)
    for card in book.cards:
        suits[card.deck].add(card.suit)
        ranks[card.deck, card.suit_or_number, card.suit] += 1
    assert [tuple(sorted(found)) for found in suits.values()] == [(1,)] * 4 + [(1, 2)] * 3
    assert set(ranks.values()) == {1}


def test_who_can_be_raised(book: Book) -> None:
    assert {name: (row.maximum, row.strongest) for name, row in book.raised.items()} == {
        "Zombie": (1, 4), "Rotter": (None, 4)
    }  # fmt: skip


def test_the_dice_of_injuries_and_the_parts_of_a_match(book: Book) -> None:
    faces = {field.key: field.faces for field in book.injury_fields.values() if field.faces}
    assert {faces.pop("regeneration"), faces.pop("igor"), *faces.values()} == {6}
    assert (book.result.halves, book.result.turns) == (2, 8)
    assert book.inducements["extra_training"].rerolls == 1
    assert book.deeds["completions"].most == 40
    assert next(card.heals_from for card in book.cards if card.name == "Magic Sponge") == 2
    assert book.settled["inducement_time_limit"] == 0


def test_rules_of_2016(book: Book) -> None:
    own = tables_of(book)
    assert (own.free_cards.die, own.free_cards.counts, own.free_cards.most_of_it) == (6, (1, 2, 2, 2, 2, 3), 1)
    assert own.mistakes.die == 6
    assert [row.gold for row in own.mistakes.rows] == [100_000, 200_000, 300_000, 400_000, 500_000, 600_000]


def test_the_bounds_and_steps_of_the_options(book: Book) -> None:
    integers = [each for each in book.options.values() if each.type == "integer"]
    assert {each.name: (each.default, each.minimum, each.maximum, each.step) for each in integers} == {
        "starting_treasury": (1_000_000, 0, 5_000_000, 10_000),
        "treasury_threshold": (0, 0, 1_000_000, 10_000),
        "card_budget": (100_000, 100_000, 200_000, 10_000),
        "card_limit": (5, 1, 20, 1),
        "extra_winnings": (0, 0, 200_000, 10_000),
        "spiralling_breakpoint": (1_750_000, 0, 10_000_000, 10_000),
        "spiralling_step": (150_000, 10_000, 1_000_000, 10_000),
        "spiralling_amount": (10_000, 0, 100_000, 10_000),
    }


def test_what_the_majors_give(book: Book) -> None:
    effects = {
        key: [(each.kind, each.amount or each.die) for each in row.effects] for key, row in book.trophies.items()
    }
    assert effects == {
        "chaos_cup": [("reroll", 1), ("gift", 3)],
        "blood_bowl": [("reroll", 1), ("winnings", 20_000), ("medal", 1)],
        "spike": [("reroll", 1), ("fan_factor", 1), ("best_player", 0)],
        "dungeonbowl": [("reroll", 1), ("inducement_price", 50_000)],
    }


def test_every_position_star_and_reroll_against_lists_of_the_time(book: Book) -> None:
    here = Path(__file__).resolve().parent
    assert tabled.positions(book) == tabled.lines_of(here / "positions.txt")
    assert tabled.stars(book) == tabled.lines_of(here / "stars.txt")
    assert tabled.lists(book) == tabled.lines_of(here / "lists.txt")
