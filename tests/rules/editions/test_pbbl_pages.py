"""Every page number of PBBL 1.10, against the text of the book itself: the page prints the words named here.

The words are short marks to find a place by. A page is right if it has them; a neighbouring page does not.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest

from rules.book.book import Book
from rules.book.numbers import rows_in, tables_of
from rules.book.reading import read_book
from rules.book.rows.after_match import TrophyEffect

DATA = Path(__file__).resolve().parents[3] / "rules" / "editions" / "pbbl_1_10"
SEED = "pbbl_lrb_1_10.txt"
STATEMENTS = {
    "C1": "a treasury of 1,000,000 gold pieces. this", "C2": "may not have more than 16", "C3": "each re-roll costs",
    "C4": "up to 9 additional fan factor", "C5": "cheerleaders cost", "C6": "only be used on thralls",
    "C7": "necromancer is free", "C8": "one or more teams at the same time", "C9": "under earlier versions",
    "V1": "often abbreviated to tv", "V2": "adding up the cost of the team s players", "R1": "match record chart",
    "B1": "offers a banking service", "P1": "weather table", "P2": "difference between the total value",
    "P3": "before the underdog purchases", "P4": "major trophy is inducement enough",
    "P5": "remove any specific inducement", "P6": "one team has no players to set up",
    "I1": "mercenary costs 30,000 more", "I2": "only field 10 or less players", "I3": "up to two star players",
    "I4": "0-1 wizard", "I5": "bloodweiser babes: you purchase", "I6": "0-1 healer", "I7": "0-1 chirurgeon",
    "I8": "0-3 bribes", "I9": "0-4 extra team training", "I10": "halfling master chef for 100,000",
    "I11": "seven special play card decks", "M1": "fan advantage modifier", "M2": "get the ref",
    "M3": "penalty shoot-out", "M4": "makes an accurate pass", "M5": "any players in the loser s team",
    "K1": "68 sided dice", "K2": "below a value of 1", "K3": "each niggling injury adds",
    "K4": "returns the player to reserves", "K5": "regeneration (", "K6": "decay (", "K7": "rub it out",
    "K8": "always hungry (", "G1": "one randomly selected player from each team", "G2": "becomes experienced",
    "G3": "improvement roll table", "G4": "value greater than 10", "G5": "cost modifiers table",
    "G6": "mercenaries, journeymen, and star players cannot", "U1": "delete any players", "U2": "choose to re-roll",
    "U3": "spiralling expenses successful", "U4": "roll 2d6. if a coach won", "U5": "to his bank or to his treasury",
    "U6": "don t get your gold back", "U7": "record it on the roster", "J8": "raise the dead. if a player",
    "J9": "nurgle s rot (", "N1": "only field 2 or less players", "N2": "51 spps or more",
    "L1": "commissioner s word is law", "L2": "two matches in a row", "L3": "win ratio",
    "L4": "semi-final or final are doubled", "L5": "written challenge", "L6": "the glittering prizes",
    "L7": "far albion", "L8": "free fan factor", "L9": "permanent part of each team",
    "S1": "seven special play card decks", "S2": "four methods", "S3": "see which card(s)",
    "S4": "miscellaneous mayhem deck", "S5": "miscellaneous mayhem deck",
}  # fmt: skip
OF_STATEMENTS = {
    # Options whose page is that of a league's choice, with words of that page
    "mvp": "chosen by their coach", "spiralling_breakpoint": "alter the breakpoint", "spiralling_step": "the step size",
}  # fmt: skip
ROWS = {
    "levels": "star player points table", "deeds": "star player points table", "profile": "value greater than 10",
    "conditions": "each niggling injury adds", "worth": "often abbreviated to tv", "result": "penalty shoot-out",
    "expenses": "spiralling expenses successful", "winnings": "choose to re-roll",
    "fan_factor_roll": "roll 2d6. if a coach", "conceding": "51 spps or more", "gate": "fan advantage modifier",
    "creation": "treasury of 1,000,000 gold pieces. this",
    "points_schemes": "typically 3 for a", "minor_prizes": "one and half times", "lists": "title cost ma st ag av",
    "raised/Zombie": "raise the dead. if a player", "raised/Rotter": "nurgle s rot (",
    "purses/treasury": "any gold in the treasury", "purses/bank": "offers a banking service",
    "goods/rerolls": "each re-roll costs", "goods/fan_factor": "up to 9 additional fan factor",
    "stages/league": "typically there are two semi-final", "stages/play_off": "allowed in the play-offs",
    "stages/semi_final": "semi-final or final are doubled", "stages/final": "semi-final or final are doubled",
    "trophies/chaos_cup": "chaos cup", "trophies/blood_bowl": "player s medal awarded",
    "trophies/spike": "fan favourite",
    "trophies/dungeonbowl": "dungeonbowl", "injury_fields/second_casualty": "decay (",
    "injury_fields/regeneration": "regeneration (", "injury_fields/apothecary_reroll": "returns the player to reserves",
    "injury_fields/apothecary_reserves": "returns the player to reserves", "injury_fields/healer": "0-1 healer",
    "injury_fields/chirurgeon": "0-1 chirurgeon", "injury_fields/card": "doc bonesaw",
    "injury_fields/card_roll": "doc bonesaw", "field": "11 players",
}  # fmt: skip
"""The words on the page of a table, or of one of its rows."""
AS_PRINTED = {
    "Claw / Claws": "claw", "Belt of Invulnerability": "belt of inv", "Lewd Maneuvers": "lewd",
    "Orcadis Sponsorship": "orcadis", "Smashed collar bone": "smashed collar", "Dead": "dead!",
    "Quick Snap!": "quick snap", "Blitz!": "blitz",
}  # fmt: skip
"""Names that the text of the book breaks or spells in its own way."""


@pytest.fixture(scope="module")
def book() -> Book:
    return read_book(DATA)


@cache
def printed(folder: Path) -> dict[int, str]:
    """The text of each page, in small letters. Each line of the file is a page, with its number at both ends."""
    pages = {}
    for line in (folder / "seeds" / SEED).read_text(encoding="utf-8", errors="replace").splitlines():
        found = re.fullmatch(r"(\d{1,2}) (.*) (\d{1,2})\s*", line)
        if found and found[1] == found[3]:
            pages[int(found[1])] = found[2].casefold()
    return pages


def on(folder: Path, page: int, words: str) -> bool:
    return words in printed(folder).get(page, "")


def test_all_pages_of_the_rules_can_be_read(shared: Path) -> None:
    assert sorted(printed(shared)) == list(range(3, 61))


def test_the_page_of_each_statement(book: Book, shared: Path) -> None:
    assert set(STATEMENTS) == set(book.pages)
    assert {rule: page for rule, page in book.pages.items() if not on(shared, page, STATEMENTS[rule])} == {}


def spelt(name: str) -> str:
    return re.split(r"['’]", AS_PRINTED.get(name, name.casefold()))[0].strip()


def wrong_pages(shared: Path, places: Iterable[tuple[str, int, str]]) -> dict[str, int]:
    """Of places with the name of a row, its page and words, those whose page does not have the words."""
    return {name: page for name, page, words in places if not on(shared, page, words)}


def test_the_page_of_each_skill_is_where_it_is_explained(book: Book, shared: Path) -> None:
    skills = book.skills.values()
    names = {skill.name: skill.name.casefold().replace("'", " ") for skill in skills}
    places = [(skill.name, skill.page, f"{names[skill.name]} ({skill.category.casefold()}") for skill in skills]
    assert wrong_pages(shared, [place for place in places if place[0] not in AS_PRINTED]) == {}
    assert (book.skills["Claw / Claws"].page, len(places)) == (26, 74)


def test_the_page_of_each_named_row_has_its_name(book: Book, shared: Path) -> None:
    tables = (book.weather, book.kick_off, book.staff.values(), book.stars.values())
    rows = [row for table in (*tables, *(each.rows for each in book.casualty_tables.values())) for row in table]
    places = [(row.name, row.page, spelt(row.name)) for row in rows]
    assert wrong_pages(shared, places) == {}
    places = [(card.name, card.page, spelt(card.name)) for card in book.cards]
    assert wrong_pages(shared, places) == {}
    places = [(deck.name, deck.page, f"{deck.name.casefold()} deck (") for deck in book.decks]
    assert wrong_pages(shared, places) == {}


def test_the_page_of_what_a_statement_says_has_its_words(book: Book, shared: Path) -> None:
    inducements = [(each.key, each.page, STATEMENTS[each.rule]) for each in book.inducements.values()]
    options = [
        (each.name, each.page, OF_STATEMENTS.get(each.name) or STATEMENTS[each.rule]) for each in book.options.values()
    ]
    assert wrong_pages(shared, [*inducements, *options]) == {}


def test_the_page_of_every_other_row(book: Book, shared: Path) -> None:
    places = []
    for table, value in tables_of(book):
        for row, name, _around in rows_in(value):
            general = isinstance(row, TrophyEffect) and row.kind == "reroll"
            words = STATEMENTS["L6"] if general else ROWS.get(f"{table}/{name}") or ROWS.get(table)
            if words and getattr(row, "page", 0):
                places.append((f"{table}/{name}", row.page, words))
    assert wrong_pages(shared, places) == {}
    assert len(places) > 150


def test_pages_that_a_row_names_besides_its_own(book: Book, shared: Path) -> None:
    assert book.improvement.page == 33 and on(shared, 33, "improvement roll table")
    assert book.improvement.cost_page == 34 and on(shared, 34, "cost modifiers table")
    assert book.inducements["wizard"].more_pages == (37, 41)
    assert on(shared, 37, "wizard") and on(shared, 41, "wizard")
