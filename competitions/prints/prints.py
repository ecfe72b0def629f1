"""Gathers a printed table: the same ``StandingsView`` as a page shows, or a bracket."""

from __future__ import annotations

from competitions.models import Competition
from competitions.names import teams_named
from competitions.prints.standings_pdf import StandingsPrint
from competitions.prints.words import notes_of, progress
from competitions.standings.fixture_list import in_order, shown_fixtures
from competitions.standings.ladders import order_shown
from competitions.standings.rounds import as_rounds, fixtures_of, round_counts
from competitions.standings.standings import standings_of
from competitions.standings.view import standings_view, view_without_table
from teams.models import Team

MOST_FIXTURES = 400
"""A competition with more fixtures is printed without them: they would fill a booklet."""


def standings_print(competition: Competition) -> StandingsPrint:
    """A competition's table and fixtures, or the bracket of a knock-out, in six queries."""
    teams = teams_named(Team.objects.filter(entries__competition=competition), user=None)
    counts = round_counts(competition)
    drawn = competition.format.printed(competition, teams) if competition.format.printed else None
    if drawn is not None:
        bracket, notes = drawn
        view = view_without_table(competition, counts)
        days = fixtures_of(competition).values_list("match__played_on", flat=True)
        return StandingsPrint(view=view, as_of=progress(view, days), notes=notes, bracket=bracket)
    few = sum(each.matches for each in counts) <= MOST_FIXTURES
    fixtures = shown_fixtures(in_order(fixtures_of(competition)), teams) if few else []
    rounds = as_rounds(fixtures, {each.number: each.name for each in counts})
    view = standings_view(
        competition, standings_of(competition), teams, counts, rounds=rounds, rungs=order_shown(competition)
    )
    as_of = progress(view, (fixture.played_on for fixture in fixtures))
    return StandingsPrint(view=view, as_of=as_of, notes=notes_of(view))
