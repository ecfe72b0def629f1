"""What people wait for beside pages: a report with the whole post-match, prints, tables cold and cached."""

from __future__ import annotations

from random import Random
from time import perf_counter

from django.core.cache import cache
from django.db import transaction

from benchmarks.measuring import Measured, measured
from competitions.models import Competition, Fixture
from competitions.standings import standings_of
from dugout.demo.founding import Founded, found
from dugout.demo.playing import Playing, confirm, finish, prepare, report
from jobs.kinds import kind_named
from jobs.models import Job
from leagues.models import League
from teams.models import Team

SEED = 24


def play_demo(rounds: int) -> tuple[Founded, list[Measured]]:
    """The demo league's rounds, with the time of each match from its report to its close."""
    rng = Random(SEED)
    with transaction.atomic():
        founded = found(rng, "benchmark")
    playing = Playing(rng=rng, founded=founded)
    before, after = [], []
    fixtures = Fixture.objects.filter(round__competition=founded.competition, round__number__lte=rounds)
    for fixture in fixtures.select_related("match", "home", "away", "round").order_by("round__number", "pk"):
        start = perf_counter()
        table = prepare(playing, fixture.match)
        reported = perf_counter()
        table = report(playing, table, by="home", played_on=None)
        finish(playing, confirm(playing, table, by="away"))
        before.append((reported - start) * 1000)
        after.append((perf_counter() - reported) * 1000)
    return founded, [
        Measured(
            name="report, confirmation and the post-match of both", times=tuple(after), aim=60, peer="660-1,350 ms"
        ),
        Measured(name="opening and pre-match of both", times=tuple(before)),
    ]


def carry_out(kind: str, **params: object) -> None:
    """What a worker does for a job of that kind, from the rows to the bytes."""
    job = Job(kind=kind, params=params)
    job.parsed = kind_named(kind).parse(params)
    kind_named(kind).run(job, lambda done, total, message="": None)


def measure_work(league: League, *, times: int) -> list[Measured]:
    """Prints and tables of a league."""
    competition = Competition.objects.filter(season__league=league).first()
    team = Team.objects.filter(league=league, state=Team.State.ACTIVE).order_by("pk").first()
    assert competition is not None and team is not None

    def cold() -> None:
        cache.clear()
        standings_of(competition)

    few = max(2, times // 5)
    return [
        measured("table from cold", cold, times=times, aim=50),
        measured("table from the cache", lambda: standings_of(competition), times=times, aim=5),
        measured(
            "roster PDF",
            lambda: carry_out("roster_pdf", team=team.pk, paper="A4"),
            times=times,
            aim=30,
            peer="55-106 ms",
        ),
        measured(
            "all rosters of the season in one PDF",
            lambda: carry_out("season_rosters_pdf", season=competition.season_id),
            times=few,
            warm=1,
        ),
        measured("standings PDF", lambda: carry_out("standings_pdf", competition=competition.pk), times=few, warm=1),
    ]
