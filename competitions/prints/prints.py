"""Gathers a printed table: the same ``StandingsView`` as a page shows, or a bracket."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from competitions.models import Competition
from competitions.names import teams_named
from competitions.prints.standings_pdf import StandingsPrint
from competitions.standings.fixture_list import fixtures_of
from competitions.standings.ladders import order_shown
from competitions.standings.rounds import all_rounds, round_counts
from competitions.standings.standings import standings_of
from competitions.standings.view import StandingsRow, StandingsView, standings_view, view_without_table
from teams.models import Team
from teams.presentation.worn import worn_small
from web.crests.crest import crest_in
from web.crests.paper import Worn

MOST_FIXTURES = 400
"""A competition with more fixtures is printed without them: they would fill a booklet."""


def standings_print(competition: Competition) -> StandingsPrint:
    """A competition's table and fixtures, or the bracket of a knock-out, in six queries."""
    teams = teams_named(Team.objects.filter(entries__competition=competition), user=None)
    counts = round_counts(competition)
    league = Worn(crest_in(competition.season.league.crest))
    book = competition.book.name if competition.edition else ""
    drawn = competition.format.printed(competition, teams) if competition.format.printed else None
    if drawn is not None:
        bracket, notes = drawn
        view = view_without_table(competition, counts)
        days = fixtures_of(competition).values_list("match__played_on", flat=True)
        as_of = progress(view, days)
        return StandingsPrint(view=view, as_of=as_of, notes=notes, bracket=bracket, book=book, league=league)
    few = sum(each.matches for each in counts) <= MOST_FIXTURES
    rounds = all_rounds(competition, counts, teams) if few else []
    rungs = order_shown(competition) if competition.format.order_rule is not None else ()
    view = standings_view(competition, standings_of(competition), teams, counts, rounds=rounds, rungs=rungs)
    as_of = progress(view, (fixture.played_on for each in rounds for fixture in each.fixtures))
    worn = worn_small({row.team.id: row.team.crest for row in view.rows})
    return StandingsPrint(view=view, as_of=as_of, notes=notes_of(view), book=book, worn=worn, league=league)


def progress(view: StandingsView, days: Iterable[date | None]) -> str:
    """How many matches are over, and the latest of the days on which they were played.

    It changes only when a match is played: the same table prints the same bytes.
    """
    words = ngettext("after %(over)s of %(matches)s match", "after %(over)s of %(matches)s matches", view.matches)
    last = max(filter(None, days), default=None)
    day = f", {date_format(last, 'j F Y')}" if last else ""
    return words % {"over": view.over, "matches": view.matches} + day


def notes_of(view: StandingsView) -> list[str]:
    """The notes below a table: how its lines are ordered, the lines across, adjustments, results without play."""
    order = [view.order_rule] if view.order_rule else []
    return [*order, *_cut_notes(view), *_adjustment_notes(view), *_unplayed_notes(view.rows)]


def _cut_notes(view: StandingsView) -> list[str]:
    """What each line across the table means."""
    notes = []
    for place, row in enumerate(view.rows, 1):
        if row.cut is not None:
            text = _("Line after place %(place)s: %(label)s") % {"place": place, "label": row.cut.label}
            notes.append(f"{text} ({_('not decided yet')})." if row.cut.open else f"{text}.")
    return notes


def _adjustment_notes(view: StandingsView) -> list[str]:
    """Adjustments of points with their day and reason, without those that were withdrawn."""
    return [
        _("%(team)s: %(points)s by adjustment, %(day)s: %(reason)s")
        % {
            "team": each.team.name,
            "points": each.points,
            "day": date_format(timezone.localtime(each.at, view.zone), "j F Y"),
            "reason": each.reason,
        }
        for each in view.adjustments
        if each.open
    ]


def _unplayed_notes(rows: Iterable[StandingsRow]) -> list[str]:
    """Wins and losses without play: they count for points but not as matches played."""
    notes = []
    for row in rows:
        words = {"team": row.team.name, "won": row.walkovers, "lost": row.forfeits}
        if row.walkovers and row.forfeits:
            notes.append(_("%(team)s: won without play %(won)s, lost without play %(lost)s.") % words)
        elif row.walkovers:
            notes.append(_("%(team)s: won without play %(won)s.") % words)
        elif row.forfeits:
            notes.append(_("%(team)s: lost without play %(lost)s.") % words)
    return notes
