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
    """How a running job says how far it is; see `jobs.runner.Reporter`."""

    def __call__(self, done: int, total: int, message: str = "") -> None: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class JobKind:
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


class Due(NamedTuple):
    """A job that is due: its kind and params, and a version that is another one only for other work."""

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

due_work: Registry[Callable[[datetime], Iterable[Due]]] = Registry()
"""Functions (now) -> the jobs that are due now. A worker calls them about once a minute, outside any transaction.

Asked again, a function gives the same jobs with the same versions, and leaves out what is done. It only reads.
An exception is logged and stops no other function.
"""
