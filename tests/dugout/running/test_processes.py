"""Child processes of `manage.py up` are started again, and always stopped."""

import os
import signal
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from dugout import processes
from dugout.processes import Child

pytestmark = pytest.mark.once

PATIENCE = 120.0
"""Seconds that a busy machine may take for what is a matter of moments."""
SLEEP = "import time; time.sleep(600)"  # for a function and for another Python alike
POLITE = "import pathlib, signal, sys, time; signal.signal(signal.SIGTERM, lambda *_: sys.exit(0)); {ready}; " + SLEEP
DEAF = "import pathlib, signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); {ready}; " + SLEEP


def noting(code: str, note: Path) -> str:
    """A child that runs this code, which writes a file when it is ready."""
    return code.format(ready=f"pathlib.Path({str(note)!r}).touch()")


def eventually(fact: Callable[[], object]) -> None:
    """Wait until something is so."""
    deadline = time.monotonic() + PATIENCE
    while not fact():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def child(code: str) -> Child:
    return Child(name="helper", run=lambda: exec(code, {}), loss="help waits")


def is_alive(pid: int) -> bool:
    """Whether a process runs; a zombie does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_a_killed_process_is_started_again_at_once() -> None:
    said: list[str] = []
    helper = child(SLEEP)
    helper.start()
    assert helper.process is not None
    first = helper.process
    first.kill()
    first.join()
    helper.watch(said.append)
    assert said == ["The helper was killed by SIGKILL; starting it again now. Meanwhile help waits."]
    assert helper.process is not None
    assert helper.process.pid != first.pid
    helper.make_stop(0)
    assert len(said) == 1


def test_a_process_that_keeps_dying_is_started_less_often(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    pauses = []
    now = time.monotonic()  # stands still: on a busy machine even a quick death may take its time
    monkeypatch.setattr(processes, "time", SimpleNamespace(monotonic=lambda: now))
    helper = child("import sys; sys.exit(7)")
    helper.start()
    for _ in range(9):
        assert helper.process is not None
        helper.process.join()
        helper.watch(said.append)
        pauses.append(helper.again_at - now)
        helper.again_at = 0
        if helper.process is None:
            helper.watch(said.append)
    helper.make_stop(0)
    assert pauses == pytest.approx([0, 1, 2, 4, 8, 16, 32, 60, 60])
    assert "ended with code 7" in said[0]
    assert "died" not in said[1]
    assert "It has now died 3 times in a row" in said[2]


def test_a_death_after_a_long_life_is_not_quick() -> None:
    helper = child("pass")
    helper.start()
    assert helper.process is not None
    helper.process.join()
    helper.deaths, helper.started = 4, time.monotonic() - 3600
    helper.watch(lambda line: None)
    assert helper.deaths == 1


def test_stopping_lets_a_process_finish(tmp_path: Path) -> None:
    helper = child(noting(POLITE, tmp_path / "ready"))
    helper.start()
    eventually((tmp_path / "ready").exists)
    helper.ask_to_stop()
    helper.make_stop(time.monotonic() + PATIENCE)
    assert helper.process is not None
    assert helper.process.exitcode == 0


def test_a_process_that_does_not_stop_is_killed_with_its_children(tmp_path: Path) -> None:
    deaf = tmp_path / "deaf"
    note = tmp_path / "grandchild"
    helper = child(
        "import signal, subprocess, sys; signal.signal(signal.SIGTERM, signal.SIG_IGN); "
        f"p = subprocess.Popen([sys.executable, '-c', {noting(DEAF, deaf)!r}]); "
        f"open({str(note)!r}, 'w').write(str(p.pid)); p.wait()"
    )
    helper.start()
    eventually(lambda: deaf.exists() and note.exists() and note.read_text())
    grandchild = int(note.read_text())
    assert is_alive(grandchild)
    helper.ask_to_stop()
    helper.make_stop(time.monotonic() + 0.3)
    eventually(lambda: not is_alive(grandchild))
    assert helper.process is not None
    assert helper.process.exitcode == -signal.SIGKILL


def test_a_child_has_its_own_session_and_name(tmp_path: Path) -> None:
    helper = child(noting(POLITE, tmp_path / "ready"))
    helper.start()
    eventually((tmp_path / "ready").exists)
    assert helper.process is not None
    assert os.getsid(helper.process.pid) == helper.process.pid
    assert Path(f"/proc/{helper.process.pid}/comm").read_text() == "dugout helper\n"
    helper.make_stop(0)


def test_a_child_that_was_just_started_can_be_stopped() -> None:
    for _ in range(5):
        helper = child(SLEEP)
        helper.start()
        helper.ask_to_stop()
        helper.make_stop(time.monotonic() + PATIENCE)
        assert helper.process is not None
        assert helper.process.exitcode == -signal.SIGTERM
