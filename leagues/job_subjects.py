"""Jobs about one thing of a league: who may see them, the thing's name, and the page where the job can be repeated."""

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
    """A kind of thing that jobs are about; its methods are for the kind of job (``jobs.extensions.JobKind``)."""

    key: str
    """The key of the thing's id in the params."""
    things: QuerySet[Any]
    """All things of this kind, with the related rows that `page`, `name` and `league` read."""
    page: Callable[[Any], str]
    """The path of the page where a user asks for the job."""
    name: Callable[[Any], str] = attrgetter("name")
    league: Callable[[Any], League] = attrgetter("league")

    def seen_by(self, user: Any, jobs: Sequence[Job]) -> set[str]:
        """The jobs whose league's open pages the user may see."""
        return seen_in_leagues(user, {job: self.league(thing) for job, thing in self._of(jobs).items()})

    def describe(self, jobs: Sequence[Job]) -> dict[str, str]:
        """The names of the things of these jobs, by the jobs' public ids."""
        return {job: self.name(thing) for job, thing in self._of(jobs).items()}

    def origin(self, job: Job) -> str | None:
        """The page where the user can ask for the job again."""
        thing = self._of([job]).get(job.public_id)
        return self.page(thing) if thing is not None else None

    def _of(self, jobs: Sequence[Job]) -> dict[str, Any]:
        """The things of these jobs that still exist, by the jobs' public ids."""
        found = self.things.in_bulk({job.params[self.key] for job in jobs})
        return {job.public_id: found[pk] for job in jobs if (pk := job.params[self.key]) in found}
