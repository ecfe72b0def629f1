"""Scenarios outside of matches: a founding, a season's end, a walkover (see ``rules.scenarios.scenario``).

As an answer, what a step asks stands under the first word of its key; players are meant by their numbers. ``season``
says how many matches the team ``won``, ``drawn`` and ``lost``, and how many ``friendlies`` it played besides.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rules.book.edition import Ruleset
from rules.scenarios.in_form import answer_to, found_for
from rules.scenarios.players import players_found
from rules.scenarios.team import FIRST_ID, known_keys, marks_given, team_choice, team_sheet
from rules.sequence.explanations import Violation
from rules.sequence.sequence import Answer, Answerer, Question
from rules.team.beginning import begin
from rules.team.founding import judge
from rules.team.founding_run import player_key
from rules.team.packs.giving import steps_with_pack
from rules.team.season_end import SeasonRecord, season_end
from rules.team.team_run import Outcome
from rules.team.won_unplayed import won_unplayed
from rules.words.texts import texts_for

NEW_IDS = 10_000
"""The ids of players who join at a season's end begin after this."""


def play_founding(rules: Ruleset, scenario: Mapping[str, Any]) -> dict[str, Any]:
    """Founds a team. Where the edition has more steps than the purchase, they roll and ask."""
    known_keys("teams", scenario["teams"], ("home",))
    choice = team_choice(rules, scenario["teams"]["home"])
    founding, steps = judge(rules, choice), steps_with_pack(rules)
    outcome = begin(rules, choice, answerer=_answering(rules, scenario, [name for name, _step in steps]))
    broken = outcome.refused.violations if outcome.refused is not None else _unmarked(rules, scenario, outcome)
    found = {
        "legal": not broken,
        "violations": sorted({violation.rule for violation in broken}),
        "cost": founding.cost.amount,
        "treasury": founding.treasury,
        "team_value": founding.team_value,
    }
    return found if len(steps) == 1 else found | _came_of(rules, outcome)


def _unmarked(rules: Ruleset, scenario: Mapping[str, Any], outcome: Outcome) -> tuple[Violation, ...]:
    """What stands against marks that the scenario gives, and that no question of the founding offered."""
    if rules.edition.telling is None or not outcome.done:
        return ()
    telling = rules.edition.telling(rules, {}, FIRST_ID["home"])
    given = marks_given(rules, scenario["teams"]["home"])
    lines = {line.number: line for line in outcome.sheet.players}
    return tuple(telling.unmarked(mark) for mark in given if any(mark not in lines[nth].marks for nth in given[mark]))


def play_season_end(rules: Ruleset, scenario: Mapping[str, Any]) -> dict[str, Any]:
    """Ends the season for a team."""
    known_keys("teams", scenario["teams"], ("home",))
    known_keys("season", record := scenario.get("season", {}), ("won", "drawn", "lost", "friendlies"))
    answerer = _answering(rules, scenario, [name for name, _step in rules.edition.season_end])
    sheet = team_sheet(rules, scenario["teams"]["home"], 0)
    outcome = season_end(rules, sheet, SeasonRecord(**record), answerer=answerer)
    refused = outcome.refused.label if outcome.refused is not None else None
    sheet = outcome.sheet
    found = {"treasury": sheet.treasury, "fan_factor": sheet.fan_factor, "refused": refused}
    return found | _came_of(rules, outcome)


def play_won_unplayed(rules: Ruleset, scenario: Mapping[str, Any]) -> dict[str, Any]:
    """Gives a team what it has of a match that the other side cannot play."""
    known_keys("teams", scenario["teams"], ("home",))
    answerer = _answering(rules, scenario, [name for name, _step in rules.edition.won_unplayed])
    outcome = won_unplayed(rules, team_sheet(rules, scenario["teams"]["home"], 0), answerer=answerer)
    refused = outcome.refused.label if outcome.refused is not None else None
    return {"treasury": outcome.sheet.treasury, "refused": refused} | _came_of(rules, outcome)


def _came_of(rules: Ruleset, outcome: Outcome) -> dict[str, Any]:
    waits = dict.fromkeys(question.key for question in outcome.questions)
    return {"players": players_found(rules, outcome.sheet), "waits_for": list(waits)}


def _answering(rules: Ruleset, scenario: Mapping[str, Any], steps: Iterable[str]) -> Answerer:
    """The scenario's answers; an optional question without one is skipped, any other one waits."""
    asked = {key.partition(".")[0] for key in texts_for(rules.book)["questions"]}
    answers = scenario.get("answers", {})
    known_keys("answers", answers, ("home",))
    given = answers.get("home", {})
    telling = rules.edition.telling(rules, given, FIRST_ID["home"]) if rules.edition.telling is not None else None
    known_keys("answers.home", given, (*steps, *sorted(asked), *(telling.keys if telling is not None else ())))
    if (marks := marks_given(rules, scenario["teams"]["home"])) and scenario["do"] == "found":
        given = {**given, "roles": marks}
    minted = NEW_IDS

    def answer(question: Question) -> Answer | None:
        nonlocal minted
        if question.kind == "mint":
            minted += 1
            nth = question.key.removeprefix(player_key(0)[:-1])
            return Answer(question=question, value=int(nth) if nth.isdecimal() else minted)
        told = telling.told(question) if telling is not None else None
        value = found_for(question, given)[0] if told is None else told[0]
        if told is not None and value is not None:
            value = answer_to(question, value)
        if value is None and not question.optional:
            return None
        if value is None and question.options:
            value = question.options[0]
        return Answer(question=question, value=value)

    return answer
