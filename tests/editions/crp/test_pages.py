"""Every page number of the Competition Rules, against the book's table of contents.

The copy at hand breaks off after page 13, but it has the whole table of contents: each page is that of the heading
named here.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rules.book.book import Book
from rules.book.numbers import rows_in, tables_of
from rules.book.reading import read_book
from rules.editions.crp.tables import Tables

DATA = Path(__file__).resolve().parents[3] / "rules" / "editions" / "crp"
CONTENTS = {
    "SETTING UP THE GAME": 6, "WINNING THE MATCH": 15, "CONCEDING THE MATCH": 15, "CREATING A BLOOD BOWL TEAM": 16,
    "BUYING PLAYERS": 16, "TEAM RE-ROLLS & FAN FACTOR": 16, "COACHING STAFF": 16, "APOTHECARY": 17,
    "THE KICK-OFF TABLE": 18, "THE FANS": 18, "THE WEATHER": 20, "BLOOD BOWL LEAGUES": 24, "TREASURY": 24,
    "TEAM VALUE": 25, "MATCH RECORDS": 25, "INJURIES": 25, "CASUALTY TABLE": 25,
    "HOW TO EARN STAR PLAYER POINTS": 26, "STAR PLAYER POINTS TABLE": 26, "IMPROVEMENT TABLE": 26,
    "CHARACTERISTIC INCREASES": 26, "VALUE MODIFIERS TABLE": 27, "PRE-MATCH SEQUENCE": 28, "PETTY CASH": 28,
    "INDUCEMENTS": 28, "UPDATING TEAM ROSTER": 29, "JOURNEYMEN": 29, "SPIRALLING EXPENSES": 29, "CONCEDING": 29,
    "RUNNING A TOURNAMENT": 30, "THE GLITTERING PRIZES": 31, "OPTIONAL LEAGUE RULES": 32, "AWARDING THE MVP": 32,
    "SPIRALLING EXPENSE MODIFICATION": 32, "INDUCEMENT USE IN ONE-OFF PLAY": 32, "FREE FAN FACTOR": 32,
    "SPECIAL PLAY CARDS": 55, "MISCELLANEOUS MAYHEM DECK": 55, "SPECIAL TEAM PLAYS DECK": 56, "MAGIC ITEMS DECK": 57,
    "DIRTY TRICKS DECK": 58, "GOOD KARMA DECK": 59, "RANDOM EVENTS DECK": 61, "DESPERATE MEASURES DECK": 62,
    "SKILL DESCRIPTIONS": 63, "BLOODWEISER BABES": 69, "BRIBES": 69, "EXTRA TEAM TRAINING": 69,
    "HALFLING MASTER CHEF": 69, "IGOR": 69, "INDUCEMENT DESCRIPTIONS": 69, "MERCENARIES": 69, "STAR PLAYERS": 69,
    "WANDERING APOTHECARIES": 69, "WIZARD": 70, "TEAM ROSTERS": 71, "AMAZON TEAMS": 71, "CHAOS TEAMS": 71,
    "CHAOS DWARF TEAMS": 71, "DARK ELF TEAMS": 72, "DWARF TEAMS": 72, "ELF TEAMS": 72, "GOBLIN TEAMS": 73,
    "HALFLING TEAMS": 73, "HIGH ELF TEAMS": 73, "HUMAN TEAMS": 73, "KHEMRI TEAMS": 74, "LIZARDMAN TEAMS": 74,
    "NECROMANTIC TEAMS": 74, "NORSE TEAMS": 74, "NURGLE TEAMS": 75, "OGRE TEAMS": 75, "ORC TEAMS": 75,
    "SKAVEN TEAMS": 76, "UNDEAD TEAMS": 76, "VAMPIRE TEAMS": 76, "WOOD ELF TEAMS": 76, "STAR PLAYER LIST": 80,
}  # fmt: skip
TABLE_OF_KICK_OFFS = "the kick-off table itself"
PAGES = {**CONTENTS, TABLE_OF_KICK_OFFS: 19}
"""Its section starts on 18, the next one on 20. In the book before this one (19 and 21) the table is between them."""
STATEMENTS = {
    "SETTING UP THE GAME": "P6",
    "WINNING THE MATCH": "M3", "CONCEDING THE MATCH": "M5",
    "CREATING A BLOOD BOWL TEAM": "C1", "BUYING PLAYERS": "C2", "TEAM RE-ROLLS & FAN FACTOR": "C3 C4",
    "COACHING STAFF": "C5", "APOTHECARY": "C6 K4",
    TABLE_OF_KICK_OFFS: "M2 M6", "THE FANS": "M1", "THE WEATHER": "P1",
    "BLOOD BOWL LEAGUES": "C8 L1 L2 L11", "TREASURY": "B1 B2",
    "TEAM VALUE": "V1 V2 V4", "MATCH RECORDS": "R1", "INJURIES": "K2 K3 K7", "CASUALTY TABLE": "K1",
    "HOW TO EARN STAR PLAYER POINTS": "M4 G1", "STAR PLAYER POINTS TABLE": "G2", "IMPROVEMENT TABLE": "G3",
    "CHARACTERISTIC INCREASES": "G4", "VALUE MODIFIERS TABLE": "G5",
    "PRE-MATCH SEQUENCE": "P0", "PETTY CASH": "P7 P8 V3", "INDUCEMENTS": "P2 P3",
    "UPDATING TEAM ROSTER": "U1 U2 U4 U6 U7", "JOURNEYMEN": "J1 J2", "SPIRALLING EXPENSES": "U3",
    "CONCEDING": "N1 N2 N3",
    "RUNNING A TOURNAMENT": "P4 L3 L4 L5 L7", "THE GLITTERING PRIZES": "L6",
    "OPTIONAL LEAGUE RULES": "P5 L10", "INDUCEMENT USE IN ONE-OFF PLAY": "L9", "FREE FAN FACTOR": "L8",
    "SPECIAL PLAY CARDS": "I11 S1 S2 S3 S4 S6",
    "SKILL DESCRIPTIONS": "J9 K5 K6 K8 K9",
    "INDUCEMENT DESCRIPTIONS": "P9", "MERCENARIES": "I1 G6", "STAR PLAYERS": "I3", "WIZARD": "I4",
    "BLOODWEISER BABES": "I5", "WANDERING APOTHECARIES": "I6", "IGOR": "I7", "BRIBES": "I8",
    "EXTRA TEAM TRAINING": "I9", "HALFLING MASTER CHEF": "I10",
    "TEAM ROSTERS": "C9", "NECROMANTIC TEAMS": "C7 J8",
}  # fmt: skip
OF_2016 = ("E1", "E2", "E3", "E4", "E5", "E6", "E7", "E8")
ROWS = {
    "casualty_tables": "CASUALTY TABLE", "conceding": "CONCEDING", "conditions": "INJURIES",
    "creation": "CREATING A BLOOD BOWL TEAM", "deeds": "HOW TO EARN STAR PLAYER POINTS",
    "drawn_winnings": "UPDATING TEAM ROSTER", "facts": "PETTY CASH", "fan_rolls": "UPDATING TEAM ROSTER",
    "field": "SETTING UP THE GAME", "gate": "THE FANS", "goods": "TEAM RE-ROLLS & FAN FACTOR",
    "improvement": "IMPROVEMENT TABLE", "injury_fields": "APOTHECARY",
    "injury_fields/second_casualty": "SKILL DESCRIPTIONS", "injury_fields/regeneration": "SKILL DESCRIPTIONS",
    "injury_fields/igor": "IGOR",
    "injury_fields/card": "SPECIAL PLAY CARDS", "injury_fields/card_roll": "SPECIAL PLAY CARDS",
    "journeymen": "JOURNEYMEN", "kick_off": TABLE_OF_KICK_OFFS, "levels": "STAR PLAYER POINTS TABLE",
    "minor_prizes": "RUNNING A TOURNAMENT", "points_schemes": "RUNNING A TOURNAMENT",
    "profile": "CHARACTERISTIC INCREASES", "purses": "TREASURY", "raised/Zombie": "NECROMANTIC TEAMS",
    "raised/Rotter": "SKILL DESCRIPTIONS", "result": "WINNING THE MATCH", "skills": "SKILL DESCRIPTIONS",
    "staff": "COACHING STAFF", "staff/apothecary": "APOTHECARY", "stages": "RUNNING A TOURNAMENT",
    "stars": "STAR PLAYER LIST", "trophies": "THE GLITTERING PRIZES", "weather": "THE WEATHER",
    "winnings": "UPDATING TEAM ROSTER", "worth": "TEAM VALUE",
    "options/extra_lists": "TEAM ROSTERS", "options/mvp": "AWARDING THE MVP",
    "options/spiralling_breakpoint": "SPIRALLING EXPENSE MODIFICATION",
    "options/spiralling_step": "SPIRALLING EXPENSE MODIFICATION",
    "options/spiralling_amount": "SPIRALLING EXPENSE MODIFICATION",
}  # fmt: skip
"""The heading of a table, or of one of its rows; all other rows say a statement or are on a list or in a deck."""


@pytest.fixture(scope="module")
def book() -> Book:
    return read_book(DATA, own=Tables)


def heading_of(rule: str) -> str:
    return next((heading for heading, rules in STATEMENTS.items() if rule in rules.split()), "")


def test_the_page_of_each_statement(book: Book) -> None:
    typed = {rule: PAGES[heading] for heading, rules in STATEMENTS.items() for rule in rules.split()}
    assert dict(book.pages) == {**typed, **dict.fromkeys(OF_2016, 0)}


def test_the_page_of_each_list_and_its_positions(book: Book) -> None:
    for each in book.lists.values():
        page = CONTENTS.get(f"{each.name.upper()} TEAMS", 0)
        assert {each.page, *(position.page for position in each.positions)} == {page}, each.name


def test_the_page_of_each_card_is_that_of_its_deck(book: Book) -> None:
    decks = {deck.name: CONTENTS[f"{deck.name.upper()} DECK"] for deck in book.decks}
    assert {deck.name: deck.page for deck in book.decks} == decks
    assert [card.name for card in book.cards if card.page != decks[card.deck]] == []


def test_the_page_of_every_other_row(book: Book) -> None:
    """What a statement says is where the statement is, unless the row has a heading of its own."""
    wrong, seen = {}, 0
    for table, value in tables_of(book):
        for row, label, _around in rows_in(value) if table not in ("lists", "cards", "decks") else ():
            page = getattr(row, "page", None)
            if page is None or getattr(row, "rule", "") in OF_2016 or getattr(row, "source", ""):
                continue
            seen += 1
            heading = ROWS.get(f"{table}/{label}") or ROWS.get(table) or heading_of(getattr(row, "rule", ""))
            if PAGES.get(heading) != page:
                wrong[f"{table}/{label}"] = (page, heading)
    assert wrong == {} and seen > 250


def test_pages_that_a_row_names_besides_its_own(book: Book) -> None:
    assert book.improvement.cost_page == CONTENTS["VALUE MODIFIERS TABLE"]
    assert book.healing is not None
    skills = CONTENTS["SKILL DESCRIPTIONS"]
    assert (book.healing.regeneration_page, book.healing.second_roll_page) == (skills, skills)
    assert [book.options[name].page for name in ("expensive_mistakes", "argue_the_call")] == [0, 0]


def test_the_contents_are_as_they_are_printed(shared: Path) -> None:
    text = (shared / "seeds" / "competition_rules_crp.txt").read_text(encoding="utf-8", errors="replace")
    printed = {
        (found[1].strip(), int(found[2])) for found in re.finditer(r"^([^.\n]+?) ?\.{3,} ?(\d+)$", text, re.MULTILINE)
    }
    assert set(CONTENTS.items()) - printed == set()
