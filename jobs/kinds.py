"""Kinds of job. Rooms above register theirs with `job_kind`; this room knows none by name.

A kind's module is imported by its app's `ready()`, so that web server and worker know the same kinds.
"""

import re
import unicodedata
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, Protocol

from django.utils.translation import gettext as _

from jobs.extensions import job_kinds
from jobs.models import Job

KEEP = timedelta(days=30)
LARGEST_RESULT = 50_000_000
"""Bytes. The whole season's rosters of 64 teams take about a tenth of it."""

UNSAFE_IN_NAMES = re.compile(r'[\x00-\x1f\x7f-\x9f/\\:*?"<>|\u200e\u200f\u202a-\u202e\u2066-\u2069]+')
CONTENT_TYPE = re.compile(r"[a-z]+/[a-z0-9.+-]+(; charset=[a-z0-9-]+)?")


class JobRefused(Exception):
    """A job cannot be done for a reason that its owner can understand. The message says what to do; it is final."""


class UnknownKind(LookupError):
    """No kind of that name is registered."""


class Report(Protocol):
    """How a running job says how far it is; see `jobs.runner.Reporter`."""

    def __call__(self, done: int, total: int, message: str = "") -> None: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Artefact:
    """A file made by a job. The name is made safe; raises ValueError for a content type that is none."""

    filename: str
    content_type: str
    content: bytes

    def __post_init__(self) -> None:
        if not CONTENT_TYPE.fullmatch(self.content_type):
            raise ValueError(f"{self.content_type!r} is not a content type")
        object.__setattr__(self, "filename", safe_filename(self.filename))


def safe_filename(name: str) -> str:
    """A file name that every system can store and none takes for a path: 120 characters, its ending kept."""
    clean = UNSAFE_IN_NAMES.sub("-", unicodedata.normalize("NFC", name)).strip(" .-")
    stem, dot, ending = clean.rpartition(".")
    if not dot or not ending.isalnum() or len(ending) > 8:
        return clean[:120].rstrip(" .") or "file"
    return f"{stem[: 119 - len(ending)].rstrip(' .') or 'file'}.{ending}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """One kind of job, as its room describes it."""

    name: str
    title: str
    """In the reader's language (gettext_lazy)."""
    parse: Callable[[Mapping[str, Any]], Any]
    """From the stored params to what `run` finds in `job.parsed`. Raises ValueError for any other."""
    run: Callable[[Job, Report], Artefact | None]
    """Does the work. Raises JobRefused for a reason that its owner can understand; any other error is a fault."""
    seen_by: Callable[[Any, Sequence[Job]], Container[str]]
    """Which of these jobs, by public id, a user (who may be anonymous) may see now with their results, in a constant
    number of queries. Asked at every page and download, and of the owner before it runs."""
    messages: Mapping[str, str] = field(default_factory=dict)
    """The words of each progress message id."""
    describe: Callable[[Sequence[Job]], Mapping[str, str]] | None = None
    """What each of these jobs is about, by public id, in a constant number of queries."""
    origin: Callable[[Job], str | None] | None = None
    """The address of the page where it can be asked for again."""
    revision: int = 1
    """To be raised when the same data gives another result, so that older results stop answering for new requests."""
    keep: timedelta = KEEP
    """How long a result is kept."""


def job_kind(
    name: str, *, title: str, parse: Callable[..., Any], seen_by: Callable[..., Container[str]], **options: Any
) -> Callable[[Callable[..., Artefact | None]], Callable[..., Artefact | None]]:
    """Register the decorated function as a kind's `run`; the options are those of `Kind`.

    Raises ValueError where the name is taken by another function.
    """

    def register(run: Callable[..., Artefact | None]) -> Callable[..., Artefact | None]:
        known = job_kinds.get(name)
        if known is not None:
            raise ValueError(f"the kind of job {name!r} is registered already, by {known.run.__module__}")
        job_kinds.add(Kind(name=name, title=title, parse=parse, run=run, seen_by=seen_by, **options))
        return run

    return register


def id_of(name: str) -> Callable[[Mapping[str, Any]], int]:
    """For a kind's `parse`: params that are one id, under this name; it raises ValueError for any other."""

    def parse(params: Mapping[str, Any]) -> int:
        if set(params) != {name} or type(params[name]) is not int:
            raise ValueError(f"params should be {name!r} and its id, not {dict(params)!r}")
        return int(params[name])

    return parse


def kind_named(name: str) -> Kind:
    """The kind of that name. Raises UnknownKind, naming those that exist."""
    kind = job_kinds.get(name)
    if kind is None:
        raise UnknownKind(f"no kind of job is called {name!r}; there are: {', '.join(sorted(job_kinds.keys()))}")
    return kind


def seen_by(user: Any, jobs: Sequence[Job]) -> set[str]:
    """Which of these jobs, by public id, their kinds let this user see; nobody sees a job of a kind that is gone."""
    return {job.public_id for kind, of_kind in _by_kind(jobs) if kind for job in _seen_of(kind, user, of_kind)}


def may_see(user: Any, job: Job) -> bool:
    """Whether the job's kind lets this user see it."""
    return job.public_id in seen_by(user, [job])


def _seen_of(kind: Kind, user: Any, jobs: Sequence[Job]) -> list[Job]:
    seen = kind.seen_by(user, jobs)
    return [job for job in jobs if job.public_id in seen]


def _by_kind(jobs: Sequence[Job]) -> list[tuple[Kind | None, list[Job]]]:
    return [
        (job_kinds.get(name), [job for job in jobs if job.kind == name])
        for name in dict.fromkeys(job.kind for job in jobs)
    ]


def site_staff_alone(user: Any, jobs: Sequence[Job]) -> set[str]:
    """For a kind's `seen_by`: jobs of the clock belong to nobody and make no file; what they did is told elsewhere."""
    return {job.public_id for job in jobs} if user.is_active and user.is_staff else set()


def title_alone(job: Job) -> str:
    """The title of a job's kind, which names nothing that the job is about."""
    kind = job_kinds.get(job.kind)
    return str(kind.title) if kind else job.kind


def titles(jobs: Sequence[Job]) -> dict[str, str]:
    """What to call each job, by public id: the kind's title and, where the kind says so, what it is about."""
    found: dict[str, str] = {}
    for kind, of_kind in _by_kind(jobs):
        about = kind.describe(of_kind) if kind and kind.describe else {}
        for job in of_kind:
            subject, title = about.get(job.public_id), title_alone(job)
            found[job.public_id] = (
                _("%(title)s: %(subject)s") % {"title": title, "subject": subject} if subject else title
            )
    return found
