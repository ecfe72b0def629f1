"""What this room asks of rooms above it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from operator import attrgetter
from typing import TYPE_CHECKING

from accounts.registry import Registry

if TYPE_CHECKING:
    from jobs.kinds import Kind
    from jobs.scheduler import Due

job_kinds: Registry[Kind] = Registry(key=attrgetter("name"))
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
