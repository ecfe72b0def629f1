"""A match in its post-match, and the page of each of its steps."""

from __future__ import annotations

from typing import Any

from matches.models import Match
from matches.sequence.answering import answer
from matches.sequence.sequences import MatchState
from tests.matches import match_builders
from tests.matches.conftest import TwoTeams
from tests.matches.forms import Page


def played(two_teams: TwoTeams, **report: Any) -> Match:
    """A match in its post-match, dice typed, which the home side won 1-0."""
    two_teams.typed_dice()
    return match_builders.confirmed_match(two_teams.home, two_teams.away, **({"home": 1} | report))


def page_at(two_teams: TwoTeams, match: Match, key: str, **values: Any) -> Page:
    """The home coach's page at this question; earlier questions are answered with ``values``, or skipped."""
    state = MatchState(Match.objects.select_related("league", "ruleset").get(pk=match.pk))
    for _round in range(40):
        mine = [question for question in state.questions() if question.side == "home"]
        if any(question.key == key for question in mine):
            return two_teams.page(two_teams.coach, match, "post-match/")
        assert mine, f"{key} is never asked"
        given = match_builders.answer_for(state.match, mine[0], values)
        state = answer(match=state.match, given=[given], by=two_teams.cast.coach)
    raise AssertionError(key)
