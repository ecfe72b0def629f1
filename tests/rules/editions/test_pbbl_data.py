"""The data of PBBL 1.10: counts, prices and tables that a person can check against the book."""

from collections import Counter
from pathlib import Path

import pytest

from rules.book.book import Book
from rules.book.reading import read_book

DATA = Path(__file__).resolve().parents[3] / "rules" / "editions" / "pbbl_1_10"
CATEGORIES = {"General", "Agility", "Strength", "Passing", "Mutation"}
D68 = [10 * tens + units for tens in range(1, 7) for units in range(1, 9)]


@pytest.fixture(scope="module")
def book() -> Book:
    return read_book(DATA)


def test_the_edition_is_complete(book: Book) -> None:
    assert (book.key, book.name) == ("pbbl-1.10", "PBBL Living Rulebook 1.10")
    assert book.characteristics == ("MA", "ST", "AG", "AV")
    assert tuple(name for name, _ in book.characteristic_names) == book.characteristics
    assert len(book.lists) == 21
    assert sum(len(team_list.positions) for team_list in book.lists.values()) == 87
    assert len(book.skills) == 74
    assert len(book.stars) == 39
    assert len([star for star in book.stars.values() if star.cost]) == 38
    assert len(book.cards) == 104


def test_the_team_lists_are_three_to_a_page_in_the_order_of_the_book(book: Book) -> None:
    assert [team_list.page for team_list in book.lists.values()] == [52 + place // 3 for place in range(21)]
    assert list(book.lists)[:4] == ["Amazon", "Chaos", "Chaos Dwarf", "Dark Elf"]
    assert list(book.lists)[-3:] == ["Undead", "Vampire", "Wood Elf"]
    for team_list in book.lists.values():
        assert {position.page for position in team_list.positions} == {team_list.page}


def test_positions_add_up(book: Book) -> None:
    positions = [position for team_list in book.lists.values() for position in team_list.positions]
    assert sum(position.cost for position in positions) == 7_220_000
    assert sum(position.maximum for position in positions) == 519
    assert all(position.minimum == 0 for position in positions)
    assert Counter(position.confidence for position in positions) == {"high": 85, "medium": 1, "low": 1}
    assert all(position.doubt for position in positions if position.confidence != "high")


def test_fees_of_the_stars_add_up(book: Book) -> None:
    assert sum(star.cost for star in book.stars.values()) == 7_370_000
    assert all(star.skills[0] == "Loner" for star in book.stars.values())
    assert {star.page for star in book.stars.values()} == {59, 60}
    doubtful = {star.name for star in book.stars.values() if star.confidence != "high"}
    assert len(doubtful) == 8 and {"Zzharg Madeye", "Thrud the Barbarian"} < doubtful
    assert all(book.stars[name].doubt for name in doubtful)


def test_a_pair_of_stars_is_one_fee(book: Book) -> None:
    brick, grotty = book.stars["Brick Far'th"], book.stars["Grotty"]
    assert (brick.cost, grotty.cost) == (290_000, 0)
    assert (brick.pair, grotty.pair) == ("Grotty", "Brick Far'th")
    assert brick.lists == grotty.lists == ("Chaos", "Goblin", "Nurgle", "Ogre", "Orc")
    assert not [star for star in book.stars.values() if star.pair and star not in (brick, grotty)]


def test_morg_and_thrud_play_for_every_team(book: Book) -> None:
    for name in ("Morg 'n' Thorg", "Thrud the Barbarian"):
        assert book.stars[name].lists == tuple(book.lists)


@pytest.mark.rules("C6")
def test_which_lists_can_have_an_apothecary(book: Book) -> None:
    without = [team_list.name for team_list in book.lists.values() if not team_list.apothecary]
    assert without == ["Khemri", "Necromantic", "Nurgle", "Undead"]
    partly = {each.name: each.apothecary_positions for each in book.lists.values() if each.apothecary_positions}
    assert partly == {"Vampire": ("Thrall",)}


@pytest.mark.rules("C7")
def test_which_lists_have_a_necromancer(book: Book) -> None:
    assert [each.name for each in book.lists.values() if each.necromancer] == ["Necromantic", "Undead"]


@pytest.mark.rules("C3")
def test_what_a_reroll_costs(book: Book) -> None:
    by_price: dict[int, int] = Counter(team_list.reroll_cost for team_list in book.lists.values())
    assert by_price == {40_000: 1, 50_000: 6, 60_000: 6, 70_000: 8}
    assert book.lists["Dwarf"].reroll_cost == 40_000
    assert {team_list.reroll_maximum for team_list in book.lists.values()} == {book.creation.maximum_rerolls}


@pytest.mark.rules("I2")
def test_journeymen_come_from_the_positions_without_limit(book: Book) -> None:
    several = {
        team_list.name: [position.name for position in team_list.journeyman_positions]
        for team_list in book.lists.values()
        if len(team_list.journeyman_positions) > 1
    }
    assert several == {"Undead": ["Skeleton", "Zombie"]}
    assert [position.name for position in book.lists["Vampire"].journeyman_positions] == ["Thrall"]


def test_no_skill_category_is_listed_twice_for_a_position(book: Book) -> None:
    for team_list in book.lists.values():
        for position in team_list.positions:
            categories = position.normal + position.double
            assert len(set(categories)) == len(categories)
            assert {"General", "Agility", "Strength", "Passing"} <= set(categories) <= CATEGORIES


def test_skills_by_category(book: Book) -> None:
    counts = Counter(skill.category for skill in book.skills.values())
    assert counts == {
        "Extraordinary": 24,
        "General": 14,
        "Mutation": 10,
        "Agility": 9,
        "Strength": 10,
        "Passing": 7,
    }
    assert {skill.page for skill in book.skills.values()} == set(range(25, 31))


@pytest.mark.rules("C1")
def test_what_a_team_starts_with(book: Book) -> None:
    creation = book.creation
    assert (creation.starting_treasury, creation.page) == (1_000_000, 17)
    assert (creation.minimum_players, creation.maximum_players, creation.maximum_rerolls) == (11, 16, 8)
    assert (creation.fan_factor_start, creation.fan_factor_maximum, creation.free_fan_factor) == (0, 9, 5)
    assert (creation.fan_factor_price, creation.fan_factor_value) == (10_000, 10_000)
    assert creation.later_reroll_multiplier == 2
    assert (book.purses["bank"].maximum, book.purses["bank"].page) == (100_000, 32)
    staff = {each.key: (each.price, each.maximum, each.page) for each in book.staff.values()}
    assert staff == {
        "assistant_coach": (10_000, None, 18),
        "cheerleader": (10_000, None, 18),
        "apothecary": (50_000, 1, 18),
    }


@pytest.mark.rules("K1")
def test_the_casualty_table_has_each_of_the_48_results_once(book: Book) -> None:
    assert len(D68) == 48
    found = Counter(book.casualty_for(result).key for result in D68)
    assert found["badly_hurt"] == 24 and found["dead"] == 8
    assert len(found) == 18 and sum(found.values()) == 48
    assert {times for key, times in found.items() if key not in ("badly_hurt", "dead")} == {1}
    for result in D68:
        assert len([row for row in book.casualties if row.low <= result <= row.high]) == 1


@pytest.mark.rules("K1")
def test_the_effect_of_each_casualty(book: Book) -> None:
    lasting = {result: book.casualty_for(result) for result in D68}
    assert [result for result, row in lasting.items() if row.misses_next] == [*range(41, 49), *range(51, 59)]
    assert {row.misses for row in lasting.values()} == {0, 1}
    assert {result: row.conditions for result, row in lasting.items() if row.conditions} == {
        51: (("niggling", 1),),
        52: (("niggling", 1),),
    }
    assert {result: row.changes for result, row in lasting.items() if row.changes} == {
        53: (("MA", -1),),
        54: (("MA", -1),),
        55: (("AV", -1),),
        56: (("AV", -1),),
        57: (("AG", -1),),
        58: (("ST", -1),),
    }
    assert [result for result, row in lasting.items() if row.dead] == list(range(61, 69))


@pytest.mark.rules("P1")
def test_the_weather_of_every_total(book: Book) -> None:
    totals = [book.weather_for(total).key for total in range(2, 13)]
    assert totals == ["sweltering_heat", "very_sunny", *["nice"] * 7, "pouring_rain", "blizzard"]


@pytest.mark.rules("M2")
def test_the_kick_off_table_has_a_row_for_every_total(book: Book) -> None:
    assert [(row.low, row.high) for row in book.kick_off] == [(total, total) for total in range(2, 13)]
    assert [row.name for row in book.kick_off][4:7] == ["Cheering Fans", "Changing Weather", "Brilliant Coaching"]


@pytest.mark.rules("M2")
def test_what_both_sides_roll_and_add_for_a_kick_off_result(book: Book) -> None:
    assert [(row.name, row.die, row.fame, row.staff) for row in book.kick_off if row.die] == [
        ("Cheering Fans", 3, True, "cheerleader"),
        ("Brilliant Coaching", 3, True, "assistant_coach"),
        ("Throw a Rock", 6, True, ""),
        ("Pitch Invasion", 6, True, ""),
    ]
    assert {row.staff for row in book.kick_off if row.staff} <= set(book.staff)


@pytest.mark.rules("M1", "M2")
def test_the_skills_that_give_rerolls_and_fame(book: Book) -> None:
    assert [
        (skill.name, skill.rerolls, skill.fame) for skill in book.skills.values() if skill.rerolls or skill.fame
    ] == [
        ("Fan Favourite", 0, 1),
        ("Leader", 1, 0),
    ]


@pytest.mark.rules("M4")
def test_the_spp_for_each_action(book: Book) -> None:
    points = {deed.key: deed.points for deed in book.deeds.values()}
    assert points == {"completions": 1, "touchdowns": 3, "interceptions": 2, "casualties": 2, "mvps": 5}
    assert book.deeds["casualties"].causes == book.credited_causes == ("block",)
    assert [deed.key for deed in book.deeds.values() if deed.scores] == ["touchdowns"]


@pytest.mark.rules("G2")
def test_the_levels_have_no_gaps(book: Book) -> None:
    bounds = [
        ("Rookie", 0, 5),
        ("Experienced", 6, 15),
        ("Veteran", 16, 30),
        ("Emerging Star", 31, 50),
        ("Star Player", 51, 75),
        ("Super Star", 76, 175),
        ("Legend", 176, 1000),
    ]
    assert [level.title for level in book.levels] == [title for title, _, _ in bounds]
    for rolls, (title, first, last) in enumerate(bounds):
        for spp in (first, last):
            assert (book.level_for(spp).title, book.level_for(spp).rolls) == (title, rolls)


@pytest.mark.rules("G3")
def test_the_results_of_an_improvement_roll(book: Book) -> None:
    gains = {total: book.improvement_for(total).characteristics for total in range(2, 13)}
    assert gains == {**dict.fromkeys(range(2, 10), ()), 10: ("MA", "AV"), 11: ("AG",), 12: ("ST",)}


@pytest.mark.rules("G5")
def test_the_costs_of_improvements(book: Book) -> None:
    table = book.improvement
    assert (table.skill_cost, table.double_cost) == (20_000, 30_000)
    assert dict(table.characteristic_costs) == {"MA": 30_000, "ST": 50_000, "AG": 40_000, "AV": 30_000}
    assert (table.maximum_rise, table.maximum_loss) == (2, 2)
    bounds = {each.key: (each.floor, each.ceiling) for each in book.profile.values()}
    assert bounds == dict.fromkeys(("MA", "ST", "AG", "AV"), (1, 10))


def test_inducements(book: Book) -> None:
    prices = {each.key: (each.price, each.maximum) for each in book.inducements.values()}
    assert prices == {
        "mercenary": (0, None),
        "journeyman": (0, None),
        "star": (0, 2),
        "wizard": (180_000, 1),
        "bloodweiser_babes": (50_000, 2),
        "healer": (50_000, 1),
        "chirurgeon": (50_000, 1),
        "bribe": (100_000, 3),
        "extra_training": (100_000, 4),
        "halfling_master_chef": (300_000, 1),
        "card": (0, None),
    }
    assert [each.rule for each in book.inducements.values()] == [f"I{number}" for number in range(1, 12)]
    assert book.inducements["halfling_master_chef"].prices_by_list == (("Halfling", 100_000),)
    mercenary = book.inducements["mercenary"]
    assert (mercenary.surcharge, mercenary.skill_price, mercenary.skill_maximum) == (30_000, 50_000, 2)


@pytest.mark.rules("S1")
def test_the_decks_are_two_packs_of_cards(book: Book) -> None:
    dealt = Counter(card.deck for card in book.cards)
    assert [(deck.name, deck.price, dealt[deck.name]) for deck in book.decks] == [
        ("Miscellaneous Mayhem", 50_000, 13),
        ("Special Team Plays", 50_000, 13),
        ("Magic Items", 50_000, 13),
        ("Dirty Tricks", 50_000, 13),
        ("Good Karma", 100_000, 26),
        ("Random Events", 200_000, 18),
        ("Desperate Measures", 400_000, 8),
    ]
    assert len({(card.deck, card.suit, card.suit_or_number) for card in book.cards}) == 104
    ranks = Counter(card.suit_or_number for card in book.cards)
    assert ranks == dict.fromkeys(["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"], 8)


def test_every_card_has_an_effect_and_a_time(book: Book) -> None:
    assert all(card.effect and card.duration for card in book.cards)
    assert {card.timing for card in book.cards} == {timing.key for timing in book.card_timings}
    assert {card.page for card in book.cards} == set(range(44, 52))


@pytest.mark.rules("U2")
def test_winnings_and_expenses(book: Book) -> None:
    winnings, expenses = book.winnings, book.expenses
    assert (winnings.die, winnings.unit, winnings.winner_bonus) == (6, 10_000, 10_000)
    assert (expenses.breakpoint, expenses.step, expenses.price) == (1_500_000, 200_000, 10_000)


@pytest.mark.rules("L6")
def test_the_majors_in_the_order_of_the_year(book: Book) -> None:
    assert [(trophy.key, trophy.season) for trophy in book.trophies.values()] == [
        ("chaos_cup", "spring"),
        ("blood_bowl", "summer"),
        ("spike", "autumn"),
        ("dungeonbowl", "winter"),
    ]


@pytest.mark.rules("L6")
def test_the_effects_of_each_major(book: Book) -> None:
    effects = {
        trophy.key: [(effect.kind, effect.amount, effect.page) for effect in trophy.effects]
        for trophy in book.trophies.values()
    }
    assert effects == {
        "chaos_cup": [("reroll", 1, 40), ("gift", 0, 41)],
        "blood_bowl": [("reroll", 1, 40), ("winnings", 20_000, 42), ("medal", 1, 42)],
        "spike": [("reroll", 1, 40), ("fan_factor", 1, 41), ("best_player", 0, 41)],
        "dungeonbowl": [("reroll", 1, 40), ("inducement_price", 50_000, 41)],
    }
    by_kind = {effect.kind: effect for trophy in book.trophies.values() for effect in trophy.effects}
    gift, wizard = by_kind["gift"], by_kind["inducement_price"]
    assert (gift.die, gift.categories, gift.skills) == (3, ("Mutation",), ("Hypnotic Gaze", "Stab", "Regeneration"))
    assert (wizard.inducement, by_kind["medal"].stage) == ("wizard", "final")
    assert by_kind["best_player"].skills == ("Fan Favourite",)


def test_every_rule_has_a_page(book: Book) -> None:
    last = {"C": 9, "V": 2, "R": 1, "B": 1, "P": 6, "I": 11, "M": 5, "K": 8, "G": 6, "U": 7, "N": 2, "L": 9, "S": 5}
    expected = {f"{letter}{number}" for letter, most in last.items() for number in range(1, most + 1)}
    assert set(book.pages) == expected | {"J8", "J9"}
    assert all(2 <= page <= 60 for page in book.pages.values())
    assert (book.pages["U2"], book.pages["C6"], book.pages["K5"], book.pages["S1"]) == (38, 18, 28, 43)


def test_options_agree_with_the_tables(book: Book) -> None:
    options = book.options
    assert options["starting_treasury"].default == book.creation.starting_treasury
    assert options["spiralling_breakpoint"].default == book.expenses.breakpoint
    assert options["spiralling_step"].default == book.expenses.step
    offered = {key: book.inducements[key].name for key, _ in options["excluded_inducements"].choices}
    assert dict(options["excluded_inducements"].choices) == offered
    assert list(offered) == list(book.inducements)


def test_every_option_has_a_label_and_a_help_text(book: Book) -> None:
    for option in book.options.values():
        assert option.label and option.help.endswith(".")
        assert 17 <= option.page <= 43


@pytest.mark.rules("L4", "P4", "M3")
def test_the_last_stages_double_the_gate_and_give_no_gold(book: Book) -> None:
    assert [
        (stage.key, stage.gate_factor, stage.inducement_gold, stage.needs_winner) for stage in book.stages.values()
    ] == [
        ("league", 1, True, False),
        ("play_off", 1, True, True),
        ("semi_final", 2, False, True),
        ("final", 2, False, True),
    ]


@pytest.mark.rules("M1")
def test_fans_and_fame(book: Book) -> None:
    gate = book.gate
    assert (gate.dice, gate.spectators, gate.page) == ((6, 6), 1_000, 19)
    assert (gate.fame_for_more, gate.fame_for_many, gate.many_times) == (1, 2, 2)
    assert (book.field.players, book.field.page) == (11, 7)


@pytest.mark.rules("I6", "K5", "K6")
def test_the_rolls_for_healers_and_regeneration(book: Book) -> None:
    healing = book.healing
    assert (healing.healer_from, healing.healer_result) == (2, "badly_hurt")
    assert (healing.regeneration_from, healing.regeneration_skill) == (4, "Regeneration")
    assert healing.second_roll_skill == "Decay"
    assert [book.pages[rule] for rule in ("I6", "K5", "K6")] == [
        healing.healer_page,
        healing.regeneration_page,
        healing.second_roll_page,
    ]
    assert [each.key for each in book.inducements.values() if each.needs_apothecary] == ["healer"]


@pytest.mark.rules("U4", "N2")
def test_fan_factor_and_conceding(book: Book) -> None:
    roll, cost = book.fan_factor_roll, book.conceding
    assert (roll.dice, roll.gain, roll.loss, roll.page) == ((6, 6), 1, 1, 38)
    assert (cost.fan_factor_loss, cost.leaving_spp, cost.leaving_die, cost.leaving_up_to, cost.page) == (
        1,
        51,
        6,
        3,
        38,
    )
    assert cost.leaving_spp in {level.minimum for level in book.levels}


@pytest.mark.rules("J8", "J9")
def test_which_players_can_be_raised(book: Book) -> None:
    zombie, rotter = book.raised["Zombie"], book.raised["Rotter"]
    assert (zombie.maximum, zombie.strongest, set(zombie.barred_skills)) == (1, 4, {"Regeneration", "Stunty"})
    assert (rotter.maximum, rotter.strongest) == (None, 4)
    assert {zombie.characteristic, rotter.characteristic} == {"ST"}
    assert set(rotter.barred_skills) == {"Decay", "Regeneration", "Stunty"}
    assert (zombie.skill, rotter.skill, rotter.causes) == ("", "Nurgle's Rot", ("block", "foul"))
    assert [zombie.page, rotter.page] == [book.pages["J8"], book.pages["J9"]]
    for team_list in book.lists.values():
        if team_list.necromancer:
            assert team_list.position("Zombie")


@pytest.mark.rules("C5", "C6")
def test_staff(book: Book) -> None:
    assert [(staff.key, staff.rule) for staff in book.staff.values()] == [
        ("assistant_coach", "C5"),
        ("cheerleader", "C5"),
        ("apothecary", "C6"),
    ]
    assert book.improvement.unlisted_categories == ("General",)


def test_the_bounds_and_steps_of_the_options(book: Book) -> None:
    """Default, minimum, maximum and step: the book's figures, and bounds of ours."""
    integers = [each for each in book.options.values() if each.type == "integer"]
    assert {each.name: (each.default, each.minimum, each.maximum, each.step) for each in integers} == {
        "starting_treasury": (1_000_000, 0, 5_000_000, 10_000),
        "inducement_time_limit": (4, 0, 60, 1),
        "card_budget": (100_000, 100_000, 200_000, 10_000),
        "spiralling_breakpoint": (1_500_000, 0, 10_000_000, 10_000),
        "spiralling_step": (200_000, 10_000, 1_000_000, 10_000),
    }


@pytest.mark.rules("G3", "K3", "M3", "I9")
def test_small_numbers_of_the_tables(book: Book) -> None:
    assert [(row.low, row.high) for row in book.improvement.rows] == [(2, 9), (10, 10), (11, 11), (12, 12)]
    assert (book.kick_off_dice, book.weather_dice, book.improvement.dice) == ((6, 6), (6, 6), (6, 6))
    assert book.conditions["niggling"].injury_roll == 1
    assert (book.result.halves, book.result.turns) == (2, 8)
    assert book.inducements["extra_training"].rerolls == 1
    assert {deed.key: deed.most for deed in book.deeds.values()} == {
        "completions": 40, "touchdowns": 20, "interceptions": 20, "casualties": 20, "mvps": 20
    }  # fmt: skip
    assert {field.key: field.faces for field in book.injury_fields.values() if field.faces} == {
        "regeneration": 6, "healer": 6, "card_roll": 6
    }  # fmt: skip


@pytest.mark.rules("L3", "L7")
def test_points_and_prizes_as_the_book_prints_them(book: Book) -> None:
    assert [(each.win, each.draw, each.loss) for each in book.points_schemes] == [(3, 1, 1), (5, 3, 1)]
    assert book.minor_prizes is not None and book.minor_prizes.percent == 150


def test_pages_that_neighbours_share_a_word_with(book: Book) -> None:
    assert [deck.page for deck in book.decks] == [44, 45, 46, 47, 48, 50, 51]
    assert {row.page for row in book.kick_off} == {20}
    assert {table.page for table in book.casualty_tables.values()} == {32}
