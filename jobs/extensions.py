"""What this room asks of rooms above it."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from operator import attrgetter
from typing import Any, NamedTuple, Protocol

from accounts.registry import Registry
from jobs.artefacts import Artefact
from jobs.models import NOTHING, Job, Scope

KEEP = timedelta(days=30)


class Report(Protocol):
    """How a running job reports its progress; see `jobs.runner.Reporter`."""

    def __call__(self, done: int, total: int, message: str = "") -> None: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class JobKind:
    """A kind of job, as its room declares it."""

    name: str
    title: str
    """In the reader's language (gettext_lazy)."""
    parse: Callable[[Mapping[str, Any]], Any]
    """From the stored params to `job.parsed`, which `run` reads. Raises ValueError for other params."""
    run: Callable[[Job, Report], Artefact | None]
    """Does the work. Raises JobRefused for a reason that its owner can understand; any other error is a fault."""
    seen_by: Callable[[Any, Sequence[Job]], Container[str]]
    """Which of these jobs, by public id, a user (perhaps a visitor) may see now with their results, in a constant
    number of queries. Called for every page and download, and for the owner before the job runs."""
    messages: Mapping[str, str] = field(default_factory=dict)
    """The words of each progress message id."""
    describe: Callable[[Sequence[Job]], Mapping[str, str]] | None = None
    """What each of these jobs is about, by public id, in a constant number of queries."""
    origin: Callable[[Job], str | None] | None = None
    """The address of the page where the user can ask for the job again."""
    result_page: Callable[[Job], str] | None = None
    """The address of the page that shows the result, if it is not a file to download."""
    cancellable: bool = False
    """Whether its owner may cancel it. A running try stops at its next report, so `run` reports often."""
    revision: int = 1
    """Raise it when the same data gives another result; then older results no longer answer new requests."""
    keep: timedelta = KEEP
    """How long a result is stored."""


class Due(NamedTuple):
    """A job that is due: its kind and params, and a version, which differs only for different work."""

    kind: str
    params: Mapping[str, Any]
    version: str
    scope: Scope = NOTHING


job_kinds: Registry[JobKind] = Registry(key=attrgetter("name"))
"""The kinds of job, by the name that a job's row stores. `jobs.kinds.job_kind` adds them.

A worker calls a kind's `parse`, `seen_by` and `run` outside any transaction. Pages call `seen_by`, `describe` and
`origin` on each request. The module of a kind is imported by its app's `ready`, so that web server and workers know the
same kinds.
"""


@dataclass(frozen=True, slots=True)
class Errand:
    """Work that is worth doing soon and may be lost, such as filling a cache: nothing of it is stored.

    `run` gets the id of what it is about. An exception is logged.
    """

    name: str
    run: Callable[[int], object]


errands: Registry[Errand] = Registry(key=attrgetter("name"))
"""The errands that `jobs.tasks.send_errand` sends, by name. A worker calls `run` outside any transaction."""

due_work: Registry[Callable[[datetime], Iterable[Due]]] = Registry()
"""Functions (now) -> the jobs that are due now. A worker calls them about once a minute, outside any transaction.

Each call returns the same jobs with the same versions, without those that are done. A function only reads.
An exception is logged; the other functions are still called.
"""

cleanups: Registry[Callable[[], object]] = Registry()
"""Functions that delete what is no longer needed.

One worker calls them once a day, outside any transaction, in the thread that shows that it is alive: each has to be
done within a few seconds, in short transactions, and leaves the rest for the next day. An exception is logged.
"""
