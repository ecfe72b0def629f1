"""The cost of a correction does not grow with the number of corrections of the same match before it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from matches.correction.changes import Changes
from matches.correction.corrected import CorrectedMatch
from matches.correction.correcting import accept, begin_correction, correct_report
from matches.models import Match, MatchCorrection
from teams.models import JournalEntry, TeamState
from tests.matches import match_builders
from tests.matches.conftest import TwoTeams

TIMES = 16
MOST_MORE = 1.03
"""Of the calls of Python functions, which count work without a clock. It was 1.10 when each step read all again."""


def calls_of(work: Callable[[], Any]) -> int:
    """How many Python functions are called."""
    called = 0

    def count(frame: Any, event: str, arg: Any) -> None:
        nonlocal called
        called += event == "call"

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(before)
    return called


def correct(two_teams: TwoTeams, match: Match, completions: int) -> None:
    """One correction in all its steps, as pages do them: start, report, preview, acceptance."""
    by = two_teams.cast.commissioner
    scorer = match_builders.players_of(match, "home")[5]
    report = match_builders.report_with(match, home_lines={scorer: {"completions": completions}})
    begun = begin_correction(match=match, by=by, reason="Counted again.")
    begun = correct_report(correction=begun, expected=begun.version, reported=report)
    state = CorrectedMatch(MatchCorrection.objects.select_related("match__league", "match__ruleset").get(pk=begun.pk))
    assert not state.questions()
    Changes(state).teams()
    teams = TeamState.objects.filter(team__in=state.teams.values()).values_list("team", "seq")
    seqs = dict(teams)
    seen = {side: seqs[team.pk] for side, team in state.teams.items()}
    accept(correction=begun, expected=begun.version, by=by, seen=seen, commissioner=True)


@pytest.fixture
def match(two_teams: TwoTeams) -> Match:
    return match_builders.closed_match(two_teams.home, two_teams.away)


@pytest.mark.costly
def test_a_later_correction_of_a_match_costs_what_the_first_did(two_teams: TwoTeams, match: Match) -> None:
    correct(two_teams, match, 1)  # what a process works out once
    costs, queries = [], []
    for time in range(TIMES):
        with CaptureQueriesContext(connection) as asked:
            costs.append(calls_of(lambda time=time: correct(two_teams, match, time % 2)))
        queries.append(len(asked))
    assert JournalEntry.objects.filter(team=two_teams.home, kind="correction").count() == TIMES + 1
    assert queries[-2] <= queries[0] and queries[-1] <= queries[1]
    assert max(costs[-2:]) <= MOST_MORE * max(costs[:2]), costs
