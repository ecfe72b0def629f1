"""The pages that show a new result most, drawn by the request that made it, so that no reader waits for them.

After a correction, or another change of earlier results, the request also works out what goes on from there: that
takes longer than a page may take its first reader. Workers draw the other pages soon after
(`competitions.dashboard.public_parts`). Outside requests nobody waits for the next page, and a command that plays whole
seasons would draw them for each match.
"""

from __future__ import annotations

import gc
from collections.abc import Collection
from itertools import chain

from django.conf import settings

from competitions.dashboard.public_parts import as_readers_see, draw_for_public, main_parts
from competitions.extensions import past_known, results_known, worked_out_again
from competitions.models import Competition
from matches.models import Match
from web.drawing.serving import is_serving
from web.snapshot_reads import writes_together


@results_known.add
def draw_in_request(competitions: Collection[int]) -> None:
    """Draw what shows these competitions' results (ids), if a request is served."""
    if settings.DRAW_AHEAD and is_serving():
        draw_results(competitions)


@past_known.add
def work_out_in_request(competitions: Collection[int], matches: Collection[int]) -> None:
    """Work out what takes long after these competitions or earlier matches changed (ids), if a request is served."""
    if settings.DRAW_AHEAD and is_serving():
        work_out_past(competitions, matches)


def draw_results(competitions: Collection[int]) -> None:
    """Draw the front page and the season of their leagues, and the overview and table of each of these competitions."""
    for league in _leagues_of(competitions):
        with writes_together(), as_readers_see(league) as found:
            for part in main_parts(found, competitions) if found is not None else ():
                part.draw()


def work_out_past(competitions: Collection[int], matches: Collection[int]) -> None:
    """Work out what takes long in the leagues of these competitions, and of matches that were over and are others."""
    theirs = Match.objects.filter(pk__in=matches).order_by().values_list("league", flat=True) if matches else ()
    for league in {*_leagues_of(competitions), *theirs}:
        with writes_together(), as_readers_see(league) as found:
            if found is not None:
                addresses = chain.from_iterable(worked_out_again.call(found, competitions, matches))
                draw_for_public(found, addresses)
    gc.collect(0)  # all that is new now is in use: the next reader would look through it, which takes 3 to 10 ms


def _leagues_of(competitions: Collection[int]) -> list[int]:
    rows = Competition.objects.filter(pk__in=competitions).order_by()
    return list(rows.values_list("season__league", flat=True).distinct())
