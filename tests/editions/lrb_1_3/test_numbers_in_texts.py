"""The numbers in the texts of the Living Rulebook 1.3, and what cites each statement, typed by hand from the digest."""

from pathlib import Path

import pytest

from rules.book.book import Book
from rules.book.reading import read_book
from rules.editions.lrb_1_3.tables import Tables, tables_of
from tests.editions import in_texts
from tests.editions.in_texts import cited, typed

DATA = Path(__file__).resolve().parents[3] / "rules" / "editions" / "lrb_1_3"


@pytest.fixture(scope="module")
def book() -> Book:
    return read_book(DATA, own=Tables)


def test_the_numbers_of_the_skills(book: Book) -> None:
    assert in_texts.in_skills(book) == typed("""
        Dauntless: 2 6; Dirty Player: 2; Pro: 4; Diving Tackle: 2; Accurate: 1; Strong Arm: 1; Mighty Blow: 1; Claw: 2;
        Extra Arms: 1; Foul Appearance: 1 2; Horns: 1; Prehensile Tail: 1; Razor Sharp Fangs / Claws: 2; Spikes: 1 10;
        Thick Skull: 4; Two Heads: 1; Very Long Legs: 1 1; Bone-head: 6 1; Really Stupid: 4 2; Regeneration: 4;
        Take Root: 6 1 3; Ball & Chain: 8; Bombs: 8; Chainsaw: 3 8; Blunderbuss: 10; Death-Roller: 7;
        Poisoned Dagger: 10; Pogo Stick: 10
    """)


def test_the_numbers_of_match_tables_and_handicaps(book: Book) -> None:
    assert in_texts.in_match_tables(book) == typed("""
        Sweltering heat: 6 1; Very sunny: 1; Pouring rain: 1; Blizzard: 1 2; Riot: 6; Get the Ref: 2 6;
        Cheering Fans: 6; Bad Kick: 2 6; Brilliant Coaching: 6; Throw a Rock: 2 6; Pitch Invasion: 2 6 6
    """)
    events = [(event.key, event.effect) for event in tables_of(book).handicap_events]
    assert in_texts.numbers_in(events) == typed("""
        appearance_fee: 6 5; biased_referee: 4; running_late: 6; greased_shoes: 1; illegal_drugs: 1;
        morleys_revenge: 3 6 1 3; smelling_salts: 2; sponsorship: 10; team_anthem: 1; news_feature: 2 6;
        babes_got_talent: 6
    """)
    assert in_texts.in_goods(book) == typed(
        "assistant_coach: 1; cheerleader: 1; apothecary: 2; spike: 1; halfling_chef: 6 1 2 3 4 5 6"
    )


def test_the_numbers_of_the_statements(book: Book) -> None:
    assert in_texts.in_statements(book) == typed("""
        LC1: 1,000; LC2: 11 16; LC5: 10 1 9; LC7: 10; LC8: 50; LV1: 10; LV3: 100; LP5: 50; LP7: 2 6;
        LP9: 11 26 51 76 101; LP11: 66; LP12: 1; LS5: 2 6; LM3: 2 6; LM8: 4 6;
        LK1: 6 1 3 4 5 6; LK2: 66; LK3: 1; LK5: 2; LK8: 4;
        LG3: 2 6 2 9 10 1 11 1 12 1; LG7: 10; LG9: 2 6; LU3: 6 1 10; LU6: 6 6 1; LU7: 1 6; LR2: 4
    """)


def test_the_numbers_of_options(book: Book) -> None:
    assert in_texts.in_options(book) == typed("""
        fan_factor_start_max: 9; rat_ogre_agility: 3 2; wizard_hire: 50 150 75; apothecary_freeboot: 25 10;
        special_wizards: 50;
        zero_characteristic: 0 0 1; handicap_fifth: 101; running_late_die: 6 3; virus: 3; eleven_armour: 11 11;
        characteristic_roll_choice: 10 11; concession_walkouts: 51 1 3; referees_eye: 4 6; riot_and_invasion: 6 3;
        grudge_match_referee: 6; star_players: 220,000 5 4 3 9
    """)
    treasury = book.options["starting_treasury"]
    assert (treasury.minimum, treasury.maximum, treasury.step, treasury.default) == (0, 5_000_000, 10_000, 1_000_000)
    assert book.settled["inducement_time_limit"] == 0
    assert "steps of 10k" in book.differs[0] and not any(map(str.isdigit, "".join(book.differs[1:])))
    assert (book.name, book.year) == ("Living Rulebook 1.3", "2002")


def test_the_numbers_of_words(book: Book) -> None:
    assert in_texts.in_words(book) == typed("""
        winnings.not_below: 0; inducement.count: 0 20; retired.choose: 0; event_fee.roll: 5; event_apothecary.roll: 2;
        event_regeneration.roll: 4; event_pro.roll: 4; event_pro_regeneration.roll: 4;
        fan_factor.roll: 6 1; late_apothecary.roll: 2; FanChanges.touchdowns: 1; FanChanges.casualties: 1;
        FanChanges.full: 1
    """)


def test_the_statement_for_each_purpose(book: Book) -> None:
    assert dict(book.statements) == cited("""
        LC1: starting_gold; LC2: squad; LC3: team_lists; LC4: rerolls; LC5: fan_factor_bought; LC7: staff;
        LC8: apothecary; LL1: several_teams brought_over excluded_inducements commissioner; LU9: trades;
        LV1: team_value; LV6: trophy_value; LP7: weather; LP1: inducements; LP6: inducements_sold; LP3: mercenaries;
        LS1: stars;
        LP8: fans; LM1: match_result; LM4: points_earned; LK1: casualties; LK5: apothecary_treats; LK8: regeneration;
        LK4: missed_match; LK6: eaten; LN4: conceding_early; LN2: conceding; LG1: mvp; LG2: levels; LG3: improvement;
        LG7: characteristic_limits; LP4: hired_players; LU3: winnings; LU6: fan_factor; LU8: hiring; LR2: raising;
        LL2: open_play season_end challenges; LL3: doubled_gate; LL5: trophies;
        §3.5: play_off_inducements
    """)


def test_the_statement_that_each_row_cites(book: Book) -> None:
    assert in_texts.cited_by(book) == cited("""
        LC1: starting_treasury; LC3: later_lists rat_ogre_agility; LP5: wizard_hire special_wizards;
        LP6: apothecary_freeboot;
        LS4: star_players; §7.4: double_price_big_guys; §4.7: death_roller_wrecked;
        §3.3: fan_factor_start_max; LC10: big_guys_total;
        LV6: trophy_reroll_in_rating; LC3: team_lists; LC2: pack;
        LL1: several_teams_per_coach excluded_inducements; LU9: trades; LP1: hire_order;
        LP9: handicap_fifth; LP10: handicap_duplicates; §6.1: running_late_die virus grudge_match_referee;
        §3.13: mvp mvp_fielded_only characteristic_roll_choice eleven_armour; §3.8: crowd_casualties
        zero_characteristic;
        §3.1: apothecary_off_pitch apothecary_after_match; §3.4: concession_before_kick_off; §3.5: keep_freebooter
        play_off_freebooters;
        LN5: concession_fans concession_walkouts; §2.2: failed_pick_up turn_limit;
        §2.4: must_catch bombs_with_extra_arms; §2.5: failed_dodge failed_going_for_it;
        §2.6: dirty_player_assists referees_eye; §2.9: interception_time;
        §2.11: range_and_fumbles; §2.13: out_of_bounds_first further_pushes; §3.2: cocked_dice; §3.7: turn_marker;
        §3.9: riot_and_invasion; §3.10: overtime_played; §3.11: ranges_from; §3.12: rerolls_in_overtime;
        §3.14: lightning_bolt; §5.1: declare_dives; §5.2: reaction_skills; §5.9: diving_catch;
        §5.11: strong_arm_dump_off; §5.29: pro_outside_actions; §5.20: jump_up_pass_block; §5.22: leap_going_for_it;
        §5.33: throw_at_player; §5.35: shadowing_without_zones; §5.36: pushed_second_hand; §5.32: regeneration_timing;
        LR2: Zombie; LC7: assistant_coach cheerleader; LC8: apothecary
    """)
    assert {each.key: each.rule for each in book.inducements.values()} == {
        "mercenary": "LP3", "star": "LS1", "wizard": "LP5", "freebooted_apothecary": "LP6",
        "halfling_chef": "LP5", "dwarf_runesmith": "LP5"
    }  # fmt: skip
    assert in_texts.cited_by_prizes(book) == {"LL5", "LL7"}
    assert {limit.rule for each in book.lists.values() for limit in each.together} == {"LC10"}


PAGES = """
    17: LC1 LC2 LC4 LC5 LC6; 50: LC3; 18: LC7 LC9 LC13 LS3; 55: LS4; 28: LC8 LP13 LK5 LK6 LK7 LK9 LR2; 25: LC10 LC11;
    26: LC12;
    41: LV1 LV2 LV3 LV4 LV5 LG9 LG10 LG11 LU10; 46: LV6 LL2 LL3 LL4 LL5 LL7; 42: LP1 LP2 LP3 LP4 LP7 LP8 LP14;
    27: LP5 LR1 LS1 LS2; 43: LP6 LP9 LP10 LP11; 39: LP12 LM4 LM5 LM6 LK2 LK3 LK4 LG1; 37: LP15 LK8; 30: LS5;
    16: LM1 LM2;
    19: LM3; 24: LM8; 12: LK1; 40: LG2 LG3 LG4 LG5 LG6 LG7; 34: LG8; 44: LU1 LU2 LU3 LU4 LU5;
    45: LU6 LU7 LU8 LU9 LN1 LN2 LN3 LN4 LN5; 38: LL1
"""
"""The pages of the statements: those that the rulings cite, else the beginning of the chapter."""


def test_the_page_of_each_statement(book: Book) -> None:
    assert {rule: str(page) for rule, page in book.pages.items() if page} == cited(PAGES)
    assert {rule for rule, page in book.pages.items() if not page} == set(book.sources)
    assert {rule: f"Oberwald 4.53, {rule[1:]}" for rule in book.sources} == dict(book.sources)
    for option in book.options.values():
        assert option.page == book.pages[option.rule], option.name


SKILL_PAGES = """
    34: Claw Diving_Catch; 35: Horns Frenzy Leader Leap Extra_Arms Dump-Off Hail_Mary_Pass Hypnotic_Gaze;
    36: Mighty_Blow Multiple_Block Pass_Block Razor_Sharp_Fangs_/_Claws; 37: Stand_Firm Take_Root; 23: Throw_Team-mate;
    32: Blunderbuss; 30: Bombs Ball_&_Chain; 31: Chainsaw Death-Roller; 33: Pogo_Stick Poisoned_Dagger
"""


def test_the_page_of_each_skill(book: Book) -> None:
    typed_again = {name.replace("_", " "): page for name, page in cited(SKILL_PAGES).items()}
    assert {skill.name: str(skill.page) for skill in book.skills.values()} == dict.fromkeys(
        book.skills, "34"
    ) | typed_again
