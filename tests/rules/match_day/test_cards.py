"""Special play cards (S1-S5): the gold for them, the draw, and what they heal."""

from __future__ import annotations

from typing import Any

import pytest

from rules.editions import ruleset
from rules.match_day.cards import STOP, card_gold, card_items, card_of, hand_cost, open_decks
from rules.match_day.casualties import injured_players
from rules.match_day.pre_match import PreMatchOutcome, prepare
from rules.sequence.explanations import RuleBroken
from rules.sequence.sequence import Answer, Question
from rules.sheet.match import Injury, Pair, PlayedCard, Terms, Treatment
from rules.team.inducements import Item, Market
from tests.rules.build import PBBL, humans, orcs

CHARGED = ruleset("pbbl-1.10", {"special_play_cards": "budget", "card_budget": 200_000})
BOTH_RICH = Pair(home=humans(treasury=500_000), away=orcs(treasury=500_000))


def market(gold: int = 0, rules: Any = CHARGED, **sheet: Any) -> Market:
    return Market(ruleset=rules, sheet=humans(**sheet), terms=Terms(), gold=gold)


def drawing(answers: dict[tuple[str, str], Any], rules: Any = CHARGED) -> PreMatchOutcome:
    """A pre-match in which the given cards are drawn and nothing else is bought."""

    def answer(question: Question) -> Answer | None:
        key = (question.side, question.key)
        if key in answers:
            return Answer(question=question, value=answers[key])
        if question.kind == "roll":
            return Answer(question=question, value=[3, 4])
        if question.key.startswith("cards."):
            return Answer(question=question, value=STOP)
        return Answer(question=question, value=None) if question.key == "inducements" else None

    return prepare(rules, Terms(), BOTH_RICH, {}, answer)


@pytest.mark.rules("S2")
@pytest.mark.parametrize(
    ("house", "gold", "amount"),
    [
        ({"special_play_cards": "off"}, 70_000, 0),
        ({"special_play_cards": "with"}, 70_000, 100_000),
        ({"special_play_cards": "only"}, 70_000, 100_000),
        ({"special_play_cards": "budget", "card_budget": 150_000}, 70_000, 150_000),
        ({"special_play_cards": "with", "excluded_inducements": ["card"]}, 70_000, 0),
    ],
)
def test_the_gold_that_a_side_can_spend_on_cards(house: dict[str, Any], gold: int, amount: int) -> None:
    assert card_gold(market(gold, ruleset("pbbl-1.10", house), treasury=30_000)) == amount


@pytest.mark.rules("S2", "P4")
@pytest.mark.parametrize(("mode", "amount"), [("off", 0), ("with", 0), ("only", 0), ("budget", 150_000)])
def test_without_inducements_only_a_card_budget_buys_cards(mode: str, amount: int) -> None:
    rules = ruleset("pbbl-1.10", {"special_play_cards": mode, "card_budget": 150_000, "play_off_inducements": "none"})
    for stage, gold in (("play_off", amount), ("final", {"off": 0, "budget": 150_000}.get(mode, 30_000))):
        closed = Market(ruleset=rules, sheet=humans(treasury=30_000), terms=Terms(stage=stage), gold=0)
        assert card_gold(closed) == gold


@pytest.mark.rules("S1", "S3")
def test_a_drawn_hand_stays_the_same_on_replay() -> None:
    """The card recorded under the draw's own key does not count as taken."""
    home = {("home", "cards.1"): "Good Karma", ("home", "drawn.1"): "The Fan", ("home", "cards.2"): "Good Karma"}
    first = drawing({**home, ("home", "drawn.2"): "Banana Skin"})
    assert first.done
    recorded = {(answer.question.side, answer.question.key): answer for answer in first.fresh}
    again = prepare(CHARGED, Terms(), BOTH_RICH, recorded)
    assert (again.done, again.state.drawn) == (True, first.state.drawn)
    assert again.state.drawn.home == ("The Fan", "Banana Skin")


@pytest.mark.rules("S1")
def test_decks_are_open_if_the_remaining_gold_pays_for_them() -> None:
    names = [deck.name for deck in open_decks(market(), ["Banana Skin"])]
    assert names == ["Miscellaneous Mayhem", "Special Team Plays", "Magic Items", "Dirty Tricks", "Good Karma"]
    assert open_decks(market(), ["Banana Skin", "Doc Bonesaw"]) == ()
    assert hand_cost(PBBL.book, ["Banana Skin", "Lucky Charm"]) == 150_000


@pytest.mark.rules("S1")
def test_a_deck_is_closed_if_the_side_holds_all_its_cards() -> None:
    rich = ruleset("pbbl-1.10", {"special_play_cards": "with"})
    whole = [card.name for card in PBBL.book.cards if card.deck == "Magic Items"]
    assert "Magic Items" in [deck.name for deck in open_decks(market(2_000_000, rich), whole[:-1])]
    assert "Magic Items" not in [deck.name for deck in open_decks(market(2_000_000, rich), whole)]


def test_the_bill_counts_cards_by_deck() -> None:
    assert card_items(PBBL.book, ["Banana Skin", "Lucky Charm", "The Fan"]) == (
        Item(kind="card", deck="Magic Items", count=1),
        Item(kind="card", deck="Good Karma", count=2),
    )
    with pytest.raises(KeyError, match="Joker"):
        card_of(PBBL.book, "Joker")


@pytest.mark.rules("S1")
def test_a_drawn_card_cannot_be_drawn_again_by_either_side() -> None:
    home = {("home", "cards.1"): "Good Karma", ("home", "drawn.1"): "The Fan", ("home", "cards.2"): "Good Karma"}
    again = drawing({**home, ("home", "drawn.2"): "The Fan"})
    assert again.refused is not None and again.refused.violations[0].id == "taken"
    away = {("away", "cards.1"): "Good Karma", ("away", "drawn.1"): "The Fan"}
    other = drawing({**home, ("home", "drawn.2"): "Banana Skin", **away})
    assert other.refused is not None and other.refused.violations[0].id == "taken"
    fine = drawing({**home, ("home", "drawn.2"): "Banana Skin", **away, ("away", "drawn.1"): "Doc Bonesaw"})
    assert fine.done
    assert fine.state.drawn == Pair(home=("The Fan", "Banana Skin"), away=("Doc Bonesaw",))


@pytest.mark.rules("S1", "S4")
def test_the_question_of_a_draw_is_private_and_lists_the_taken_cards() -> None:
    asked = drawing(
        {("home", "cards.1"): "Good Karma", ("home", "drawn.1"): "The Fan", ("home", "cards.2"): "Good Karma"}
    )
    (question,) = [each for each in asked.questions if each.key == "drawn.2"]
    assert question.private and question.taken == ("The Fan",)
    assert "The Fan" in question.options and "The Fan" not in question.possible
    assert (question.rule, dict(question.args)) == ("S1", {"deck": "Good Karma"})


@pytest.mark.rules("S1")
def test_an_empty_deck_gives_no_card() -> None:
    rich = ruleset("pbbl-1.10", {"special_play_cards": "with"})
    whole = [card.name for card in PBBL.book.cards if card.deck == "Magic Items"]
    answers: dict[tuple[str, str], Any] = {}
    for side, names in (("away", whole[:7]), ("home", whole[7:])):
        for nth, name in enumerate(names, start=1):
            answers |= {(side, f"cards.{nth}"): "Magic Items", (side, f"drawn.{nth}"): name}
    answers["home", "cards.7"] = "Magic Items"
    stopped = drawing(answers, rich)
    assert stopped.refused is not None
    assert (stopped.refused.label, stopped.refused.violations[0].id) == ("cards", "card.deck_empty")


def healed(*, played: tuple[str, ...] = (), twice: bool = False, **injury: Any) -> Any:
    """The effect of a Lineman's injury with a card, or the id of the violation."""
    treatment = {name: injury.pop(name) for name in ("card", "card_roll") if name in injury}
    one = Injury(**{"player": 7, "casualty": 43, **injury}, treatment=Treatment(**treatment))
    other = Injury(player=8, casualty=43, treatment=Treatment(**treatment))
    cards = tuple(PlayedCard(card=name) for name in played)
    try:
        return injured_players(PBBL, humans(), [one, other] if twice else [one], None, cards)[0].results
    except RuleBroken as refused:
        return refused.label, refused.violations[0].id, refused.violations[0].rule


@pytest.mark.rules("S5")
@pytest.mark.parametrize(
    ("injury", "found"),
    [
        ({"card": "Magic Sponge", "card_roll": 2}, ()),
        ({"card": "Magic Sponge", "card_roll": 1}, ("gouged_eye",)),
        ({"card": "Magic Sponge"}, ("injuries.1", "injury.card_die", "S5")),
        ({"card": "Magic Sponge", "card_roll": 7}, ("injuries.1", "injury.card_die", "S5")),
        ({"card": "Miracle Worker", "card_roll": 3, "casualty": 61}, ("injuries.1", "injury.card_die", "S5")),
        ({"card_roll": 3}, ("injuries.1", "injury.card_roll_without_card", "S5")),
        ({"card": "Banana Skin"}, ("injuries.1", "injury.card_heals_nobody", "S5")),
        ({"card": "Joker"}, ("injuries.1", "injury.card_heals_nobody", "S5")),
        ({"card": "Doc Bonesaw"}, ("injuries.1", "injury.card_heals_other", "S5")),
        ({"card": "Doc Bonesaw", "casualty": 21}, ()),
        ({"card": "Miracle Worker", "casualty": 66}, ()),
        (
            {"card": "Magic Sponge", "card_roll": 3, "cause": "eaten", "casualty": 0},
            ("injuries.1", "injury.eaten_beyond_cards", "K8"),
        ),
    ],
)
def test_which_injuries_each_card_heals(injury: dict[str, Any], found: Any) -> None:
    played = tuple({injury.get("card", ""), "Magic Sponge", "Doc Bonesaw", "Miracle Worker"} - {""})
    assert healed(played=played, **injury) == found


@pytest.mark.rules("S5")
def test_a_card_heals_once_and_only_if_it_was_played() -> None:
    sponge = {"card": "Magic Sponge", "card_roll": 4}
    assert healed(played=("Magic Sponge",), twice=True, **sponge) == ("injuries.2", "injury.card_used_already", "S5")
    assert healed(played=("The Fan",), **sponge) == ("injuries.1", "injury.card_not_played", "S5")
