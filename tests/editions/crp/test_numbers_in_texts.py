"""The numbers in the texts of the Competition Rules, and which statement each row cites, typed by hand.

Most skills and cards are those of the book before this one, whose pages are at hand; the others are as programs and
sheets of the time have them. The statements are those of the digest.
"""

from pathlib import Path

import pytest

from rules.book.book import Book
from rules.book.reading import read_book
from rules.editions.crp.tables import Tables
from tests.editions import in_texts
from tests.editions.in_texts import cited, typed

DATA = Path(__file__).resolve().parents[3] / "rules" / "editions" / "crp"


@pytest.fixture(scope="module")
def book() -> Book:
    return read_book(DATA, own=Tables)


def test_the_numbers_of_the_skills(book: Book) -> None:
    assert in_texts.in_skills(book) == typed("""
        Accurate: 1; Always Hungry: 6 1 1 2 6; Animosity: 6 1; Ball & Chain: 6; Blood Lust: 6 1; Bombardier: 4;
        Bone-head: 6 1 2; Chainsaw: 2 3 1 3; Claw / Claws: 8; Dauntless: 6; Dirty Player: 1; Disturbing Presence: 1;
        Diving Catch: 1; Diving Tackle: 2; Extra Arms: 1; Fan Favourite: 1; Foul Appearance: 2 6; Hail Mary Pass: 2;
        Horns: 1; Jump Up: 2; Loner: 4 6 1 3; Mighty Blow: 1; Multiple Block: 2; Nurgle's Rot: 4; Prehensile Tail: 1;
        Pro: 4 6; Really Stupid: 6 2 1 3 4; Regeneration: 6 4; Shadowing: 2 6 7; Stakes: 1; Strong Arm: 1;
        Stunty: 1 7 9; Take Root: 6 1; Tentacles: 2 6 5; Thick Skull: 8; Throw Team-mate: 1; Titchy: 1; Two Heads: 1;
        Very Long Legs: 1; Wild Animal: 6 2 1 3
    """)


def test_the_numbers_of_the_cards(book: Book) -> None:
    assert in_texts.in_cards(book) == typed("""
        Badyear Git: 2 6 6; Sprinkler Malfunction: 1; Johnny Waterboy: 1 1; Suitable Pitch: 1 1;
        That Babe's Got Talent!: 1;
        Going The Extra Mile: 1 1 1; Heroic Leap: 4 3 4; Wake Up Call: 6 4;
        Fawndough's Headband: 1; Gikta's Strength of da Bear: 1 1; Inertia Dampner: 1 1;
        Magic Glove of Jark Longarm: 1; Ring of Teleportation: 6; Wand of Smashing: 1;
        Greased Shoes: 5 2; Gromskull's Exploding Runes: 1; Kicking Boots: 1; Trampoline Trap: 6;
        Witch's Brew: 6 1 2 3 6;
        Hurry Up Offense: 6 1; Magic Helmet: 1; Miracle Worker: 41; Team Anthem: 2; The Fan: 6 4 2 7; Woof Woof!: 6;
        Bad Habits: 3; Buzzing: 1; Zap!: 6 2 6 4 1 4 4; Magic Sponge: 6 2 6; Orcadis Sponsorship: 1; Get 'Em Lads!: 1;
        Doom and Gloom: 6 1 2 6; Da Freight Train: 6 5 2 9; Morley's Revenge: 6 1 3; Mindblow: 6 2 6;
        Mysterious Old Medicine Man: 1 2
    """)


def test_the_tens_of_the_packs(book: Book) -> None:
    assert {card.name for card in book.cards if card.suit_or_number == "10"} == {
        "Incoming!", "Option Play", "Magic Glove of Jark Longarm", "Pit Trap", "Hurry Up Offense", "Stiletto",
        "Iron Man", "Get 'Em Lads!",
    }  # fmt: skip


def test_the_numbers_of_weather_and_kick_off(book: Book) -> None:
    assert in_texts.in_match_tables(book) == typed("""
        Sweltering heat: 6 1; Very sunny: 1; Pouring rain: 1; Blizzard: 1 2;
        Riot: 7 6 1 3 4 6; Cheering Fans: 3; Brilliant Coaching: 3; Throw a Rock: 6; Pitch Invasion: 6 6; overtime: 6
    """)


def test_the_numbers_of_staff_inducements_and_trophies(book: Book) -> None:
    """Thousands are a k."""
    assert in_texts.in_goods(book) == typed("""
        assistant_coach: 1; cheerleader: 1; mercenary: 30 50; wizard: 4 2; bloodweiser_babes: 1; bribe: 2;
        halfling_master_chef: 3 6 4; chaos_cup: 3; blood_bowl: 20; spike: 1 13; dungeonbowl: 50
    """)


def test_the_numbers_of_the_statements(book: Book) -> None:
    assert in_texts.in_statements(book) == typed("""
        C1: 1,000; C2: 11 16; C3: 0 8; C4: 0 9 10 10; C5: 10; C6: 50; C9: 21; B1: 0; P1: 2 6; I1: 30 50; I5: 1; I8: 2;
        I10: 3 6 4; J8: 4; J9: 4; M1: 2 6 1,000 1 2 0; M2: 2 6; M6: 6; K1: 6 8; K2: 2 1; K3: 1; K5: 4; K9: 9;
        G3: 2 6 10 12; G4: 2 10; U2: 6 10 10; U3: 1,750 10 10 150; U4: 3 6 1 2 6 1 2 6; N2: 1 51 1 3; E1: 6 1; E6: 100
    """)


def test_the_numbers_of_options_and_messages(book: Book) -> None:
    assert in_texts.in_options(book) == typed("""
        extra_lists: 2009; free_fan_factor: 5; treasury_threshold: 150 0; special_play_cards: 2016; mvp: 2016;
        draw_bonus: 10; spiralling_amount: 0; expensive_mistakes: 2016 100 6; shoot_out_tie: 2016;
        argue_the_call: 2016 6 6 1 1; star_players: 220,000 5 4 3 9
    """)
    assert in_texts.in_words(book) == typed("""
        free_cards.roll: 1 6; fan_factor.roll: 1 1 1 1; minor_mistake.roll: 10; catastrophe.roll: 10;
        mistakes.catastrophe: 10; mistakes: 2016; MistakeRow.results: 1 6
    """)


def test_the_statement_for_each_purpose(book: Book) -> None:
    assert dict(book.statements) == cited("""
        C1: starting_gold; C2: squad; C3: rerolls; C4: fan_factor_bought; C5: staff; C6: apothecary; C9: team_lists;
        C8: several_teams trades; L1: brought_over commissioner; V1: team_value; V2: trophy_value; P1: weather;
        P3: inducements inducements_sold; P4: play_off_inducements; P5: excluded_inducements; I1: mercenaries;
        J1: journeymen; I3: stars; S1: cards cards_on_roster; S2: card_modes; S3: cards_drawn; M1: fans;
        M3: match_result; M4: points_earned; K1: casualties; K4: apothecary_treats; K5: regeneration;
        K6: second_roll; K7: missed_match; K8: eaten; N1: conceding_early; N2: conceding; G1: mvp; G2: levels;
        G3: improvement; G4: characteristic_limits; G5: improvement_cost; G6: hired_players; U2: winnings;
        U3: expenses; U4: fan_factor; U6: hiring; J8: raising; L2: open_play; L3: season_end; L4: doubled_gate;
        L5: challenges; L6: trophies; L7: minor_prizes; L8: free_fan_factor; L9: permanent_inducements
    """)


def test_the_statement_that_each_row_cites(book: Book) -> None:
    assert in_texts.cited_by(book) == cited("""
        C1: starting_treasury; C5: assistant_coach cheerleader; C6: apothecary; C9: team_lists; C2: pack;
        C8: several_teams_per_coach trades;
        C9: extra_lists; L8: free_fan_factor; L9: permanent_inducements; L10: extra_winnings; B2: treasury_threshold;
        P4: play_off_inducements; P5: excluded_inducements; P7: petty_cash; V3: petty_cash_counts_in_value;
        P8: unspent_petty_cash; I3: star_players star_injuries_waived; S2: special_play_cards card_budget; G1: mvp;
        S6: card_limit; M3: shoot_out_tie; M4: casualties_for_spp; U2: draw_bonus; U4: draw_fan_factor;
        E1: argue_the_call; E6: expensive_mistakes; N1: concession_before_kick_off; N3: conceded_score;
        U3: spiralling_breakpoint spiralling_step spiralling_amount expenses_from; J8: Zombie; J9: Rotter
    """)
    assert in_texts.cited_by_prizes(book) == {"L6"}
    assert {scheme.rule for scheme in book.points_schemes} == {"L3"}
    assert book.minor_prizes is not None and book.minor_prizes.rule == "L7"
