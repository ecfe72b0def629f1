"""The numbers in the texts of Blood Bowl 2025, and what cites each statement, typed by hand.

Those of the skills are from a copy of the book by others, those about leagues from the digest.
"""

from __future__ import annotations

from rules.book.book import Book
from rules.editions.bb2025.tables import tables_of
from tests.editions import in_texts
from tests.editions.in_texts import cited, typed


def test_the_numbers_of_the_skills(book: Book) -> None:
    assert in_texts.in_skills(book) == typed("""
        Diving Catch: 1; Diving Tackle: 2; Jump Up: 1; Leap: 1; Dirty Player: 1; Lethal Flight: 1; Saboteur: 4;
        Shadowing: 4;
        Dauntless: 6; Kick: 3 6; Pro: 3; Steady Footing: 6; Claws: 8; Disturbing Presence: 3 1; Extra Arms: 1;
        Foul Appearance: 1; Horns: 1; Monstrous Mouth: 3; Prehensile Tail: 1; Tentacles: 6 6 6; Two Heads: 1;
        Very Long Legs: 1 2; Accurate: 1; Cannoneer: 1; On the Ball: 3; Punt: 6; Safe Pass: 1; Arm Bar: 1;
        Break Tackle: 1 3 2 4 3; Mighty Blow: 1; Multiple Block: 2; Strong Arm: 1; Thick Skull: 8 7; Always Hungry: 1 1;
        Animal Savagery: 1 3 2; Animosity: 1; Bone Head: 1; Breathe Fire: 4 6 1; Chainsaw: 2 3 1 3; Decay: 1;
        Drunkard: 1;
        Hypnotic Gaze: 3; Pick-me-up: 3 5; Projectile Vomit: 2 1; Really Stupid: 1 3 2; Regeneration: 4; Stunty: 1;
        Swoop: 6; Take Root: 1; Timmm-ber!: 2 1; Titchy: 1; Unchannelled Fury: 1 3 2
    """)


def test_the_numbers_of_match_tables_prayers_and_goods(book: Book) -> None:
    assert in_texts.in_match_tables(book) == typed("""
        Sweltering heat: 3; Very sunny: 1; Pouring rain: 1; Blizzard: 1; Time-out: 6; Solid Defence: 3 3;
        Cheering Fans: 6;
        Brilliant Coaching: 6; Quick Snap!: 3 3; Charge!: 3 3; Dodgy Snack: 6 1 1 1; Pitch Invasion: 6 3; overtime: 6
    """)
    assert in_texts.numbers_in((each.key, each.effect) for each in tables_of(book).prayers) == typed("""
        trapdoor: 1; friends_with_the_ref: 5; iron_man: 1 11; bad_habits: 3 2; greasy_cleats: 1; moles: 1;
        perfect_passing: 2; dazzling_catching: 1; fan_interaction: 2; fouling_frenzy: 2; throw_a_rock: 4
    """)
    assert in_texts.in_goods(book) == typed("""
        assistant_coach: 1; cheerleader: 1; prayer: 16; team_mascot: 4 1; weather_mage: 2 2; best_keg: 1; bribe: 2;
        riotous_rookies: 2 3 1; halfling_master_chef: 3 6 4; biased_referee: 1 5; josef_bugman: 1 3; wizard: 4;
        mercenary: 30 4 50
    """)


def test_the_numbers_of_the_statements(book: Book) -> None:
    assert in_texts.in_statements(book) == typed("""
        D1: 1,000; D2: 11 16; D4: 0 8; D5: 10; D6: 50; D7: 5; P2: 3; P3: 2 6; P4: 4; P6: 50; P7: 10 16; M1: 2 6;
        K1: 16 1 1;
        K3: 1 8 9 10 11 12 13 14 15; K4: 6 1 2; K5: 1 6 3; K6: 6 4; K8: 4; O3: 1 10; O4: 6 7; S1: 1 2 2 3 4 1; S3: 3 2;
        S10: 8; S11: 9 8 1 1 11; S12: 20 40 10 20 30 60 10; X1: 100 6; X2: 3 10 2 6 10; L2: 3 1 1; L4: 6 10; L6: 4 8 16;
        L7: 100 60 30; L8: 1,000 20 10 1,300; L9: 20; L10: 6 4 1 4; N1: 2 0; N2: 3 6 1 3; N3: 10
    """)
    assert in_texts.numbers_in((str(at), text) for at, text in enumerate(book.differs)) == {"1": "3"}


def test_the_numbers_of_options_and_words(book: Book) -> None:
    assert in_texts.in_options(book) == typed("""
        tiers: 3; pack: 1100 1150 1200; lower_side_gold: 0; star_players: 220,000 5 4 3 5 10 4;
        expensive_mistakes: 100; conceded_score: 2 0;
        redraft_cap: 1,300 0; extra_time_duels: 6
    """)
    assert in_texts.in_words(book) == typed("""
        getting_even.roll: 4; walk_out.roll: 3; rest_niggling.roll: 4; rest_hatred.roll: 4; rest_loss.roll: 4;
        minor_mistake.roll: 10; catastrophe.roll: 10; winnings.half_attendance: 000; winnings.attendance: 000;
        mistakes.catastrophe: 10; MistakeRow.results: 1 6
    """)


def test_the_statement_for_each_purpose(book: Book) -> None:
    assert dict(book.statements) == cited("""
        D1: starting_gold; D2: squad; D4: rerolls; D7: fan_factor_bought; D5: staff; D6: apothecary; D8: team_lists;
        L1: several_teams trades brought_over commissioner open_play; V2: team_value; L7: trophy_value trophies;
        P3: weather; P5: inducements; P8: permanent_inducements inducements_sold excluded_inducements mercenaries stars;
        L6: play_off_inducements; P4: journeymen; P2: fans; M3: match_result; S1: points_earned; K1: casualties;
        K7: apothecary_treats regeneration eaten; K9: missed_match; N4: conceding_early; N2: conceding; S4: mvp;
        S6: improvement; S11: characteristic_limits; S12: improvement_cost; S5: hired_players; O3: winnings;
        X1: expenses; O4: fan_factor; H1: hiring; K8: raising; L8: season_end; L4: unplayed
    """)


def test_the_statement_that_each_row_cites(book: Book) -> None:
    assert in_texts.cited_by(book) == cited("""
        D1: starting_treasury; D2: team_lists tiers pack; L1: several_teams_per_coach trades; P6: lower_side_gold;
        P8: permanent_inducements excluded_inducements star_players canopic_jar_price bretonnian_pastries_price
            bretonnian_damsel_price; S4: mvp; H2: fire_first; X1: expensive_mistakes;
        K8: raised_strength raised_in_match; V3: low_cost_linemen; N1: conceded_score; L8: redraft redraft_cap;
        K5: least_movement least_strength worst_agility worst_passing least_armour nothing_worse;
        M3: extra_time_turns extra_time_duels; D10: captain_followed captain_stays; P7: cheering_fans;
        P9: hired_by_both; L11: redraft_fans; D5: assistant_coach cheerleader; D6: apothecary
    """)
    assert {one.key: one.rule for one in book.inducements.values()} == {
        **dict.fromkeys(book.inducements, "P8"),
        "prayer": "P7",
    }
    assert in_texts.cited_by_prizes(book) == {"L7"} and {each.rule for each in book.points_schemes} == {"L2"}
    assert {limit.rule for each in book.lists.values() for limit in each.together} == {"D3"}
