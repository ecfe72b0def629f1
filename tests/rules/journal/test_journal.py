"""The journal: the effect of every entry, impossible entries, and old entries that must always be readable."""

import json
from dataclasses import fields, replace
from pathlib import Path

import pytest

from rules.journal import (
    KINDS,
    CharacteristicHealed,
    CharacteristicRaised,
    ConditionChanged,
    Entry,
    FanFactorChanged,
    GoldMoved,
    Impossible,
    ImprovementLost,
    MarksChosen,
    PlayerBroughtOver,
    PlayerHired,
    PlayerInjured,
    PlayerJoined,
    PlayerKilled,
    PlayerLeft,
    PlayerLost,
    PlayerRecovered,
    PlayerRenumbered,
    PlayerSigned,
    PlayerTraded,
    PointsEarned,
    PointsSpent,
    RerollsBought,
    RerollsReleased,
    SkillGained,
    SkillLost,
    StaffHired,
    StaffReleased,
    TeamBroughtOver,
    TeamFounded,
    Transfer,
    TrophyLost,
    TrophyWon,
    apply,
    fold,
    injured,
    transfers,
)
from rules.journal.history import CORRECTION, Correction, from_json, to_json
from rules.sequence.codec import CodecError
from rules.sheet.sheet import EARLIER_DEEDS, TeamSheet, changed, counts
from rules.team.roster_places import places_taken
from rules.words.words import say_impossible
from tests.rules.build import humans
from tests.rules.every_entry import BROUGHT_OVER, EVERY_KIND, LINEMAN, ONE_OF_EACH, traded_lineman

GOLDEN = Path(__file__).parent / "kinds"
STORED = [
    (path.stem, index, data)
    for path in sorted(GOLDEN.glob("*.json"))
    for index, data in enumerate(json.loads(path.read_text(encoding="utf-8")))
]


def test_there_is_one_entry_of_every_kind() -> None:
    assert {kind for kind, _, _ in STORED} == {*KINDS, CORRECTION}


@pytest.mark.parametrize(("kind", "index", "data"), STORED, ids=[f"{kind}-{index}" for kind, index, _ in STORED])
def test_every_entry_ever_written_is_still_read_and_written_the_same(kind: str, index: int, data: object) -> None:
    """One in an earlier form is written in today's; the same fact in that form is among those stored, too."""
    fact = from_json(kind, data)
    written = to_json(fact)
    assert from_json(*written) == fact
    assert written == (kind, data) or (written in [(kind, each) for kind, _, each in STORED] and earlier_form(data))
    assert isinstance(fact, Correction) or type(fact) is KINDS[kind]


def earlier_form(data: object) -> bool:
    """Whether each deed, or a condition on the line of a roster, is a field of its own."""
    return any(f'"{field}":' in json.dumps(data) for field in (*EARLIER_DEEDS, "niggling"))


def test_the_stored_entries_are_those_of_the_tests() -> None:
    """New kinds and forms are added to the folder; its files never change."""
    kept = [from_json(kind, data) for kind, _, data in STORED if kind != CORRECTION]
    assert all(entry in kept for entry in EVERY_KIND)


@pytest.mark.parametrize(("kind", "index", "data"), STORED, ids=[f"{kind}-{index}" for kind, index, _ in STORED])
def test_an_entry_with_a_field_too_many_is_refused(kind: str, index: int, data: dict[str, object]) -> None:
    with pytest.raises(CodecError):
        from_json(kind, {**data, "remark": "no typed text in entries"})


def test_entries_hold_ids_and_numbers_and_no_free_text() -> None:
    for kind in KINDS.values():
        names = {field.name for field in fields(kind)}
        assert not names & {"name", "reason", "story", "note", "text", "comment"}


def test_one_entry_of_each_kind_in_a_row_gives_the_expected_sheet() -> None:
    sheet = fold(ONE_OF_EACH)
    (blitzer,) = sheet.players
    assert (blitzer.skills, blitzer.profile) == (
        ("Block", "Guard", "Fan Favourite"),
        (("MA", 7), ("ST", 4), ("AG", 3), ("AV", 7)),
    )
    assert blitzer.history == (
        ("-AV", 0),
        ("niggling", 0),
        ("Guard", 20_000),
        ("Fan Favourite", 30_000),
        ("+ST", 50_000),
    )
    assert (blitzer.cost, blitzer.improvements, blitzer.niggling, blitzer.misses_next) == (190_000, 2, 1, False)
    assert (blitzer.spp, blitzer.deed("touchdowns"), blitzer.deed("casualties"), blitzer.deed("mvps")) == (18, 2, 2, 1)
    assert [(gone.line.player, gone.how) for gone in sheet.departed] == [
        (2, "dead"),
        (3, "released"),
        (4, "walked_out"),
        (5, "returned"),
        (6, "dead"),
        (7, "walked_out"),
        (8, "released"),
        (9, "traded"),
    ]
    assert (sheet.rerolls, sheet.staff, sheet.fan_factor, sheet.trophies) == (1, (("cheerleader", 1),), 6, ())
    # 1,000 - 190 - 20 - 100 - 20 - 50 + 60 - 30 + 20 - 10 + 40 + 5 and 30 - 20 - 10
    assert (sheet.treasury, sheet.bank) == (705_000, 0)


@pytest.mark.rules("C9")
def test_a_team_from_elsewhere_is_as_entered() -> None:
    sheet = fold(BROUGHT_OVER)
    assert (sheet.treasury, sheet.bank, sheet.rerolls, sheet.fan_factor) == (70_000, 20_000, 3, 6)
    assert sheet.staff == (("apothecary", 1), ("cheerleader", 2))
    catcher, blitzer = sheet.players
    assert (catcher.position, catcher.cost, catcher.joined, catcher.improvements) == (
        "Star Catcher", 80_000, "brought_over", 0,
    )  # fmt: skip
    assert (blitzer.skills, blitzer.cost, blitzer.spp, blitzer.improvements) == (("Block", "Guard"), 160_000, 33, 3)
    assert blitzer.profile == (("MA", 7), ("ST", 4), ("AG", 3), ("AV", 7))
    assert blitzer.start == (("MA", 7), ("ST", 3), ("AG", 3), ("AV", 8))
    assert blitzer.history == (("Guard", 20_000), ("+ST", 50_000), ("-AV", 0), ("niggling", 0))
    assert (blitzer.niggling, blitzer.misses_next, blitzer.deed("touchdowns")) == (1, True, 5)
    assert transfers(BROUGHT_OVER[0]) == (
        Transfer(amount=70_000, source="elsewhere", target="treasury"),
        Transfer(amount=20_000, source="elsewhere", target="bank"),
    )


HUMANS = replace(humans(treasury=60_000, bank=20_000, fan_factor=1), edition="pbbl-1.10")
GONE = apply(HUMANS, PlayerKilled(player=7))
BORROWING = apply(HUMANS, PlayerJoined(line=traded_lineman(55, loan=3), how="borrowed"))
LENT_OUT = apply(HUMANS, PlayerTraded(player=7, how="lent", loan=3))
DEAD_ON_LOAN = apply(LENT_OUT, PlayerLost(player=7, how="dead"))


def hired(**changes: object) -> PlayerHired:
    new = PlayerHired(player=77, number=77, position="Lineman", profile=LINEMAN, skills=(), cost=50_000, price=50_000)
    return replace(new, **changes)


TRYING = apply(HUMANS, hired(player=60, skills=("Loner",), price=0, joined="journeyman"))


def brought(**changes: object) -> PlayerBroughtOver:
    new = PlayerBroughtOver(player=77, number=77, position="Lineman", profile=LINEMAN, skills=(), cost=50_000)
    return replace(new, **changes)


IMPOSSIBLE: list[tuple[TeamSheet, Entry, str]] = [
    (HUMANS, GoldMoved(amount=60_001, source="treasury", target="bank"), "gold_not_there"),
    (HUMANS, GoldMoved(amount=20_001, source="bank", target="treasury"), "gold_not_there"),
    (HUMANS, GoldMoved(amount=-1, source="winnings", target="treasury"), "negative_gold"),
    (HUMANS, GoldMoved(amount=1, source="bank", target="bank"), "same_purse"),
    (HUMANS, hired(price=60_001), "gold_not_there"),
    (HUMANS, hired(price=-50_000), "negative_gold"),
    (HUMANS, hired(number=4), "number_worn"),
    (HUMANS, hired(player=7), "player_known_already"),
    (GONE, hired(player=7), "player_known_already"),
    (HUMANS, StaffHired(staff="cheerleader", count=7, price=70_000), "gold_not_there"),
    (HUMANS, StaffHired(staff="cheerleader", count=-1, price=0), "negative_count"),
    (HUMANS, StaffReleased(staff="cheerleader", count=1), "staff_not_there"),
    (HUMANS, StaffReleased(staff="apothecary", count=2), "staff_not_there"),
    (HUMANS, StaffReleased(staff="apothecary", count=-2), "negative_count"),
    (HUMANS, RerollsBought(count=1, price=100_000), "gold_not_there"),
    (HUMANS, RerollsBought(count=-1, price=0), "negative_count"),
    (HUMANS, RerollsReleased(count=4), "rerolls_not_there"),
    (HUMANS, RerollsReleased(count=-4), "negative_count"),
    (HUMANS, FanFactorChanged(change=-2), "fan_factor_below_zero"),
    (HUMANS, FanFactorChanged(change=7, price=70_000), "gold_not_there"),
    (HUMANS, SkillGained(player=1, skill="Block", cost=20_000), "skill_known_already"),
    (HUMANS, SkillLost(player=1, skill="Block"), "skill_not_known"),
    (HUMANS, CharacteristicHealed(player=1, characteristic="AV"), "nothing_lost"),
    (HUMANS, CharacteristicHealed(player=1, characteristic="CL"), "no_such_characteristic"),
    (HUMANS, CharacteristicRaised(player=1, characteristic="CL", cost=50_000), "no_such_characteristic"),
    (HUMANS, PlayerInjured(player=1, lost=("WD",)), "no_such_characteristic"),
    (HUMANS, PlayerInjured(player=1, niggling=-1), "negative_count"),
    (HUMANS, PlayerInjured(player=1, conditions=(("leg", -1),)), "negative_count"),
    (HUMANS, PlayerRecovered(player=1, misses=-1), "negative_count"),
    (HUMANS, ConditionChanged(player=1, condition="leg", change=-1), "below_zero"),
    (HUMANS, PointsEarned(player=1, spp=-1), "negative_count"),
    (HUMANS, PointsSpent(player=1, points=-1), "negative_count"),
    (HUMANS, PointsEarned(player=1, spp=3, deeds=counts(touchdowns=-1)), "negative_count"),
    (HUMANS, TrophyLost(trophy="spike"), "trophy_not_held"),
    (apply(HUMANS, TrophyWon(trophy="spike")), TrophyWon(trophy="spike"), "trophy_held_already"),
    (HUMANS, PlayerSigned(player=1, price=0), "no_journeyman"),
    (TRYING, PlayerSigned(player=60, price=500_000), "gold_not_there"),
    (TRYING, PlayerSigned(player=60, price=-10_000), "negative_gold"),
    (HUMANS, PlayerTraded(player=77, how="traded"), "not_on_roster"),
    (HUMANS, PlayerTraded(player=7, how="lent"), "loan_mixed_up"),
    (HUMANS, PlayerTraded(player=7, how="traded", loan=3), "loan_mixed_up"),
    (HUMANS, PlayerTraded(player=7, how="returned"), "loan_mixed_up"),
    (BORROWING, PlayerTraded(player=55, how="traded"), "loan_mixed_up"),
    (BORROWING, PlayerTraded(player=55, how="lent", loan=4), "loan_mixed_up"),
    (HUMANS, PlayerJoined(line=traded_lineman(55, loan=3), how="traded"), "loan_mixed_up"),
    (HUMANS, PlayerJoined(line=traded_lineman(55), how="borrowed"), "loan_mixed_up"),
    (HUMANS, PlayerJoined(line=traded_lineman(4), how="traded"), "player_known_already"),
    (HUMANS, PlayerJoined(line=changed(traded_lineman(55), number=4), how="traded"), "number_worn"),
    (GONE, PlayerJoined(line=traded_lineman(7), how="traded"), "player_known_already"),
    (GONE, PlayerLost(player=7, how="dead"), "not_lent"),
    (LENT_OUT, PlayerLost(player=1, how="dead"), "not_lent"),
    (DEAD_ON_LOAN, PlayerJoined(line=traded_lineman(7), how="returned"), "player_known_already"),
    (DEAD_ON_LOAN, PlayerLost(player=7, how="dead"), "not_lent"),
    (HUMANS, TeamFounded(edition="pbbl-1.10", team_list="Orc", reroll_cost=60_000, gold=0), "founded_already"),
    (HUMANS, TeamBroughtOver(edition="pbbl-1.10", team_list="Orc", reroll_cost=60_000), "founded_already"),
    (TeamSheet(), TeamBroughtOver(edition="x", team_list="Orc", reroll_cost=1, rerolls=-1), "negative_count"),
    (TeamSheet(), TeamBroughtOver(edition="x", team_list="Orc", reroll_cost=1, bank=-1), "negative_gold"),
    (HUMANS, brought(player=7), "player_known_already"),
    (HUMANS, brought(number=4), "number_worn"),
    (HUMANS, brought(spp=-1), "negative_count"),
    (HUMANS, brought(niggling=-1), "negative_count"),
    (HUMANS, brought(gained=(("+CL", 50_000),)), "no_such_characteristic"),
    (HUMANS, brought(lost=("WD",)), "no_such_characteristic"),
]


@pytest.mark.parametrize(("sheet", "entry", "id"), IMPOSSIBLE)
def test_an_impossible_entry_is_refused(sheet: TeamSheet, entry: Entry, id: str) -> None:
    with pytest.raises(Impossible) as refused:
        apply(sheet, entry)
    assert refused.value.id == id
    assert refused.value.entry == entry
    assert say_impossible(refused.value).endswith(".")


@pytest.mark.parametrize(
    "entry",
    [
        PointsEarned(player=7, spp=3, deeds=counts(touchdowns=1)),
        PointsSpent(player=7, points=3),
        ImprovementLost(player=7),
        PlayerInjured(player=7),
        PlayerRecovered(player=7),
        ConditionChanged(player=7, condition="leg", change=1),
        MarksChosen(player=7),
        PlayerRenumbered(player=7, number=40),
        SkillGained(player=7, skill="Block", cost=20_000),
        CharacteristicRaised(player=7, characteristic="ST", cost=50_000),
        PlayerKilled(player=7),
        PlayerLeft(player=7, how="released"),
    ],
)
def test_a_dead_player_has_no_later_entries(entry: Entry) -> None:
    with pytest.raises(Impossible) as refused:
        apply(GONE, entry)
    assert refused.value.id == "not_on_roster"


def test_a_new_shirt_number_is_swapped_with_the_player_who_has_it() -> None:
    first, second, *_rest = HUMANS.players
    swapped = apply(HUMANS, PlayerRenumbered(player=first.player, number=second.number))
    assert swapped.player(first.player) == changed(first, number=second.number)
    assert swapped.player(second.player) == changed(second, number=first.number)
    assert apply(swapped, PlayerRenumbered(player=first.player, number=first.number)) == HUMANS
    assert apply(HUMANS, PlayerRenumbered(player=first.player, number=first.number)) == HUMANS
    free = apply(HUMANS, PlayerRenumbered(player=first.player, number=99))
    assert [line.number for line in free.players] == [*(line.number for line in HUMANS.players[1:]), 99]


@pytest.mark.rules("C8")
def test_a_player_returns_from_another_team_as_they_are_now() -> None:
    (out,) = LENT_OUT.departed
    assert (out.how, out.line.player, out.line.loan) == ("lent", 7, 3)
    assert LENT_OUT.player(7) is None
    back = apply(LENT_OUT, PlayerJoined(line=traded_lineman(7), how="returned"))
    assert back.player(7) == traded_lineman(7)
    assert back.departed == ()


def test_a_refused_entry_leaves_the_sheet_as_it_was() -> None:
    before = replace(HUMANS)
    with pytest.raises(Impossible):
        apply(HUMANS, hired(price=60_000, number=4))
    assert before == HUMANS


@pytest.mark.parametrize(
    ("entry", "moved"),
    [
        (hired(), Transfer(amount=50_000, source="treasury", target="players")),
        (
            StaffHired(staff="cheerleader", count=2, price=20_000),
            Transfer(amount=20_000, source="treasury", target="staff"),
        ),
        (RerollsBought(count=1, price=60_000), Transfer(amount=60_000, source="treasury", target="rerolls")),
        (FanFactorChanged(change=1, price=10_000), Transfer(amount=10_000, source="treasury", target="fans")),
        (GoldMoved(amount=5, source="prize", target="bank"), Transfer(amount=5, source="prize", target="bank")),
        (
            TeamFounded(edition="x", team_list="Orc", reroll_cost=1, gold=9),
            Transfer(amount=9, source="league", target="treasury"),
        ),
        (hired(price=0), None),
        (PlayerKilled(player=1), None),
        (StaffReleased(staff="apothecary", count=1), None),
    ],
)
def test_a_transfer_of_gold_names_source_and_target(entry: Entry, moved: Transfer | None) -> None:
    assert transfers(entry) == ((moved,) if moved else ())


def test_a_changed_copy_equals_dataclasses_replace() -> None:
    line = HUMANS.players[0]
    assert changed(line, spp=9, history=(("Guard", 20_000),)) == replace(line, spp=9, history=(("Guard", 20_000),))
    assert changed(HUMANS, treasury=1, players=()) == replace(HUMANS, treasury=1, players=())
    assert line == humans(treasury=60_000).players[0], "the original is as it was"
    with pytest.raises(KeyError):
        changed(line, goals=1)


def test_a_fold_can_start_from_a_sheet() -> None:
    first, second = ONE_OF_EACH[:10], ONE_OF_EACH[10:]
    assert fold(second, fold(first)) == fold(ONE_OF_EACH)


def test_the_roster_is_sorted_by_number() -> None:
    assert [line.number for line in fold(ONE_OF_EACH[:5]).players] == [1, 2, 3, 4]


def test_a_minor_injury_does_not_cancel_a_missed_match() -> None:
    hurt = fold([PlayerInjured(player=1), PlayerInjured(player=1, misses_next=False, niggling=1)], HUMANS)
    assert hurt.players[0].misses_next and hurt.players[0].niggling == 1


def test_an_injury_can_cost_several_matches_and_last_as_a_condition() -> None:
    hurt = fold([injured(1, misses=3, conditions=(("leg", 2),), changes=(("MA", -1), ("AG", 1)))], HUMANS)
    line = hurt.players[0]
    start = dict(line.start)
    assert (line.misses, line.misses_next, line.conditions) == (3, True, (("leg", 2),))
    assert (line.characteristic("MA"), line.characteristic("AG")) == (start["MA"] - 1, start["AG"] + 1)
    assert line.history == (("-MA", 0), ("-AG", 0)), "both are worse, whichever way the figure went"
    again = fold([PlayerInjured(player=1, misses=2, misses_next=True)], hurt)
    assert again.players[0].misses == 3, "two injuries heal side by side"
    served = fold([PlayerRecovered(player=1, misses=2), ConditionChanged(player=1, condition="leg", change=-2)], hurt)
    assert (served.players[0].misses, served.players[0].conditions) == (2, ())


def test_what_a_journal_has_always_said_of_injuries_it_says_the_same_way() -> None:
    assert injured(1, misses=1, conditions=(("niggling", 2),), changes=(("MA", -2),)) == PlayerInjured(
        player=1, niggling=2, lost=("MA", "MA")
    )
    assert injured(1) == PlayerInjured(player=1, misses_next=False)


def test_points_are_spent_alone_or_on_an_improvement_and_what_was_earned_stays() -> None:
    learned = fold(
        [
            PointsEarned(player=1, spp=30),
            PointsSpent(player=1, points=3),
            SkillGained(player=1, skill="Guard", cost=20_000, points=6),
            CharacteristicRaised(player=1, characteristic="MA", cost=20_000, points=14),
        ],
        HUMANS,
    )
    line = learned.players[0]
    assert (line.spp, line.spent, line.improvements) == (30, 23, 2)


def test_an_improvement_that_brings_nothing_is_used_up() -> None:
    before = fold([PointsEarned(player=1, spp=6)], HUMANS).players[0]
    after = fold([PointsEarned(player=1, spp=6), ImprovementLost(player=1)], HUMANS).players[0]
    assert after == changed(before, improvements=1)


def test_a_characteristic_can_become_better_by_falling_or_by_two() -> None:
    better = fold(
        [
            CharacteristicRaised(player=1, characteristic="AG", cost=0, change=-1),
            CharacteristicRaised(player=1, characteristic="ST", cost=7, change=2),
        ],
        HUMANS,
    ).players[0]
    start = dict(better.start)
    assert (better.characteristic("AG"), better.characteristic("ST")) == (start["AG"] - 1, start["ST"] + 2)
    assert better.history == (("+AG", 0), ("+ST", 7), ("+ST", 0))


def test_a_coach_makes_a_player_something_else() -> None:
    marked = fold([MarksChosen(player=1, marks=("kicking",)), MarksChosen(player=2, marks=("kicking",))], HUMANS)
    assert [line.marks for line in fold([MarksChosen(player=2)], marked).players[:2]] == [("kicking",), ()]


def test_a_fold_equals_applying_entries_one_by_one() -> None:
    one_by_one = TeamSheet()
    for entry in ONE_OF_EACH:
        one_by_one = apply(one_by_one, entry)
    assert one_by_one == fold(ONE_OF_EACH)


def test_a_journeyman_who_is_hired_keeps_everything_but_being_a_loner() -> None:
    seasoned = fold(
        [PointsEarned(player=60, spp=7), SkillGained(player=60, skill="Block", cost=20_000), PlayerInjured(player=60)],
        TRYING,
    )
    assert (len(seasoned.players) - places_taken(seasoned), seasoned.player(60).on_trial) == (1, True)
    signed = apply(seasoned, PlayerSigned(player=60, price=50_000, without=("Loner",)))
    line = signed.player(60)
    assert (line.skills, line.spp, line.cost, line.misses_next) == (("Block",), 7, 70_000, True)
    assert (signed.treasury, line.on_trial) == (10_000, False)
    assert len(signed.players) == places_taken(signed)


def test_what_heals_or_is_forgotten_is_no_longer_in_the_history() -> None:
    start = HUMANS.player(1)
    assert start is not None
    entries = [
        SkillGained(player=1, skill="Hatred (Orc)", cost=5_000, by_roll=False),
        PlayerInjured(player=1, lost=("AV", "AV"), misses_next=False),
        SkillLost(player=1, skill="Hatred (Orc)"),
        CharacteristicHealed(player=1, characteristic="AV"),
    ]
    line = fold(entries, HUMANS).player(1)
    assert line is not None
    assert (line.history, line.gained_skills, line.cost) == (
        (*start.history, ("-AV", 0)), start.gained_skills, start.cost
    )  # fmt: skip
    assert line.characteristic("AV") == start.characteristic("AV") - 1
