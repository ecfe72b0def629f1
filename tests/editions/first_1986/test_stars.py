"""Star rolls of the first edition that take long: a player for whom only one result is left."""

from __future__ import annotations

from itertools import count

import pytest

from rules.match_day.post_match import post_match
from rules.scenarios.team import team_sheet
from rules.sequence.sequence import Answer, Question
from rules.sheet.match import MatchPlayed, Pair, PlayerLine, SideReport, Terms
from tests.editions.first_1986.build import first, team

FULL = ["+MA", "+CS", "+TS", "+ST", "+CL"]


@pytest.mark.rules("first-1986:FS4", "first-1986:FS9")
def test_a_player_rolls_until_the_only_result_that_is_left_comes() -> None:
    """Sevens do nothing for a player who has had everything but magic, however often they come."""
    rules, tries = first(), count(1)
    human = {"position": "Human", "exp": 10, "gained": FULL}
    squad = {"list": "Human", "players": [human, {"position": "Human", "count": 14}]}
    sheet = team_sheet(rules, squad, 0)
    scored = SideReport(score=3, lines=(PlayerLine(player=2, deeds=(("touchdowns", 3),)),), took_part=(2,))
    match = MatchPlayed(
        terms=Terms(),
        sheets=Pair(home=sheet, away=team("Orc", "15 Orc", rules=rules, first_id=1000)),
        fame=Pair(home=0, away=0),
        reports=Pair(home=scored, away=SideReport()),
    )

    def answer(question: Question) -> Answer:
        value: object = None
        if question.key == "trades":
            value = {"1": 1}
        elif ".try." in question.key:
            value = [3, 4] if next(tries) <= 300 else [6, 6]
        elif question.kind == "roll":
            value = [6]
        return Answer(question=question, value=value)

    outcome = post_match(rules, match, "home", {}, answer)
    assert outcome.refused is None and outcome.done
    line = outcome.sheet.player(1)
    assert line is not None and (line.skills, line.spp - line.spent) == (("Magic Armour",), 0)
