"""Casualties (K1-K8): every row of the table, the minimums, every treatment, and all refusals."""

import pytest

from rules.journal import PlayerInjured, PlayerKilled, PlayerRecovered
from rules.match_day.casualties import InjuredPlayer, injured_players
from rules.sequence.explanations import RuleBroken
from rules.sheet.match import Injury, SideReport, Treatment
from rules.sheet.sheet import TeamSheet, value_in
from tests.rules.build import AWAY, PBBL, after, humans, orcs, played, team

D68 = [10 * tens + units for tens in range(1, 7) for units in range(1, 9)]


def hurt(sheet: TeamSheet, *injuries: Injury, induced: tuple[str, ...] | None = None) -> InjuredPlayer:
    """The effect of injuries on one player."""
    (one,) = injured_players(PBBL, sheet, injuries, induced)
    return one


def injury(casualty: int, *, player: int = 6, second: int = 0, cause: str = "other", **treatment: object) -> Injury:
    return Injury(
        player=player,
        casualty=casualty,
        second_casualty=second,
        cause=cause,
        treatment=Treatment(**treatment),
    )


def effect_of(one: InjuredPlayer) -> tuple[bool, int, tuple[str, ...], bool]:

    return one.misses > 0, value_in(one.conditions, "niggling"), lost_by(one), one.death is not None


def lost_by(one: InjuredPlayer) -> tuple[str, ...]:
    """The characteristics that lose a point, one for each point."""
    return tuple(name for name, change in one.changes for _ in range(-change))


@pytest.mark.rules("K1", "K2")
@pytest.mark.parametrize("casualty", D68)
def test_every_result_of_the_table_does_what_the_book_says(casualty: int) -> None:
    lost = {53: "MA", 54: "MA", 55: "AV", 56: "AV", 57: "AG", 58: "ST"}
    if casualty <= 38:
        expected = (False, 0, (), False)
    elif casualty <= 48:
        expected = (True, 0, (), False)
    elif casualty <= 52:
        expected = (True, 1, (), False)
    elif casualty <= 58:
        expected = (True, 0, (lost[casualty],), False)
    else:
        expected = (False, 0, (), True)
    assert effect_of(hurt(humans(), injury(casualty))) == expected


@pytest.mark.rules("K1")
@pytest.mark.parametrize("casualty", [0, -11, 7, 10, 19, 49, 69, 70, 78, 111])
def test_other_numbers_are_not_casualty_results(casualty: int) -> None:
    with pytest.raises(RuleBroken) as refused:
        injured_players(PBBL, humans(), [injury(casualty)])
    assert refused.value.label == "injuries.1"
    assert refused.value.violations[0].id == ("injury.no_such_d68" if casualty else "injury.not_rolled")


def one_player(*history: str) -> TeamSheet:
    """A human lineman (6 3 3 8) with a past."""
    return team("Human", {"position": "Lineman", "history": list(history)}, "11 Lineman")


@pytest.mark.rules("K2")
@pytest.mark.parametrize(
    ("history", "casualties", "lost"),
    [
        ([], [53], ["MA"]),
        (["-MA"], [53], ["MA"]),
        (["-MA", "-MA"], [53], []),  # 6 -> 4 is two below the start
        (["+MA", "-MA"], [53], ["MA"]),  # compared by value: 6, as at the start
        (["+MA", "-MA", "-MA"], [53], ["MA"]),  # 5 -> 4
        (["+MA"], [53, 54], ["MA", "MA"]),
        (["-MA"], [53, 54], ["MA"]),  # the second of one match meets the floor
        ([], [53, 55, 57, 58], ["MA", "AV", "AG", "ST"]),
        (["-AG", "-AG"], [57], []),  # AG 3 -> 1
        (["-ST", "-ST"], [58], []),
        (["-AV", "-AV"], [56], []),
    ],
)
def test_a_characteristic_falls_by_two_at_most(history: list[str], casualties: list[int], lost: list[str]) -> None:
    back = [injury(casualty, player=1, chirurgeon=True) for casualty in casualties[:1]]
    more = [injury(casualty, player=1) for casualty in casualties[1:]]
    one = hurt(one_player(*history), *back, *more)
    assert list(lost_by(one)) == lost
    assert one.misses == 1, "the player misses the next match even if the loss is ignored"
    assert len(lost_by(one)) - sum(change for _, change in one.ignored) == len(casualties)


@pytest.mark.rules("K2")
@pytest.mark.parametrize(
    ("team_list", "position", "casualty", "losses"),
    [
        ("Goblin", "Goblin", 58, 1),  # ST 2 -> 1, never 0
        ("Halfling", "Treeman", 57, 0),  # AG 1
        ("Halfling", "Treeman", 53, 1),  # MA 2 -> 1
        ("Undead", "Mummy", 57, 0),  # AG 1
        ("Undead", "Mummy", 53, 2),  # MA 3 -> 1
        ("Ogre", "Snotling", 58, 0),  # ST 1
    ],
)
def test_no_characteristic_falls_below_one(team_list: str, position: str, casualty: int, losses: int) -> None:
    start = [injury(casualty, player=1, chirurgeon=True), injury(casualty, player=1), injury(casualty, player=1)]
    assert len(lost_by(hurt(team(team_list, position), *start))) == losses


@pytest.mark.rules("K2")
def test_several_results_cost_only_one_missed_match() -> None:
    match = played(SideReport(injuries=(injury(43, chirurgeon=True), injury(51))))
    entries = [entry for entry in after(match).entries if isinstance(entry, PlayerInjured)]
    assert entries == [PlayerInjured(player=6, misses_next=True, niggling=1)]


@pytest.mark.rules("K4")
@pytest.mark.parametrize(
    ("casualty", "again", "results"),
    [
        (61, 32, ("badly_hurt",)),
        (61, 58, ("smashed_collar_bone",)),
        (53, 43, ("gouged_eye",)),
        (43, 58, ("gouged_eye",)),  # higher: the first roll counts
        (43, 43, ("gouged_eye",)),  # equal is not lower
        (62, 61, ("dead",)),  # lower, and dead all the same
        (61, 68, ("dead",)),
        (21, 11, ("badly_hurt",)),
    ],
)
def test_the_apothecarys_roll_counts_if_it_is_lower(casualty: int, again: int, results: tuple[str, ...]) -> None:
    assert hurt(humans(), injury(casualty, apothecary_reroll=again)).results == results


@pytest.mark.rules("K4")
def test_an_injury_of_a_player_sent_to_the_reserves_counts_after_the_match() -> None:
    one = hurt(humans(), injury(61, apothecary_reserves=True))
    assert one.death is not None
    both = hurt(humans(), injury(55, apothecary_reserves=True), injury(51))
    assert (lost_by(both), both.conditions, both.misses) == (("AV",), (("niggling", 1),), 1)


@pytest.mark.rules("K4", "I6", "I7")
@pytest.mark.parametrize(
    ("treatments", "label", "rule", "id"),
    [
        ([{"apothecary_reroll": 32}, {"apothecary_reroll": 32}], "injuries.2", "K4", "injury.used_already"),
        ([{"apothecary_reserves": True}, {"apothecary_reroll": 32}], "injuries.2", "K4", "injury.used_already"),
        ([{"healer": 3}, {"healer": 3}], "injuries.2", "I6", "injury.used_already"),
        ([{"chirurgeon": True}, {"chirurgeon": True}], "injuries.2", "I7", "injury.used_already"),
        ([{"apothecary_reroll": 32, "healer": 3}], "injuries.1", "I6", "injury.apothecary_and_healer"),
        ([{"apothecary_reroll": 32, "apothecary_reserves": True}], "injuries.1", "K4", "injury.one_way_only"),
        ([{}, {"apothecary_reroll": 39}], "injuries.2", "K4", "injury.no_such_d68"),
        ([{"healer": 7}], "injuries.1", "I6", "injury.no_such_d6"),
        ([{"regeneration": 4}], "injuries.1", "K5", "injury.no_regeneration"),
    ],
)
def test_each_treatment_is_for_one_injury_a_match(
    treatments: list[dict[str, object]], label: str, rule: str, id: str
) -> None:
    injuries = [injury(44, player=6 + nth, **treatment) for nth, treatment in enumerate(treatments)]
    with pytest.raises(RuleBroken) as refused:
        injured_players(PBBL, humans(), injuries, ("healer", "chirurgeon"))
    assert (refused.value.label, refused.value.violations[0].rule) == (label, rule)
    assert refused.value.violations[0].id == id


VAMPIRES = team("Vampire", "8 Thrall", "4 Vampire", apothecary=True)  # Thralls are 1 to 8


@pytest.mark.rules("C6", "K4", "I6")
@pytest.mark.parametrize(
    ("sheet", "player", "treatment", "id"),
    [
        (humans(apothecary=False), 6, {"apothecary_reroll": 32}, "injury.not_hired"),
        (
            team("Vampire", "8 Thrall", "4 Vampire", apothecary=True),
            12,
            {"apothecary_reroll": 32},
            "injury.not_for_him",
        ),
        (VAMPIRES, 1, {"apothecary_reroll": 32}, None),
        (VAMPIRES, 12, {"healer": 2}, "injury.not_for_him"),
        (VAMPIRES, 1, {"healer": 2}, None),
        (team("Undead", "12 Skeleton"), 1, {"healer": 2}, "injury.not_for_him"),
        (team("Undead", "12 Skeleton"), 1, {"chirurgeon": True}, None),
    ],
)
def test_a_treatment_must_be_available_and_allowed_for_the_player(
    sheet: TeamSheet, player: int, treatment: dict[str, object], id: str | None
) -> None:
    wanted = [injury(44, player=player, **treatment)]
    if id is None:
        assert injured_players(PBBL, sheet, wanted, ("healer", "chirurgeon"))
        return
    with pytest.raises(RuleBroken) as refused:
        injured_players(PBBL, sheet, wanted, ("healer", "chirurgeon"))
    assert refused.value.violations[0].id == id


@pytest.mark.rules("I6", "I7")
@pytest.mark.parametrize("kind", ["healer", "chirurgeon"])
def test_a_healer_or_chirurgeon_must_have_been_hired_if_that_is_known(kind: str) -> None:
    wanted = [injury(44, **{kind: 3 if kind == "healer" else True})]
    assert injured_players(PBBL, humans(), wanted, None)
    assert injured_players(PBBL, humans(), wanted, (kind,))
    with pytest.raises(RuleBroken) as refused:
        injured_players(PBBL, humans(), wanted, ("wizard",))
    assert refused.value.violations[0].id == "injury.not_hired"


@pytest.mark.rules("I6")
@pytest.mark.parametrize(("die", "results"), [(1, ("dead",)), (2, ("badly_hurt",)), (6, ("badly_hurt",))])
def test_a_healer_makes_an_injury_badly_hurt_on_two_or_more(die: int, results: tuple[str, ...]) -> None:
    assert hurt(humans(), injury(66, healer=die)).results == results


@pytest.mark.rules("K5")
@pytest.mark.parametrize(("die", "results"), [(0, ("dead",)), (1, ("dead",)), (3, ("dead",)), (4, ()), (6, ())])
def test_regeneration_on_four_or_more_leaves_no_injury(die: int, results: tuple[str, ...]) -> None:
    undead = team("Undead", "12 Skeleton")
    one = hurt(undead, injury(66, player=1, regeneration=die))
    assert one.results == results
    assert one.lasting is False


@pytest.mark.rules("K5")
def test_learned_regeneration_works_the_same() -> None:
    sheet = team("Human", {"position": "Lineman", "gained": ["Regeneration"]}, "11 Lineman")
    assert hurt(sheet, injury(66, player=1, regeneration=4)).death is None


@pytest.mark.rules("K6")
@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        (12, 53, (True, 0, ("MA",), False)),
        (51, 52, (True, 2, (), False)),
        (43, 61, (True, 0, (), True)),
        (61, 12, (False, 0, (), True)),
        (53, 54, (True, 0, ("MA", "MA"), False)),
    ],
)
def test_with_decay_both_results_apply(
    first: int, second: int, expected: tuple[bool, int, tuple[str, ...], bool]
) -> None:
    one = hurt(team("Nurgle", "12 Rotter"), injury(first, player=1, second=second))
    assert effect_of(one) == expected


@pytest.mark.rules("K6")
def test_without_decay_there_is_no_second_roll() -> None:
    with pytest.raises(RuleBroken) as refused:
        injured_players(PBBL, humans(), [injury(43, second=51)])
    assert refused.value.violations[0].rule == "K6"


@pytest.mark.rules("K8")
@pytest.mark.parametrize("casualty", [0, 12, 61])
def test_an_eaten_player_is_dead_whatever_the_rolls(casualty: int) -> None:
    eaten = injury(casualty, cause="eaten")
    assert hurt(humans(), eaten).death == eaten


@pytest.mark.rules("K8")
@pytest.mark.parametrize(
    "treatment",
    [
        {"apothecary_reroll": 11},
        {"apothecary_reserves": True},
        {"healer": 6},
        {"chirurgeon": True},
        {"regeneration": 6},
    ],
)
def test_an_eaten_player_cannot_be_healed(treatment: dict[str, object]) -> None:
    sheet = team("Human", {"position": "Lineman", "gained": ["Regeneration"]}, "11 Lineman", apothecary=True)
    with pytest.raises(RuleBroken) as refused:
        injured_players(PBBL, sheet, [injury(61, player=1, cause="eaten", **treatment)])
    assert refused.value.violations[0].rule == "K8"


@pytest.mark.rules("K1")
def test_a_refusal_names_the_first_wrong_injury() -> None:
    wrong = [injury(44), injury(45, player=7, apothecary_reroll=9), injury(99, player=8)]
    outcome = after(played(SideReport(injuries=tuple(wrong))))
    assert outcome.refused is not None and outcome.refused.label == "injuries.2"
    assert outcome.sheet == humans()
    assert outcome.entries == ()


@pytest.mark.rules("K7")
def test_a_missed_match_ends_with_this_match() -> None:
    sheet = team("Human", {"position": "Blitzer", "misses_next_game": True}, "11 Lineman")
    outcome = after(played(sheets=(sheet, orcs())), home={"mvp.1": "2"})
    assert outcome.entries[0] == PlayerRecovered(player=1)
    assert outcome.sheet.available == outcome.sheet.players


@pytest.mark.rules("U1")
def test_dead_players_leave_the_roster_and_the_other_side_is_unchanged() -> None:
    match = played(SideReport(injuries=(injury(61), injury(67, player=7, cause="crowd"))))
    home = after(match)
    assert [entry.player for entry in home.entries if isinstance(entry, PlayerKilled)] == [6, 7]
    assert [gone.how for gone in home.sheet.departed] == ["dead", "dead"]
    assert len(after(match, "away").sheet.players) == 12


@pytest.mark.rules("K1")
def test_an_injury_of_a_player_who_was_not_there_is_refused() -> None:
    absent = team("Human", {"position": "Blitzer", "misses_next_game": True}, "11 Lineman")
    with pytest.raises(RuleBroken) as refused:
        injured_players(PBBL, absent, [injury(44, player=1)])
    assert refused.value.violations[0].id == "injury.did_not_play"
    with pytest.raises(RuleBroken) as refused:
        injured_players(PBBL, absent, [injury(44, player=AWAY + 1)])
    assert refused.value.violations[0].id == "injury.not_on_roster"


ROTTEN = team("Human", {"position": "Lineman", "gained": ["Decay"]}, "11 Lineman", apothecary=True)


@pytest.mark.rules("K4", "K6")
@pytest.mark.parametrize(
    ("first", "second", "again", "results"),
    [
        (61, 45, 44, ("broken_jaw", "fractured_arm")),  # the first is rolled again, the second stays
        (45, 61, 44, ("broken_jaw", "dead")),  # though the second is the worse
        (45, 61, 58, ("fractured_arm", "dead")),  # higher than the first: nothing changes
    ],
)
def test_with_decay_the_apothecary_rerolls_only_the_first_roll(
    first: int, second: int, again: int, results: tuple[str, ...]
) -> None:
    assert hurt(ROTTEN, injury(first, player=1, second=second, apothecary_reroll=again)).results == results


@pytest.mark.rules("I6", "K5", "K6")
def test_with_decay_a_healer_or_regeneration_cancels_both_results() -> None:
    healed = hurt(ROTTEN, injury(61, player=1, second=53, healer=2), induced=("healer",))
    assert healed.results == ("badly_hurt",)
    both = team("Human", {"position": "Lineman", "gained": ["Decay", "Regeneration"]})
    assert hurt(both, injury(61, player=1, second=53, regeneration=4)).results == ()
