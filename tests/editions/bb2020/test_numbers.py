"""The smaller tables of Blood Bowl 2020, typed by hand from copies of the book by others."""

from __future__ import annotations

import pytest

from rules.book.book import Book, needed
from rules.book.numbers import is_page, numbers_of, rows_in
from rules.book.numbers import tables_of as tables_in
from rules.editions.bb2020.tables import tables_of
from tests.editions.tabled import ranges


@pytest.mark.rules("bb2020:D1", "bb2020:D2", "bb2020:D4", "bb2020:D5", "bb2020:D6", "bb2020:D7")
def test_a_new_team(book: Book) -> None:
    creation = book.creation
    assert (creation.starting_treasury, creation.minimum_players, creation.maximum_players) == (1_000_000, 11, 16)
    assert (creation.maximum_rerolls, creation.later_reroll_multiplier) == (8, 2)
    assert (creation.fan_factor_start, creation.fan_factor_start + creation.fan_factor_maximum) == (1, 6)
    assert (creation.fan_factor_price, creation.fan_factor_value, creation.free_fan_factor) == (10_000, 0, 0)
    assert {one.key: (one.price, one.maximum) for one in book.staff.values()} == {
        "assistant_coach": (10_000, 6), "cheerleader": (10_000, 12), "apothecary": (50_000, 1),
    }  # fmt: skip


@pytest.mark.rules("bb2020:P3", "bb2020:M1", "bb2020:M3")
def test_weather_and_kick_off(book: Book) -> None:
    assert (ranges(book.weather), book.weather_dice) == ("2 3 4-10 11 12", (6, 6))
    assert (ranges(book.kick_off), book.kick_off_dice) == ("2 3 4 5 6 7 8 9 10 11 12", (6, 6))
    assert [(row.low, row.die, row.staff, row.fans) for row in book.kick_off if row.die] == [
        (6, 6, "cheerleader", False), (7, 6, "assistant_coach", False), (11, 6, "", True), (12, 6, "", True),
    ]  # fmt: skip
    assert (book.result.halves, book.result.turns, book.field.players) == (2, 8, 11)


@pytest.mark.rules("bb2020:K1", "bb2020:K2", "bb2020:K4", "bb2020:K7")
def test_casualties(book: Book) -> None:
    first, lasting = book.casualty_tables.values()
    assert (first.dice, lasting.dice) == ((16,), (6,))
    assert (ranges(first.rows), ranges(lasting.rows)) == ("1-6 7-9 10-12 13-14 15-16", "1-2 3 4 5 6")
    assert [row.misses for row in first.rows] == [0, 1, 1, 1, 0]
    assert {row.key: row.conditions for row in first.rows if row.conditions} == {"serious_injury": (("niggling", 1),)}
    assert [dict(row.changes) for row in lasting.rows] == [{"AV": -1}, {"MA": -1}, {"PA": 1}, {"AG": 1}, {"ST": -1}]
    assert {row.misses for row in lasting.rows} == {0}
    assert {field.faces for field in book.injury_fields.values() if field.faces} == {6}
    assert needed(book.healing).regeneration_from == 4


@pytest.mark.rules("bb2020:K5", "bb2020:S11")
def test_the_bounds_of_characteristics(book: Book) -> None:
    bounds = {key: (row.worst, row.best) for key, row in book.profile.items()}
    assert bounds == {"MA": (1, 9), "ST": (1, 8), "AG": (6, 1), "PA": (6, 1), "AV": (3, 11)}
    assert tables_of(book).characteristic_roll.most == 2


@pytest.mark.rules("bb2020:S1", "bb2020:S4")
def test_what_deeds_earn(book: Book) -> None:
    assert {deed.key: deed.points for deed in book.deeds.values()} == {
        "completions": 1, "superb_throws": 1, "touchdowns": 3, "deflections": 1, "interceptions": 2, "casualties": 2,
        "mvps": 4,
    }  # fmt: skip
    assert (book.deeds["mvps"].nominees, book.deeds["completions"].most) == (6, 40)
    assert {key: deed.most for key, deed in book.deeds.items() if key != "completions"} == dict.fromkeys(
        set(book.deeds) - {"completions"}, book.deeds["touchdowns"].most
    )


@pytest.mark.rules("bb2020:S6", "bb2020:S7", "bb2020:S8", "bb2020:S9", "bb2020:S10", "bb2020:S12")
def test_advancement(book: Book) -> None:
    own = tables_of(book)
    assert own.prices.random_primary == (3, 4, 6, 8, 10, 15)
    assert own.prices.chosen_primary == own.prices.random_secondary == (6, 8, 12, 16, 20, 30)
    assert own.prices.chosen_secondary == (12, 14, 18, 22, 26, 40)
    assert own.prices.characteristic == (18, 20, 24, 28, 32, 50)
    values = own.learning_values
    assert (values.random_primary_cost, values.chosen_primary_cost) == (10_000, 20_000)
    assert (values.random_secondary_cost, values.chosen_secondary_cost) == (20_000, 40_000)
    assert (values.skill_dice, values.first_half) == ((6, 6), 3)
    roll = own.characteristic_roll
    assert (roll.die, ranges(roll.rows)) == (16, "1-7 8-13 14 15 16")
    assert [" ".join(row.characteristics) for row in roll.rows] == [
        "MA AV", "MA PA AV", "AG PA", "ST AG", "MA ST AG PA AV",
    ]  # fmt: skip
    assert dict(roll.costs) == {"AV": 10_000, "MA": 20_000, "PA": 20_000, "AG": 40_000, "ST": 80_000}
    assert book.skills["Leader"].rerolls == 1


@pytest.mark.rules("bb2020:P2", "bb2020:O3", "bb2020:O4", "bb2020:P7", "bb2020:N2", "bb2020:X2", "bb2020:L8")
def test_crowds_prayers_mistakes_and_seasons(book: Book) -> None:
    own = tables_of(book)
    crowd = own.attendance
    assert (crowd.fan_die, crowd.unit, crowd.shared_by) == (3, 10_000, 2)
    assert (crowd.followers_die, crowd.least_fans, crowd.conceded_die) == (6, 1, 3)
    assert (own.special_plays.die, own.special_plays.looked_at) == (6, 2)
    assert (own.rookies.dice, own.rookies.more) == ((3, 3), 1)
    assert (own.praying.each_gold, own.praying.die, own.praying.exhibition_die) == (50_000, 16, 8)
    assert ranges(own.prayers) == " ".join(map(str, range(1, 17)))
    assert {each.prayer: (each.deed or each.cause, each.more) for each in own.blessings} == {
        "perfect_passing": ("completions", 1), "necessary_violence": ("casualties", 1),
        "fan_interaction": ("crowd", 2), "fouling_frenzy": ("foul", 2),
    }  # fmt: skip
    mistakes = own.mistakes
    assert (mistakes.die, mistakes.minor_die, mistakes.kept_dice) == (6, 3, (6, 6))
    assert (mistakes.unit, mistakes.rounding) == (10_000, 5_000)
    assert [row.gold for row in mistakes.rows] == [100_000, 200_000, 300_000, 400_000, 500_000, 600_000]
    assert (own.leaving.advancements, own.leaving.leaving_die, own.leaving.leaving_up_to) == (3, 6, 3)
    redraft = own.redraft
    assert (redraft.budget, redraft.agent_fee) == (1_000_000, 20_000)
    assert (redraft.for_match_gold, redraft.for_win_gold, redraft.for_draw_gold) == (
        20_000,
        20_000,
        10_000,
    ) and redraft.with_friendlies
    assert (own.rest.die, own.rest.gone_from, own.rest.apothecary_adds) == (6, 4, 1)


@pytest.mark.rules("bb2020:K8", "bb2020:P4", "bb2020:L2", "bb2020:L7")
def test_journeymen_the_raised_points_and_the_trophy(book: Book) -> None:
    assert needed(book.journeymen).skills == ("Loner (4+)",)
    raised = {name: (row.maximum, row.characteristic, row.strongest, row.for_fee) for name, row in book.raised.items()}
    assert raised == {
        "Zombie Lineman": (1, "ST", 4, False), "Thrall Lineman": (1, "ST", 4, False),
        "Rotter Lineman": (1, "ST", 4, True),
    }  # fmt: skip
    (scheme,) = book.points_schemes
    assert (scheme.win, scheme.draw, scheme.loss) == (3, 1, 0)
    (trophy,) = book.trophies.values()
    assert [(effect.kind, effect.amount) for effect in trophy.effects] == [("reroll", 1)]
    assert trophy.place_gold == (100_000, 60_000, 30_000)
    league = needed(book.league_play)
    assert (league.fewest_teams, league.meetings, league.third_place, league.across_divisions) == (4, 2, True, True)
    assert (league.rule, league.play_off_rule) == ("L1", "L6")
    unplayed = needed(book.unplayed)
    assert (unplayed.touchdowns, unplayed.die, unplayed.step_gold, unplayed.awards) == (1, 6, 10_000, 2)


def test_the_budgets_of_exhibition_play(book: Book) -> None:
    golds = (1_100_000, 1_150_000, 1_300_000)
    *packs, example = book.packs
    assert [each.pack.name for each in packs] == [f"Exhibition {gold // 1_000}k" for gold in golds]
    for each, gold in zip(packs, golds, strict=True):
        assert [(row.tier, row.gold, row.points) for row in each.pack.tiers] == [(0, gold, 36)]
        assert (each.pack.primary_points, each.pack.secondary_points, each.pack.on_a_player) == (6, 12, 1)
        assert (each.pack.fans, each.page, each.confidence) == (0, 0, "medium") and each.doubt
    assert (example.pack.name, example.pack.same_skill, example.confidence) == ("Tournament example", 4, "low")
    rows = [(row.tier, row.gold, row.skills, row.secondary) for row in example.pack.tiers]
    assert rows == [(1, 1_150_000, 6, 0), (2, 1_150_000, 7, 1), (3, 1_150_000, 8, 2)] and example.page == 0


def test_the_bounds_of_options(book: Book) -> None:
    integers = [each for each in book.options.values() if each.type == "integer"]
    assert {each.name: (each.default, each.minimum, each.maximum, each.step) for each in integers} == {
        "starting_treasury": (1_000_000, 0, 5_000_000, 10_000),
        "new_team_fans": (6, 1, 7, 1),
        "most_assistant_coaches": (6, 0, 20, 1),
        "most_cheerleaders": (12, 0, 20, 1),
        "necessary_violence": (3, 2, 5, 1),
        "raised_strength": (4, 1, 8, 1),
        "redraft_cap": (0, 0, 5_000_000, 10_000),
        "redraft_budget": (1_000_000, 0, 5_000_000, 10_000),
        "redraft_match": (20_000, 0, 100_000, 5_000),
        "redraft_win": (20_000, 0, 100_000, 5_000),
        "redraft_draw": (10_000, 0, 100_000, 5_000),
        "agents_fee": (20_000, 0, 100_000, 5_000),
        "recovery": (4, 2, 6, 1),
        "walkover_score": (1, 1, 3, 1),
        "walkover_gold": (10_000, 5_000, 50_000, 5_000),
        "walkover_awards": (2, 0, 4, 1),
        "least_movement": (1, 1, 3, 1),
        "least_strength": (1, 1, 2, 1),
        "worst_agility": (6, 5, 6, 1),
        "worst_passing": (6, 5, 6, 1),
        "least_armour": (3, 3, 7, 1),
        "extra_time_turns": (8, 1, 16, 1),
        "extra_time_duels": (5, 1, 15, 2),
        "side_bet_most": (10, 1, 50, 1),
        "side_bet_wins": (0, 0, 10, 1),
    }
    assert {book.settled[name] for name in ("inducement_time_limit", "card_budget", "card_limit")} == {0}
    assert (book.name, book.year) == ("Blood Bowl 2020", "2020")


def test_what_is_on_no_page_says_where_it_is_from(book: Book) -> None:
    """No page of the book was at hand: every statement gives a heading instead."""
    assert set(book.pages.values()) == {0} and set(book.sources) == set(book.pages)
    rows = [row for _table, value in tables_in(book) for row, _name, _around in rows_in(value)]
    assert {number.value for row in rows for number in numbers_of("", row, "") if is_page(number.key)} == {0}


CARDS = """
Random Events: Ball Clone, Enjoy Your Trip?, Flock of Seagulls, Heckler, Pot Hole, Public Inconvenience,
Sprinkler Malfunction, Walk it Off;
Dirty Tricks: Dirty Block, Heavy Bias, Look, a Distraction!, Rune of Unwilling Flight, Slippery Shoes, Spot the Sneak,
The Main 'Skull'-prit, Tripping Hazard;
Magical Memorabilia: Bob's Biffin' Helmet, Enchanted Bucket, Gruk the Bear's Gauntlets, Helm of Many Eyes,
Oath Stone of the High Coach, Skrot's Sticky Slop, Spranley's Cup, Sweatband of Conquest;
Heroic Feats: Burst of Speed, Catcher's Instincts, Die Hard, In the Zone, Punt, Quick Thinking, Sizzling Shimmy,
Suicide Blitz;
Benefits of Training: All-out Blitz, Boot Camp, Down the Chain, Flea Flicker, Helping Hand, Kingmaker Play, Switcheroo,
Team Talk;
Miscellaneous Mayhem: Assassination Attempt, Ego Trip, It's All to Play For, Keep it Moving, Magic Sponge,
"This Beer Tastes Funny!", Technicality, Training Troubles
"""
"""By deck: a D6 names the deck, and a D8 the card."""


@pytest.mark.rules("bb2020:P8")
def test_the_cards_of_special_plays(book: Book) -> None:
    found: dict[str, list[str]] = {deck.name: [] for deck in book.decks}
    for card in book.cards:
        found[card.deck].append(card.name)
        assert (card.suit_or_number, card.suit) == (str(len(found[card.deck])), 1), card.name
        assert (card.heals_from, card.heals, card.keeps_out, card.brings) == (0, (), False, "")
    told = "; ".join(f"{deck}: {', '.join(names)}" for deck, names in found.items())
    assert told == " ".join(CARDS.split())
    assert {len(names) for names in found.values()} == {8} and {deck.price for deck in book.decks} == {100_000}


@pytest.mark.rules("bb2020:P7")
def test_the_question_about_a_prayer_for_one_drive_is_titled_with_its_name(book: Book) -> None:
    own = tables_of(book)
    names = {prayer.key: prayer.name for prayer in own.prayers}
    for blessing in (each for each in own.blessings if each.in_one_drive):
        assert book.words.questions[f"{blessing.prayer}.choose"].title == names[blessing.prayer]
