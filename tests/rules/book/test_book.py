"""Reading an edition: the result, and the messages about wrong data."""

import os
import re
import tomllib
from pathlib import Path

import pytest

from rules.book.book import Book
from rules.book.peoples import GENERAL, people_of, shared_peoples
from rules.book.reading import read_book
from rules.book.toml_tables import BookError
from tests.rules.book.edited import DATA, edit, folder

__all__ = ["folder"]

# All messages about wrong data; with DUGOUT_WRITE_GOLDEN=1 in the environment new ones are added.
MESSAGES = Path(__file__).resolve().parent / "broken_data.txt"


@pytest.fixture(scope="module")
def book() -> Book:
    return read_book(DATA)


PEOPLE = "[[peoples]]\nfirst = ['Ann']\nlast = []\n"
BROKEN = [
    # file, old text, new text, and words of the message
    ("creation.toml", "starting_treasury = 1_000_000\n", "", ["creation", "starting_treasury", "missing key"]),
    ("creation.toml", "[creation]", "[creation]\nsponsor = 1", ["creation", "sponsor", "unknown key"]),
    ("creation.toml", "[creation]", "vault = 100_000\n[creation]", ["vault", "unknown key"]),
    ("shape.toml", "maximum = 100_000", "maximum = true", ["bank", "maximum", "a whole number", "True"]),
    ("team_lists.toml", "reroll_cost = 50_000\n", "", ["Amazon", "reroll_cost", "missing key"]),
    ("creation.toml", "fan_factor_start = 0\n", "", ["creation", "fan_factor_start", "missing key"]),
    ("shape.toml", 'key = "bank"', 'key = "sock"', ["purses", "key", '"sock"']),
    ("book.toml", "Competition Rules grew out of them.", "Competition Rules came", ["about", "whole sentences"]),
    ("book.toml", "if it wants to.", "if it wants to", ["differs", "whole sentences"]),
    ("book.toml", 'year = "before 2010"', "year = 2009", ["year", "must be text"]),
    ("shape.toml", 'key = "rerolls"', 'key = "balls"', ["goods", "key", '"balls"']),
    ("shape.toml", '    { key = "treasury"', '    # { key = "treasury"', ["purses", 'must have "treasury"']),
    ("shape.toml", 'unit = "gp"', 'unit = "teeth"', ["worth", "unit", '"teeth"']),
    (
        "creation.toml",
        "price = 10_000\nrule",
        'price = "10k"\nrule',
        ["staff", "assistant_coach", "price", "whole", "10k"],
    ),
    ("creation.toml", "minimum_players = 11", "minimum_players = 11.0", ["minimum_players", "a whole number"]),
    ("creation.toml", 'name = "Cheerleader"\n', "", ["cheerleader", "name", "missing key"]),
    ("creation.toml", 'key = "cheerleader"', 'key = "assistant_coach"', ["assistant_coach", "twice"]),
    ("creation.toml", "[creation]", "[creation]\nprice =", ["cannot be read as TOML", "line 4"]),
    ("creation.toml", "[creation]", "name = 'twice'\n[creation]", ["name", "is in book.toml already"]),
    ("team_lists.toml", 'skills = ["Dodge"]', 'skills = ["Dogde"]', ["Amazon: Linewoman", "skills", '"Dogde"']),
    ("team_lists.toml", 'skills = ["Dodge"]', 'skills = ["Dodge", "Dodge"]', ["Amazon: Linewoman", "twice"]),
    ("team_lists.toml", 'skills = ["Dodge"]', 'skills = "Dodge"', ["Amazon", "Linewoman", "skills", "must be a list"]),
    ("team_lists.toml", 'skills = ["Dodge"]', "skills = [7]", ["Amazon", "Linewoman", "skills", "must be text"]),
    ("team_lists.toml", 'normal = ["General"]', 'normal = ["Genral"]', ["Amazon: Linewoman", "category", '"Genral"']),
    ("team_lists.toml", 'name = "Catcher"', 'name = "Linewoman"', ["Amazon", "positions", '"Linewoman"', "twice"]),
    ("team_lists.toml", 'name = "Chaos"', 'name = "Amazon"', ["lists", '"Amazon"', "twice"]),
    ("team_lists.toml", 'stars = ["Helmut Wulf"', 'stars = ["Helmut"', ["Amazon", "stars", 'no star player "Helmut"']),
    ("team_lists.toml", 'stars = ["Helmut Wulf"', 'stars = ["Griff Oberwald"', ["Griff Oberwald", "does not play"]),
    (
        "team_lists.toml",
        'positions = ["Thrall"]',
        'positions = ["Thral"]',
        ["Vampire", "apothecary_positions", "Thral"],
    ),
    ("team_lists.toml", 'people = "orc"', 'people = "orcs"', ["Orc", "people", '"orcs"']),
    ("team_lists.toml", 'people = "orc"', "people = 1", ["Orc", "people", "must be text"]),
    ("creation.toml", "[creation]", f"{PEOPLE}key = 'orc'\n[creation]", ["peoples", "orc", "of all editions"]),
    ("creation.toml", "[creation]", f"{PEOPLE}key = 'gnome'\n[creation]", ["peoples", "gnome", "last", "no names"]),
    ("team_lists.toml", "AG = 3, AV = 7", "AV = 7, AG = 3", ["Amazon: Linewoman", "profile", "MA ST AG AV"]),
    ("team_lists.toml", "AG = 3, AV = 7", "AG = 3", ["Amazon: Linewoman", "profile", "MA ST AG AV"]),
    ("team_lists.toml", "AG = 3, AV = 7", 'AG = "3", AV = 7', ["Linewoman", "profile.AG", "a whole number"]),
    ("team_lists.toml", "maximum = 16", "maximum = 7", ["Amazon", "room for 15 players together, not for 16"]),
    ("team_lists.toml", "minimum = 0", "minimum = 17", ["Amazon: Linewoman", "17-16"]),
    ("team_lists.toml", "apothecary = true", 'apothecary = "yes"', ["Amazon", "apothecary", "true or false"]),
    ("stars.toml", 'lists = ["Dwarf"]', 'lists = ["Dwarfs"]', ["Barik Farblast", "lists", '"Dwarfs"']),
    ("stars.toml", 'lists = ["Dwarf"]', 'lists = ["Dwarf", "Human"]', ["Barik Farblast", "Human list does not name"]),
    ("stars.toml", 'pair = "Grotty"', 'pair = "Griff Oberwald"', ["Brick Far'th", "pair", "is not paired"]),
    ("stars.toml", '"Hail Mary Pass"', '"Hail Mary"', ["Barik Farblast", "skills", '"Hail Mary"']),
    ("skills.toml", 'aliases = ["Claw", "Claws"]', 'aliases = ["Claw", "Tackle"]', ["Claw / Claws", "another skill"]),
    ("match_tables.toml", "low = 41, high = 41", "low = 42, high = 42", ["casualties", "41"]),
    ("match_tables.toml", "low = 4, high = 10", "low = 4, high = 9", ["weather", "10"]),
    ("match_tables.toml", "changes = { MA = -1 }", "changes = { MV = -1 }", ["smashed_hip", '"MV"']),
    ("post_match_tables.toml", "low = 10, high = 10", "low = 10, high = 11", ["improvement", "11"]),
    ("post_match_tables.toml", "minimum = 16,", "minimum = 5,", ["levels", "minimum", "must rise"]),
    ("post_match_tables.toml", "MA = 30_000, ST", "ST", ["characteristic_costs", '"MA"']),
    ("inducements.toml", "Halfling = 100_000", "Halflings = 100_000", ["halfling_master_chef", '"Halflings"']),
    ("trophies.toml", 'inducement = "wizard"', 'inducement = "mage"', ["dungeonbowl", "inducement", '"mage"']),
    ("trophies.toml", 'kind = "reroll"', 'kind = "reroles"', ["chaos_cup", "kind", 'no effect "reroles"']),
    ("trophies.toml", 'stage = "final"', 'stage = "finale"', ["blood_bowl", "stage", '"finale"']),
    ("trophies.toml", '["Fan Favourite"]', '["Fan"]', ["spike", "skills", '"Fan"']),
    ("trophies.toml", '["Mutation"]', '["Mutations"]', ["chaos_cup", "categories", '"Mutations"']),
    (
        "trophies.toml",
        'amount = 20_000, rule = "L6", page = 42',
        'amount = 20_000, rule = "L6"',
        ["blood_bowl", "page", "missing key"],
    ),
    ("trophies.toml", "die = 3, cat", "die = 3, rules = 1, cat", ["chaos_cup", "rules", "unknown key"]),
    ("trophies.toml", 'loss = 1, rule = "L3"', 'loss = 1, rule = "L33"', ["points_schemes", "rule", '"L33"']),
    ("trophies.toml", 'percent = 150\nrule = "L7"', 'percent = 150\nrule = "L77"', ["minor_prizes", "rule", '"L77"']),
    ("match_tables.toml", 'key = "play_off"', 'key = "playoff"', ["stages", "play_off, semi_final"]),
    ("match_tables.toml", 'healer_result = "badly_hurt"', 'healer_result = "fine"', ["healing", '"fine"']),
    ("match_tables.toml", '_skill = "Decay"', '_skill = "Rot"', ["healing", "second_roll_skill", '"Rot"']),
    ("match_tables.toml", '_skill = "Regeneration"', '_skill = "Regen"', ["healing", "regeneration_skill", '"Regen"']),
    ("match_tables.toml", "weather_dice = [6, 6]", "weather_dice = [6, 8]", ["weather", "[13, 14]"]),
    ("match_tables.toml", "dice = [68]", "dice = [66]", ["casualty_tables", "casualties", "low and high"]),
    ("match_tables.toml", "changes = { MA = -1 }", "changes = { MA = 1 }", ["smashed_hip", "MA must become worse"]),
    ("match_tables.toml", "{ niggling = 1 }", "{ nagging = 1 }", ["damaged_back", 'no condition "nagging"']),
    ("match_tables.toml", "{ niggling = 1 }", "{ niggling = 0 }", ["damaged_back", "conditions", "at least 1"]),
    ("match_tables.toml", 'name = "Dead", dead = true', 'name = "Dead", leads_to = "limbo"', ["leads_to", '"limbo"']),
    (
        "match_tables.toml",
        'name = "Dead", dead = true',
        'name = "Dead", leads_to = "casualties"',
        ["casualty_tables", "leads_to", "in a circle: casualties -> casualties"],
    ),
    (
        "match_tables.toml",
        'name = "Dead", dead = true',
        'name = "Dead", dead = true, misses = 1',
        ["dead", "nothing else"],
    ),
    (
        "match_tables.toml",
        'key = "broken_jaw"',
        'key = "broken_ribs"',
        ["casualty_tables", "is here twice"],
    ),
    ("shape.toml", "injury_roll = 1", "change = { MV = -1 }", ["conditions", "niggling", '"MV"']),
    ("shape.toml", 'by = ["healer"]', 'by = ["quack"]', ["injury_fields", "healer", "by", '"quack"']),
    ("shape.toml", 'skill = "Decay"', 'skill = "Rot"', ["injury_fields", "second_casualty", "skill", '"Rot"']),
    ("shape.toml", 'kind = "tick"', 'kind = "box"', ["injury_fields", "apothecary_reserves", "kind", '"box"']),
    ("shape.toml", 'faces = 6, label = "Healer', 'faces = 0, label = "Healer', ["injury_fields", "healer", "faces"]),
    ("shape.toml", 'causes = ["block"]', 'causes = ["kiss"]', ["deeds", "casualties", "causes", '"kiss"']),
    ("shape.toml", "scores = true", 'causes = ["foul"]', ["deeds", "causes", "only one deed"]),
    ("shape.toml", "scores = true", "scores = false", ["deeds", "scores", "at least one"]),
    ("shape.toml", 'key = "completions"', 'key = "spp"', ["deeds", "spp", "another field"]),
    ("shape.toml", '"name", "position"', '"name", "salary"', ["roster", "column", '"salary"']),
    ("shape.toml", '["number", "name"', '["number"', ["roster", "column", '"name" is missing']),
    ("shape.toml", '"skills", "injuries"', '"skills", "skills"', ["roster", "column", "twice"]),
    ("shape.toml", "awarded = true", "awarded = true, scores = true", ["deeds", "mvps", "awarded", "neither scores"]),
    ("shape.toml", "points = 5", "points = -5", ["deeds", "mvps", "points", "negative"]),
    ("shape.toml", 'key = "touchdowns"', 'key = "completions"', ["deeds", "completions", "twice"]),
    ("shape.toml", "floor = 1", "floor = 10", ["profile", "MA", "ceiling", "more than the floor"]),
    ("shape.toml", 'key = "MA",', 'key = "MA", better = "up",', ["profile", "MA", "better", '"up"']),
    ("shape.toml", 'key = "MA",', 'key = "MA", shown = "3+",', ["profile", "MA", "shown", "{n}"]),
    ("post_match_tables.toml", '_categories = ["General"]', '_categories = ["Any"]', ["unlisted_categories", '"Any"']),
    ("post_match_tables.toml", 'name = "Zombie"', 'name = "Zombi"', ["raised", "Zombi", "position"]),
    ("post_match_tables.toml", '["block", "foul"]', '["block", "blitz"]', ["raised", "Rotter", "causes", '"blitz"']),
    ("post_match_tables.toml", '["Decay", "Reg', '["Decays", "Reg', ["raised", "Rotter", "barred_skills", '"Decays"']),
    ("post_match_tables.toml", 'rule = "J8"', 'rule = "J0"', ["raised", "Zombie", "rule", '"J0"']),
    ("creation.toml", 'rule = "C6"', 'rule = "C66"', ["staff", "apothecary", "rule", '"C66"']),
    ("inducements.toml", 'rule = "I1"', 'rule = "I99"', ["mercenary", "rule", '"I99"']),
    ("cards.toml", 'deck = "Miscellaneous Mayhem"', 'deck = "Mayhem"', ["Badyear Git", "deck", '"Mayhem"']),
    ("cards.toml", 'timing = "own_turn_start"', 'timing = "whenever"', ["cards", "timing", '"whenever"']),
    ("cards.toml", 'name = "Eclipse"', 'name = "Badyear Git"', ["cards", '"Badyear Git"', "twice"]),
    ("options.toml", "default = 1_000_000", "default = 1_005_000", ["starting_treasury", "default", "10000"]),
    ("options.toml", "default = 1_000_000", "default = true", ["starting_treasury", "default", "whole number"]),
    ("options.toml", 'default = "random"', 'default = "lottery"', ["mvp", "default", "lottery", "random_survivor"]),
    ("options.toml", "step = 10_000\n", "", ["starting_treasury", "needs minimum, maximum and step"]),
    ("options.toml", "step = 10_000\n", "step = 0\n", ["starting_treasury", "step", "more than 0"]),
    ("options.toml", 'type = "boolean"', 'type = "bool"', ["several_teams_per_coach", "type", '"bool"']),
    ("options.toml", 'type = "boolean"', 'type = "choice"', ["several_teams_per_coach", "choices", "missing key"]),
    ("options.toml", 'type = "pack"', 'type = "tiers"', ["pack", "needs team lists with tiers"]),
    (
        "options.toml",
        "default = []\nchoices = {",
        "default = []\nchoice = {",
        ["excluded_inducements", "choice", "unknown"],
    ),
    ("options.toml", "maximum = 5_000_000\n", "", ["starting_treasury", "needs minimum, maximum and step"]),
    ("match_tables.toml", 'low = 3, high = 3, name = "Riot"', 'low = 4, high = 4, name = "Riot"', ["kick_off", "[3]"]),
    ("cards.toml", 'name = "Special Team Plays"', 'name = "Miscellaneous Mayhem"', ["decks", "name", "twice"]),
    ("cards.toml", 'key = "own_turn_start"', 'key = "pregame"', ["card_timings", "twice"]),
    ("stars.toml", 'pair = "Grotty"', 'pair = "Grot"', ["Brick Far'th", "pair", '"Grot"']),
    ("inducements.toml", 'skills = ["Loner"]', 'skills = ["Lonely"]', ["mercenary", "skills", '"Lonely"']),
    ("post_match_tables.toml", '= ["MA", "AV"]', '= ["MA", "AW"]', ["improvement", "characteristics", '"AW"']),
    ("post_match_tables.toml", 'skill = "Nurgle\'s Rot"', 'skill = "Rot"', ["raised", "Rotter", "skill", '"Rot"']),
    ("options.toml", "minimum = 0", 'minimum = "none"', ["starting_treasury", "minimum", "a whole number", "'none'"]),
    ("options.toml", "minimum = 0", "minimum = []", ["starting_treasury", "minimum", "a whole number, not a list"]),
    ("inducements.toml", "{ Halfling = 100_000 }", "100_000", ["halfling_master_chef", "prices_by_list", "a table"]),
    ("inducements.toml", "{ Halfling = 100_000 }", "{ Halfling = 100_000 }\nonly_tier = 7", ["only_tier", "tier", "7"]),
    ("inducements.toml", "{ Halfling = 100_000 }", "[100_000]", ["prices_by_list", "a table", "not a list"]),
    ("inducements.toml", "{ Halfling = 100_000 }", '{ Halfling = "less" }', ["prices_by_list.Halfling", "'less'"]),
    ("team_lists.toml", 'normal = ["General"]', "normal = []", ["Amazon: Linewoman", "normal", "opens 0 new skills"]),
    ("match_tables.toml", "weather_dice = [6, 6]", "weather_dice = []", ["weather", "dice", "needed"]),
    ("options.toml", 'part = "teams"', 'part = "team"', ["starting_treasury", "part", '"team"']),
    ("options.toml", 'part = "teams"\n', "", ["starting_treasury", "part", "missing key"]),
    (
        "options.toml",
        'type = "boolean"\ndefault = false',
        'type = "integer"\ndefault = 0\nminimum = 0\nmaximum = 1\nstep = 1',
        ["several_teams_per_coach", "type", "shared code reads this as boolean"],
    ),
    ("options.toml", 'approval = "With', 'permission = "With', ["trades", "choices", "nothing knows permission"]),
    ("options.toml", 'bribe = "Bribe"', 'bribes = "Bribe"', ["excluded_inducements", "choices", "bribes"]),
    (
        "options.toml",
        "[[options]]",
        "[settled]\nraffles = true\n\n[[options]]",
        ["settled", "raffles", "nothing reads"],
    ),
    ("options.toml", "[[options]]", "[settled]\nmvp = 3.5\n\n[[options]]", ["settled", "mvp", "3.5"]),
    ("shape.toml", ", few_to_concede = 2", "", ["result", "few_to_concede", "conceding_early"]),
    ("book.toml", "U3 = 38\n", "", ["statements", "expenses", '"U3"']),
    ("book.toml", 'expenses = "U3"', 'spending = "U3"', ["statements", "purpose", '"spending"']),
]


@pytest.mark.parametrize(("file", "old", "new", "words"), BROKEN, ids=lambda value: " ".join(str(value).split())[:40])
def test_wrong_data_is_refused_with_file_and_place(
    folder: Path, file: str, old: str, new: str, words: list[str]
) -> None:
    edit(folder, file, old, new)
    with pytest.raises(BookError) as caught:
        read_book(folder)
    assert caught.value.file == file
    for word in words:
        assert word in str(caught.value)
    message = re.split(r"; (?:a|there are) |(?<=\?) a ", str(caught.value))[0]  # without the list of possible keys
    assert message in known_messages(message)


def known_messages(line: str) -> list[str]:
    lines = MESSAGES.read_text("utf-8").splitlines()
    if os.environ.get("DUGOUT_WRITE_GOLDEN") and line not in lines:
        MESSAGES.write_text("\n".join([*lines, line]) + "\n", encoding="utf-8")
    return lines


@pytest.mark.parametrize(
    ("file", "old", "new", "fits"),
    [
        ("team_lists.toml", 'skills = ["Dodge"]', 'skills = ["Dogde"]', "; there are 74, such as Dodge"),
        ("trophies.toml", 'kind = "gift"', 'kind = "gits"', "; there are reroll, fan_factor, winnings, "),
        ("match_tables.toml", "changes = { MA = -1 }", "changes = { MX = -1 }", "; there are MA, ST, AG, AV"),
        (
            "team_lists.toml",
            "reroll_cost = 50_000",
            "reroll_costs = 50_000",
            'unknown key; did you mean "reroll_cost"? a TeamList has ',
        ),
        ("creation.toml", "[creation]", "[creations]", 'unknown key; did you mean "creation"? a book has key, name, '),
        ("creation.toml", "[creation]", "[creation]\nx = 1", "unknown key; a Creation has "),
    ],
)
def test_a_name_that_does_not_exist_is_refused_with_what_would_fit(
    folder: Path, file: str, old: str, new: str, fits: str
) -> None:
    edit(folder, file, old, new)
    with pytest.raises(BookError) as refused:
        read_book(folder)
    assert fits in str(refused.value)


def test_with_how_few_players_a_team_concedes_early_goes_with_the_statement_on_it(folder: Path) -> None:
    edit(folder, "book.toml", 'conceding_early = "N1"\n', "")
    with pytest.raises(BookError, match=r"result: few_to_concede: must not be here: there is no statement"):
        read_book(folder)


def test_a_price_of_a_good_that_the_book_does_not_declare_is_refused(folder: Path) -> None:
    edit(folder, "shape.toml", '    { key = "fan_factor"', '    # { key = "fan_factor"')
    with pytest.raises(BookError, match=r"creation: fan_factor_start: must not be here: the book declares no fan_fac"):
        read_book(folder)


def test_a_folder_without_a_table_names_the_table(folder: Path) -> None:
    (folder / "team_lists.toml").unlink()
    with pytest.raises(BookError, match=r"lists: missing key"):
        read_book(folder)


def test_a_file_that_is_not_text_is_refused_by_name(folder: Path) -> None:
    (folder / "stars.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BookError, match=r"stars\.toml: cannot be read"):
        read_book(folder)


def test_the_revision_is_stable_and_changes_with_the_data(book: Book, folder: Path) -> None:
    assert read_book(folder).revision == book.revision
    assert len(book.revision) == 12
    edit(folder, "creation.toml", "starting_treasury = 1_000_000", "starting_treasury = 900_000")
    assert read_book(folder).revision != book.revision


def test_every_table_of_every_file_is_in_the_book(book: Book) -> None:
    read = {key for path in DATA.glob("*.toml") for key in tomllib.loads(path.read_text(encoding="utf-8"))}
    assert all(getattr(book, key) for key in read)
    assert len(read) >= 39


def test_the_tables_cannot_be_changed(book: Book) -> None:
    with pytest.raises(TypeError):
        book.skills["Flying"] = book.skill("Leap")
    with pytest.raises(AttributeError):
        book.creation.maximum_players = 17


@pytest.mark.parametrize("name", ["Claws", "Claw", "claw / claws", "Claw / Claws"])
def test_a_skill_is_found_by_its_aliases(book: Book, name: str) -> None:
    assert book.skill(name).name == "Claw / Claws"


def test_an_unknown_skill_is_named(book: Book) -> None:
    with pytest.raises(KeyError, match="Flying"):
        book.skill("Flying")


def test_an_unknown_position_is_named_with_the_known_ones(book: Book) -> None:
    with pytest.raises(KeyError, match=r"Human list has no position 'Linemen'; it has Lineman, Catcher"):
        book.lists["Human"].position("Linemen")


def test_skills_of_categories_are_in_the_order_of_the_book(book: Book) -> None:
    mutations = [skill.name for skill in book.skills_in(["Mutation"])]
    assert mutations == sorted(mutations)
    assert "Horns" in mutations and "Block" not in mutations
    both = book.skills_in(("Strength", "Mutation"))
    assert len(both) == len(mutations) + len(book.skills_in(("Strength",)))


@pytest.mark.parametrize("d68", [0, 10, 19, 20, 39, 40, 49, 59, 60, 69, 71, -11])
def test_a_number_that_a_d68_does_not_have_is_not_a_casualty(book: Book, d68: int) -> None:
    with pytest.raises(ValueError, match=str(d68)):
        book.casualty_for(d68)


@pytest.mark.parametrize("total", [1, 13, 0, -2])
def test_a_total_that_two_dice_cannot_show_is_refused(book: Book, total: int) -> None:
    with pytest.raises(ValueError, match=str(total)):
        book.weather_for(total)
    with pytest.raises(ValueError, match=str(total)):
        book.improvement_for(total)


def test_spp_below_zero_are_refused(book: Book) -> None:
    with pytest.raises(ValueError, match="-1 SPP"):
        book.level_for(-1)


def test_a_book_is_hashable_and_two_readings_are_two_books(book: Book) -> None:
    assert {book: "first"}[book] == "first"
    assert read_book(DATA) != book


def test_a_book_can_bring_a_people_with_names_of_its_own(folder: Path) -> None:
    names = "[[peoples]]\nkey = 'gnome'\nfirst = ['Ann']\nlast = ['Root']\n"
    edit(folder, "creation.toml", "[creation]", f"{names}[creation]")
    edit(folder, "team_lists.toml", 'people = "halfling"', 'people = "gnome"')
    changed = read_book(folder)
    assert people_of(changed, "Halfling").last == ("Root",)
    assert people_of(changed, "Orc") == shared_peoples()["orc"]


def test_a_list_that_names_no_people_has_the_general_names(folder: Path) -> None:
    edit(folder, "team_lists.toml", 'people = "orc"\n', "")
    assert people_of(read_book(folder), "Orc") == shared_peoples()[GENERAL]
