"""The pages of Blood Bowl 2025: those to which the book itself refers, as a copy of it by others has these references.

To five headings nothing refers. They stand between two to which something does.
"""

from __future__ import annotations

from collections import defaultdict

from rules.book.book import Book, needed
from rules.book.numbers import is_page, numbers_of, rows_in, tables_of
from tests.editions.in_texts import cited

REFERRED = {
    "bounds of characteristics": 37, "start of a drive": 47, "kick-off": 48, "injury rolls": 66, "apothecary": 68,
    "extra time": 83, "drafting": 84, "team value": 91, "journeymen and inducements of leagues": 94,
    "after a match": 95, "points": 96, "advancement": 97, "points of leagues": 103, "re-draft": 106,
    "skill points": 112, "skills": 121,
    "inducements": 142, "special rules": 154, "rosters": 160, "stars": 193,
}  # fmt: skip
BETWEEN = {"fan factor": 45, "weather": 46, "casualties": 67, "hiring": 99, "mistakes and conceding": 100}
STATEMENTS = """
    37: K5 S11; 45: P2; 46: P3; 48: M1; 67: K1 K3 K4 K6; 68: K7; 83: M3; 84: D1 D2 D4 D5 D6 D7 V4; 91: V1 V2;
    94: P1 P4 P5 P6; 95: M2 O1 O2 O3 O4; 96: S1 S2 S4 S5; 97: S6 S7 S8 S9 S10 S12; 99: H1 H2 H3 H4;
    100: K9 X1 X2 N1 N2 N3 N4; 103: L1 L2 L3 L4 L5 L6 L7; 106: L8 L9 L10 L11; 121: S13; 142: P7 P8 P9;
    154: D8 D9 D10 V3 K8 S3; 160: D3
"""
TABLES = """
    37: profile; 45: crowd; 46: weather; 47: field; 48: kick_off; 67: casualty_tables getting_even; 83: result;
    84: creation staff purses goods; 91: worth; 94: journeymen; 95: takings following; 96: deeds;
    97: advancement random_skills learning_values characteristic_roll; 100: mistakes walking_out;
    103: stages trophies points_schemes league_play unplayed; 112: packs; 106: redraft rest;
    121: skills; 142: praying prayers rookies;
    154: marks brutes captaincy low_cost risen; 160: lists; 193: stars
"""
"""Tables whose rows are all on one page."""


def test_the_headings_without_a_reference_stand_between_others() -> None:
    for page in BETWEEN.values():
        near = [other for other in REFERRED.values() if abs(other - page) <= 3]
        assert near and page not in REFERRED.values()


def test_the_page_of_each_statement(book: Book) -> None:
    assert {rule: str(page) for rule, page in book.pages.items()} == cited(STATEMENTS)
    assert set(book.pages.values()) <= {*REFERRED.values(), *BETWEEN.values()}


def test_the_page_of_each_table(book: Book) -> None:
    found: dict[str, set[int]] = defaultdict(set)
    for table, value in tables_of(book):
        for row, _name, _around in rows_in(value):
            found[table] |= {number.value for number in numbers_of(table, row, "") if is_page(number.key)}
    apart = {table: pages for table, pages in found.items() if len(pages) > 1}
    assert set(apart) == {"options", "facts", "inducements", "conditions", "injury_fields", "healing"}
    one = {table: str(page) for table, pages in found.items() if len(pages) == 1 for page in pages}
    assert one == cited(TABLES)


def test_the_pages_in_tables_that_are_about_several_things(book: Book) -> None:
    assert {each.name: str(each.page) for each in book.options.values()} == cited("""
        84: starting_treasury tiers pack; 154: low_cost_linemen raised_strength raised_in_match
             captain_followed captain_stays;
        37: least_movement least_strength worst_agility worst_passing least_armour nothing_worse; 48: cheering_fans;
        83: extra_time_turns extra_time_duels;
        160: team_lists; 103: several_teams_per_coach trades; 94: lower_side_gold;
        142: permanent_inducements excluded_inducements star_players hired_by_both canopic_jar_price
             bretonnian_pastries_price bretonnian_damsel_price; 96: mvp; 99: fire_first;
        100: expensive_mistakes conceded_score; 106: redraft redraft_cap redraft_fans
    """)
    facts = {key: fact.page for key, fact in book.facts.items()}
    assert (facts.pop("turnout"), facts.pop("friendly_match")) == (45, 103) and set(facts.values()) == {142}
    magazines = {"canopic_jar", "bretonnian_pastries", "bretonnian_damsel"}
    assert {one.key for one in book.inducements.values() if not one.page} == magazines
    assert {one.page for one in book.inducements.values()} == {0, 142}
    assert {one.source for one in book.inducements.values() if not one.page} == {
        "Spike! Journal 19",
        "Spike! Journal 20",
    }
    assert {key: condition.page for key, condition in book.conditions.items()} == {"niggling": 67, "retired": 99}
    assert {key: field.page for key, field in book.injury_fields.items()} == {
        "regeneration": 121, "regeneration_again": 142, "apothecary_reroll": 68, "apothecary_keep": 68,
        "apothecary_knock_out": 68,
    }  # fmt: skip
    assert needed(book.healing).regeneration_page == 121
