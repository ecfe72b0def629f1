"""Teams and matches for the tests of the rules, described as in the scenarios."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.book.edition import Ruleset
from rules.editions import ruleset
from rules.match_day.post_match import post_match
from rules.match_day.run import Outcome
from rules.scenarios.team import team_sheet
from rules.sequence.sequence import Answer, Question, Side
from rules.sheet.match import MatchPlayed, Pair, Result, SideReport, Terms
from rules.sheet.sheet import TeamSheet

PBBL = ruleset("pbbl-1.10")
AWAY = 1000  # the away side's player ids are AWAY + number


def team(
    team_list: str, *players: str | dict[str, Any], first_id: int = 0, rules: Ruleset = PBBL, **more: Any
) -> TeamSheet:
    """A team: each player is a position, ``"6 Lineman"`` for several, or a mapping as in a scenario."""
    described = [player if isinstance(player, dict) else _counted(player) for player in players]
    return team_sheet(rules, {"list": team_list, "players": described, **more}, first_id)


def _counted(text: str) -> dict[str, Any]:
    count, _, position = text.partition(" ")
    return {"position": position, "count": int(count)} if count.isdigit() else {"position": text}


def humans(**more: Any) -> TeamSheet:
    """Blitzers are 1 to 4, a thrower 5, linemen 6 to 12. They have an apothecary."""
    return team("Human", "4 Blitzer", "Thrower", "7 Lineman", **{"apothecary": True, "rerolls": 3} | more)


def orcs(**more: Any) -> TeamSheet:
    """Blitzers are 1001 to 1004, Black Orcs 1005 to 1008, linemen 1009 to 1012. They have an apothecary."""
    more = {"apothecary": True, "rerolls": 3, "first_id": AWAY} | more
    return team("Orc", "4 Blitzer", "4 Black Orc Blocker", "4 Lineman", **more)


def played(
    home: SideReport | None = None,
    away: SideReport | None = None,
    *,
    sheets: tuple[TeamSheet, TeamSheet] | None = None,
    fame: tuple[int, int] = (0, 0),
    terms: Terms | None = None,
    result: Result | None = None,
) -> MatchPlayed:
    """A match, by default between humans and orcs."""
    first, second = sheets or (humans(), orcs())
    return MatchPlayed(
        terms=terms or Terms(),
        sheets=Pair(home=first, away=second),
        fame=Pair(home=fame[0], away=fame[1]),
        reports=Pair(home=home or SideReport(), away=away or SideReport()),
        result=result or Result(),
    )


class Given:
    """Answers by key; optional questions without an answer are skipped. New player ids start at 5001."""

    def __init__(self, home: Mapping[str, Any] | None = None, away: Mapping[str, Any] | None = None) -> None:
        self.given: dict[str, Mapping[str, Any]] = {"home": home or {}, "away": away or {}}
        self.asked: list[Question] = []
        self.minted = 5000

    def __call__(self, question: Question) -> Answer | None:
        self.asked.append(question)
        given = self.given[question.side]
        if question.kind == "mint":
            self.minted += 1
            return Answer(question=question, value=self.minted)
        if question.key in given:
            return Answer(question=question, value=given[question.key])
        if question.optional:
            return Answer(question=question, value=question.options[0] if question.options else None)
        return None


def after(
    match: MatchPlayed,
    side: Side = "home",
    *,
    rules: Ruleset = PBBL,
    home: Mapping[str, Any] | None = None,
    away: Mapping[str, Any] | None = None,
) -> Outcome:
    """A side's post-match with the given answers; the MVP, fan factor and winnings have defaults."""
    answers = Given({"mvp.1": "1", "fan_factor": [3, 4], "winnings": [1], **(home or {})},
                    {"mvp.1": "1001", "fan_factor": [3, 4], "winnings": [1], **(away or {})})  # fmt: skip
    return post_match(rules, match, side, {}, answers)
