"""Real worker processes that are killed, frozen, too slow or get no message. Each job is still done exactly once."""

import contextlib
import json
import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from celery import current_app
from django.conf import settings
from django.db import connection

from accounts.models import User
from jobs import tasks, workers
from jobs.models import Job, JobResult, Reason, State
from jobs.queue import enqueue
from jobs.tasks import run_job

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 300.0

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.costly]


class Nursery:
    """The process that forks all workers of this module, after loading what they need."""

    def __init__(self, folder: Path) -> None:
        names = ("ENGINE", "NAME", "USER", "PASSWORD", "HOST", "PORT", "OPTIONS")
        database = folder / "database.json"
        database.write_text(json.dumps({name: connection.settings_dict[name] for name in names}, default=str))
        (folder / "var").mkdir()
        environment = {**os.environ, "DUGOUT_VAR": str(folder / "var"), "DATABASE_URL": "", "REDIS_URL": ""}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.jobs.worker", str(database)],
            cwd=ROOT, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        self.started: list[int] = []
        self.ended: dict[int, int] = {}
        self._heard = threading.Condition()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            pid, code = json.loads(line)
            with self._heard:
                if code is None:
                    self.started.append(pid)
                else:
                    self.ended[pid] = code
                self._heard.notify_all()
        self.process.stdout.close()

    def until(self, holds: Callable[[], bool]) -> None:
        """Wait for a fact about its workers."""
        with self._heard:
            assert self._heard.wait_for(holds, PATIENCE)

    def start(self, config: Path) -> int:
        """A new worker's process id."""
        assert self.process.stdin is not None
        before = len(self.started)
        self.process.stdin.write(f"{config}\n")
        self.process.stdin.flush()
        self.until(lambda: len(self.started) > before)
        return self.started[-1]

    def end(self) -> None:
        """No more of them."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


@pytest.fixture(scope="module")
def nursery(django_db_setup: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nursery]:
    made = Nursery(tmp_path_factory.mktemp("nursery"))
    yield made
    made.end()


class Worker:
    """One of them."""

    def __init__(self, nursery: Nursery, config: Path) -> None:
        self.nursery = nursery
        self.pid = nursery.start(config)

    def signal(self, number: signal.Signals) -> None:
        """To it and to whatever it started."""
        if not self.has_ended:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.pid, number)

    def processes(self) -> list[int]:
        """Its own process and those of its pool."""
        children = Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text()
        return [self.pid, *map(int, children.split())]

    @property
    def has_ended(self) -> bool:
        return self.pid in self.nursery.ended

    def wait(self) -> int:
        """Its exit code, once it has ended."""
        self.nursery.until(lambda: self.has_ended)
        return self.nursery.ended[self.pid]


class Site:
    """A broker of its own, the test's database, and as many workers as the test starts."""

    def __init__(self, folder: Path, celery: dict[str, Any], nursery: Nursery) -> None:
        self.folder = folder
        self.celery = celery
        self.nursery = nursery
        self.workers: list[Worker] = []

    def start_worker(self, limits: tuple[float, float] | None = None) -> Worker:
        """A new worker, with both time limits of a try in seconds. It runs when it first signs."""
        pace = {"beat": 0.2, "word_lasts": 1.0, "apart": 10.0}
        path = self.folder / "config.json"
        path.write_text(
            json.dumps({"celery": self.celery, "limits": limits, "log": str(self.folder / "worker.log"), **pace})
        )
        worker = Worker(self.nursery, path)
        self.workers.append(worker)
        return worker

    def kill(self, worker: Worker) -> None:
        """SIGKILL, and wait for its end."""
        worker.signal(signal.SIGKILL)
        worker.wait()

    def freeze(self, worker: Worker) -> None:
        """SIGSTOP, between two writes: in the middle of one, all others would wait as long as it is frozen."""
        for _try in range(1000):
            worker.signal(signal.SIGSTOP)
            self.until("all its processes to stop", lambda: all(map(stands_still, worker.processes())))
            if nobody_writes():
                return
            worker.signal(signal.SIGCONT)
            time.sleep(0.05)
        pytest.fail("the worker was never found between two writes")

    def until(self, what: str, holds: Callable[[], object]) -> None:
        """Wait for something, or fail with the output of the workers."""
        give_up = time.monotonic() + PATIENCE
        while not holds():
            if time.monotonic() > give_up:
                written = self.folder / "worker.log"
                log = written.read_text()[-3000:] if written.exists() else ""
                pytest.fail(f"waited {PATIENCE:.0f} s for: {what}\n{log}")
            time.sleep(0.05)


def stands_still(pid: int) -> bool:
    """Whether a process has stopped in all its threads. On a busy machine that takes a while."""
    states = [
        task.joinpath("stat").read_text().rpartition(")")[2].split()[0] for task in Path(f"/proc/{pid}/task").iterdir()
    ]
    return set(states) == {"T"}


def nobody_writes() -> bool:
    """Whether no transaction is open that makes others wait."""
    if settings.EMBEDDED:
        with contextlib.closing(sqlite3.connect(connection.settings_dict["NAME"], timeout=0.1)) as own:
            try:
                own.execute("BEGIN IMMEDIATE")
            except sqlite3.OperationalError:
                return False
            own.rollback()
        return True
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
            " AND (state = 'active' OR state LIKE 'idle in transaction%')"
        )
        return cursor.fetchone()[0] == 0


def brokers() -> list[str]:
    """The broker that belongs to the database: Redis if the tests run with it, otherwise the filesystem."""
    return ["redis"] if settings.REDIS_URL else ["filesystem"]


@pytest.fixture(params=brokers())
def site(request: pytest.FixtureRequest, tmp_path: Path, nursery: Nursery) -> Iterator[Site]:
    for name in ("messages", "control"):
        (tmp_path / name).mkdir()
    messages, control = str(tmp_path / "messages"), str(tmp_path / "control")
    folders = {"data_folder_in": messages, "data_folder_out": messages, "control_folder": control}
    celery: dict[str, Any] = {"task_default_queue": f"test-{uuid4().hex}", "broker_transport_options": {}}
    if request.param == "redis":
        celery["broker_url"] = settings.REDIS_URL
    else:
        celery["broker_url"] = "filesystem://localhost//"
        celery["broker_transport_options"] = {**folders, "polling_interval": 0.05}
    celery["broker_read_url"] = celery["broker_write_url"] = celery["broker_url"]
    conf = current_app.conf
    before = {name: conf[name] for name in celery}
    conf.update(**celery)
    tasks._rest_until = 0.0
    found = Site(tmp_path, celery, nursery)
    yield found
    for worker in found.workers:
        found.kill(worker)
    conf.update(**before)


@pytest.fixture
def olga() -> User:
    return User.objects.create_user("olga")


def is_over(job: Job) -> bool:
    job.refresh_from_db()
    return job.is_over


def lines(log: Path) -> list[tuple[str, int]]:
    """What the tries of a job wrote: "start" or "end", and the process."""
    written = log.read_text().splitlines() if log.exists() else []
    return [(what, int(pid)) for what, pid in map(str.split, written)]


def test_a_worker_killed_during_a_job_loses_nothing_and_does_nothing_twice(site, olga, tmp_path):
    log = tmp_path / "tries.log"
    first = site.start_worker()
    job = enqueue("test_marks", {"folder": str(tmp_path)}, owner=olga)
    site.until("the first try's start", lambda: lines(log))
    pool = first.processes()
    site.kill(first)
    job.refresh_from_db()
    assert (job.state, job.attempts) == (State.RUNNING, 1)

    second = site.start_worker()
    site.until("the job's end", lambda: is_over(job))
    assert (job.state, job.attempts, job.reason) == (State.DONE, 2, "")
    assert [what for what, _ in lines(log)] == ["start", "start", "end"]
    assert [pid in pool for _, pid in lines(log)] == [True, False, False]
    assert {pid for _, pid in lines(log)[1:]} <= set(second.processes())
    assert JobResult.objects.filter(job=job).count() == 1
    assert bytes(job.result.content) == log.read_bytes()


def test_a_frozen_worker_loses_its_job_and_writes_nothing_afterwards(site, olga, tmp_path, back_date):
    log = tmp_path / "tries.log"
    first = site.start_worker()
    job = enqueue("test_marks", {"folder": str(tmp_path)}, owner=olga)
    site.until("the first try's start", lambda: lines(log))
    site.freeze(first)
    back_date(job, 3600, "lease_until")
    site.start_worker()
    site.until("the job's end", lambda: is_over(job))
    finished = job.finished
    first.signal(signal.SIGCONT)
    site.until(
        "the first one to notice",
        lambda: "taken over by another worker; this try stops" in (tmp_path / "worker.log").read_text(),
    )
    job.refresh_from_db()
    assert (job.state, job.attempts, job.finished) == (State.DONE, 2, finished)
    assert [what for what, _ in lines(log)] == ["start", "start", "end"]
    assert JobResult.objects.count() == 1


def limit_messages(monkeypatch: pytest.MonkeyPatch, limits: tuple[float, float]) -> None:
    """Messages carry the time limits of the process that sends them, and a worker obeys those."""
    monkeypatch.setattr(run_job, "soft_time_limit", limits[0])
    monkeypatch.setattr(run_job, "time_limit", limits[1])
    monkeypatch.setattr(run_job, "_exec_options", None)  # where Celery caches both after the first message


def test_a_job_that_takes_too_long_is_stopped_and_the_rest_is_done(site, olga, monkeypatch):
    limit_messages(monkeypatch, (1, 100))
    slow = enqueue("test_slow", {}, owner=olga)
    other = enqueue("test_square", {"number": 3}, owner=olga)
    site.start_worker((1, 100))
    site.until("the first try's end", lambda: reason_of(slow) != "")
    assert (slow.state, slow.reason, slow.attempts) == (State.QUEUED, Reason.SILENT, 1)
    site.until("the other's end", lambda: is_over(other))
    assert other.state == State.DONE


@pytest.mark.thorough
@pytest.mark.parametrize("death", ["at the second limit", "by itself"])
def test_a_job_whose_process_dies_three_times_is_set_aside_and_the_rest_is_done(
    death, site, olga, tmp_path, monkeypatch
):
    if death == "by itself":
        it_kills_its_process(site, olga, tmp_path)
    else:
        it_is_killed_at_the_second_limit(site, olga, tmp_path, monkeypatch)


def it_is_killed_at_the_second_limit(site, olga, tmp_path, monkeypatch):
    """It ignores the first limit. The worker itself lives on."""
    limit_messages(monkeypatch, (1, 1.2))
    log = tmp_path / "tries.log"
    hung = enqueue("test_hung", {"folder": str(tmp_path)}, owner=olga)
    worker = site.start_worker((1, 1.2))
    site.until("the third try's end", lambda: is_over(hung))
    assert (hung.state, hung.attempts) == (State.SET_ASIDE, 3)
    assert len({pid for _, pid in lines(log)}) == 3
    assert not worker.has_ended
    other = enqueue("test_square", {"number": 3}, owner=olga)
    site.until("the other's end", lambda: is_over(other))


def reason_of(job: Job) -> str:
    job.refresh_from_db()
    return job.reason


def test_a_worker_sends_messages_again_that_were_lost_before_its_start(site, olga, monkeypatch):
    monkeypatch.setattr(tasks, "tell_workers", lambda ids: True)  # as if they were sent
    jobs = [enqueue("test_square", {"number": number}, owner=olga) for number in range(8)]
    monkeypatch.undo()
    worker = site.start_worker()
    site.until("all to be done", lambda: all(is_over(job) for job in jobs))
    assert set(Job.objects.values_list("state", "attempts")) == {(State.DONE, 1)}
    assert workers.workforce().alive

    os.kill(worker.pid, signal.SIGTERM)
    assert worker.wait() == 0
    site.until("the worker to have signed off", lambda: not workers.workforce().alive)


def it_kills_its_process(site, olga, tmp_path):
    killer = enqueue("test_killer", {"folder": str(tmp_path)}, owner=olga)
    others = [enqueue("test_square", {"number": number}, owner=olga) for number in range(6)]
    worker = site.start_worker()
    site.until("the end of all", lambda: is_over(killer) and all(is_over(job) for job in others))
    assert (killer.state, killer.reason, killer.attempts) == (State.SET_ASIDE, Reason.LOST, 3)
    assert len(set((tmp_path / "deaths.log").read_text().splitlines())) == 3
    assert not worker.has_ended
    assert {job.state for job in others} == {State.DONE}
    assert JobResult.objects.count() == 6
