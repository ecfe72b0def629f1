"""Child processes of `manage.py up`: started, watched, started again when they die, and always stopped.

Each child leads a session of its own, so Ctrl-C reaches `up` alone and `up` decides the order; should `up` itself be
killed, the kernel tells the children (Linux), so nothing is left running.
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
"""Seconds: a child that lived longer did start properly."""
LONGEST_PAUSE = 60.0


@dataclass(kw_only=True)
class Child:
    """One process that must be running, and how it has fared."""

    name: str
    command: list[str]
    loss: str
    """What people miss while it is down, for the message."""
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

    def tend(self, say: Callable[[str], None]) -> None:
        """Notice a death and say so; start it again once its pause is over. A quick death doubles the pause."""
        now = time.monotonic()
        if self.process is not None and self.process.poll() is not None:
            self.deaths = self.deaths + 1 if now - self.started < QUICK_DEATH else 1
            pause = min(2.0 ** (self.deaths - 1), LONGEST_PAUSE)
            self.again_at = now + pause
            say(self._epitaph(self.process.returncode, pause))
            self._sweep_up()
            self.process = None
        if self.process is None and now >= self.again_at:
            self.start()

    def _epitaph(self, code: int, pause: float) -> str:
        how = f"was killed by {signal.Signals(-code).name}" if code < 0 else f"ended with code {code}"
        line = f"The {self.name} {how}; starting it again in {pause:.0f} s. Meanwhile {self.loss}."
        if self.deaths >= 3:
            line += f" It has now died {self.deaths} times at once: its own words above should say why."
        return line

    def _sweep_up(self) -> None:
        """End what a dead leader left behind in its session."""
        if self.process is not None:
            _signal_group(self.process.pid, signal.SIGKILL)

    def ask_to_stop(self) -> None:
        """Let it finish what it is doing."""
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()

    def make_stop(self, deadline: float) -> None:
        """Wait for its end until the deadline (monotonic seconds), then end it and all it started."""
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
