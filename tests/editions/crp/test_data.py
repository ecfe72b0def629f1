"""The data of the Competition Rules: counts, prices and tables, typed by hand and not made from the data."""

from collections import Counter
from pathlib import Path

import pytest

from rules.book.book import Book
from rules.book.reading import read_book
from rules.editions.crp.tables import Tables, tables_of

DATA = Path(__file__).resolve().parents[3] / "rules" / "editions" / "crp"
D68 = [10 * tens + units for tens in range(1, 7) for units in range(1, 9)]
NEW_LISTS = ("Chaos Pact", "Slann", "Underworld")


@pytest.fixture(scope="module")
def book() -> Book:
    return read_book(DATA, own=Tables)


def test_the_edition_is_complete(book: Book) -> None:
    assert (book.key, book.name) == ("crp", "Competition Rules (CRP)")
    assert book.characteristics == ("MA", "ST", "AG", "AV")
    assert (len(book.lists), len(book.skills), len(book.stars), len(book.cards)) == (24, 75, 57, 104)
    assert sum(len(team_list.positions) for team_list in book.lists.values()) == 105
    assert len([star for star in book.stars.values() if star.cost]) == 56


@pytest.mark.rules("crp:C9")
def test_three_lists_are_not_in_the_book(book: Book) -> None:
    assert tuple(each.name for each in book.lists.values() if each.option) == NEW_LISTS
    assert {book.lists[name].option for name in NEW_LISTS} == {"extra_lists"}
    assert [each.name for each in book.lists.values() if not each.page] == list(NEW_LISTS)
    pages = Counter(each.page for each in book.lists.values() if each.page)
    assert pages == {71: 3, 72: 3, 73: 4, 74: 4, 75: 3, 76: 4}


def test_what_the_teams_cost_together(book: Book) -> None:
    costs = {each.name: sum(position.cost for position in each.positions) // 1000 for each in book.lists.values()}
    assert costs == {
        "Amazon": 280, "Chaos": 310, "Chaos Dwarf": 390, "Chaos Pact": 610, "Dark Elf": 450, "Dwarf": 480, "Elf": 340,
        "Goblin": 370, "Halfling": 150, "High Elf": 350, "Human": 420, "Khemri": 300, "Lizardman": 280,
        "Necromantic": 430, "Norse": 550, "Nurgle": 370, "Ogre": 160, "Orc": 430, "Skaven": 440, "Slann": 390,
        "Undead": 360, "Underworld": 360, "Vampire": 150, "Wood Elf": 490,
    }  # fmt: skip


def test_places_add_up(book: Book) -> None:
    positions = [position for each in book.lists.values() for position in each.positions]
    assert all(position.minimum == 0 for position in positions)
    by_list = {each.name: sum(position.maximum for position in each.positions) for each in book.lists.values()}
    assert by_list["Chaos Pact"] == 18 and by_list["Underworld"] == 19 and by_list["Undead"] == 40
    assert all(places >= 16 for places in by_list.values())


POSITIONS = """
Chaos; Chaos Warrior; 4; 100; 5 4 3 9; General Strength Mutation
    -
Chaos; Minotaur; 1; 150; 5 5 2 8; Strength Mutation
    Loner, Frenzy, Horns, Mighty Blow, Thick Skull, Wild Animal
Chaos Pact; Dark Elf Renegade; 1; 70; 6 3 4 8; General Agility Mutation
    Animosity
Dark Elf; Witch Elf; 2; 110; 7 3 4 7; General Agility
    Frenzy, Dodge, Jump Up
Dwarf; Blocker; 16; 70; 4 3 2 9; General Strength
    Block, Tackle, Thick Skull
Dwarf; Deathroller; 1; 160; 4 7 1 10; Strength
    Loner, Break Tackle, Dirty Player, Juggernaut, Mighty Blow, No Hands, Secret Weapon, Stand Firm
Goblin; Pogoer; 1; 70; 7 2 3 7; Agility
    Dodge, Leap, Stunty, Very Long Legs
Halfling; Treeman; 2; 120; 2 6 1 10; Strength
    Mighty Blow, Stand Firm, Strong Arm, Take Root, Thick Skull, Throw Team-mate
Human; Catcher; 4; 70; 8 2 3 7; General Agility
    Catch, Dodge
Human; Ogre; 1; 140; 5 5 2 9; Strength
    Loner, Bone-head, Mighty Blow, Thick Skull, Throw Team-mate
Khemri; Tomb Guardian; 4; 100; 4 5 1 9; Strength
    Decay, Regeneration
Lizardman; Saurus; 6; 80; 6 4 1 9; General Strength
    -
Necromantic; Necromantic Werewolf; 2; 120; 8 3 3 8; General Agility
    Claw / Claws, Frenzy, Regeneration
Norse; Yhetee; 1; 140; 5 5 1 8; Strength
    Loner, Claw / Claws, Disturbing Presence, Frenzy, Wild Animal
Nurgle; Rotter; 16; 40; 5 3 3 8; General Mutation
    Decay, Nurgle's Rot
Ogre; Snotling; 16; 20; 5 1 3 5; Agility
    Dodge, Right Stuff, Side Step, Stunty, Titchy
Orc; Black Orc Blocker; 4; 80; 4 4 2 9; General Strength
    -
Skaven; Gutter Runner; 4; 80; 9 2 4 7; General Agility
    Dodge
Skaven; Rat Ogre; 1; 150; 6 5 2 8; Strength
    Loner, Frenzy, Mighty Blow, Prehensile Tail, Wild Animal
Slann; Blitzer; 4; 110; 7 3 3 8; General Agility Strength
    Diving Tackle, Jump Up, Leap, Very Long Legs
Undead; Mummy; 2; 120; 3 5 1 9; Strength
    Mighty Blow, Regeneration
Underworld; Underworld Goblin; 12; 40; 6 2 3 7; Agility Mutation
    Right Stuff, Dodge, Stunty
Vampire; Vampire; 6; 110; 6 4 4 8; General Agility Strength
    Blood Lust, Hypnotic Gaze, Regeneration
Wood Elf; Wardancer; 2; 120; 8 3 4 7; General Agility
    Block, Dodge, Leap
"""


def typed_positions() -> list[tuple[list[str], str]]:
    """The lines in pairs: list, name, most, cost in thousands, profile and Normal categories; then the skills."""
    lines = POSITIONS.strip().splitlines()
    return [(first.split("; "), second.strip(" -")) for first, second in zip(lines[::2], lines[1::2], strict=True)]


@pytest.mark.parametrize(("row", "skills"), typed_positions())
def test_a_position_of_each_kind(book: Book, row: list[str], skills: str) -> None:
    team_list, name, most, cost, profile, normal = row
    found = book.lists[team_list].position(name)
    assert (found.maximum, found.cost) == (int(most), int(cost) * 1000)
    assert " ".join(str(value) for _, value in found.profile) == profile
    assert ", ".join(found.skills) == skills
    assert " ".join(found.normal) == normal


@pytest.mark.rules("crp:C3")
def test_what_a_reroll_costs(book: Book) -> None:
    by_price = Counter(team_list.reroll_cost for team_list in book.lists.values())
    assert by_price == {50_000: 8, 60_000: 7, 70_000: 9}
    assert {"Chaos": 60_000, "Dwarf": 50_000}.items() <= {
        each.name: each.reroll_cost for each in book.lists.values()
    }.items()
    assert {team_list.reroll_maximum for team_list in book.lists.values()} == {book.creation.maximum_rerolls}


@pytest.mark.rules("crp:C6", "crp:C7")
def test_who_has_an_apothecary_and_who_a_necromancer(book: Book) -> None:
    without = [each.name for each in book.lists.values() if not each.apothecary]
    assert without == ["Khemri", "Necromantic", "Nurgle", "Undead"]
    assert not [each for each in book.lists.values() if each.apothecary_positions]
    assert [each.name for each in book.lists.values() if each.necromancer] == ["Necromantic", "Undead"]


@pytest.mark.rules("crp:J1")
def test_journeymen_are_of_the_largest_positions(book: Book) -> None:
    def positions(name: str) -> list[str]:
        return [position.name for position in book.lists[name].journeyman_positions]

    assert positions("Undead") == ["Skeleton", "Zombie"]
    assert positions("Underworld") == ["Underworld Goblin"] and positions("Chaos Pact") == ["Marauder"]
    assert [len(each.journeyman_positions) for each in book.lists.values() if each.name != "Undead"] == [1] * 23


@pytest.mark.rules("crp:I3")
def test_some_stars_by_fee(book: Book) -> None:
    fees = {
        "Morg 'n' Thorg": 430,
        "Griff Oberwald": 320,
        "Crazy Igor": 120,
        "Fungus the Loon": 80,
        "Icepelt Hammerblow": 330,
        "Bertha Bigfist": 290,
        "Zzharg Madeye": 90,
        "Barik Farblast": 60,
        "Wilhelm Chaney": 240,
    }
    assert {name: book.stars[name].cost // 1000 for name in fees} == fees
    assert sum(star.cost for star in book.stars.values()) == 11_670_000
    assert all(star.skills[0] == "Loner" for star in book.stars.values())
    missing = set(book.lists) - set(book.stars["Morg 'n' Thorg"].lists)
    assert missing == {"Khemri", "Necromantic", "Undead"}
    brick, grotty = book.stars["Brick Far'th"], book.stars["Grotty"]
    assert (brick.cost, grotty.cost, brick.pair, grotty.pair) == (290_000, 0, "Grotty", "Brick Far'th")
    assert brick.lists == grotty.lists == ("Chaos", "Nurgle", "Ogre")


def test_skills_by_category(book: Book) -> None:
    counts = Counter(skill.category for skill in book.skills.values())
    assert counts == {"Extraordinary": 24, "General": 14, "Mutation": 10, "Agility": 10, "Strength": 10, "Passing": 7}
    assert {"Sneaky Git", "Animosity"} <= set(book.skills) and "Easily Confused" not in book.skills
    assert [(skill.name, skill.bars) for skill in book.skills.values() if skill.bars] == [
        ("Frenzy", ("Grab",)),
        ("Grab", ("Frenzy",)),
    ]
    assert [(each.name, each.rerolls, each.fame) for each in book.skills.values() if each.rerolls or each.fame] == [
        ("Fan Favourite", 0, 1),
        ("Leader", 1, 0),
    ]


@pytest.mark.rules("crp:C1", "crp:C2", "crp:C4", "crp:C5", "crp:B1")
def test_what_a_team_starts_with(book: Book) -> None:
    creation = book.creation
    assert (creation.starting_treasury, creation.minimum_players, creation.maximum_players) == (1_000_000, 11, 16)
    assert (creation.maximum_rerolls, creation.later_reroll_multiplier) == (8, 2)
    assert (creation.fan_factor_start, creation.fan_factor_maximum, creation.free_fan_factor) == (0, 9, 5)
    assert (creation.fan_factor_price, creation.fan_factor_value) == (10_000, 10_000)
    assert list(book.purses) == ["treasury"] and book.purses["treasury"].maximum is None
    assert {each.key: (each.price, each.maximum) for each in book.staff.values()} == {
        "assistant_coach": (10_000, None),
        "cheerleader": (10_000, None),
        "apothecary": (50_000, 1),
    }


@pytest.mark.rules("crp:K1")
def test_the_casualty_table(book: Book) -> None:
    found = {result: book.casualty_for(result) for result in D68}
    assert [result for result, row in found.items() if row.key == "badly_hurt"] == D68[:24]
    assert [result for result, row in found.items() if row.misses_next] == [*range(41, 49), *range(51, 59)]
    niggling = (("niggling", 1),)
    assert {result: row.conditions for result, row in found.items() if row.conditions} == {51: niggling, 52: niggling}
    assert {result: row.changes for result, row in found.items() if row.changes} == {
        result: ((name, -1),) for result, name in {53: "MA", 54: "MA", 55: "AV", 56: "AV", 57: "AG", 58: "ST"}.items()
    }
    assert [result for result, row in found.items() if row.dead] == list(range(61, 69))
    assert {row.page for row in book.casualties} == {25}


@pytest.mark.rules("crp:P1", "crp:M2", "crp:M6", "crp:E8")
def test_weather_and_kick_off(book: Book) -> None:
    totals = [book.weather_for(total).key for total in range(2, 13)]
    assert totals == ["sweltering_heat", "very_sunny", *["nice"] * 7, "pouring_rain", "blizzard"]
    assert [row.low for row in book.kick_off] == [row.high for row in book.kick_off] == list(range(2, 13))
    assert book.kick_off[0].effect == "Each team gets one bribe for this match."
    assert "turn 7" in book.kick_off[1].effect
    assert [(row.name, row.die, row.staff) for row in book.kick_off if row.die] == [
        ("Cheering Fans", 3, "cheerleader"),
        ("Brilliant Coaching", 3, "assistant_coach"),
        ("Throw a Rock", 6, ""),
        ("Pitch Invasion", 6, ""),
    ]


@pytest.mark.rules("crp:M1", "crp:P4", "crp:L4")
def test_fans_and_stages(book: Book) -> None:
    gate = book.gate
    assert gate is not None
    assert (gate.dice, gate.spectators, gate.fame_for_more, gate.fame_for_many, gate.many_times) == (
        (6, 6),
        1000,
        1,
        2,
        2,
    )
    assert [(each.gate_factor, each.inducement_gold, each.needs_winner) for each in book.stages.values()] == [
        (1, True, False), (1, True, True), (2, False, True), (2, False, True),
    ]  # fmt: skip


@pytest.mark.rules("crp:M4", "crp:G2")
def test_points_and_levels(book: Book) -> None:
    points = {deed.key: deed.points for deed in book.deeds.values()}
    assert points == {"completions": 1, "touchdowns": 3, "interceptions": 2, "casualties": 2, "mvps": 5}
    assert book.credited_causes == ("block",)
    levels = [(level.title, level.minimum, level.rolls) for level in book.levels]
    assert levels == [("Rookie", 0, 0), ("Experienced", 6, 1), ("Veteran", 16, 2), ("Emerging Star", 31, 3),
                      ("Star Player", 51, 4), ("Super Star", 76, 5), ("Legend", 176, 6)]  # fmt: skip


@pytest.mark.rules("crp:G3", "crp:G4", "crp:G5", "crp:K2")
def test_improvements(book: Book) -> None:
    table = book.improvement
    gains = {total: book.improvement_for(total).characteristics for total in range(2, 13)}
    assert gains == {**dict.fromkeys(range(2, 10), ()), 10: ("MA", "AV"), 11: ("AG",), 12: ("ST",)}
    assert (table.skill_cost, table.double_cost, table.maximum_rise, table.maximum_loss) == (20_000, 30_000, 2, 2)
    assert dict(table.characteristic_costs) == {"MA": 30_000, "ST": 50_000, "AG": 40_000, "AV": 30_000}
    assert {(each.floor, each.ceiling, each.better) for each in book.profile.values()} == {(1, 10, "higher")}


@pytest.mark.rules("crp:I1", "crp:I4", "crp:I5", "crp:I6", "crp:I7", "crp:I8", "crp:I9", "crp:I10", "crp:I11")
def test_inducements(book: Book) -> None:
    assert {each.key: (each.price, each.maximum, each.rule) for each in book.inducements.values()} == {
        "mercenary": (0, None, "I1"),
        "star": (0, 2, "I3"),
        "wizard": (150_000, 1, "I4"),
        "bloodweiser_babes": (50_000, 2, "I5"),
        "wandering_apothecary": (100_000, 2, "I6"),
        "igor": (100_000, 1, "I7"),
        "bribe": (100_000, 3, "I8"),
        "extra_training": (100_000, 4, "I9"),
        "halfling_master_chef": (300_000, 1, "I10"),
        "card": (0, None, "I11"),
    }
    special = {each.key: dict(each.prices_by_list) for each in book.inducements.values() if each.prices_by_list}
    assert special == {"bribe": {"Goblin": 50_000}, "halfling_master_chef": {"Halfling": 100_000}}
    mercenary = book.inducements["mercenary"]
    assert (mercenary.surcharge, mercenary.skill_price, mercenary.skill_maximum) == (30_000, 50_000, 1)
    assert [each.key for each in book.inducements.values() if each.needs_apothecary] == ["wandering_apothecary"]
    assert [each.key for each in book.inducements.values() if each.bars_apothecary] == ["igor"]


@pytest.mark.rules("crp:S1")
def test_the_decks_are_two_packs_of_cards(book: Book) -> None:
    dealt = Counter(card.deck for card in book.cards)
    assert [(deck.name, deck.price, dealt[deck.name], deck.page) for deck in book.decks] == [
        ("Miscellaneous Mayhem", 50_000, 13, 55),
        ("Special Team Plays", 50_000, 13, 56),
        ("Magic Items", 50_000, 13, 57),
        ("Dirty Tricks", 50_000, 13, 58),
        ("Good Karma", 100_000, 26, 59),
        ("Random Events", 200_000, 18, 61),
        ("Desperate Measures", 400_000, 8, 62),
    ]
    assert len({(card.deck, card.suit, card.suit_or_number) for card in book.cards}) == 104
    names = {card.name: card for card in book.cards}
    assert {"Hold Them Fast", "Perfect Kick"} <= set(names) and not {"Ball Clone", "Onside Kick"} & set(names)
    assert (names["Rowdy Fans"].deck, names["Suitable Pitch"].deck) == ("Miscellaneous Mayhem", "Good Karma")
    assert {name for name, card in names.items() if card.heals} == {"Doc Bonesaw", "Miracle Worker", "Magic Sponge"}
    assert len(names["Miracle Worker"].heals) == 17 and "badly_hurt" not in names["Miracle Worker"].heals


@pytest.mark.rules("crp:U2", "crp:U4", "crp:N2", "crp:E6")
def test_gold_and_fans_after_a_match(book: Book) -> None:
    own = tables_of(book)
    assert book.winnings is not None and book.conceding is not None
    assert (book.winnings.die, book.winnings.unit, book.winnings.winner_bonus) == (6, 10_000, 10_000)
    assert own.drawn_winnings.bonus == 10_000
    assert (own.fan_rolls.won_dice, own.fan_rolls.drawn_dice, own.fan_rolls.lost_dice) == ((6, 6, 6), (6, 6), (6, 6))
    conceding = book.conceding
    assert (conceding.fan_factor_loss, conceding.leaving_spp, conceding.leaving_die, conceding.leaving_up_to) == (
        1,
        51,
        6,
        3,
    )
    letters = {"none": "-", "minor": "m", "major": "M", "catastrophe": "C"}
    rows = {row.gold // 1000: "".join(letters[one] for one in row.results) for row in own.mistakes.rows}
    assert rows == {100: "m-----", 200: "mm----", 300: "Mmm---", 400: "MMmm--", 500: "CMMmm-", 600: "CCMMmm"}
    assert (own.mistakes.minor_die, own.mistakes.kept_dice, own.mistakes.unit) == (3, (6, 6), 10_000)
    assert own.mistakes.row_for(90_000) is None


@pytest.mark.rules("crp:L3", "crp:L6", "crp:L7")
def test_the_majors_are_those_of_the_predecessor(book: Book) -> None:
    assert list(book.trophies) == ["chaos_cup", "blood_bowl", "spike", "dungeonbowl"]
    assert [(scheme.win, scheme.draw, scheme.loss) for scheme in book.points_schemes] == [(3, 1, 0)]
    assert book.minor_prizes is not None and book.minor_prizes.percent == 150


def test_every_name_of_a_slann_is_there_sixteen_times(book: Book) -> None:
    slann = book.peoples["slann"]
    assert (len(slann.first), len(slann.last)) == (16, 16)
    assert book.lists["Slann"].people == "slann"


DEFAULTS = {
    "starting_treasury": 1_000_000, "extra_lists": True, "team_lists": (), "pack": "",
    "several_teams_per_coach": False, "trades": "free",
    "free_fan_factor": False, "permanent_inducements": (), "treasury_threshold": 0, "excluded_inducements": (),
    "petty_cash": True, "petty_cash_counts_in_value": True, "unspent_petty_cash": "returned",
    "play_off_inducements": "full", "star_players": (),
    "star_injuries_waived": True, "special_play_cards": "with", "card_budget": 100_000,
    "card_limit": 5, "mvp": "random", "casualties_for_spp": "block", "draw_bonus": True,
    "extra_winnings": 0, "spiralling_breakpoint": 1_750_000, "spiralling_step": 150_000, "spiralling_amount": 10_000,
    "expenses_from": "treasury", "draw_fan_factor": "both", "expensive_mistakes": False,
    "concession_before_kick_off": "no_penalty", "conceded_score": "as_played",
    "argue_the_call": False, "shoot_out_tie": "again",
}  # fmt: skip


def test_the_house_rules_and_their_defaults(book: Book) -> None:
    assert {option.name: option.default for option in book.options.values()} == DEFAULTS


@pytest.mark.rules("crp:C8")
def test_a_coach_has_one_team_and_teams_may_trade(book: Book) -> None:
    several, trades = book.options["several_teams_per_coach"], book.options["trades"]
    assert (several.default, several.rule) == (False, "C8")
    assert ([choice for choice, _ in trades.choices], trades.default) == (["off", "approval", "free"], "free")


@pytest.mark.rules("crp:L1", "crp:L2", "crp:L5")
def test_what_leagues_cite(book: Book) -> None:
    cited = {purpose: book.source(purpose)["rule"] for purpose in ("commissioner", "open_play", "challenges")}
    assert cited == {"commissioner": "L1", "open_play": "L2", "challenges": "L5"}
