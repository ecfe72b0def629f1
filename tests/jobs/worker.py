"""Real Celery workers on a test's database, each a process of its own: `python -m tests.jobs.worker DATABASE.json`.

To load Django and Celery takes a second and a half of a processor. So one process loads them, opens no connection, and
forks a worker for each line that it reads: the path of a configuration, which names the broker, how often the
heartbeat beats and where the worker's output goes. It prints a line `[id, null]` when a worker has started and a line
`[id, exit code]` when it has ended. When its input ends, it kills them all.
"""

import json
import os
import selectors
import signal
import sys
from datetime import timedelta
from pathlib import Path


def main(database_file: str) -> None:
    """Load what workers need, and start them on demand."""
    from django.conf import settings

    settings.DATABASES["default"].update(json.loads(Path(database_file).read_text()))
    import celery.apps.worker  # so that no worker has to
    import celery.bin.worker
    import celery.worker.components  # noqa: F401 - loaded beforehand, as those above
    import django

    django.setup()
    from tests.jobs import kinds  # noqa: F401 - registers the test kinds

    woken, waker = os.pipe()
    os.set_blocking(waker, False)
    signal.set_wakeup_fd(waker)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    heard = selectors.DefaultSelector()
    for source in (0, woken):
        heard.register(source, selectors.EVENT_READ)
    workers: set[int] = set()
    unread = b""
    while True:
        sources = {key.fd for key, _ in heard.select()}
        if woken in sources:
            os.read(woken, 100)
            bury(workers)
        if 0 not in sources:
            continue
        said = os.read(0, 10_000)
        if not said:
            for pid in workers:
                os.killpg(pid, signal.SIGKILL)
            return
        *lines, unread = (unread + said).split(b"\n")
        for line in lines:
            if (pid := os.fork()) == 0:
                become_a_worker(json.loads(Path(line.decode()).read_text()))
                return
            os.setpgid(pid, pid)
            workers.add(pid)
            tell(pid, None)


def bury(workers: set[int]) -> None:
    """Print those that have ended."""
    for pid in list(workers):
        found, status = os.waitpid(pid, os.WNOHANG)
        if found:
            workers.remove(pid)
            tell(pid, os.waitstatus_to_exitcode(status))


def tell(pid: int, code: int | None) -> None:
    print(json.dumps([pid, code]), flush=True)


def become_a_worker(config: dict) -> None:
    """Do what `celery worker` does, with the settings of the test, until killed."""
    os.setpgid(0, 0)
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    log = os.open(config["log"], os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    for stream, target in ((0, os.open(os.devnull, os.O_RDONLY)), (1, log), (2, log)):
        os.dup2(target, stream)

    from dugout.celery import app
    from jobs import claims, sweeper, worker_heartbeat
    from jobs.tasks import run_job

    app.conf.update(**config["celery"])
    if config["limits"]:
        run_job.soft_time_limit, run_job.time_limit = config["limits"]
    worker_heartbeat.BEAT = config["beat"]
    claims.APART = timedelta(seconds=config["apart"])
    sweeper.MESSAGE_LASTS = timedelta(seconds=config["word_lasts"])
    app.worker_main([
        "worker", "--concurrency", "2", "--loglevel", "warning",
        "--without-gossip", "--without-mingle", "--without-heartbeat",
    ])  # fmt: skip


if __name__ == "__main__":
    main(sys.argv[1])
