"""Measures the pages that everybody sees, as a visitor: nobody changed anything since, and the first after a change.

A change is anything that raises the league's counter, such as a new name. After a result the tables and the lists of
players are also worked out again, which takes longer the more matches a competition has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from django.db import transaction
from django.db.models import F
from django.test import Client
from django.urls import reverse

from benchmarks.measuring import Measured, Task, in_rounds
from benchmarks.pages import routes
from competitions.models import Competition
from competitions.standings.standings import results_changed
from leagues.models import ChangeCounter, League

AIM_UNCHANGED_MS, AIM_CHANGED_MS = 5, 20
MOST_QUERIES = 4
"""Of a page that nobody changed."""
VISITED = (
    "competitions:league",
    "competitions:season",
    "competitions:competition",
    "competitions:table",
    "competitions:league_fixtures",
    "competitions:competitions",
    "competitions:fixtures",
    "competitions:players",
    "competitions:bracket",
    "competitions:ladder",
    "competitions:challenges",
    "competitions:cabinet",
    "competitions:trophy",
    "stats:statistics",
    "stats:teams",
    "stats:coaches",
    "stats:lists",
    "stats:stars",
    "stats:ratings",
    "stats:team_rating",
    "stats:team_record",
    "stats:rivalries",
    "stats:head_to_head",
    "stats:coach",
    "stats:records",
    "stats:streaks",
    "stats:graveyard",
    "stats:hall",
    "stats:league_pictures",
    "teams:list",
    "matches:team",
    "matches:player",
    "matches:match",
    "matches:log",
    "matches:at_the_table",
    "leagues:list",
    "home",
)
WITH_RESULTS = VISITED[:9]
"""Pages that show what is worked out from results."""
UNCHANGED, CHANGED, RESULT = "unchanged", "first after a change", "first after a result"


def visits_of(league: League, part: Callable[[str, str], Any]) -> list[Task]:
    """Each page of a league that is kept for everybody, in each of these cases; ``part`` gives parts of addresses."""
    competition = Competition.objects.select_related("season__league").filter(season__league=league).first()
    assert competition is not None
    found = dict(routes())
    tasks: list[Task] = []
    for route in VISITED:
        address = reverse(route, kwargs={name: part(route, name) for name in found[route]})
        tasks += _tasks(route, address, competition)
    return tasks


def _tasks(route: str, address: str, competition: Competition) -> Iterator[Task]:
    visitor = Client(headers={"host": "localhost"})

    def visit() -> Any:
        return visitor.get(address)

    def change() -> None:
        ChangeCounter.objects.filter(league=competition.season.league_id).update(count=F("count") + 1)

    def result() -> None:
        with transaction.atomic():
            results_changed([competition.pk])

    yield Task(name=f"{route}, {UNCHANGED}", work=visit, aim=AIM_UNCHANGED_MS, first=visit)
    yield Task(name=f"{route}, {CHANGED}", work=visit, aim=AIM_CHANGED_MS, first=change)
    if route in WITH_RESULTS:
        yield Task(name=f"{route}, {RESULT}", work=visit, aim=AIM_CHANGED_MS, first=result)


def measure_visits(
    one: list[Task], other: list[Task], *, times: int, warm: int = 2
) -> tuple[list[Measured], list[Measured]]:
    """Measure the visits in two leagues, which take turns in each round."""
    lines = in_rounds([*one, *other], times=times, warm=warm)
    return lines[: len(one)], lines[len(one) :]
