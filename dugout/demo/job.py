"""The kind of job that plays the further demo leagues after the first start, while people look at the first one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy

from jobs.extensions import Report
from jobs.kinds import job_kind
from jobs.models import Job
from jobs.queue import enqueue
from rules import editions

KIND = "demo_league"
ROUNDS = 2
"""So many are played: enough for a table, and quick."""
PAUSE = timedelta(seconds=10)
"""Before each league, so that the first pages and other jobs need not wait."""


def parse_params(params: Mapping[str, Any]) -> list[str]:
    """The books to play by, as keys. Raises ValueError for others."""
    known, asked = {edition.key for edition in editions.EDITIONS}, params.get("editions")
    if not isinstance(asked, list) or not asked or not known.issuperset(asked):
        raise ValueError(f"{asked!r} are no books")
    return asked


def for_nobody(user: Any, jobs: Sequence[Job]) -> set[str]:
    """The server asks for them itself, and they have no result."""
    return set()


@job_kind(KIND, title=gettext_lazy("Demo league"), parse=parse_params, seen_by=for_nobody)
def play_demo_league(job: Job, report: Report) -> None:
    """Play a demo league by the first of these books, then ask for the others.

    Each match is stored for itself, so that nobody who writes has to wait for a whole league. A league that was
    interrupted stays as it is: it only has fewer matches.
    """
    from dugout.demo import logins, season
    from dugout.demo.new_league import not_there_yet

    first, *others = job.parsed
    if first in not_there_yet():
        playing = season.begin(seed=season.SEED, say=_quietly, edition=first)
        logins.put_in_place(season.write_logins(playing.demo, season.play(playing, ROUNDS, _quietly)))
    play_later(others)


def play_later(books: Sequence[str]) -> None:
    """Let a worker play a demo league by each of these books, one after another."""
    if books:
        enqueue(KIND, {"editions": list(books)}, not_before=timezone.now() + PAUSE)


def _quietly(line: str) -> None:
    """Nobody reads what a worker plays."""
