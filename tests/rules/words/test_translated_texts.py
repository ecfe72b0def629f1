"""Texts in another language and with players' names: every text is translated."""

from collections.abc import Callable
from typing import Any

import pytest

from rules import editions
from rules.book.edition import Edition
from rules.correcting.correcting import Finding
from rules.journal import (
    Entry,
    GoldMoved,
    Impossible,
    InducementsEngaged,
    PlayerCorrected,
    PlayerInjured,
    PlayerJoined,
    PlayerKilled,
    PlayerTraded,
)
from rules.sequence.explanations import Figure, Term, Violation
from rules.sequence.sequence import Question
from rules.sheet.match import PlayerLine
from rules.sheet.sheet import counts
from rules.words.entries import say_entry, say_feats
from rules.words.words import (
    say_amount,
    say_choice,
    say_figure,
    say_finding,
    say_impossible,
    say_label,
    say_option,
    say_question,
    say_reason,
    say_term,
    say_violation,
    signed,
)
from tests.rules.build import PBBL, humans

NAMES = {7: "Griff"}
GRIFF: dict[str, int | str] = {"player": 7, "number": 4}


def bracket(text: str) -> str:
    """A language with every text in angle brackets."""
    return f"<{text}>"


PACKED = Question(
    kind="choose",
    side="home",
    key="pack.1",
    label="pack",
    args=(("pack", "Cup"), ("limits", "skills=1;primary=2;limited=3=Block")),
)
ABSENT = Violation(rule="K7", id="report.absent", args=tuple(GRIFF.items()), page=32)
FIGURE = Figure(
    id="team_value",
    amount=0,
    terms=(
        Term(id="value.absent_player", amount=-5_000, args=(*GRIFF.items(), ("position", "Ogre")), rule="V1", page=32),
        Term(id="value.treasury", amount=5_000, rule="V1", page=32),
        Term(id="value.treasury", amount=0, rule="V1", page=32),
    ),
    rule="V1",
    page=32,
)


def question(key: str, **args: int) -> Question:
    return Question(
        side="home", key=key, kind="choose", label=key.split(".")[0], args=tuple(args.items()), rule="P3", page=35
    )


def finding(**args: int) -> Finding:
    return Finding(
        place=(1, 0), entry=PlayerKilled(player=7), id="correction.not_earned", args=tuple(args.items()),
        choices=("keep",), missing=5_000,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("speak", "text"),
    [
        (
            lambda: say_violation(ABSENT, names=NAMES, translate=bracket),
            "<<Griff (no.\xa04)> misses this match, and cannot have done anything in it.> <(K7, p. 32)> "
            "<Choose the right player.>",
        ),
        (
            lambda: say_reason(ABSENT, translate=bracket),
            "<<no. 4> misses this match, and cannot have done anything in it.> <(K7, p. 32)>",
        ),
        (
            lambda: say_figure(FIGURE, names=NAMES, translate=bracket),
            "<Team value> 0 = −5k (<<Griff (no.\xa04)>, Ogre, misses the next match>) + 5k (<gold in the treasury>) "
            "+ 0 (<gold in the treasury>) <(V1, p. 32)>",
        ),
        (lambda: say_figure(FIGURE).partition(" + ")[0], "Team value 0 = −5k (no. 4, Ogre, misses the next match)"),
        (lambda: say_label(FIGURE, translate=bracket), "<Team value>"),
        (lambda: say_feats(PlayerLine(player=7, deeds=counts(touchdowns=2)), translate=bracket), "2 <touchdowns>"),
        (
            lambda: say_term(Term(id="winnings.die", dice=(4, 3), faces=(6, 4), rule="U2", page=38), translate=bracket),
            "<<D6> + <D4>: 4+3>",
        ),
        (
            lambda: say_impossible(Impossible(PlayerKilled(player=7), "gold_not_there", purse="bank", missing=20_000),
                           translate=bracket),
            "<The <bank> is 20k short.>",
        ),
        (
            lambda: say_finding(finding(player=7, spp=3), names=NAMES, translate=bracket),
            "<Griff would have 3 SPP, too few for this improvement.>",
        ),
        (
            lambda: say_finding(finding(player=8, spp=3), names=NAMES, translate=bracket),
            "<<the player> would have 3 SPP, too few for this improvement.>",
        ),
        (lambda: say_choice("grant", finding(player=7, spp=3), translate=bracket), "<Add the missing 5k>"),
        (
            lambda: say_question(PACKED, book=PBBL.book, translate=bracket).help,
            "<Choose a skill for each player who gets one. The pack gives: "
            "<1 skill in all>, <2 primary>, <Block 3 times>.>",
        ),
        (lambda: say_option("8", names=NAMES, translate=bracket), "<the player>"),
        (lambda: say_option("+ST", translate=bracket), "<+1 ST>"),
        (lambda: say_option("induced.2", translate=bracket), "<Hired player 2: the award is lost>"),
        (lambda: say_option("Guard", translate=bracket), "Guard"),
    ],
)  # fmt: skip
def test_every_text_is_translated_with_its_gaps_filled(speak: Callable[[], str], text: str) -> None:
    assert speak() == text


@pytest.mark.rules("P3", "P4")
@pytest.mark.parametrize(
    ("gold", "treasury", "help"),
    [
        (0, 20_000, "<Spend up to 20k from the treasury.> <(P3, p. 35)>"),
        (1_000, 0, "<Spend 1k of inducement gold. What you do not spend is lost.> <(P3, p. 35)>"),
        (0, 0, "<You have no gold to spend on this match.> <(P3, p. 35)>"),
        (
            1_000,
            20_000,
            "<Spend 1k of inducement gold, and up to 20k from the treasury. "
            "Unspent inducement gold is lost.> <(P3, p. 35)>",
        ),
    ],
)
def test_a_question_about_inducements_mentions_only_gold_that_there_is(gold: int, treasury: int, help: str) -> None:
    words = say_question(question("inducements", gold=gold, treasury=treasury), book=PBBL.book, translate=bracket)
    assert (words.title, words.help) == ("<Inducements>", help)


@pytest.mark.parametrize("edition", editions.EDITIONS, ids=lambda edition: edition.key)
def test_no_edition_tells_a_coach_to_spend_up_to_nothing(edition: Edition) -> None:
    for label, more in (("inducements", {"petty_cash": 0}), ("buy", {"room": 3})):
        own = "gold" if label == "inducements" else "treasury"
        said = say_question(question(label, **{"treasury": 0, own: 0}, **more), book=edition.book).help
        assert "up to 0" not in said and "{" not in said


@pytest.mark.parametrize(
    ("entry", "text"),
    [
        (
            PlayerJoined(line=humans().players[6], how="borrowed"),
            "Griff (no.\xa07) borrowed as Lineman",
        ),
        (PlayerTraded(player=7, how="lent", loan=8), "Griff loaned out"),
        (PlayerCorrected(player=7, niggling=-1), "Griff, corrected by the commissioner: −1 niggling injury"),
        (
            PlayerCorrected(
                player=7, back=True, spp=1, niggling=2, cost=-1_000, misses_next=1, characteristic="MA", change=-1,
                learned="Guard", forgotten="Block",
            ),
            "Griff, corrected by the commissioner: is back on the roster, +1 SPP, +2 niggling injuries, −1k of cost, "
            "misses the next match, −1 MA, has Guard, no longer has Block",
        ),
        (
            InducementsEngaged(
                inducement="mercenary", count=1, price=180_000, position="Lineman", skills=("Block", "Tackle")
            ),
            "1 × mercenary: Lineman (Block, Tackle) on the roster (180k)",
        ),
        (GoldMoved(amount=10_000, source="sponsors", target="treasury"), "10k moved from sponsors to treasury"),
        (PlayerInjured(player=7, niggling=1), "Griff hurt: misses the next match, 1 niggling injury"),
    ],
)  # fmt: skip
def test_a_line_of_history_names_the_player_and_the_event(entry: Entry, text: str) -> None:
    assert say_entry(entry, names=NAMES) == text


@pytest.mark.parametrize(("number", "text"), [(0, "±0"), (1, "+1"), (-1, "−1"), (-1_234, "−1,234")])
def test_a_change_has_its_sign(number: int, text: str) -> None:
    assert signed(number) == text


@pytest.mark.parametrize(
    ("amount", "unit", "text"),
    [(-1_234, "points", "−1,234"), (1_234, "fans", "1,234"), (5_000, "gp", "5k"), (-100, "gp", "−0.1k")],
)
def test_an_amount_has_its_unit(amount: int, unit: Any, text: str) -> None:
    assert say_amount(amount, unit) == text
    assert say_amount(5_000) == "5k"
