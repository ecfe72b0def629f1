"""Measures the pages that everybody sees, as a visitor: nobody changed anything since, and the first after a change.

A change is anything that raises the league's counter, such as a new name. After a result the tables and the lists of
players are also worked out again, which takes longer the more matches a competition has. Each page is also measured
after a worker drew it ahead, and the pages that commissioners open most after a change. All are asked for as browsers
do, compressed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from django.test import Client
from django.urls import reverse

from benchmarks.changes import LeagueChanges
from benchmarks.measuring import Measured, Task, in_rounds
from benchmarks.pages import AIM_AT_HOME_MS, routes
from benchmarks.under_way import commissioner_of
from competitions.models import Competition
from leagues.models import League
from stats.drawn_ahead import OF_LEAGUE

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
    "competitions:challenge",
    "competitions:champions",
    "competitions:cabinet",
    "competitions:trophy",
    "stats:statistics",
    "stats:teams",
    "stats:coaches",
    "stats:lists",
    "stats:stars",
    "stats:ratings",
    "stats:team_rating",
    "stats:coach_rating",
    "stats:team_record",
    "stats:team_pictures",
    "stats:rivalries",
    "stats:head_to_head",
    "stats:coach",
    "stats:coach_dice",
    "stats:coach_everywhere",
    "stats:records",
    "stats:streaks",
    "stats:graveyard",
    "stats:hall",
    "stats:league_pictures",
    "stats:competition_pictures",
    "stats:competition_records",
    "news:list",
    "news:story",
    "teams:list",
    "teams:history",
    "teams:roster_on",
    "teams:roster_text",
    "teams:trades",
    "matches:team",
    "matches:player",
    "matches:match",
    "matches:log",
    "matches:at_the_table",
    "matches:cards",
    "leagues:members",
    "leagues:house_rules",
    "leagues:list",
    "home",
)
NOT_VISITED = {
    "competitions:fixture": "leads to the match; without one it is for who can set its date",
    "competitions:paper": "leads to competitions:competition",
    "stats:player_pictures": "leads to matches:player",
    "competitions:trophy_picture": "no page: a picture",
    "teams:crest_picture": "no page: a picture",
    "matches:changed": "no page: whether a match has changed",
    "matches:export_team": "no page: a file",
    "news:feed": "no page: for programs",
    "teams:trade": "open to visitors when it is done, after which it does not change; measured for its coach",
    "search:in_league": "asks for what is typed; measured for a commissioner",
    "leagues:join": "is for who was sent its address",
}
"""Pages of leagues that visitors can open and that are not measured here, and why."""
WITH_RESULTS = VISITED[:9]
"""Pages that show what is worked out from results."""
OF_ALL_TIME = tuple(route for route in VISITED if route.startswith(("stats:", "news:")))
"""Pages that show what is worked out from all results of a league."""
FIGURES = tuple(f"stats:{name}" for name in OF_LEAGUE)
"""Those of them that are drawn ahead for every league."""
UNCHANGED, CHANGED, RESULT = "unchanged", "first after a change", "first after a result"
AHEAD = "after a result, drawn ahead"
CORRECTED, TURNED = "first after a correction", "first after a corrected result"
RUN = ("home", "competitions:league")
OF_COMMISSIONER = " of a commissioner"
"""Pages that are also measured for a commissioner, and how they are called then."""


def visits_of(league: League, part: Callable[[str, str], Any]) -> list[Task]:
    """Each page of a league that is kept for everybody, in each of these cases; ``part`` gives parts of addresses."""
    competition = Competition.objects.select_related("season__league").filter(season__league=league).first()
    assert competition is not None
    found = dict(routes())
    visitor, chief = (Client(headers={"host": "localhost", "accept-encoding": "gzip"}) for _each in range(2))
    chief.force_login(commissioner_of(league))
    tasks: list[Task] = []
    for route in VISITED:
        address = reverse(route, kwargs={name: part(route, name) for name in found[route]})
        tasks += _tasks(route, lambda address=address: visitor.get(address), competition)
    for route in RUN:
        address = reverse(route, kwargs={name: part(route, name) for name in found[route]})
        aims = (AIM_AT_HOME_MS, AIM_AT_HOME_MS if route == "home" else AIM_CHANGED_MS)
        name = f"{route}{OF_COMMISSIONER}"
        tasks += _tasks(name, lambda address=address: chief.get(address), competition, aims, with_results=True)
    return tasks


def _tasks(
    name: str,
    visit: Callable[[], Any],
    competition: Competition,
    aims: tuple[int, int] = (AIM_UNCHANGED_MS, AIM_CHANGED_MS),
    *,
    with_results: bool = False,
) -> Iterator[Task]:
    changes, (unchanged, changed) = LeagueChanges(competition, visit), aims
    yield Task(name=f"{name}, {UNCHANGED}", work=visit, aim=unchanged, first=visit)
    yield Task(name=f"{name}, {CHANGED}", work=visit, aim=changed, first=changes.change)
    if with_results or name in WITH_RESULTS + OF_ALL_TIME:
        yield Task(name=f"{name}, {RESULT}", work=visit, aim=changed, first=changes.result)
        yield Task(name=f"{name}, {CORRECTED}", work=visit, aim=changed, first=changes.correct)
        yield Task(name=f"{name}, {TURNED}", work=visit, aim=changed, first=changes.turn)
    if with_results or name in WITH_RESULTS + FIGURES:
        yield Task(name=f"{name}, {AHEAD}", work=visit, aim=unchanged, first=changes.ahead)


def measure_visits(
    one: list[Task], other: list[Task], *, times: int, warm: int = 2
) -> tuple[list[Measured], list[Measured]]:
    """Measure the visits in two leagues, which take turns in each round."""
    lines = in_rounds([*one, *other], times=times, warm=warm)
    return lines[: len(one)], lines[len(one) :]
