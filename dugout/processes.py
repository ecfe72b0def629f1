"""Child processes of `manage.py up`: it starts and watches them, starts them again when they die, and stops them.

Each child has its own session, so Ctrl-C reaches only `up`, which decides the order. If `up` is killed, the kernel
(Linux) ends the children, so nothing goes on running.
"""

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field

PR_SET_PDEATHSIG = 1
QUICK_DEATH = 20.0
"""Seconds. A child that lives longer has started properly."""
LONGEST_PAUSE = 60.0


@dataclass(kw_only=True)
class Child:
    """A process that must run, and how often it died."""

    name: str
    command: list[str]
    loss: str
    """What does not work while it is down, for the message."""
    deaths: int = 0
    process: subprocess.Popen[bytes] | None = None
    started: float = 0.0
    again_at: float = field(default=0.0)

    def start(self) -> None:
        """Start it, or start it again."""
        self.process = subprocess.Popen(  # noqa: S603 - the command is ours
            self.command, stdin=subprocess.DEVNULL, start_new_session=True, preexec_fn=_die_with_parent
        )
        self.started = time.monotonic()

    def watch(self, say: Callable[[str], None]) -> None:
        """Notice and report its death, and start it again after a pause. A quick death doubles the pause."""
        now = time.monotonic()
        if self.process is not None and self.process.poll() is not None:
            self.deaths = self.deaths + 1 if now - self.started < QUICK_DEATH else 1
            pause = min(2.0 ** (self.deaths - 1), LONGEST_PAUSE)
            self.again_at = now + pause
            say(self._death_message(self.process.returncode, pause))
            self._sweep_up()
            self.process = None
        if self.process is None and now >= self.again_at:
            self.start()

    def _death_message(self, code: int, pause: float) -> str:
        how = f"was killed by {signal.Signals(-code).name}" if code < 0 else f"ended with code {code}"
        line = f"The {self.name} {how}; starting it again in {pause:.0f} s. Meanwhile {self.loss}."
        if self.deaths >= 3:
            line += f" It has now died {self.deaths} times in a row: see its messages above."
        return line

    def _sweep_up(self) -> None:
        """End the other processes of its session after its death."""
        if self.process is not None:
            _signal_group(self.process.pid, signal.SIGKILL)

    def ask_to_stop(self) -> None:
        """Ask it to finish its work and end."""
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()

    def make_stop(self, deadline: float) -> None:
        """Wait for its end until the deadline (monotonic seconds), then kill it and all processes that it started."""
        if self.process is None:
            return
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(max(deadline - time.monotonic(), 0.1))
        _signal_group(self.process.pid, signal.SIGKILL)
        self.process.wait()


def _signal_group(pid: int, number: signal.Signals) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.killpg(pid, number)


def _die_with_parent() -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
