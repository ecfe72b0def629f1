"""Measures what people wait for besides pages: a report with the post-match, a correction, prints, and tables.

For a match, from its report to its close, this adds up the calls of services: the report, its confirmation, and the
answers of both coaches. Each call is a transaction that is committed to the disk. Answers of one coach in a row are one
call, so a match has four to six calls. The time of the bot coaches, who think in the same process, is not counted. Nor
are the pages in between: a coach who answers one question at a time sends a form for each (`benchmarks.pages` measures
the page with the question).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

from django.core.cache import cache
from django.db import transaction

from benchmarks.corrections import LONGEST_LOCK, measure_corrections
from benchmarks.measuring import Measured, Task, Watch, in_rounds, measured_by
from competitions.models import Competition, Fixture, Withdrawal
from competitions.ranking.points import Points
from competitions.ranking.tables import Scheme
from competitions.ranking.tie_breakers import TIE_BREAKERS
from competitions.rulings.withdrawals import preview
from competitions.standings.standings import standings_after, standings_by, standings_of
from competitions.trophies.award_rows import awards_of_season
from dugout.demo import playing
from dugout.demo.new_league import NewLeague, create_demo_league
from dugout.demo.playing import Playing, confirm, finish, prepare, report
from jobs.kinds import kind_named
from jobs.models import Job
from leagues.models import League, Membership
from teams.models import Team

SEED = 24


SERVICES = ("answer", "confirm_report", "open_match", "report_match")


def play_demo(rounds: int) -> tuple[NewLeague, list[Measured]]:
    """Play the demo league's rounds, and measure each match up to its kick-off, and from its report to its close."""
    rng = Random(SEED)
    with transaction.atomic():
        demo = create_demo_league(rng)
    players = Playing(rng=rng, demo=demo)
    before, after = [], []
    fixtures = Fixture.objects.filter(round__competition=demo.competition, round__number__lte=rounds)
    for fixture in fixtures.select_related("match", "home", "away", "round").order_by("round__number", "pk"):
        with watched() as watch:
            table = prepare(players, fixture.match)
        before.append(watch)
        with watched() as watch:
            table = report(players, table, by="home", played_on=None)
            finish(players, confirm(players, table, by="away"))
        after.append(watch)
    whole = "report, confirmation and the post-match of both"
    return demo, [
        measured_by(whole, after, aim=60, peer="660-1,350 ms"),
        measured_by("opening and pre-match of both", before),
    ]


@contextmanager
def watched() -> Iterator[Watch]:
    """A watch that runs while a service runs that the demo league's bot coaches call."""
    watch, services = Watch(), {name: getattr(playing, name) for name in SERVICES}
    for name, service in services.items():
        setattr(playing, name, _timed(service, watch))
    try:
        yield watch
    finally:
        for name, service in services.items():
            setattr(playing, name, service)


def _timed(service: Callable[..., Any], watch: Watch) -> Callable[..., Any]:
    def timed(**given: Any) -> Any:
        watch.start()
        try:
            return service(**given)
        finally:
            watch.stop()

    return timed


def carry_out(kind: str, **params: object) -> None:
    """Do what a worker does for a job of that kind, from the rows to the bytes."""
    job = Job(kind=kind, params=params)
    job.parsed = kind_named(kind).parse(params)
    kind_named(kind).run(job, lambda done, total, message="": None)


def measure_work(league: League, *, times: int, warm: int = 2) -> list[Measured]:
    """Measure prints and tables of a league, the correction of a match, and the preview of a withdrawal."""
    competition = Competition.objects.filter(season__league=league).first()
    team = Team.objects.active().filter(league=league).order_by("pk").first()
    assert competition is not None and team is not None
    few = max(1, times // 5)
    leaving: dict[str, Any] = {"competition": competition, "team": team, "how": Withdrawal.How.WALKOVERS}
    leaving["by"] = league.memberships.filter(role=Membership.Role.COMMISSIONER).select_related("user").get().user
    often = [
        Task(name="preview of a withdrawal", work=lambda: preview(**leaving), aim=LONGEST_LOCK),
        Task(
            name="roster PDF",
            work=lambda: carry_out("roster_pdf", team=team.pk, paper="A4"),
            aim=30,
            peer="55-106 ms",
        ),
        *_tables(competition),
    ]
    seldom = [
        Task(
            name="all rosters of the season in one PDF",
            work=lambda: carry_out("season_rosters_pdf", season=competition.season_id),
        ),
        Task(name="standings PDF", work=lambda: carry_out("standings_pdf", competition=competition.pk)),
    ]
    return [
        *in_rounds(often, times=times, warm=warm),
        *measure_corrections(competition, times=times, warm=warm),
        *in_rounds(seldom, times=few, warm=min(warm, 1)),
    ]


def _tables(competition: Competition) -> list[Task]:
    """A table now, with every bonus, tie-breaker and adjustment, and as it was after half the season."""
    points = Points(touchdown_bonus=1, clean_sheet_bonus=1, casualty_bonus=1, narrow_loss_bonus=1)
    dearest = Scheme(points=points, tie_breakers=tuple(each.key for each in TIE_BREAKERS))
    half_time = standings_of(competition).rounds[len(standings_of(competition).rounds) // 2]

    def cold(work: Callable[[], object]) -> Callable[[], None]:
        def worked() -> None:
            cache.clear()
            work()

        return worked

    return [
        Task(name=name, work=work, aim=aim)
        for name, work, aim in (
            ("table from cold", cold(lambda: standings_of(competition)), 50),
            ("table from the cache", lambda: standings_of(competition), 5),
            ("table with every bonus and tie-breaker", lambda: standings_by(competition, dearest), 50),
            ("table after half the season, not cached", cold(lambda: standings_after(competition, half_time)), 50),
            ("awards of the season, not cached", cold(lambda: awards_of_season(competition.season)), 0),
        )
    ]
