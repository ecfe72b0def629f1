"""What a printed table says besides its figures, worded from a ``StandingsView``."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, tzinfo

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from competitions.standings.fixture_list import ShownFixture
from competitions.standings.view import StandingsRow, StandingsView


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


def score_of(fixture: ShownFixture) -> str:
    """The score; empty before it counts."""
    return f"{fixture.score[0]} : {fixture.score[1]}" if fixture.score is not None else ""


def fixture_note(fixture: ShownFixture, where: tzinfo) -> str:
    """That it was not played, or until there is a score the day agreed."""
    if fixture.note:
        return _("not played")
    if fixture.score is None and fixture.agreed_for is not None:
        return date_format(timezone.localtime(fixture.agreed_for, where), "j M")
    return ""
