"""The smaller tables of Blood Bowl 2025, typed by hand from copies of the book by others."""

from __future__ import annotations

import pytest

from rules.book.book import Book, needed
from rules.editions.bb2025.tables import tables_of
from tests.editions.tabled import ranges


@pytest.mark.rules("bb2025:D1", "bb2025:D2", "bb2025:D4", "bb2025:D5", "bb2025:D6", "bb2025:D7", "bb2025:H2")
def test_a_new_team(book: Book) -> None:
    creation = book.creation
    assert (creation.starting_treasury, creation.minimum_players, creation.maximum_players) == (1_000_000, 11, 16)
    assert (creation.maximum_rerolls, creation.later_reroll_multiplier) == (8, 2)
    assert (creation.fan_factor_start, creation.fan_factor_start + creation.fan_factor_maximum) == (1, 3)
    assert (creation.fan_factor_price, creation.fan_factor_value, creation.free_fan_factor) == (5_000, 0, 1)
    assert (creation.rerolls_stay, creation.kept_players) == (True, 11)
    assert {one.key: (one.price, one.maximum) for one in book.staff.values()} == {
        "assistant_coach": (10_000, 6), "cheerleader": (10_000, 6), "apothecary": (50_000, 1),
    }  # fmt: skip


@pytest.mark.rules("bb2025:P3", "bb2025:M1", "bb2025:M3", "bb2025:P7")
def test_weather_kick_off_and_prayers(book: Book) -> None:
    assert (ranges(book.weather), book.weather_dice) == ("2 3 4-10 11 12", (6, 6))
    assert (ranges(book.kick_off), book.kick_off_dice) == ("2 3 4 5 6 7 8 9 10 11 12", (6, 6))
    assert [(row.low, row.die, row.staff, row.fans) for row in book.kick_off if row.die] == [
        (6, 6, "cheerleader", False), (7, 6, "assistant_coach", False), (11, 6, "", False), (12, 6, "", True),
    ]  # fmt: skip
    assert (book.result.halves, book.result.turns, book.field.players) == (2, 8, 11)
    own = tables_of(book)
    assert own.praying.die == 16 and ranges(own.prayers) == " ".join(map(str, range(1, 17)))
    assert {row.key: row.points for row in own.prayers if row.points} == {
        "perfect_passing": 2, "dazzling_catching": 1, "fan_interaction": 2, "fouling_frenzy": 2,
    }  # fmt: skip


@pytest.mark.rules("bb2025:K1", "bb2025:K3", "bb2025:K4", "bb2025:K6", "bb2025:K7", "bb2025:K8")
def test_casualties(book: Book) -> None:
    first, lasting = book.casualty_tables.values()
    assert (first.dice, lasting.dice) == ((16,), (6,))
    assert (ranges(first.rows), ranges(lasting.rows)) == ("1-8 9-10 11-12 13-14 15-16", "1-2 3 4 5 6")
    assert [row.misses for row in first.rows] == [0, 1, 1, 1, 0]
    assert {row.key: row.conditions for row in first.rows if row.conditions} == {"serious_injury": (("niggling", 1),)}
    assert [dict(row.changes) for row in lasting.rows] == [{"AV": -1}, {"MA": -1}, {"PA": 1}, {"AG": 1}, {"ST": -1}]
    assert {row.misses for row in lasting.rows} == {0}
    assert {field.faces for field in book.injury_fields.values() if field.faces} == {6}
    own = tables_of(book)
    assert needed(book.healing).regeneration_from == own.getting_even.hated_from == 4
    assert (own.getting_even.die, own.risen.characteristic, own.risen.strongest) == (6, "ST", 4)


@pytest.mark.rules("bb2025:K5", "bb2025:S11")
def test_the_bounds_of_characteristics(book: Book) -> None:
    bounds = {key: (row.worst, row.best) for key, row in book.profile.items()}
    assert bounds == {"MA": (1, 9), "ST": (1, 8), "AG": (6, 1), "PA": (6, 1), "AV": (3, 11)}
    assert tables_of(book).characteristic_roll.most == 2


@pytest.mark.rules("bb2025:S1", "bb2025:S3", "bb2025:S4")
def test_what_deeds_earn(book: Book) -> None:
    assert {deed.key: deed.points for deed in book.deeds.values()} == {
        "completions": 1, "superb_throws": 1, "landings": 1, "interceptions": 2, "casualties": 2, "touchdowns": 3,
        "mvps": 4,
    }  # fmt: skip
    assert dict(tables_of(book).brutes.points) == {"casualties": 3, "touchdowns": 2}
    assert (book.deeds["mvps"].nominees, book.deeds["completions"].most) == (6, 40)


@pytest.mark.rules("bb2025:S6", "bb2025:S7", "bb2025:S8", "bb2025:S9", "bb2025:S10", "bb2025:S12")
def test_advancement(book: Book) -> None:
    own = tables_of(book)
    assert own.advancement.random == (3, 4, 6, 8, 10, 15)
    assert own.advancement.primary == (6, 8, 12, 16, 20, 30)
    assert own.advancement.secondary == (10, 12, 16, 20, 24, 34)
    assert own.advancement.characteristic == (14, 16, 20, 24, 28, 38)
    assert (own.random_skills.dice, own.random_skills.skills) == ((6, 6), 2)
    values = own.learning_values
    assert (values.primary_cost, values.secondary_cost, values.elite_cost) == (20_000, 40_000, 10_000)
    assert values.elite == ("Block", "Dodge", "Guard", "Mighty Blow")
    roll = own.characteristic_roll
    assert (roll.die, ranges(roll.rows)) == (8, "1 2 3-4 5 6 7 8")
    assert [" ".join(row.characteristics) for row in roll.rows] == [
        "AV", "AV PA", "AV MA PA", "MA PA", "AG MA", "AG ST", "MA ST AG PA AV",
    ]  # fmt: skip
    assert dict(roll.costs) == {"AV": 10_000, "MA": 20_000, "PA": 20_000, "AG": 30_000, "ST": 60_000}
    assert book.skills["Leader"].rerolls == 1


@pytest.mark.rules(
    "bb2025:P2", "bb2025:O3", "bb2025:O4", "bb2025:P8", "bb2025:N2", "bb2025:X2", "bb2025:L8", "bb2025:L10"
)
def test_crowds_rookies_mistakes_and_seasons(book: Book) -> None:
    own = tables_of(book)
    assert (own.crowd.die, own.crowd.spectators) == (3, 1_000)
    assert (own.takings.unit, own.takings.without_stalling) == (10_000, 1)
    following = own.following
    assert (following.die, following.least, following.most, following.conceding_die) == (6, 1, 7, 3)
    assert (own.rookies.dice, own.rookies.more) == ((3, 3), 1)
    mistakes = own.mistakes
    assert (mistakes.die, mistakes.minor_die, mistakes.kept_dice) == (6, 3, (6, 6))
    assert (mistakes.unit, mistakes.rounding) == (10_000, 5_000)
    assert [row.gold for row in mistakes.rows] == [100_000, 200_000, 300_000, 400_000, 500_000, 600_000]
    assert (own.walking_out.advancements, own.walking_out.die, own.walking_out.up_to) == (3, 6, 3)
    redraft = own.redraft
    assert (redraft.budget, redraft.agent_fee) == (1_000_000, 20_000)
    assert (redraft.for_match_gold, redraft.for_win_gold, redraft.for_draw_gold) == (20_000, 20_000, 10_000)
    assert (own.rest.die, own.rest.healed_from, own.rest.apothecary_adds) == (6, 4, 1)


@pytest.mark.rules("bb2025:P4", "bb2025:L2", "bb2025:L7")
def test_journeymen_points_stages_and_the_trophy(book: Book) -> None:
    assert needed(book.journeymen).skills == ("Loner (4+)",)
    (scheme,) = book.points_schemes
    assert (scheme.win, scheme.draw, scheme.loss) == (3, 1, 0)
    (trophy,) = book.trophies.values()
    assert [(effect.kind, effect.amount) for effect in trophy.effects] == [("reroll", 1)]
    assert trophy.place_gold == (100_000, 60_000, 30_000)
    league = needed(book.league_play)
    assert (league.fewest_teams, league.meetings, league.third_place, league.across_divisions) == (4, 1, True, True)
    assert (league.rule, league.play_off_rule) == ("L1", "L6")
    unplayed = needed(book.unplayed)
    assert (unplayed.touchdowns, unplayed.die, unplayed.step_gold, unplayed.awards) == (2, 6, 10_000, 2)
    assert {stage.gate_factor for stage in book.stages.values()} == {1}


def test_the_budgets_of_matched_play(book: Book) -> None:
    assert [each.pack.name for each in book.packs] == [f"Matched play {gold}k" for gold in (1100, 1150, 1200)]
    for each, gold in zip(book.packs, (1_100_000, 1_150_000, 1_200_000), strict=True):
        found = [(row.tier, row.gold, row.points, row.secondary) for row in each.pack.tiers]
        assert found == [(1, gold, 6, 1), (2, gold, 8, 2), (3, gold, 9, 3), (4, gold, 10, 4)]
        assert (each.pack.primary_points, each.pack.secondary_points, each.pack.star_points) == (1, 2, 2)
        assert [row.stars for row in each.pack.tiers] == [1, 2, 2, 2]
        assert each.pack.fans == 0
        assert (dict(each.pack.keyword_points), dict(each.pack.keyword_stars)) == ({"Mega Star": 4}, {"Mega Star": 1})
        assert dict(each.pack.limited) == {"Block": 4, "Dodge": 4, "Guard": 4, "Mighty Blow": 4}


def test_the_bounds_of_options(book: Book) -> None:
    integers = [each for each in book.options.values() if each.type == "integer"]
    assert {each.name: (each.default, each.minimum, each.maximum, each.step) for each in integers} == {
        "starting_treasury": (1_000_000, 0, 5_000_000, 5_000),
        "lower_side_gold": (50_000, 0, 2_000_000, 10_000),
        "raised_strength": (4, 1, 8, 1),
        "redraft_cap": (1_300_000, 0, 10_000_000, 10_000),
        "least_movement": (1, 1, 3, 1),
        "least_strength": (1, 1, 2, 1),
        "worst_agility": (6, 5, 6, 1),
        "worst_passing": (6, 5, 6, 1),
        "least_armour": (3, 3, 7, 1),
        "extra_time_turns": (8, 1, 16, 1),
        "extra_time_duels": (5, 1, 15, 2),
        "canopic_jar_price": (50_000, 0, 500_000, 5_000),
        "bretonnian_pastries_price": (15_000, 0, 500_000, 5_000),
        "bretonnian_damsel_price": (150_000, 0, 500_000, 5_000),
    }
    assert book.settled["inducement_time_limit"] == 0
    assert (book.name, book.year) == ("Blood Bowl 2025", "2025")
