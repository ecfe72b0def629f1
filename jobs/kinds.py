"""Kinds of job. Rooms above register their kinds with `job_kind`; this room knows none by name.

An app's `ready()` imports the modules of its kinds, so that web server and worker know the same kinds.
"""

from collections.abc import Callable, Container, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from jobs.artefacts import Artefact
from jobs.extensions import JobKind, job_kinds
from jobs.models import Job


class JobRefused(Exception):
    """A job cannot be done, for a reason that its owner can understand. The message says what to do.

    The job is not tried again.
    """


class UnknownKind(LookupError):
    """No kind of that name is registered."""


def job_kind(
    name: str, *, title: str, parse: Callable[..., Any], seen_by: Callable[..., Container[str]], **options: Any
) -> Callable[[Callable[..., Artefact | None]], Callable[..., Artefact | None]]:
    """Register the decorated function as a kind's `run`; the options are those of `JobKind`.

    Raises ValueError if the name is taken.
    """

    def register(run: Callable[..., Artefact | None]) -> Callable[..., Artefact | None]:
        known = job_kinds.get(name)
        if known is not None:
            raise ValueError(f"the kind of job {name!r} is registered already, by {known.run.__module__}")
        job_kinds.add(JobKind(name=name, title=title, parse=parse, run=run, seen_by=seen_by, **options))
        return run

    return register


def id_of(name: str) -> Callable[[Mapping[str, Any]], int]:
    """For a kind's `parse`: params with one id, under this name. The parser raises ValueError for other params."""

    def parse(params: Mapping[str, Any]) -> int:
        if set(params) != {name} or type(params[name]) is not int:
            raise ValueError(f"params should be {name!r} and its id, not {dict(params)!r}")
        return int(params[name])

    return parse


def kind_named(name: str) -> JobKind:
    """The kind with that name. Raises UnknownKind, which names all kinds."""
    kind = job_kinds.get(name)
    if kind is None:
        raise UnknownKind(f"no kind of job is called {name!r}; there are: {', '.join(sorted(job_kinds.keys()))}")
    return kind


def seen_by(user: Any, jobs: Sequence[Job]) -> set[str]:
    """Which of these jobs, by public id, their kinds let this user see. No one sees a job of a kind that is gone."""
    return {job.public_id for kind, of_kind in _by_kind(jobs) if kind for job in _seen_of(kind, user, of_kind)}


def may_see(user: Any, job: Job) -> bool:
    """Whether the job's kind lets this user see it."""
    return job.public_id in seen_by(user, [job])


def _seen_of(kind: JobKind, user: Any, jobs: Sequence[Job]) -> list[Job]:
    seen = kind.seen_by(user, jobs)
    return [job for job in jobs if job.public_id in seen]


def _by_kind(jobs: Sequence[Job]) -> list[tuple[JobKind | None, list[Job]]]:
    return [
        (job_kinds.get(name), [job for job in jobs if job.kind == name])
        for name in dict.fromkeys(job.kind for job in jobs)
    ]


def site_staff_only(user: Any, jobs: Sequence[Job]) -> set[str]:
    """For a kind's `seen_by`: jobs of the server, which have no owner and make no file."""
    return {job.public_id for job in jobs} if user.is_active and user.is_staff else set()


def title_only(job: Job) -> str:
    """The title of a job's kind. It does not say what the job is about."""
    kind = job_kinds.get(job.kind)
    return str(kind.title) if kind else job.kind


def titles(jobs: Sequence[Job]) -> dict[str, str]:
    """The title of each job, by public id: the kind's title and, if the kind describes its jobs, what it is about."""
    found: dict[str, str] = {}
    for kind, of_kind in _by_kind(jobs):
        about = kind.describe(of_kind) if kind and kind.describe else {}
        for job in of_kind:
            subject, title = about.get(job.public_id), title_only(job)
            found[job.public_id] = (
                _("%(title)s: %(subject)s") % {"title": title, "subject": subject} if subject else title
            )
    return found
