"""The answers that a post-match scenario gives: players by their numbers, the improvements of a player in order."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.book.edition import Ruleset
from rules.match_day.player_results import INDUCED
from rules.scenarios.pre_match import FIRST_ID
from rules.scenarios.team import known_keys
from rules.sequence.sequence import SIDES, Answer, Question, Side, other
from rules.sheet.match import RAISED

ANSWER_KEYS = (
    "mvp", "improvements", "winnings", "winnings_reroll", "fan_factor", "defections", "expenses_from_bank", "raise",
    "bank", "buy", "release",
)  # fmt: skip
IMPROVEMENT_KEYS = ("roll", "choose")


class Answers:
    """The answers of a scenario, given as the sequences ask for them. Raises ScenarioError for an unknown one."""

    def __init__(self, rules: Ruleset, answers: Mapping[str, Any]) -> None:
        known_keys("answers", answers, SIDES)
        for side in SIDES:
            known_keys(f"answers.{side}", answers.get(side, {}), ANSWER_KEYS)
            for number, rolls in answers.get(side, {}).get("improvements", {}).items():
                for roll in rolls:
                    known_keys(f"answers.{side}.improvements.{number}", roll, IMPROVEMENT_KEYS)
        self.rules = rules
        self.answers: dict[str, Mapping[str, Any]] = {side: answers.get(side, {}) for side in SIDES}
        self.used: set[tuple[str, str]] = set()
        self.minted = 10_000
        self.first: dict[tuple[str, int], int] = {}

    def answer(self, question: Question) -> Answer | None:
        """The answer to a question; None if a required one is missing. Unanswered optional questions are skipped."""
        if question.kind == "mint":
            self.minted += 1
            return Answer(question=question, value=self.minted)
        value = self._value(question)
        if value is None and not question.optional:
            return None
        if value is None and question.options:
            value = question.options[0]
        return Answer(question=question, value=value)

    def _value(self, question: Question) -> Any:
        side, given = question.side, self.answers[question.side]
        name, *rest = question.key.split(".")
        if name == "winnings_reroll":
            return self._reroll(question, given)
        if name not in given:
            return None
        value = given[name]
        if name == "improvements":
            number = int(dict(question.args)["number"])
            return self._improvement(side, value, number, int(rest[1]), rest[2])
        if name == "defections":
            number = int(rest[0]) - FIRST_ID[side]
            return self._take(side, f"defections.{number}", _by_number(value, number))
        if name == "mvp":
            return self._mvp(question, value, int(rest[0]))
        self.used.add((side, name))
        if name == "raise":
            first = FIRST_ID[other(side)]
            return [one if str(one).startswith("hired.") else first + int(one) for one in value]
        if name == "release":
            return [item if isinstance(item, Mapping) else {"player": FIRST_ID[side] + int(item)} for item in value]
        return value

    def _take(self, side: Side, label: str, value: Any) -> Any:
        if value is not None:
            self.used.add((side, label))
        return value

    def _reroll(self, question: Question, given: Mapping[str, Any]) -> Any:
        if "winnings_reroll" not in given:
            return None
        self.used.add((question.side, "winnings_reroll"))
        return given["winnings_reroll"] if question.kind == "roll" else "reroll"

    def _mvp(self, question: Question, value: Any, index: int) -> Any:
        picks = value if isinstance(value, list) else [value]
        if index > len(picks):
            return None
        self.used.add((question.side, f"mvp.{index}"))
        pick = picks[index - 1]
        return f"{pick}.1" if pick in (INDUCED, RAISED) else str(FIRST_ID[question.side] + int(pick))

    def _improvement(self, side: Side, value: Any, number: int, nth: int, what: str) -> Any:
        rolls = _by_number(value, number)
        if rolls is None:
            return None
        first = self.first.setdefault((side, number), nth)
        if nth - first >= len(rolls):
            return None
        self.used.add((side, f"improvements.{number}.{nth - first}"))
        return rolls[nth - first].get("roll") if what == "roll" else self._skill(rolls[nth - first].get("choose"))

    def _skill(self, choice: Any) -> Any:
        """The main name of a skill in the book."""
        try:
            return self.rules.book.skill(choice).name
        except (KeyError, AttributeError):
            return choice

    def left_over(self, side: Side) -> list[str]:
        """The labels of answers that no question asked for."""
        given, expected = self.answers[side], []
        for name, value in given.items():
            if name == "improvements":
                for number, rolls in value.items():
                    expected += [(f"improvements.{number}", f"improvements.{number}.{i}") for i in range(len(rolls))]
            elif name == "defections":
                expected += [(f"defections.{number}", f"defections.{number}") for number in value]
            elif name == "mvp":
                count = len(value) if isinstance(value, list) else 1
                expected += [("mvp", f"mvp.{index}") for index in range(1, count + 1)]
            else:
                expected.append((name, name))
        return [label for label, key in expected if (side, key) not in self.used]


def _by_number(value: Mapping[Any, Any], number: int) -> Any:
    return value.get(number, value.get(str(number)))
