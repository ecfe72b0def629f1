"""Small kinds of job for the tests. A worker process can import them too (see worker.py)."""

import os
import signal
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from celery.exceptions import SoftTimeLimitExceeded

from jobs.artefacts import Artefact
from jobs.extensions import Report
from jobs.kinds import JobRefused, job_kind, site_staff_only
from jobs.models import Job


@dataclass(frozen=True)
class Asked:
    """The params of every test kind."""

    number: int = 0
    folder: str = ""


def parse(params: Mapping[str, Any]) -> Asked:
    """The number and the folder, or ValueError."""
    if not set(params) <= {"number", "folder"} or not isinstance(params.get("number", 0), int):
        raise ValueError(f"no such params: {params}")
    return Asked(**params)


def owner_alone(user: Any, jobs: Sequence[Job]) -> set[str]:
    """Not even site staff."""
    return {job.public_id for job in jobs if user.is_active and job.owner_id is not None and job.owner_id == user.pk}


def owner_or_staff(user: Any, jobs: Sequence[Job]) -> set[str]:
    """For jobs of one owner: the owner and site staff."""
    return owner_alone(user, jobs) | site_staff_only(user, jobs)


KIND = {"parse": parse, "seen_by": owner_or_staff}


@job_kind(
    "test_square",
    title="Square",
    messages={"squaring": "Squaring %(done)s of %(total)s"},
    describe=lambda jobs: {job.public_id: f"number {job.params.get('number', 0)}" for job in jobs},
    origin=lambda job: "/",
    **KIND,
)
def square(job: Job, report: Report) -> Artefact:
    report(0, 2, "squaring")
    number = job.parsed.number
    report(2, 2, "squaring")
    return Artefact(
        filename=f"Square of {number}.txt", content_type="text/plain; charset=utf-8", content=f"{number**2}".encode()
    )


@job_kind("test_mail", title="Mail", parse=parse, seen_by=owner_alone)
def mail(job: Job, report: Report) -> None:
    """A kind without a file, which only its owner sees."""


@job_kind("test_refused", title="Refused", **KIND)
def refused(job: Job, report: Report) -> None:
    raise JobRefused("There is no team yet. Found one first.")


@job_kind("test_poison", title="Poison", **KIND)
def poison(job: Job, report: Report) -> None:
    raise ZeroDivisionError("always")


@job_kind("test_greedy", title="Greedy", **KIND)
def greedy(job: Job, report: Report) -> Artefact:
    return Artefact(filename="x.bin", content_type="application/octet-stream", content=bytes(50_000_001))


@job_kind("test_slow", title="Slow", **KIND)
def slow(job: Job, report: Report) -> None:
    """Reports for five minutes."""
    end = time.monotonic() + 300
    while time.monotonic() < end:
        report(1, 2)
        time.sleep(0.01)


@job_kind(
    "test_shown",
    title="Shown",
    cancellable=True,
    result_page=lambda job: f"/shown/{job.public_id}/",
    parse=parse,
    seen_by=lambda user, jobs: {job.public_id for job in jobs if user.is_authenticated},
)
def shown(job: Job, report: Report) -> Artefact:
    """Has a page of its own for the result, for everybody who is signed in, and can be cancelled."""
    report(0, 1)
    return Artefact(filename="shown.json", content_type="application/json", content=b"{}")


@job_kind("test_hung", title="Hung", **KIND)
def hung(job: Job, report: Report) -> None:
    """Runs for five minutes without a report, and ignores every error."""
    _append(Path(job.parsed.folder) / "tries.log", f"start {os.getpid()}\n")
    end = time.monotonic() + 300
    while time.monotonic() < end:
        try:
            time.sleep(0.01)
        except Exception:
            continue


@job_kind("test_interrupted", title="Interrupted", **KIND)
def interrupted(job: Job, report: Report) -> None:
    """Reaches the first time limit, as Celery reports it."""
    raise SoftTimeLimitExceeded


@job_kind("test_marks", title="Marks", **KIND)
def marks(job: Job, report: Report) -> Artefact:
    """Writes a line at its start and at its end. The first try waits until it is killed."""
    log = Path(job.parsed.folder) / "tries.log"
    _append(log, f"start {os.getpid()}\n")
    if job.attempts == 1:
        for _ in range(6000):
            report(1, 2)
            time.sleep(0.1)
    _append(log, f"end {os.getpid()}\n")
    return Artefact(filename="marks.txt", content_type="text/plain", content=log.read_bytes())


@job_kind("test_killer", title="Killer", **KIND)
def killer(job: Job, report: Report) -> None:
    """Kills its own process, each time."""
    _append(Path(job.parsed.folder) / "deaths.log", f"{os.getpid()}\n")
    os.kill(os.getpid(), signal.SIGKILL)


def _append(path: Path, line: str) -> None:
    with open(path, "a") as file:
        file.write(line)
