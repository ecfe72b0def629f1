"""Children of `manage.py up` are started again, and always stopped."""

import os
import signal
import sys
import time
from pathlib import Path

import pytest

from dugout import processes
from dugout.processes import Child

pytestmark = pytest.mark.once

SLEEP = "import time; time.sleep(60)"
DEAF = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('deaf', flush=True); time.sleep(60)"


def child(code: str) -> Child:
    return Child(name="helper", command=[sys.executable, "-c", code], loss="help waits")


def is_alive(pid: int) -> bool:
    """Whether a process runs; one that is dead but not yet buried does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_one_that_was_killed_is_started_again(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    helper = child(SLEEP)
    helper.start()
    assert helper.process is not None
    first = helper.process
    first.kill()
    first.wait()
    helper.tend(said.append)
    assert said == ["The helper was killed by SIGKILL; starting it again in 1 s. Meanwhile help waits."]
    assert helper.process is None
    monkeypatch.setattr(processes.time, "monotonic", lambda: helper.again_at)
    helper.tend(said.append)
    assert helper.process is not None
    assert helper.process.pid != first.pid
    helper.make_stop(0)
    assert len(said) == 1


def test_one_that_keeps_dying_is_started_less_and_less_often_and_it_is_said() -> None:
    said: list[str] = []
    pauses = []
    helper = child("import sys; sys.exit(7)")
    helper.start()
    for _ in range(8):
        assert helper.process is not None
        helper.process.wait()
        helper.tend(said.append)
        pauses.append(round(helper.again_at - time.monotonic()))
        helper.again_at = 0
        helper.tend(said.append)
    helper.make_stop(0)
    assert pauses == [1, 2, 4, 8, 16, 32, 60, 60]
    assert "ended with code 7" in said[0]
    assert "died" not in said[1]
    assert "It has now died 3 times at once" in said[2]


def test_a_long_life_is_no_quick_death() -> None:
    helper = child("pass")
    helper.start()
    assert helper.process is not None
    helper.process.wait()
    helper.deaths, helper.started = 4, time.monotonic() - 3600
    helper.tend(lambda line: None)
    assert helper.deaths == 1


def test_stopping_lets_it_finish() -> None:
    helper = child("import signal, sys, time; signal.signal(15, lambda *_: sys.exit(0)); print(1); time.sleep(60)")
    helper.start()
    time.sleep(0.3)
    helper.ask_to_stop()
    helper.make_stop(time.monotonic() + 10)
    assert helper.process is not None
    assert helper.process.returncode == 0


def test_one_that_will_not_stop_is_killed_with_all_that_it_started(tmp_path: Path) -> None:
    note = tmp_path / "grandchild"
    helper = child(
        f"import subprocess, sys; p = subprocess.Popen([sys.executable, '-c', {DEAF!r}]); "
        f"open({str(note)!r}, 'w').write(str(p.pid)); import signal; signal.signal(15, signal.SIG_IGN); p.wait()"
    )
    helper.start()
    while not note.exists() or not note.read_text():
        time.sleep(0.02)
    grandchild = int(note.read_text())
    assert is_alive(grandchild)
    helper.ask_to_stop()
    helper.make_stop(time.monotonic() + 0.3)
    deadline = time.monotonic() + 5
    while is_alive(grandchild) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not is_alive(grandchild)
    assert helper.process is not None
    assert helper.process.returncode == -signal.SIGKILL


def test_it_leads_a_session_of_its_own() -> None:
    helper = child(SLEEP)
    helper.start()
    assert helper.process is not None
    assert os.getsid(helper.process.pid) == helper.process.pid
    helper.make_stop(0)
