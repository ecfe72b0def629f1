"""Team lists of a league's own that fit any book."""

from rules.book.book import Book
from rules.book.entered.lists import text_of
from rules.book.rows.options import LISTS


def lists_option(book: Book) -> str:
    """The option of a book for team lists of a league's own."""
    return next(name for name, option in book.options.items() if option.type == LISTS)


def list_like(book: Book, name: str, like: str = "") -> str:
    """The text of a list that is like one of the book, or like its first, under another name."""
    found = book.lists[like] if like else next(iter(book.lists.values()))
    return text_of(book, found).replace(f'name = "{found.name}"', f'name = "{name}"', 1)


FROGS = """[[lists]]
name = "Frogs"
reroll_cost = 60_000
reroll_maximum = 8
apothecary = true
stars = ["Morg 'n' Thorg"]
people = "lizardman"

[[lists.positions]]
name = "Jumper"
minimum = 0
maximum = 16
profile = { MA = 6, ST = 3, AG = 3, AV = 7 }
skills = ["Leap"]
normal = ["General"]
double = ["Agility", "Strength"]
cost = 50_000

[[lists.positions]]
name = "Toad"
minimum = 0
maximum = 1
profile = { MA = 4, ST = 5, AG = 1, AV = 9 }
skills = ["Loner", "Mighty Blow"]
normal = ["Strength"]
double = ["General", "Agility"]
cost = 140_000"""
"""A list for PBBL 1.10, in the one way of writing."""
