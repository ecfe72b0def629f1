"""The data of the Living Rulebook 1.3: skills, prices and tables, typed by hand and not made from the data."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.book.book import Book, needed
from rules.book.reading import read_book
from rules.editions.lrb_1_3.tables import Tables, tables_of
from rules.match_day.facts import meaning

DATA = Path(__file__).resolve().parents[3] / "rules" / "editions" / "lrb_1_3"


@pytest.fixture(scope="module")
def book() -> Book:
    return read_book(DATA, own=Tables)


SKILLS = {
    "General": "Block, Dirty Player, Kick, Pass Block, Pro, Shadowing, Strip Ball, Sure Hands, Tackle",
    "General traits": "Dauntless, Frenzy, Leader, Nerves of Steel",
    "Agility": "Catch, Diving Catch, Diving Tackle, Dodge, Leap, Side Step, Sprint, Sure Feet",
    "Agility traits": "Jump Up",
    "Passing": "Accurate, Dump-Off, Hail Mary Pass, Pass, Safe Throw",
    "Passing traits": "Strong Arm",
    "Strength": "Break Tackle, Guard, Mighty Blow, Multiple Block, Piling On",
    "Strength traits": "Stand Firm",
    "Physical ability": "Big Hand, Claw, Extra Arms, Foul Appearance, Horns, Prehensile Tail, "
    "Razor Sharp Fangs / Claws, Spikes, Tentacles, Thick Skull, Two Heads, Very Long Legs",
    "Racial characteristic": "Always Hungry, Bone-head, Hypnotic Gaze, Really Stupid, Regeneration, Right Stuff, "
    "Stunty, Take Root, Throw Team-mate, Wild Animal",
    "Secret weapon": "Ball & Chain, Bombs, Chainsaw, Blunderbuss, Death-Roller, Poisoned Dagger, Pogo Stick",
}


@pytest.mark.rules("lrb-1.3:LG4", "lrb-1.3:LG8")
def test_the_skills_by_category(book: Book) -> None:
    found: dict[str, list[str]] = {}
    for skill in book.skills.values():
        found.setdefault(skill.category, []).append(skill.name)
    assert {category: ", ".join(names) for category, names in found.items()} == SKILLS


@pytest.mark.rules("lrb-1.3:LS5")
def test_when_a_secret_weapon_is_sent_off(book: Book) -> None:
    numbers = {"Ball & Chain": 8, "Bombs": 8, "Chainsaw": 8, "Blunderbuss": 10, "Death-Roller": 7,
               "Poisoned Dagger": 10, "Pogo Stick": 10}  # fmt: skip
    for name, number in numbers.items():
        assert f"sent off on {number}+" in book.skills[name].summary


@pytest.mark.rules(
    "lrb-1.3:LC1", "lrb-1.3:LC2", "lrb-1.3:LC5", "lrb-1.3:LC7", "lrb-1.3:LC8", "lrb-1.3:LP5", "lrb-1.3:LP6"
)
def test_limits_and_prices(book: Book) -> None:
    creation = book.creation
    assert (creation.starting_treasury, creation.minimum_players, creation.maximum_players) == (1_000_000, 11, 16)
    assert (creation.fan_factor_minimum, creation.fan_factor_maximum, creation.fan_factor_price) == (1, 9, 10_000)
    assert (creation.fan_factor_start, creation.free_fan_factor, creation.fan_factor_value) == (0, 0, 10_000)
    assert (creation.maximum_rerolls, creation.later_reroll_multiplier) == (None, 2)
    assert {one.key: (one.price, one.maximum) for one in book.staff.values()} == {
        "assistant_coach": (10_000, None), "cheerleader": (10_000, None), "apothecary": (50_000, 1)
    }  # fmt: skip
    assert {one.key: (one.price, one.maximum, one.cost_percent) for one in book.inducements.values()} == {
        "mercenary": (0, None, 50), "star": (0, None, 50), "wizard": (50_000, 1, 0),
        "freebooted_apothecary": (25_000, 1, 0), "halfling_chef": (50_000, 1, 0), "dwarf_runesmith": (50_000, 1, 0)
    }  # fmt: skip


WEATHER = "2 sweltering_heat, 3 very_sunny, 4-10 nice, 11 pouring_rain, 12 blizzard"
KICK_OFF = (
    "Riot, Get the Ref, Perfect Defence, Cheering Fans, Bad Kick, Weather Change, Quick Snap, Brilliant Coaching, "
    "Blitz, Throw a Rock, Pitch Invasion"
)


@pytest.mark.rules("lrb-1.3:LP7", "lrb-1.3:LM3")
def test_weather_and_kick_off(book: Book) -> None:
    rows = [f"{row.low}{f'-{row.high}' if row.high > row.low else ''} {row.key}" for row in book.weather]
    assert ", ".join(rows) == WEATHER
    assert ", ".join(row.name for row in book.kick_off) == KICK_OFF
    assert [(row.low, row.high) for row in book.kick_off] == [(total, total) for total in range(2, 13)]
    assert {row.name: (row.rolled, row.die, row.fans, row.staff) for row in book.kick_off if row.die} == {
        "Get the Ref": (2, 6, True, ""), "Cheering Fans": (1, 6, True, "cheerleader"),
        "Brilliant Coaching": (1, 6, False, "assistant_coach"), "Throw a Rock": (2, 6, True, ""),
        "Pitch Invasion": (2, 6, True, ""),
    }  # fmt: skip
    assert {key for key, fact in book.facts.items() if fact.stands_for == "fan_factor"} == {"bad_press", "team_anthem"}
    assert (book.weather_dice, book.kick_off_dice) == ((6, 6), (6, 6))


HARM = """
11-13 concussion; 14-16 broken_ribs; 21-23 groin_strain; 24-26 gouged_eye; 31-33 broken_jaw; 34-36 fractured_arm;
41-43 fractured_leg N; 44-46 smashed_hand N; 51-52 damaged_back N; 53-54 smashed_knee N; 55-56 pinched_nerve N;
61 smashed_hip MA; 62 smashed_ankle MA; 63 smashed_collar_bone ST; 64 broken_neck AG; 65 serious_concussion AV;
66 fractured_skull AV
"""


@pytest.mark.rules("lrb-1.3:LK1", "lrb-1.3:LK2")
def test_casualties(book: Book) -> None:
    first, serious = book.casualty_tables.values()
    assert (first.dice, serious.dice) == ((6,), (66,))
    assert [(row.low, row.high, row.leads_to, row.dead, row.misses) for row in first.rows] == [
        (1, 3, "", False, 0), (4, 5, "serious", False, 0), (6, 6, "", True, 0)
    ]  # fmt: skip
    found = []
    for row in serious.rows:
        assert row.misses == 1 and all(change == -1 for _name, change in row.changes)
        assert row.conditions in ((), (("niggling", 1),))
        harm = "".join([" N" for _key, _count in row.conditions] + [f" {name}" for name, _change in row.changes])
        found.append(f"{row.low}{f'-{row.high}' if row.high > row.low else ''} {row.key}{harm}")
    assert found == [one.strip() for one in HARM.replace("\n", " ").split(";")]


@pytest.mark.rules("lrb-1.3:LM4", "lrb-1.3:LG2", "lrb-1.3:LG3", "lrb-1.3:LG7", "lrb-1.3:LK3")
def test_points_levels_and_rolls(book: Book) -> None:
    points = {deed.key: deed.points for deed in book.deeds.values()}
    assert points == {"completions": 1, "touchdowns": 3, "interceptions": 2, "casualties": 2, "mvps": 5}
    assert [(level.minimum, level.rolls) for level in book.levels] == [
        (0, 0), (6, 1), (16, 2), (31, 3), (51, 4), (76, 5), (126, 6), (176, 7)
    ]  # fmt: skip
    table = needed(book.improvement)
    assert [(row.low, row.high, row.characteristics) for row in table.rows] == [
        (2, 9, ()), (10, 10, ("MA",)), (11, 11, ("AG",)), (12, 12, ("ST",))
    ]  # fmt: skip
    assert (table.dice, table.maximum_rise, table.maximum_loss) == ((6, 6), 2, 2)
    assert {table.skill_cost, table.double_cost, *dict(table.characteristic_costs).values()} == {0}
    assert {(each.floor, each.ceiling) for each in book.profile.values()} == {(1, 10)}
    assert book.deeds["completions"].most == 40


@pytest.mark.rules(
    "lrb-1.3:LG9", "lrb-1.3:LG10", "lrb-1.3:LP12", "lrb-1.3:LK5", "lrb-1.3:LK8", "lrb-1.3:LR2", "lrb-1.3:LN5"
)
def test_what_age_and_injuries_need(book: Book) -> None:
    own = tables_of(book)
    assert (own.ageing.dice, own.ageing.needed) == ((6, 6), (3, 4, 5, 6, 7, 8, 9))
    assert [(row.low, row.high, row.conditions, row.changes) for row in own.ageing.rows] == [
        (2, 8, (("niggling", 1),), ()), (9, 9, (), (("AV", -1),)), (10, 10, (), (("MA", -1),)),
        (11, 11, (), (("AG", -1),)), (12, 12, (), (("ST", -1),)),
    ]  # fmt: skip
    assert (own.niggling.die, own.niggling.absent_up_to, own.niggling.virus_up_to) == (6, 1, 3)
    assert (own.apothecary.die, own.apothecary.works_from, needed(book.healing).regeneration_from) == (6, 2, 4)
    assert (own.pro.die, own.pro.works_from, own.pro.page) == (6, 4, 34)
    assert (own.injury_roll.dice, own.injury_roll.injured_from) == ((6, 6), 10)
    zombie = book.raised["Zombie"]
    assert (zombie.maximum, zombie.characteristic, zombie.strongest, zombie.barred_skills) == (1, "ST", 4, ("Stunty",))
    conceding = needed(book.conceding)
    assert (conceding.fan_factor_loss, conceding.leaving_spp, conceding.leaving_die, conceding.leaving_up_to) == (
        1, 51, 6, 3
    )  # fmt: skip
    assert {field.key: field.faces for field in book.injury_fields.values() if field.faces} == {
        "apothecary": 6, "lent_apothecary": 6, "regeneration": 6, "pro_regeneration": 6
    }  # fmt: skip


@pytest.mark.rules("lrb-1.3:LU3", "lrb-1.3:LU6", "lrb-1.3:LU7", "lrb-1.3:LP8", "lrb-1.3:LL3", "lrb-1.3:LV1")
def test_winnings_fans_and_rating(book: Book) -> None:
    own, winnings = tables_of(book), needed(book.winnings)
    assert (winnings.die, winnings.unit, winnings.winner_bonus) == (6, 10_000, 10_000)
    assert (own.crowds.gate[0].crowd, own.crowds.ratings[0].rating, book.skills["Leader"].rerolls) == (0, 0, 1)
    edges = [0, 20_999, 21_000, 41_000, 61_000, 81_000, 101_000, 121_000, 141_000, 160_999, 161_000]
    assert [own.crowds.of_gate(edge) for edge in edges] == [1, 1, 2, 3, 4, 5, 6, 7, 8, 8, 9]
    ratings = [0, 99, 100, 125, 126, 150, 151, 175, 176, 200, 201, 225, 226, 250, 251, 275, 276, 300, 301]
    assert [own.crowds.of_rating(one) for one in ratings] == [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9]
    fans = own.fan_changes
    assert (fans.die, fans.falls_up_to, fans.rises_from, fans.least) == (6, 1, 6, 1)
    assert (fans.touchdowns, fans.casualties, fans.full) == (2, 2, 10)
    assert [(row.stage, row.gate, row.fan_factor) for row in own.stage_bonuses] == [
        ("semi_final", 1, 1),
        ("final", 2, 2),
    ]
    assert (own.gate_dice.die, own.gate_dice.spectators) == (6, 1_000)
    assert (own.rating.gold, own.rating.spp) == (10_000, 5)
    assert {stage.gate_factor for stage in book.stages.values()} == {1}
    assert (book.result.halves, book.result.turns, book.field.players) == (2, 8, 11)


EVENTS = """
11 Appearance Fee; 12 Extra Training; 13 Intensive Training; 14 Inspiration; 15 I Am the Greatest!; 16 Under Scrutiny;
21 Bad Press; 22 Bad Habits; 23 Biased Referee; 24 Running Late; 25 Greased Shoes; 26 Illegal Drugs;
31 Morley's Revenge; 32 Bribe the Announcers; 33 Smelling Salts; 34 Sponsorship Deal; 35 Palmed Coin;
36 Scutt's Scroll of Weather Magic; 41 Team Anthem; 42 Grudge Match; 43 Doom and Gloom; 44 It Wasn't Me!;
45 That Boy's Got Talent; 46 News Feature; 51 Twelfth Man; 52 In the Bag!; 53 Mickey Finn; 54 Stiletto;
55 Duh, Where Am I?; 56 Assassin; 61 Bribe the Ref; 62 Knuckledusters; 63 Virus; 64 That Babe's Got Talent;
65 Iron Man; 66 Buzzing!
"""


@pytest.mark.rules("lrb-1.3:LP9", "lrb-1.3:LP11")
def test_handicaps(book: Book) -> None:
    own = tables_of(book)
    found = [f"{event.low} {event.name}" for event in own.handicap_events]
    assert found == [one.strip() for one in EVENTS.replace("\n", " ").split(";")]
    assert all(event.low == event.high for event in own.handicap_events)
    differences = [0, 10, 11, 25, 26, 50, 51, 75, 76, 100, 101, 300]
    assert [own.handicaps.due(one) for one in differences] == [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5]
    assert (own.handicaps.dice, own.handicaps.choice_from, own.handicaps.rolls[0].difference) == ((6, 6), 5, 0)
    numbers = own.handicap_numbers
    assert (numbers.fee_die, numbers.fee_unit, numbers.late_die, numbers.fair_late_die) == (6, 5_000, 6, 3)
    assert (numbers.revenge_die, numbers.babes_die, numbers.greatest) == (3, 6, 2)
    assert (numbers.sponsorship, numbers.news_dice) == (10_000, (6, 6))


def test_every_event_is_a_fact_of_the_match(book: Book) -> None:
    events = {event.key: event.name for event in tables_of(book).handicap_events}
    assert {key: book.facts[key].name for key in events} == events
    assert set(book.facts) - set(events) == {"rating", "spectators", "apothecary_used"}
    effects = {event.key: event.effect for event in tables_of(book).handicap_events}
    assert {key: meaning(book, book.facts[key]) for key in events} == effects and meaning(
        book, book.facts["rating"]
    ) == ""
    rerolls = {key: fact.reroll_modifier for key, fact in book.facts.items() if fact.reroll_modifier}
    assert rerolls == {"extra_training": 1, "bad_habits": -1}
    after = {key for key, fact in book.facts.items() if fact.after_match}
    assert after == {
        "rating", "spectators", "apothecary_used", "appearance_fee", "bribed_announcers", "sponsorship",
        "news_feature", "mickey_finn", "got_talent",
    }  # fmt: skip


@pytest.mark.rules("lrb-1.3:LL4", "lrb-1.3:LL5", "lrb-1.3:LL7")
def test_trophies(book: Book) -> None:
    found = {
        one.key: [(effect.kind, effect.amount, effect.die) for effect in one.effects] for one in book.trophies.values()
    }
    assert found == {
        "chaos_cup": [("reroll", 1, 0), ("gift", 0, 3)],
        "blood_bowl": [("reroll", 1, 0)],
        "spike": [("reroll", 1, 0), ("fan_factor", 1, 0)],
        "dungeonbowl": [("reroll", 1, 0)],
    }
    assert [one.season for one in book.trophies.values()] == ["spring", "summer", "autumn", "winter"]


AGREEMENTS = 30


@pytest.mark.rules(
    "lrb-1.3:§2.2",
    "lrb-1.3:§2.4",
    "lrb-1.3:§2.5",
    "lrb-1.3:§2.6",
    "lrb-1.3:§2.9",
    "lrb-1.3:§2.11",
    "lrb-1.3:§2.13",
    "lrb-1.3:§3.2",
    "lrb-1.3:§3.7",
    "lrb-1.3:§3.9",
    "lrb-1.3:§3.10",
    "lrb-1.3:§3.11",
    "lrb-1.3:§3.12",
    "lrb-1.3:§3.14",
    "lrb-1.3:§5.1",
    "lrb-1.3:§5.2",
    "lrb-1.3:§5.9",
    "lrb-1.3:§5.11",
    "lrb-1.3:§5.20",
    "lrb-1.3:§5.22",
    "lrb-1.3:§5.29",
    "lrb-1.3:§5.32",
    "lrb-1.3:§5.33",
    "lrb-1.3:§5.35",
    "lrb-1.3:§5.36",
)
def test_what_concerns_the_pitch_alone_is_an_agreement(book: Book) -> None:
    agreements = [option for option in book.options.values() if option.part == "pitch"]
    assert len(agreements) == AGREEMENTS
    assert all(option.type == "choice" and option.default == option.choices[0][0] for option in agreements)
    assert all(option.rule.startswith("§") and not option.page for option in agreements)


@pytest.mark.rules("lrb-1.3:LP15", "lrb-1.3:LM8", "lrb-1.3:LL1", "lrb-1.3:LL2")
def test_what_is_played_at_the_table_or_agreed_has_a_summary(book: Book) -> None:
    assert "played at the table" in book.summaries["LP15"]
    assert "on 4+" in book.summaries["LM8"] and "else on 6" in book.summaries["LM8"]
    assert book.summaries["LL1"] and book.summaries["LL2"]


@pytest.mark.rules("lrb-1.3:LP5", "lrb-1.3:LP6")
def test_the_fees_that_a_league_can_choose(book: Book) -> None:
    fees = tables_of(book).other_fees
    assert (fees.wizard_price, fees.wizard_hire_price, fees.apothecary_hire_price) == (150_000, 75_000, 10_000)
    assert fees.page == 27


@pytest.mark.rules("lrb-1.3:LP5")
def test_special_wizards_cost_what_one_program_says(book: Book) -> None:
    chef, runesmith = book.inducements["halfling_chef"], book.inducements["dwarf_runesmith"]
    assert (chef.price, chef.maximum, chef.only_for, chef.counts_as) == (50_000, 1, ("Halfling",), "wizard")
    assert (runesmith.price, runesmith.maximum, runesmith.only_for) == (50_000, 1, ("Dwarf",))
    assert runesmith.counts_as == "wizard" and runesmith.confidence == chef.confidence == "low"
    assert "on 1 nothing happens, on 2 or 3 the opponent loses one" in chef.summary
    assert "on 4 or 5 two, on 6 three" in chef.summary
    assert "steals one re-roll on 2 or more" in chef.doubt


@pytest.mark.rules("lrb-1.3:§3.5")
def test_how_often_a_team_must_have_had_what_it_hires_in_play_offs(book: Book) -> None:
    hiring = tables_of(book).play_off_hiring
    assert (hiring.uses, hiring.page, hiring.source) == (3, 0, "Oberwald 4.53, 3.5")


def test_pages_of_the_tables(book: Book) -> None:
    own = tables_of(book)
    assert {event.page for event in own.handicap_events} | {own.handicaps.page, own.handicap_numbers.page} == {43}
    others = {"rating": 41, "spectators": 42, "apothecary_used": 28}
    assert {key: fact.page for key, fact in book.facts.items()} == dict.fromkeys(book.facts, 43) | others
    assert {row.page for row in book.weather} == {42} and {row.page for row in book.kick_off} == {19}
    assert {row.page for row in book.levels} == {40} and {row.page for row in own.ageing.rows} == {41}
    first, serious = book.casualty_tables.values()
    assert ({row.page for row in first.rows}, {row.page for row in serious.rows}) == ({12}, {39})
    assert (first.page, serious.page) == (12, 39)
    assert {one.page for each in book.lists.values() for one in (each, *each.positions)} == {50}
    assert {limit.page for each in book.lists.values() for limit in each.together} == {25}
    assert {one.page for one in (*book.profile.values(), needed(book.improvement))} == {40}
    assert {deed.page for deed in book.deeds.values()} == {39} and book.conditions["niggling"].page == 39
    assert {field.key: field.page for field in book.injury_fields.values()} == {
        "apothecary": 28, "lent_apothecary": 28, "regeneration": 37, "pro_regeneration": 0, "without_necromancer": 37
    }  # fmt: skip
    assert {one.key: one.page for one in book.staff.values()} == {
        "assistant_coach": 18, "cheerleader": 18, "apothecary": 28
    }  # fmt: skip
    assert {one.key: one.page for one in book.inducements.values()} == {
        "mercenary": 42, "star": 27, "wizard": 27, "freebooted_apothecary": 28,
        "halfling_chef": 27, "dwarf_runesmith": 27
    }  # fmt: skip
    assert {row.page for one in book.trophies.values() for row in (one, *one.effects)} == {46}
    assert {row.page for row in (*book.stages.values(), *own.stage_bonuses)} == {46}
    assert (own.gate_dice.page, own.injury_roll.page, own.niggling.page, own.apothecary.page) == (42, 12, 39, 28)
    assert (own.ageing.page, own.crowds.page, own.fan_changes.page, own.rating.page) == (41, 44, 45, 41)
    assert (needed(book.winnings).page, needed(book.conceding).page, book.raised["Zombie"].page) == (44, 45, 28)
    assert (book.creation.page, book.field.page, book.result.page, needed(book.worth).page) == (17, 16, 16, 41)
    assert (needed(book.improvement).cost_page, needed(book.healing).regeneration_page) == (41, 37)
    assert (book.purses["treasury"].page, book.goods["rerolls"].page, book.goods["fan_factor"].page) == (41, 17, 17)
