"""The answers that a post-match scenario gives: players by their numbers, the improvements of a player in order.

Some questions of the post-match have a shorter way to write their answers; all others are read by their form.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rules.book.edition import Ruleset
from rules.book.telling import Telling
from rules.match_day.player_results import INDUCED
from rules.scenarios.fielded import after_match
from rules.scenarios.in_form import answer_to, found_for
from rules.scenarios.team import FIRST_ID, known_keys
from rules.sequence.sequence import SIDES, Answer, Question, Side, other
from rules.sheet.match import RAISED
from rules.words.texts import texts_for

ANSWER_KEYS = (
    "mvp", "improvements", "winnings", "winnings_reroll", "fan_factor", "defections", "expenses_from_bank", "raise",
    "bank", "buy", "release",
)  # fmt: skip
IMPROVEMENT_KEYS = ("roll", "choose", "ageing", "effect")


class Answers:
    """The answers of a scenario, given as the sequences ask for them. Raises ScenarioError for an unknown one."""

    def __init__(self, rules: Ruleset, answers: Mapping[str, Any]) -> None:
        known_keys("answers", answers, SIDES)
        asked = {key.partition(".")[0] for key in texts_for(rules.book)["questions"]}
        asked |= {name for name, _step in rules.edition.post_match}
        self.facts = after_match(rules)
        self.telling: dict[str, Telling] = {}
        if rules.edition.telling is not None:
            self.telling = {side: rules.edition.telling(rules, answers.get(side, {}), FIRST_ID[side]) for side in SIDES}
        for side in SIDES:
            more = self.telling[side].keys if self.telling else ()
            known = (*ANSWER_KEYS, *sorted(asked), *self.facts, *more)
            known_keys(f"answers.{side}", answers.get(side, {}), known)
            for number, rolls in answers.get(side, {}).get("improvements", {}).items():
                for roll in rolls if not self.telling else ():
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
        if self.telling and (told := self.telling[side].told(question)) is not None:
            value, place = told
            return self._take(side, place, None if value is None else answer_to(question, value))
        name, *rest = question.key.split(".")
        if name == "winnings_reroll":
            return self._reroll(question, given)
        if name not in given:
            return None
        if name not in ANSWER_KEYS:
            found, place = found_for(question, given)
            return self._take(side, place, found)
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
        if what == "choice":
            return self._skill(rolls[nth - first].get("choose"))
        return rolls[nth - first].get(what)

    def _skill(self, choice: Any) -> Any:
        """The main name of a skill in the book."""
        try:
            return self.rules.book.skill_called(choice)
        except (KeyError, AttributeError):
            return choice

    def left_over(self, side: Side) -> list[str]:
        """The labels of answers that no question asked for."""
        given, expected = self.answers[side], []
        for name, value in given.items():
            if name in self.facts:
                continue
            if name == "improvements":
                for number, rolls in value.items():
                    expected += [(f"improvements.{number}", f"improvements.{number}.{i}") for i in range(len(rolls))]
            elif name == "defections":
                expected += [(f"defections.{number}", f"defections.{number}") for number in value]
            elif name == "mvp":
                count = len(value) if isinstance(value, list) else 1
                expected += [("mvp", f"mvp.{index}") for index in range(1, count + 1)]
            elif name in ANSWER_KEYS:
                expected.append((name, name))
            else:
                expected += [(name, place) for place in self._unread(side, name, value)]
        return [label for label, key in expected if (side, key) not in self.used]

    def _unread(self, side: Side, place: str, value: Any) -> Iterator[str]:
        """The places in an answer, or in answers under one name, that no question read."""
        if (side, place) in self.used:
            return
        inner: list[tuple[Any, Any]] = []
        if isinstance(value, Mapping):
            inner = list(value.items())
        elif isinstance(value, list):
            inner = list(enumerate(value, start=1))
        if not any(each == side and known.startswith(f"{place}.") for each, known in self.used):
            yield place
        else:
            for key, one in inner:
                yield from self._unread(side, f"{place}.{key}", one)


def _by_number(value: Mapping[Any, Any], number: int) -> Any:
    return value.get(number, value.get(str(number)))
