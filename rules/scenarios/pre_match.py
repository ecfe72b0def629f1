"""Pre-match scenarios (see ``rules.scenarios.scenario``)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.book.edition import Ruleset
from rules.match_day.pre_match import PreMatch, prepare
from rules.scenarios.team import ScenarioError, known_keys, one_of, team_sheet
from rules.sequence.sequence import SIDES, Answer, Question, Side
from rules.sheet.match import STAGES, Pair, Terms

FIRST_ID: dict[str, int] = {"home": 0, "away": 1000}
"""Added to a player's number, this is the player's id."""
MATCH_KEYS = ("stage", "tournament", "fame", "conceded_by", "conceded_without_penalty", "decided_by", "winner")
ANSWER_KEYS = ("weather", "fans", "cards", "inducements")


def sheets_of(rules: Ruleset, scenario: Mapping[str, Any]) -> Pair[Any]:
    """The sheets of both teams; a player's id is the number and the side's ``FIRST_ID``."""
    teams = scenario["teams"]
    known_keys("teams", teams, SIDES)
    home, away = (team_sheet(rules, teams[side], FIRST_ID[side]) for side in SIDES)
    return Pair(home=home, away=away)


def terms_of(rules: Ruleset, scenario: Mapping[str, Any]) -> Terms:
    """The terms of the match; a league match by default."""
    match = scenario.get("match", {})
    known_keys("match", match, MATCH_KEYS)
    stage = one_of("match.stage", match.get("stage", "league"), STAGES)
    tournament = one_of("match.tournament", match.get("tournament", ""), ("", *rules.book.trophies, "minor"))
    return Terms(stage=stage, tournament=tournament)


def play_pre_match(rules: Ruleset, scenario: Mapping[str, Any]) -> dict[str, Any]:
    """Plays the pre-match of a scenario; a roll that it does not give is 3 and 4."""
    answers = scenario.get("answers", {})
    known_keys("answers", answers, SIDES)
    for side in SIDES:
        known_keys(f"answers.{side}", answers.get(side, {}), ANSWER_KEYS)

    def answer(question: Question) -> Answer:
        given = _given(answers.get(question.side, {}), question)
        if given is None and question.kind == "roll":
            given = [3, 4]
        if given is None and question.kind == "choose" and question.options:
            given = question.options[0]
        return Answer(question=question, value=given)

    outcome = prepare(rules, terms_of(rules, scenario), sheets_of(rules, scenario), {}, answer, strict=False)
    if outcome.refused is not None:
        raise ScenarioError(f"{outcome.refused.label}: {outcome.refused.violations}")
    state = outcome.state
    found: dict[str, Any] = {"weather": state.weather, "stars_barred": list(state.barred_stars())}
    return found | {side: _side(state, side) for side in SIDES}


def _given(answers: Mapping[str, Any], question: Question) -> Any:
    """The scenario's answers: cards as a list of deck and card in the order of the draw, the others by their keys."""
    step, _, nth = question.key.partition(".")
    if step not in ("cards", "drawn"):
        return answers.get(question.key)
    cards = answers.get("cards", ())
    if int(nth) > len(cards):
        return None
    known_keys("answers.cards", cards[int(nth) - 1], ("deck", "card"))
    return cards[int(nth) - 1]["deck" if step == "cards" else "card"]


def _side(state: PreMatch, side: Side) -> dict[str, Any]:
    purchase = state.purchases[side]
    return {
        "fans": state.fans[side].amount,
        "fame": state.fame(side),
        "inducement_gold": state.gold[side],
        "cards": list(state.hands[side]),
        "spent": purchase.bill.amount,
        "from_treasury": purchase.from_treasury,
        "treasury": state.sheet(side).treasury,
        "violations": sorted({violation.rule for violation in purchase.violations}),
        "journeymen_allowed": state.market(side).journeymen_allowed,
    }
