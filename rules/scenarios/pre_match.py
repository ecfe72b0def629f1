"""Pre-match scenarios (see ``rules.scenarios.scenario``)."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count
from typing import Any

from rules.book.edition import Ruleset
from rules.match_day.pre_match import PreMatch, prepare
from rules.scenarios.in_form import found_for
from rules.scenarios.players import players_found
from rules.scenarios.team import FIRST_ID, ScenarioError, known_keys, one_of, team_sheet
from rules.sequence.sequence import SIDES, Answer, Question, Side
from rules.sheet.match import STAGES, Pair, Terms

ENDED = ("conceded_by", "conceded_without_penalty", "decided_by", "winner")
MATCH_KEYS = ("stage", "tournament", "friendly", "fame", "used_before", *ENDED)
FIRST_MINTED = 10_001
"""The id of the first player who joins before the match."""
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
    return Terms(stage=stage, tournament=tournament, friendly=bool(match.get("friendly")))


def _used_before(scenario: Mapping[str, Any]) -> Pair[Mapping[str, int]]:
    """In how many league matches of the season each side had a position, a star or a kind."""
    given = scenario.get("match", {}).get("used_before", {})
    known_keys("match.used_before", given, SIDES)
    return Pair(home=given.get("home", {}), away=given.get("away", {}))


def play_pre_match(rules: Ruleset, scenario: Mapping[str, Any]) -> dict[str, Any]:
    """Plays the pre-match of a scenario; a roll that it does not give is 3 and 4."""
    answers = scenario.get("answers", {})
    known_keys("answers", answers, SIDES)
    for side in SIDES:
        steps = (name for name, _ in rules.edition.pre_match)
        known_keys(f"answers.{side}", answers.get(side, {}), (*ANSWER_KEYS, *steps, "improvements"))

    minted = count(FIRST_MINTED)

    def answer(question: Question) -> Answer:
        if question.kind == "mint":
            return Answer(question=question, value=next(minted))
        given = _given(answers.get(question.side, {}), question)
        if given is None and question.kind == "roll":
            given = [(3, 4)[nth % 2] for nth in range(len(question.dice))]
        if given is None and question.kind == "choose" and question.options:
            given = question.options[0]
        return Answer(question=question, value=given)

    terms, sheets, used = terms_of(rules, scenario), sheets_of(rules, scenario), _used_before(scenario)
    outcome = prepare(rules, terms, sheets, {}, answer, strict=False, used_before=used)
    if outcome.refused is not None:
        raise ScenarioError(f"{outcome.refused.label}: {outcome.refused.violations}")
    state = outcome.state
    found: dict[str, Any] = {"weather": state.weather, "stars_barred": list(state.barred_stars())}
    found["named_barred"] = list(state.barred_named())
    return found | {side: _side(state, side) for side in SIDES}


def _given(answers: Mapping[str, Any], question: Question) -> Any:
    """The scenario's answers: cards as a list of deck and card in the order of the draw, the others by their keys."""
    step, _, nth = question.key.partition(".")
    if step not in ("cards", "drawn"):
        return found_for(question, answers)[0]
    cards = answers.get("cards", ())
    if int(nth) > len(cards):
        return None
    known_keys("answers.cards", cards[int(nth) - 1], ("deck", "card"))
    return cards[int(nth) - 1]["deck" if step == "cards" else "card"]


def _side(state: PreMatch, side: Side) -> dict[str, Any]:
    """What a side has before the match; what a book does not have is 0 or empty."""
    purchase = state.purchases.get(side)
    found = {
        "fans": state.fans[side].amount if side in state.fans else 0,
        "fame": state.fame(side),
        "inducement_gold": state.gold.get(side, 0),
        "cards": list(state.hands.get(side, ())),
        "spent": purchase.bill.amount if purchase else 0,
        "from_treasury": purchase.from_own if purchase and state.purse == "treasury" else 0,
        "treasury": state.sheet(side).treasury,
        "violations": sorted({violation.rule for violation in purchase.violations} if purchase else ()),
        "journeymen_allowed": state.market(side).journeymen_allowed,
    }
    if state.purse != "treasury":
        return found | _set_aside(state, side)
    return found | (_noted(state, side) if state.ruleset.book.facts else {})


def _noted(state: PreMatch, side: Side) -> dict[str, Any]:
    """What steps stated about a side and its players, and who cannot play because of what happened before the match."""
    sheet, before = state.sheet(side), state.sheets.of(side)
    facts: dict[str, Any] = {}
    for fact in (fact for fact in state.stated if fact.side == side):
        line = sheet.player(fact.player) or before.player(fact.player)
        facts.setdefault(fact.key, []).append(fact.detail or (line.number if line else fact.amount))
    present = {line.player for line in sheet.available}
    return {
        "facts": {key: found[0] if len(found) == 1 else found for key, found in facts.items()},
        "absent": sorted(line.number for line in before.available if line.player not in present),
        "players": players_found(state.ruleset, sheet),
    }


def _set_aside(state: PreMatch, side: Side) -> dict[str, Any]:
    """What a side set aside for the match, what it is worth with that, and what it was given; by the facts about it."""
    facts = {kind.key: 0 for kind in state.ruleset.book.facts.values() if kind.scope == "side"}
    facts |= {fact.key: fact.amount for fact in state.stated if fact.side == side}
    return facts | {"match_value": state.worths[side].amount, "free_gold": state.gold.get(side, 0)}
