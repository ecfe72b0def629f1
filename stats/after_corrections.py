"""What takes long after a correction, worked out by the request that made it.

Most figures go on with the matches that changed. Ratings, streaks and records go on from the first of them, and the
places in a table are ranked again from its round: that takes longer than a page may take its first reader. The pictures
of these places are drawn with them.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from competitions.extensions import worked_out_again
from competitions.models import Competition
from leagues.books import stored_edition
from leagues.models import League
from stats.pictures import views as pictures
from stats.played.kept import Figure
from stats.played.scope import Scope, whole
from stats.ratings.courses import RATINGS
from stats.records.book import RECORDS
from stats.records.streaks import STREAKS
from stats.tables.kept_sums import totals_in

GOING_ON: tuple[Figure[Any], ...] = (*RATINGS.values(), STREAKS, RECORDS)
"""Figures that are worked out again from the first match that changed."""


@worked_out_again.add
def work_out_figures(league: League, competitions: Collection[int], matches: Collection[int]) -> None:
    """Work out what goes on from matches that changed; of competitions, what decisions, draws and set-up change too.

    These change no match, only tables: then the other figures are as they were.
    """
    rows = Competition.objects.filter(season__league=league, pk__in=competitions).select_related("season")
    changed = list(rows.order_by("pk"))
    for competition in changed:
        competition.season.league = league
        pictures.of_competition(competition).draw()
    if not matches:
        return
    for edition in {stored_edition(league, each.edition) for each in changed}:
        for figure in GOING_ON:
            figure.of(whole(league, edition))
        totals_in(whole(league, edition))
    for each in changed:
        edition = stored_edition(league, each.edition)
        RECORDS.of(Scope(league=league, edition=edition, season=each.season_id, competition=each.pk))
