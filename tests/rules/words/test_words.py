"""The texts of the rules read well."""

from dataclasses import replace

import pytest

from rules.book.rows.shape import Worth
from rules.editions import EDITIONS
from rules.journal import (
    KINDS,
    CharacteristicRaised,
    FanFactorChanged,
    GoldMoved,
    Impossible,
    PlayerHired,
    PlayerInjured,
    PlayerKilled,
    PlayerLeft,
    PointsEarned,
    SkillGained,
)
from rules.sequence.explanations import Figure, Term, Violation
from rules.sequence.sequence import Question
from rules.sheet.sheet import counts
from rules.words import catalogue, entries, words
from tests.rules.build import PBBL
from tests.rules.every_entry import EVERY_KIND
from tests.second_edition.bare import BARE


def test_every_key_of_an_edition_has_its_name() -> None:
    for edition in EDITIONS:
        book = edition.book
        assert all(words.name_of(key) for key in (*book.staff, *book.inducements))
        assert all(words.name_of(key) == trophy.name for key, trophy in book.trophies.items())
    assert words.name_of("thing of no edition") == ""


@pytest.mark.parametrize(
    ("gold", "text"),
    [
        (0, "0"),
        (60_000, "60k"),
        (1_250_000, "1,250k"),
        (-10_000, "−10k"),
        (12_500, "12.5k"),
        (999, "0.999k"),
        (1_000_010, "1,000.01k"),
    ],
)
def test_gold_is_shown_in_thousands(gold: int, text: str) -> None:
    assert words.k(gold) == text


WINNINGS = Figure(
    id="winnings",
    amount=60_000,
    terms=(
        Term(id="winnings.die", amount=40_000, dice=(4,), rule="U2", page=38),
        Term(id="winnings.fame", amount=10_000, args=(("fame", 1),), rule="U2", page=38),
        Term(id="winnings.victory", amount=10_000, rule="U2", page=38),
    ),
    rule="U2",
    page=38,
)


def test_a_figure_shows_its_sum_with_dice_and_page() -> None:
    assert words.say_figure(WINNINGS) == "Winnings 60k = 40k (D6: 4) + 10k (FAME 1) + 10k (for the win) (U2, p. 38)"
    assert words.say_label(WINNINGS) == "Winnings"


def test_a_negative_term_is_subtracted() -> None:
    terms = (
        Term(id="fan_factor.before", amount=1_234, rule="U3", page=38),
        Term(id="fan_factor.lost", amount=-1, dice=(1, 2), rule="U3", page=38),
    )
    figure = Figure(id="fan_factor", amount=1_233, unit="points", terms=terms, rule="U3", page=38)
    assert (
        words.say_figure(figure)
        == "Fan factor 1,233 = 1,234 (before the match) − 1 (lost and rolled 1+2, which is lower) (U3, p. 38)"
    )


def test_a_violation_has_the_problem_the_rule_and_the_remedy() -> None:
    violation = Violation(rule="U6", id="buy.too_dear", args=(("price", 100_000), ("treasury", 60_000)), page=38)
    assert words.say_violation(violation, book=PBBL.book) == (
        "This costs 100k, but the treasury has 60k left. (U6, p. 38) Remove it, or take gold out of the bank first."
    )


def test_every_violation_ends_with_a_remedy() -> None:
    for id, (wrong, remedy) in catalogue.VIOLATIONS.items():
        assert wrong[-1] in ".?", id
        assert remedy.endswith("."), id
        assert remedy[0].isupper(), id


def test_players_are_named_if_their_names_are_known() -> None:
    violation = Violation(rule="K7", id="report.absent", args=(("player", 7), ("number", 4)), page=32)
    assert words.say_violation(violation).startswith("No. 4 misses this match")
    assert words.say_violation(violation, names={7: "Griff"}).startswith("Griff (no.\xa04) misses this match")
    nameless = replace(violation, args=(("player", 7),))
    assert words.say_violation(nameless).startswith("The player misses")
    assert words.say_violation(nameless, names={7: "Griff"}).startswith("Griff misses")


def test_a_number_has_the_right_form_of_its_noun() -> None:
    def rerolls(count: int) -> str:
        args = (("count", count), ("price", 50_000))
        return words.say_term(Term(id="value.rerolls", amount=count * 50_000, args=args, rule="V1", page=32))

    assert rerolls(1) == "1 team re-roll at 50k"
    assert rerolls(3) == "3 team re-rolls at 50k"


def test_a_question_has_the_dice_the_rule_and_the_page() -> None:
    question = Question(
        side="home",
        key="improvements.7.2.roll",
        kind="roll",
        label="improvements.7",
        dice=(6, 6),
        args=(("player", 7), ("number", 4), ("nth", 2)),
        rule="G3",
        page=33,
    )
    shown = words.say_question(question, book=PBBL.book, names={7: "Griff"})
    assert shown.title == "Improvement of Griff (no.\xa04)"
    assert shown.help == "Roll 2D6 for improvement no. 2. A double allows more skills. (G3, p. 33)"


@pytest.mark.parametrize(
    ("option", "text"),
    [
        ("7", "Griff"),
        ("8", "the player"),
        ("+ST", "+1 ST"),
        ("Guard", "Guard"),
        ("keep", "Keep the roll"),
        ("reroll", "Roll again"),
        ("induced.2", "Hired player 2: the award is lost"),
    ],
)
def test_options_have_texts(option: str, text: str) -> None:
    assert words.say_option(option, names={7: "Griff"}) == text


HIRED = PlayerHired(player=7, number=4, position="Blitzer", profile=(), skills=(), cost=90_000, price=90_000)


@pytest.mark.parametrize(
    ("entry", "text"),
    [
        (SkillGained(player=7, skill="Guard", cost=20_000), "Griff: Guard learned (+20k)"),
        (
            SkillGained(player=7, skill="Claw / Claws", cost=30_000, by_roll=False),
            "Griff: Claw / Claws received (+30k)",
        ),
        (CharacteristicRaised(player=7, characteristic="ST", cost=50_000), "Griff: +1 ST (+50k)"),
        (PlayerKilled(player=7), "Griff died"),
        (PlayerLeft(player=7, how="walked_out"), "Griff walked out"),
        (PlayerLeft(player=7, how="released"), "Griff released"),
        (HIRED, "Griff (no.\xa04) hired as Blitzer (90k)"),
        (replace(HIRED, joined="raised", price=0), "Griff (no.\xa04) raised from the dead as Blitzer"),
        (
            PlayerInjured(player=7, niggling=2, lost=("MA", "AV")),
            "Griff hurt: misses the next match, 2 niggling injuries, MA −1, AV −1",
        ),
        (
            PlayerInjured(player=7, misses_next=False, changes=(("AG", 1), ("AV", -1))),
            "Griff hurt: AG −1, AV −1",
        ),
        (PlayerInjured(player=7, misses_next=False), "Griff hurt: no lasting injury"),
        (
            PointsEarned(player=7, spp=8, deeds=counts(touchdowns=2, casualties=1)),
            "Griff: 8 SPP (2 touchdowns, 1 casualty)",
        ),
        (PointsEarned(player=7, spp=5, deeds=counts(mvps=1)), "Griff: 5 SPP (1 MVP award)"),
        (PointsEarned(player=7, spp=2, by="fouling_frenzy"), "Griff: 2 SPP more by fouling_frenzy"),
        (GoldMoved(amount=60_000, source="winnings", target="treasury"), "60k won"),
        (GoldMoved(amount=10_000, source="treasury", target="expenses"), "10k of spiralling expenses paid"),
        (GoldMoved(amount=10_000, source="prize", target="treasury"), "10k of prize money"),
        (GoldMoved(amount=10_000, source="sponsors", target="treasury"), "10k moved from sponsors to treasury"),
        (FanFactorChanged(change=-1), "Fan factor −1"),
        (FanFactorChanged(change=2, price=20_000), "Fan factor +2 (20k)"),
    ],
)
def test_entries_read_like_lines_of_history(entry: object, text: str) -> None:
    assert entries.say_entry(entry, names={7: "Griff"}) == text


def test_every_text_of_entries_is_used_by_one_of_each_entry() -> None:
    used: set[str] = set()

    def note(text: str) -> str:
        used.add(text)
        return text

    won_unplayed = GoldMoved(amount=30_000, source="unplayed", target="treasury")
    points = PointsEarned(player=1, spp=1), PointsEarned(player=1, spp=1, by="stiletto")
    for entry in (*EVERY_KIND, *points, won_unplayed):
        assert entries.say_entry(entry, translate=note)
    assert {entry.kind for entry in EVERY_KIND} == set(KINDS)
    assert set(catalogue.ENTRIES.values()) <= used
    assert set(catalogue.HARM.values()) <= used


def test_texts_are_translated_before_their_gaps_are_filled() -> None:
    german = {
        "Winnings": "Einnahmen",
        "{faces}: {dice}": "{faces}: {dice}",
        "D{faces}": "W{faces}",
        "FAME {fame}": "Ruhm {fame}",
        "for the win": "für den Sieg",
        "({rule}, p. {page})": "({rule}, S. {page})",
    }
    shown = words.say_figure(WINNINGS, translate=lambda text: german[text])
    assert shown == "Einnahmen 60k = 40k (W6: 4) + 10k (Ruhm 1) + 10k (für den Sieg) (U2, S. 38)"


def test_every_impossible_entry_has_a_text() -> None:
    error = Impossible(HIRED, "gold_not_there", purse="bank", missing=20_000)
    assert words.say_impossible(error) == "The bank is 20k short."
    error = Impossible(HIRED, "negative_count", what="touchdowns", count=-2)
    assert words.say_impossible(error) == "There cannot be -2 touchdowns."


def test_text_from_a_form_is_never_used_as_a_format() -> None:
    violation = Violation(rule="C5", id="staff.unknown", args=(("staff", "{who.__class__} {0}"),), page=18)
    assert "{who.__class__} {0}" in words.say_violation(violation)


@pytest.mark.parametrize(("typed", "shown"), [("45000", "45k"), ("-3000", "−3k"), ("many", "many")])
def test_typed_gold_is_shown_in_thousands(typed: str, shown: str) -> None:
    args = (("found", typed), ("most", 30_000))
    violation = Violation(rule="U3", id="expenses.from_bank", args=args, page=38)
    assert words.say_violation(violation).startswith(f"The bank cannot pay {shown}: it can pay 0 to 30k")


def test_nothing_costs_gold_in_the_history_of_a_book_without_it() -> None:
    said = [entries.say_entry(entry, book=BARE.book, names={7: "Griff"}) for entry in (HIRED, *LEARNED)]
    assert said == ["Griff (no.\xa04) joined as Blitzer", "Griff: Guard learned", "Griff: +1 ST"]
    assert set(catalogue.FREE) <= set(catalogue.ENTRIES)


LEARNED = (
    SkillGained(player=7, skill="Guard", cost=0),
    CharacteristicRaised(player=7, characteristic="ST", cost=0),
)


@pytest.mark.parametrize(("unit", "said"), [("gp", "1,150k"), ("points", "1,150,000")])
def test_worth_is_said_in_the_unit_of_the_book(unit: str, said: str) -> None:
    book = replace(PBBL.book, worth=Worth(name="Rating", short="TR", unit=unit, page=3))
    assert words.say_worth(book, 1_150_000) == said
    assert words.say_worth(book, None) == ""
    assert words.say_worth(BARE.book, 0) == ""
