"""`manage.py audit` in the post-match of a conceded match, by books in which a coach names who scored."""

from __future__ import annotations

import random

import pytest

from matches.models import Match
from matches.report.audit import audit, audit_deeds
from matches.sequence.sequences import MatchState
from rules.sheet.match import Result
from tests.matches import match_builders
from tests.matches.league_operations import Operations, create_teams


@pytest.mark.parametrize("edition", ["lrb-1.3", "bb2020"])
def test_scorers_whom_a_coach_names_after_a_concession_are_written_when_the_match_is_over(
    db: None, edition: str
) -> None:
    operations, chance = Operations(create_teams(edition)), random.Random(1)
    match = match_builders.ready_match(*operations.teams[:2])
    match_builders.confirm_match(match, home=2, away=1, result=Result(conceded_by="away"))
    state = MatchState(Match.objects.select_related("league", "ruleset").get(pk=match.pk))
    while questions := [each for each in state.questions() if each.side == "home"]:
        state = operations._answered(chance, state, questions[0])
    assert Match.objects.get(pk=match.pk).state == Match.State.POST_MATCH
    assert [each for finding in (*audit(), *audit_deeds()) for each in finding.differences] == []
