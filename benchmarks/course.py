"""All measurements: two leagues, their pages, the work done for them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from benchmarks.big_league import make_league
from benchmarks.measuring import Measured, show
from benchmarks.pages import Pages, measure_pages, pages_of
from benchmarks.visits import measure_visits, visits_of
from benchmarks.work import measure_work, play_demo


@dataclass(frozen=True, slots=True, kw_only=True)
class Scale:
    """How much is measured: rounds of the demo league, size of the large league, repetitions after `warm` ones.

    `visits` are the repetitions of visits: each takes a result and all that is drawn after it.
    """

    rounds: int
    teams: int
    matches: int
    left_open: int
    times: int
    visits: int
    warm: int = 2


WHOLE = Scale(rounds=6, teams=64, matches=1000, left_open=32, times=40, visits=12)
QUICK = Scale(rounds=2, teams=8, matches=20, left_open=8, times=5, visits=5)


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """The measurements."""

    played: list[Measured]
    demo: Pages
    large: Pages
    visits: tuple[list[Measured], list[Measured]]
    work: list[Measured]

    def tables(self) -> dict[str, list[Measured]]:
        """All lines by the name of their table."""
        pages = {"demo": self.demo.lines, "large": self.large.lines}
        visits = dict(zip(("demo visited", "large visited"), self.visits, strict=True))
        return {"played": self.played, **pages, **visits, "work": self.work}


def run(scale: Scale, say: Callable[[str], None], last: Mapping[str, Mapping[str, float]] | None = None) -> Found:
    """Create both leagues in the database, which should be empty, measure, and print the tables.

    ``last`` are the processor times of the last release by table and line (`benchmarks.history`).
    """
    last = last or {}
    new, played = play_demo(scale.rounds)
    show("From the report to the close, by the services", played, say, last=last.get("played"))
    league = make_league(teams=scale.teams, matches=scale.matches, left_open=scale.left_open)
    work = measure_work(league, times=scale.times, warm=scale.warm)
    demo, large = pages_of(new.league), pages_of(league)
    measure_pages(demo, large, times=scale.times, warm=scale.warm)
    show("Pages, demo league of 10", demo.lines, say, last=last.get("demo"))
    queries = {line.name: line.queries or 0 for line in demo.lines}
    title = f"Pages, league of {scale.teams} with {scale.matches} matches"
    show(title, large.lines, say, queries, last=last.get("large"))
    for route in sorted({*demo.unseen, *large.unseen}):
        say(f"Not seen: {route}")
    show(f"Prints, tables and a correction, league of {scale.teams}", work, say, last=last.get("work"))
    visits = measure_visits(
        visits_of(new.league, demo.part), visits_of(league, large.part), times=scale.visits, warm=scale.warm
    )
    show("Visits, demo league of 10", visits[0], say, last=last.get("demo visited"))
    queries = {line.name: line.queries or 0 for line in visits[0]}
    show(title.replace("Pages", "Visits"), visits[1], say, queries, last=last.get("large visited"))
    return Found(played=played, demo=demo, large=large, visits=visits, work=work)
