"""The tables of the first edition, typed by hand from a digest of the book and not from our files."""

from pathlib import Path

import pytest

from rules.book.book import Book
from rules.book.numbers import is_page, numbers_of, rows_in
from rules.book.numbers import tables_of as tables_in
from rules.book.reading import read_book
from rules.editions.first_1986.tables import Tables, tables_of

DATA = Path(__file__).resolve().parents[3] / "rules" / "editions" / "first_1986"
# MA CS TS ST TH WD AT CL
PROFILES = """
Human          4 3 3 3 3 1 1 7
Half-Orc       4 3 3 3 3 1 1 7
Dwarf          3 4 3 3 4 1 1 9
Elf            4 4 4 3 3 1 1 9
Halfling       3 2 4 2 2 1 1 6
Hobgoblin      4 3 2 3 4 1 1 6
Orc            4 3 3 3 4 1 1 7
Dark_Elf       4 4 4 3 3 1 1 9
Ogre           6 3 2 4 5 3 2 5
Lesser_Goblin  4 2 3 2 2 1 1 5
Troglodyte     4 3 3 4 4 2 2 10
Troll          6 3 1 5 4 3 3 6
Skeleton       4 2 2 3 3 1 1 5
Zombie         4 2 1 3 3 1 1 4
Mummy          3 3 1 4 5 4 2 8
Ghoul          4 2 1 3 4 1 2 8
"""
# The fewest and most players, then each race with the fewest and most of it.
TEAMS = """
Human: 15 15, Human 0 15
Dwarf: 15 15, Dwarf 0 15
Elf: 15 15, Elf 0 15
Halfling: 15 15, Halfling 0 15
Half-Orc: 15 15, Half-Orc 0 15
Hobgoblin: 15 15, Hobgoblin 0 15
Orc: 15 15, Orc 0 15
Dark Elf: 15 15, Dark Elf 0 15
Chaos All-Stars: 16 16, Lesser Goblin 12 12, Ogre 4 4
Chaos All-Stars Second Team: 16 16, Lesser Goblin 12 12, Ogre 0 4, Troll 0 4, Troglodyte 0 4
Champions of Death: 0 90, Skeleton 0 90, Zombie 0 90
Champions of Death Second Team: 0 90, Skeleton 0 90, Zombie 0 90, Mummy 0 1, Ghoul 0 4
Heroes of Law: 15 15, Human 0 15, Dwarf 0 15, Elf 0 15, Halfling 0 15
Evil Gits: 15 15, Orc 0 15, Half-Orc 0 15, Hobgoblin 0 15, Dark Elf 0 15
"""
WOUNDS = {
    2: (), 3: ("misses 2", "CS -1", "TS -1"), 4: ("misses 2", "MA -1"), 5: (), 6: (), 7: (), 8: (), 9: (),
    10: ("misses 2", "CS -1", "TS -1", "MA -1"), 11: ("misses 3", "concussed 1"), 12: ("dead",),
}  # fmt: skip


@pytest.fixture(scope="module")
def book() -> Book:
    return read_book(DATA, own=Tables)


@pytest.mark.rules("first-1986:FP1", "first-1986:FP9")
def test_every_player_starts_with_the_profile_of_their_race(book: Book) -> None:
    typed = {line.split()[0].replace("_", " "): line.split()[1:] for line in PROFILES.strip().splitlines()}
    assert book.characteristics == ("MA", "CS", "TS", "ST", "TH", "WD", "AT", "CL")
    found = {
        (position.name, tuple(str(value) for _name, value in position.profile))
        for team_list in book.lists.values()
        for position in team_list.positions
    }
    assert found == {(name, tuple(values)) for name, values in typed.items()}


@pytest.mark.rules("first-1986:FC2", "first-1986:FC3", "first-1986:FC15")
def test_there_are_fourteen_types_of_team_with_their_races_and_no_other(book: Book) -> None:
    said = []
    for each in book.lists.values():
        parts = [f"{each.name}: {book.fewest_players(each.name)} {book.most_players(each.name)}"]
        parts += [f"{one.name} {one.minimum} {one.maximum}" for one in each.positions]
        said.append(", ".join(parts))
    assert said == TEAMS.strip().splitlines()
    assert book.field.players == 11


@pytest.mark.rules("first-1986:FI1")
def test_the_wound_table(book: Book) -> None:
    (table,) = book.casualty_tables.values()
    assert table.dice == (6, 6)
    for row in table.rows:
        assert row.low == row.high
        said = [f"misses {row.misses}"] if row.misses else []
        said += [f"{name} {change}" for name, change in row.changes]
        said += [f"{name} {count}" for name, count in row.conditions]
        assert (*said, *(["dead"] if row.dead else [])) == WOUNDS[row.low], row.name
    assert len(table.rows) == 11


@pytest.mark.rules("first-1986:FS2")
def test_the_star_chart(book: Book) -> None:
    chart = tables_of(book).star_chart
    found = {row.low: f"{row.characteristic}{row.steps or ''}" for row in chart.rows if row.low == row.high}
    assert found == {
        2: "", 3: "CS2", 4: "CL2", 5: "CS1", 6: "ST1", 7: "MA1", 8: "CL1", 9: "TS1", 10: "ST2", 11: "TS2", 12: "",
    }  # fmt: skip
    assert [row.rolls for row in chart.rows] == [2] + [0] * 10
    assert [row.low for row in chart.rows if row.magic] == [12]
    assert (chart.dice, chart.experience) == ((6, 6), 10)


@pytest.mark.rules("first-1986:FS6")
def test_the_magic_table(book: Book) -> None:
    magic = tables_of(book).magic
    assert {row.low: row.item for row in magic.rows if row.low == row.high} == {
        1: "Boots of Speed", 2: "Boots of Leaping", 3: "Gauntlets of Holding",
        4: "Gauntlets of Catching", 5: "Helmet of Accuracy", 6: "Magic Armour",
    }  # fmt: skip
    assert magic.die == 6
    assert {item.name: item.multiplies for item in book.skills.values() if item.multiplies} == {
        "Boots of Speed": (("MA", 2),)
    }


@pytest.mark.rules("first-1986:FS7", "first-1986:FS8", "first-1986:FC12")
def test_what_is_particular_about_races(book: Book) -> None:
    races = tables_of(book).races
    elsewhere = {name: "/".join(race.instead_of) + " to " + "/".join(race.become) for name, race in races.items()}
    assert {name: said for name, said in elsewhere.items() if said != " to "} == {
        "Dwarf": "MA/TS to ST/TH",
        "Elf": "ST/TH to TS/CL",
        "Dark Elf": "ST/TH to TS/CL",
        "Halfling": "ST/TH to CS/CL",
        "Ogre": "MA to ST",
        "Lesser Goblin": "MA/CS/TS/ST/TH/CL to MA/CL",
        "Skeleton": "MA to CL",
    }
    assert {name: race.stars for name, race in races.items() if race.stars != "any"} == {
        "Ogre": "one", "Troglodyte": "one together",
        "Troll": "none", "Zombie": "none", "Mummy": "none", "Ghoul": "none",
    }  # fmt: skip
    assert {name for name, race in races.items() if race.never_defensive} == {"Elf", "Dark Elf", "Troglodyte"}
    assert {name: race.wounded for name, race in races.items() if race.wounded != "rolls"} == {
        "Troll": "regenerates", "Mummy": "mended", "Skeleton": "removed", "Zombie": "removed",
    }  # fmt: skip
    assert {name for name, race in races.items() if race.undead} == {"Skeleton", "Zombie", "Mummy", "Ghoul"}
    assert [name for name, race in races.items() if race.short_arms] == ["Halfling"]


@pytest.mark.rules("first-1986:FC6", "first-1986:FC8", "first-1986:FX8")
def test_what_is_particular_about_types_of_team(book: Book) -> None:
    squads = tables_of(book).squads
    assert set(squads) == set(book.lists)
    assert {name: (*each.together, each.together_count) for name, each in squads.items() if each.together_count} == {
        "Chaos All-Stars Second Team": ("Ogre", "Troll", "Troglodyte", 4)
    }
    assert {name: each.apart for name, each in squads.items() if each.apart} == {
        "Champions of Death Second Team": ("Mummy", "Ghoul")
    }
    death = {name for name, each in squads.items() if each.necromancer}
    assert death == {"Champions of Death", "Champions of Death Second Team"}
    assert {name for name, each in book.lists.items() if each.endless == ("Skeleton", "Zombie")} == death
    assert {each.endless for name, each in book.lists.items() if name not in death} == {()}
    assert [name for name, each in squads.items() if each.second_team] == ["Champions of Death Second Team"]


@pytest.mark.rules("first-1986:FP3", "first-1986:FP4", "first-1986:FP5", "first-1986:FP8", "first-1986:FC13")
def test_marks_armour_ranges_and_the_last_die_of_trolls(book: Book) -> None:
    own = tables_of(book)
    assert {mark.key: (mark.change, mark.spares) for mark in book.marks.values()} == {
        "defensive": ((("MA", -1),), ("Dwarf",)),
        "kicking": ((("TH", -1),), ()),
    }
    armour = own.armour
    assert (armour.save, armour.defensive_better_by, armour.item, armour.item_save) == (5, 1, "Magic Armour", 2)
    assert (own.ranges.throw, own.ranges.kick, own.kicking.cool) == (10, 15, 7)
    assert (own.regeneration.die, own.regeneration.lives_from) == (6, 4)
    assert {field.key: field.faces for field in book.injury_fields.values() if field.faces} == {"regeneration": 6}


@pytest.mark.rules("first-1986:FX1", "first-1986:FX4")
def test_what_earns_experience(book: Book) -> None:
    assert {deed.key: deed.points for deed in book.deeds.values()} == {"completions": 1, "catches": 1, "touchdowns": 3}
    assert {deed.key: deed.most for deed in book.deeds.values()} == {"completions": 40, "catches": 40, "touchdowns": 20}
    assert book.deeds["catches"].confidence == "low" and book.deeds["catches"].follows == "completions"
    assert book.appearance is not None and book.appearance.points == 1


@pytest.mark.rules("first-1986:FP6", "first-1986:FM1", "first-1986:FM3", "first-1986:FL3")
def test_the_scale_and_how_a_match_ends(book: Book) -> None:
    assert {(each.floor, each.ceiling, each.kept) for each in book.profile.values()} == {(1, 20, True)}
    ending = book.result
    assert (ending.won_at, ending.halves, ending.turns, ending.draw, ending.concede) == (3, 0, 0, False, True)
    assert ending.stopped == ("abandoned", "wiped_out") and ending.may_be_level
    assert [(stage.key, stage.needs_winner, stage.gate_factor) for stage in book.stages.values()] == [
        ("league", False, 1), ("play_off", True, 1), ("semi_final", True, 1), ("final", True, 1),
    ]  # fmt: skip


@pytest.mark.rules("first-1986:FL1", "first-1986:FL2", "first-1986:FL4", "first-1986:FL8", "first-1986:FM6")
def test_a_league_has_points_and_nothing_else(book: Book) -> None:
    (scheme,) = book.points_schemes
    assert (scheme.win, scheme.draw, scheme.loss) == (2, 1, 0)
    assert not (book.trophies or book.staff or book.inducements or book.cards or book.weather or book.stars)
    assert not (book.purses or book.goods or book.worth or book.gate)
    assert book.options["several_teams_per_coach"].default is False


@pytest.mark.rules("first-1986:FR1", "first-1986:FR2")
def test_the_roster_has_the_columns_of_the_book(book: Book) -> None:
    assert book.roster[:5] == ("number", "mark:*", "profile:*", "spp", "injuries")
    assert [mark.short for mark in book.marks.values()] == ["DEF", "KICK"]
    assert book.points is not None and book.points.short == "EXP"


OPTIONS = """
star_points 4 0-12
star_assignment roll_first name_first,roll_first
repeat_bonus never never,up_to_2
magic_items one off,one,several
characteristic_maximum 20 10-20
roles_change between_matches between_matches,never
dwarf_defensive_penalty False
kicking_minimum_strength 3 3-4
catch_points as_thrower 1,2,as_thrower
points_for on_field on_field,whole_squad
limits_cover_experience True
second_team_necromancer True
arm_and_leg_misses 2 2-4
star_skeleton_wounded returns lost,returns
touchdowns_to_win 3 1-9
draws False
wiped_out loses abandoned,loses
retirement none none,replaced
team_lists ()
several_teams_per_coach False
"""
STEPS = {"star_points": 1, "characteristic_maximum": 10, "kicking_minimum_strength": 1, "arm_and_leg_misses": 2}


def test_what_a_league_can_choose(book: Book) -> None:
    said = []
    for each in book.options.values():
        choices = ",".join(sorted(value for value, _label in each.choices))
        bounds = f"{each.minimum}-{each.maximum}" if each.type == "integer" else choices
        said.append(f"{each.name} {each.default} {bounds}".strip())
    assert said == OPTIONS.strip().splitlines()
    steps = {each.name: each.step for each in book.options.values() if each.type == "integer"}
    assert steps == {**STEPS, "touchdowns_to_win": 1}


def test_what_is_on_no_page_says_where_it_is_from(book: Book) -> None:
    """The copy of the book has no page numbers: every statement gives a heading instead."""
    assert set(book.pages.values()) == {0} and set(book.sources) == set(book.pages)
    rows = [row for _table, value in tables_in(book) for row, _name, _around in rows_in(value)]
    assert {number.value for row in rows for number in numbers_of("", row, "") if is_page(number.key)} == {0}
    doubted = {position.name for team_list in book.lists.values() for position in team_list.positions if position.doubt}
    assert doubted == {"Human", "Half-Orc", "Dwarf", "Elf", "Orc"}
