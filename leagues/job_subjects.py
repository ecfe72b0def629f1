"""Jobs about one thing of a league: who sees them, what it is called, and where they can be asked for again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

from django.db.models import QuerySet

from jobs.models import Job
from leagues.access import seen_in_leagues
from leagues.models import League


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """A kind of thing that jobs are about; its methods are for the kind of job (``jobs.kinds.Kind``)."""

    key: str
    """Under which the params hold its id."""
    things: QuerySet[Any]
    """All that there are, with what the rest of this asks of them."""
    page: Callable[[Any], str]
    """The path of the page on which the job is asked for."""
    name: Callable[[Any], str] = attrgetter("name")
    league: Callable[[Any], League] = attrgetter("league")

    def seen_by(self, user: Any, jobs: Sequence[Job]) -> set[str]:
        """Whoever sees the open pages of the thing's league sees what is made of it."""
        return seen_in_leagues(user, {job: self.league(thing) for job, thing in self._of(jobs).items()})

    def describe(self, jobs: Sequence[Job]) -> dict[str, str]:
        """What the things of these jobs are called, by the jobs' public ids."""
        return {job: self.name(thing) for job, thing in self._of(jobs).items()}

    def origin(self, job: Job) -> str | None:
        """Where the job can be asked for again."""
        thing = self._of([job]).get(job.public_id)
        return self.page(thing) if thing is not None else None

    def _of(self, jobs: Sequence[Job]) -> dict[str, Any]:
        """The things of these jobs that are still there, by the jobs' public ids."""
        found = self.things.in_bulk({job.params[self.key] for job in jobs})
        return {job.public_id: found[pk] for job in jobs if (pk := job.params[self.key]) in found}
