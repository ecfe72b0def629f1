"""The numbers in the texts of Blood Bowl 2020, and what cites each statement, typed by hand.

Those of the skills are from a copy of the book by others, those about leagues from the digest.
"""

from __future__ import annotations

from rules.book.book import Book
from rules.editions.bb2020.tables import tables_of
from tests.editions import in_texts
from tests.editions.in_texts import cited, typed


def test_the_numbers_of_the_skills(book: Book) -> None:
    assert in_texts.in_skills(book) == typed("""
        Diving Catch: 1; Diving Tackle: 2; Jump Up: 1; Leap: 1 1; Dauntless: 6; Pro: 3 6; Shadowing: 6 6; Claws: 8;
        Disturbing Presence: 1; Extra Arms: 1; Foul Appearance: 6 1; Horns: 1; Prehensile Tail: 1; Tentacles: 6 6;
        Two Heads: 1; Very Long Legs: 1 2; Accurate: 1; Cannoneer: 1; Arm Bar: 1; Break Tackle: 1 4 2 5;
        Multiple Block: 2;
        Strong Arm: 1; Thick Skull: 8 7; Always Hungry: 6 1 1; Animal Savagery: 6 2 1 3; Animosity: 6 1; Bloodlust: 6 1;
        Bone Head: 6 1; Breathe Fire: 6 1 5 4 5 6 1; Chainsaw: 2 3 1 3; Decay: 1; Drunkard: 1; Hypnotic Gaze: 1;
        Loner: 6; Pick-me-up: 6 5; Plague Ridden: 4; Projectile Vomit: 6 2 1; Really Stupid: 6 2 1 3; Regeneration: 6 4;
        Right Stuff: 3; Stunty: 1 7 8 9; Swarming: 3; Swoop: 3; Take Root: 6 1; Timmm-ber!: 2 1; Titchy: 1;
        Unchannelled Fury: 6 2 1 3
    """)
    learned = {skill.name: skill.learned for skill in book.skills.values() if skill.learned}
    assert learned == {"Dirty Player": "+1", "Mighty Blow": "+1"}


def test_the_numbers_of_match_tables_prayers_and_goods(book: Book) -> None:
    assert in_texts.in_match_tables(book) == typed("""
        Sweltering heat: 3; Very sunny: 1; Pouring rain: 1; Blizzard: 1; Time-out: 6 7 8; Solid Defence: 3 3;
        Quick Snap: 3 3; Blitz: 3 3; Officious Ref: 6 1; Pitch Invasion: 3; overtime: 6
    """)
    assert in_texts.numbers_in((each.key, each.effect) for each in tables_of(book).prayers) == typed("""
        treacherous_trapdoor: 6 1; friends_with_the_ref: 5; iron_man: 1 11; knuckle_dusters: 1; bad_habits: 3 2;
        greasy_cleats: 1; moles_under_the_pitch: 1; perfect_passing: 2 1; fan_interaction: 2; necessary_violence: 3 2;
        fouling_frenzy: 2
    """)
    assert in_texts.in_goods(book) == typed("""
        assistant_coach: 1; cheerleader: 1; mercenary: 30 4 50; weather_mage: 2 6; bloodweiser_kegs: 1;
        special_play: 6; bribe: 6 2;
        riotous_rookies: 2 3 1; halfling_master_chef: 3 6 4; hireling_wizard: 4; heady_brew: 3; side_bet: 10 100 10
    """)


def test_the_numbers_of_the_cards(book: Book) -> None:
    assert in_texts.in_cards(book) == typed("""
        Ball Clone: 6 1 3; Heckler: 3 1; Public Inconvenience: 1; Sprinkler Malfunction: 1; Look, a Distraction!: 6 1 3;
        Rune of Unwilling Flight: 4; Slippery Shoes: 2; Spot the Sneak: 6 5 6; The Main 'Skull'-prit: 1;
        Tripping Hazard: 3; Bob's Biffin' Helmet: 1 2; Gruk the Bear's Gauntlets: 1 1; Oath Stone of the High Coach: 1;
        Sweatband of Conquest: 1 11; Burst of Speed: 1 9; Catcher's Instincts: 1; Die Hard: 3; In the Zone: 1 1;
        Sizzling Shimmy: 1 1; Switcheroo: 4; Team Talk: 3; Assassination Attempt: 6 1 2 3 4 5 6 1;
        It's All to Play For: 6 5; Magic Sponge: 6 2; "This Beer Tastes Funny!": 3; Training Troubles: 2
    """)
    timings = ((each.key, each.meaning) for each in book.card_timings)
    assert in_texts.numbers_in(timings) == {"own_death": "15 16"}


def test_the_numbers_of_the_statements(book: Book) -> None:
    assert in_texts.in_statements(book) == typed("""
        D1: 1,000; D2: 11 16; D3: 1 3; D4: 0 8; D5: 10 6 12; D6: 50; D7: 1 5 10; P2: 3; P3: 2 6; P4: 4; P7: 16 50;
        P8: 30 50; M1: 2 6; M3: 6; K1: 16 1; K2: 1 6 7 9 10 12 13 14 15 16; K4: 6 1 2 3 4 5 6 1; K5: 1 6 3; K8: 4;
        O3: 10;
        O4: 6 1; S1: 1 1 1 2 2 3 4; S6: 3 4 6 8 10 15 6 8 12 16 20 30; S7: 12 14 18 22 26 40; S8: 18 20 24 28 32 50;
        S9: 2 6; S10: 16 1 7 8 13 14 15 16; S11: 9 8 1 1 11; S12: 10 20 20 40 10 20 40 80; X1: 100 6;
        X2: 3 10 5 2 6 10; L2: 3 1; L4: 1 0 6 10; L7: 100 60 30; L8: 1,000 20 20 10; L9: 20; L10: 6 4 1; N2: 3 1 6 1 3
    """)
    assert in_texts.numbers_in((str(at), text) for at, text in enumerate(book.differs)) == {"0": "3", "2": "16 6"}


def test_the_numbers_of_options_and_words(book: Book) -> None:
    assert in_texts.in_options(book) == typed("""
        permanent_inducements: 10; excluded_inducements: 10; underdog_treasury: 50; star_players: 220,000 5 4 3 5 10 4;
        tiers: 3; pack: 1100 1150 1300 36 6 12;
        redraft_cap: 1,300 0; recovery: 6; walkover_gold: 6; prayer_rows: 16 8 1 8;
        necessary_violence: 2; major_mistake: 5;
        extra_time_duels: 6; side_bet_most: 10; side_bet_wins: 0
    """)
    assert in_texts.in_words(book) == typed("""
        fan_factor.roll: 1 1; walk_out.roll: 1 3; minor_mistake.roll: 10; catastrophe.roll: 10;
        crowd.die: 1,000; crowd.dedicated: 1,000; winnings.attendance: 000;
        fans.dice: 1,000; fans.fan_factor: 1,000;
        winnings.whole: 000; mistakes.catastrophe: 10; MistakeRow.results: 1 6
    """)
    bet = book.words.things["side_bet"]
    assert (bet.one, bet.many, book.inducements["side_bet"].name) == (
        "side bet of 10k", "side bets of 10k", "Side bet of 10k",
    )  # fmt: skip


def test_the_statement_for_each_purpose(book: Book) -> None:
    assert dict(book.statements) == cited("""
        D1: starting_gold; D2: squad; D4: rerolls; D7: fan_factor_bought; D5: staff; D6: apothecary; D9: team_lists;
        V2: team_value; L7: trophy_value trophies; P3: weather; P5: inducements;
        P8: permanent_inducements inducements_sold play_off_inducements excluded_inducements mercenaries cards
        card_modes cards_drawn cards_on_roster;
        P4: journeymen; P9: stars; P2: fans; M3: match_result; S1: points_earned; K2: casualties;
        K7: apothecary_treats regeneration second_roll eaten; K9: missed_match; N4: conceding_early; N2: conceding;
        S4: mvp; S6: improvement; S11: characteristic_limits; S12: improvement_cost; S5: hired_players; O3: winnings;
        X1: expenses; O4: fan_factor; H1: hiring; K8: raising; L5: open_play challenges; L8: season_end;
        L4: unplayed; L1: trades several_teams brought_over commissioner
    """)


def test_the_statement_that_each_row_cites(book: Book) -> None:
    assert in_texts.cited_by(book) == cited("""
        D1: starting_treasury; D7: new_team_fans; V3: low_cost_linemen; D2: slann team_lists tiers pack;
        L1: several_teams_per_coach trades;
        P8: permanent_inducements excluded_inducements play_off_inducements star_players side_bet_most
            side_bet_wins; P6: underdog_treasury;
        P7: prayers prayer_rows necessary_violence; K8: raised_strength;
        L10: healed_with_niggling recovery; X2: major_mistake;
        K5: least_movement least_strength worst_agility worst_passing least_armour nothing_worse;
        M3: extra_time_turns extra_time_duels;
        P9: hired_by_both star_injuries_waived; S4: mvp; N3: second_mvp; N1: conceded_score;
        X1: expensive_mistakes;
        L8: redraft redraft_cap redraft_budget redraft_match redraft_win redraft_draw; L9: agents_fee;
        L4: walkover_score walkover_gold walkover_awards;
        D5: most_assistant_coaches most_cheerleaders assistant_coach cheerleader; D6: apothecary
    """) | {"Zombie Lineman": "K8", "Thrall Lineman": "K8", "Rotter Lineman": "K8"}
    assert {one.rule for one in book.inducements.values()} == {"P8"}
    assert in_texts.cited_by_prizes(book) == {"L7"} and {each.rule for each in book.points_schemes} == {"L2"}
    assert {limit.rule for each in book.lists.values() for limit in each.together} == {"D3"}
