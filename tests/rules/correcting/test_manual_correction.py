"""Manual corrections (L1): every figure can be corrected by an entry, and impossible ones are refused."""

from __future__ import annotations

import pytest

from rules.correcting.manual_correction import ManualCorrection, entry_for
from rules.journal import (
    Entry,
    GoldMoved,
    Impossible,
    PlayerCorrected,
    PlayerKilled,
    RerollsBought,
    RerollsReleased,
    StaffHired,
    StaffReleased,
    apply,
)
from rules.sequence.explanations import RuleBroken
from rules.sheet.sheet import TeamSheet
from rules.words.entries import say_entry
from rules.words.words import say_violation
from tests.rules.build import PBBL, humans

SHEET = humans(treasury=60_000, bank=20_000, fan_factor=3)
LONG = "X" * 99
DEAD = apply(SHEET, PlayerKilled(player=7))


def after_correction(
    figure: str, amount: int = 0, player: int = 0, name: str = "", sheet: TeamSheet = SHEET
) -> TeamSheet:
    return apply(
        sheet, entry_for(PBBL, sheet, ManualCorrection(figure=figure, amount=amount, player=player, name=name))
    )


@pytest.mark.rules("L1")
@pytest.mark.parametrize(
    ("figure", "amount", "after"),
    [
        ("treasury", 15_000, 75_000),
        ("treasury", -60_000, 0),
        ("bank", 5_000, 25_000),
        ("bank", -20_000, 0),
        ("rerolls", 2, 5),
        ("rerolls", -3, 0),
        ("fan_factor", -3, 0),
        ("fan_factor", 4, 7),
    ],
)
def test_the_figures_of_a_team_can_be_corrected(figure: str, amount: int, after: int) -> None:
    assert getattr(after_correction(figure, amount), figure) == after


@pytest.mark.rules("L1")
def test_staff_and_trophies_can_be_corrected() -> None:
    assert after_correction("cheerleader", 3).staff_count("cheerleader") == 3
    assert after_correction("apothecary", -1).staff_count("apothecary") == 0
    held = after_correction("trophy", name="spike")
    assert held.trophies == ("spike",)
    assert after_correction("trophy", -1, name="spike", sheet=held).trophies == ()


@pytest.mark.rules("L1")
def test_the_figures_of_a_player_can_be_corrected() -> None:
    line = after_correction("spp", 7, player=1).player(1)
    assert line is not None and line.spp == 7
    hurt = after_correction("niggling", 2, player=1)
    assert (
        hurt.players[0].niggling == 2
        and after_correction("niggling", -2, player=1, sheet=hurt).players[0].niggling == 0
    )
    assert after_correction("misses_next", 1, player=1).players[0].misses_next
    assert after_correction("characteristic", -1, player=1, name="AG").players[0].characteristic("AG") == 2
    assert after_correction("cost", 30_000, player=1).players[0].cost == SHEET.players[0].cost + 30_000
    learned = after_correction("learned", 20_000, player=1, name="Guard")
    assert learned.players[0].skills[-1] == "Guard" and learned.players[0].cost == SHEET.players[0].cost + 20_000
    assert (
        "Guard" not in after_correction("forgotten", -20_000, player=1, name="Guard", sheet=learned).players[0].skills
    )
    assert "Block" not in after_correction("forgotten", player=1, name="Block").players[0].skills


@pytest.mark.rules("L1")
def test_a_dead_player_can_be_brought_back() -> None:
    back = after_correction("back", player=7, sheet=DEAD)
    assert back.player(7) == SHEET.player(7) and back.departed == ()


@pytest.mark.parametrize(
    ("word", "id"),
    [
        (ManualCorrection(figure="glory", amount=1), "word.no_such_figure"),
        (ManualCorrection(figure="treasury"), "word.no_amount"),
        (ManualCorrection(figure="treasury", amount=10**9), "word.no_amount"),
        (ManualCorrection(figure="rerolls", amount=201), "word.no_amount"),
        (ManualCorrection(figure="trophy", name="cup"), "word.no_such_trophy"),
        (ManualCorrection(figure="spp", amount=3, player=99), "word.no_player"),
        (ManualCorrection(figure="spp", player=1), "word.no_amount"),
        (ManualCorrection(figure="spp", amount=900, player=1), "word.no_amount"),
        (ManualCorrection(figure="cost", amount=10**9, player=1), "word.no_amount"),
        (ManualCorrection(figure="learned", player=1, name="Juggling"), "word.no_such_skill"),
        (ManualCorrection(figure="characteristic", amount=1, player=1, name="WD"), "word.no_such_characteristic"),
        (ManualCorrection(figure="back", player=1), "word.nobody_gone"),
    ],
)
def test_an_impossible_correction_is_refused_with_a_remedy(word: ManualCorrection, id: str) -> None:
    with pytest.raises(RuleBroken) as refused:
        entry_for(PBBL, SHEET, word)
    (violation,) = refused.value.violations
    assert (refused.value.label, violation.id, violation.rule, violation.page) == ("word", id, "L1", 31)
    assert say_violation(violation)


@pytest.mark.rules("L1")
@pytest.mark.parametrize(
    ("figure", "most", "player", "name"),
    [
        ("treasury", 10_000_000, 0, ""),
        ("bank", 10_000_000, 0, ""),
        ("rerolls", 200, 0, ""),
        ("fan_factor", 200, 0, ""),
        ("cheerleader", 200, 0, ""),
        ("spp", 200, 1, ""),
        ("niggling", 200, 1, ""),
        ("misses_next", 200, 1, ""),
        ("characteristic", 200, 1, "MA"),
        ("cost", 10_000_000, 1, ""),
        ("learned", 10_000_000, 1, "Guard"),
    ],
)
def test_a_correction_has_a_sensible_maximum(figure: str, most: int, player: int, name: str) -> None:
    for amount in (most, -most):
        assert entry_for(PBBL, SHEET, ManualCorrection(figure=figure, amount=amount, player=player, name=name))
    for amount in (most + 1, -most - 1):
        with pytest.raises(RuleBroken) as refused:
            entry_for(PBBL, SHEET, ManualCorrection(figure=figure, amount=amount, player=player, name=name))
        assert say_violation(refused.value.violations[0]).startswith(f"{amount} is not a possible change. (L1, p. 31)")


@pytest.mark.rules("L1")
@pytest.mark.parametrize(
    ("word", "text"),
    [
        (ManualCorrection(figure=LONG, amount=1), f"“{LONG[:40]}” cannot be corrected."),
        (ManualCorrection(figure="trophy", name=LONG), f"There is no trophy “{LONG[:40]}”."),
        (ManualCorrection(figure="learned", player=1, name=LONG), f"There is no skill “{LONG[:40]}”."),
        (
            ManualCorrection(figure="characteristic", amount=1, player=1, name=LONG),
            f"There is no characteristic “{LONG[:40]}”.",
        ),
        (ManualCorrection(figure="spp", player=1), "0 is not a possible change."),
    ],
)
def test_a_refusal_repeats_the_value(word: ManualCorrection, text: str) -> None:
    with pytest.raises(RuleBroken) as refused:
        entry_for(PBBL, SHEET, word)
    assert say_violation(refused.value.violations[0]).startswith(text)


@pytest.mark.rules("L1")
@pytest.mark.parametrize(
    ("word", "entry"),
    [
        (ManualCorrection(figure="rerolls", amount=1), RerollsBought(count=1, price=0)),
        (ManualCorrection(figure="rerolls", amount=-1), RerollsReleased(count=1)),
        (ManualCorrection(figure="cheerleader", amount=1), StaffHired(staff="cheerleader", count=1, price=0)),
        (ManualCorrection(figure="apothecary", amount=-1), StaffReleased(staff="apothecary", count=1)),
        (ManualCorrection(figure="treasury", amount=1), GoldMoved(amount=1, source="commissioner", target="treasury")),
        (ManualCorrection(figure="treasury", amount=-1), GoldMoved(amount=1, source="treasury", target="commissioner")),
        (ManualCorrection(figure="misses_next", amount=3, player=1), PlayerCorrected(player=1, misses_next=1)),
        (ManualCorrection(figure="misses_next", amount=-3, player=1), PlayerCorrected(player=1, misses_next=-1)),
        (ManualCorrection(figure="learned", player=1, name="guard"), PlayerCorrected(player=1, learned="Guard")),
        (ManualCorrection(figure="forgotten", player=1, name="block"), PlayerCorrected(player=1, forgotten="Block")),
    ],
)
def test_a_correction_is_one_entry_and_costs_the_team_nothing(word: ManualCorrection, entry: Entry) -> None:
    assert entry_for(PBBL, SHEET, word) == entry


@pytest.mark.parametrize(
    ("entry", "id"),
    [
        (PlayerCorrected(player=1, spp=-1), "below_zero"),
        (PlayerCorrected(player=1, niggling=-1), "below_zero"),
        (PlayerCorrected(player=1, cost=-900_000), "below_zero"),
        (PlayerCorrected(player=1, learned="Block"), "skill_known_already"),
        (PlayerCorrected(player=1, forgotten="Guard"), "skill_not_known"),
        (PlayerCorrected(player=1, characteristic="WD", change=1), "no_such_characteristic"),
        (PlayerCorrected(player=1, back=True), "not_departed"),
        (PlayerCorrected(player=77, spp=1), "not_on_roster"),
    ],
)
def test_an_impossible_manual_correction_is_refused(entry: Entry, id: str) -> None:
    with pytest.raises(Impossible) as refused:
        apply(SHEET, entry)
    assert refused.value.id == id


def test_a_correction_reads_like_a_line_of_history() -> None:
    entry = PlayerCorrected(player=1, spp=-3, misses_next=-1, learned="Guard", cost=20_000)
    text = say_entry(entry, names={1: "Griff"})
    assert (
        text == "Griff, corrected by the commissioner: −3 SPP, +20k of cost, no longer misses the next match, has Guard"
    )
