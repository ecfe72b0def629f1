"""Child processes of `manage.py up`: it starts and watches them, starts them again when they die, and stops them.

A child is a fork of `up`, which has loaded all code. So it works in a moment, even on a busy machine, where a new
Python takes many seconds to load the same; and all of them share the memory of the code.

Each child has its own session, so Ctrl-C reaches only `up`, which decides the order. If `up` is killed, the kernel
(Linux) ends the children, so nothing goes on running.
"""

import contextlib
import ctypes
import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from multiprocessing.context import ForkProcess

PR_SET_PDEATHSIG = 1
PR_SET_NAME = 15
NAME_LENGTH = 15
QUICK_DEATH = 20.0
"""Seconds. A child that lives longer has started properly."""
LONGEST_PAUSE = 60.0

_fork = multiprocessing.get_context("fork")


@dataclass(kw_only=True)
class Child:
    """A process that must run, and how often it died."""

    name: str
    run: Callable[[], object]
    """What it does; its end is the end of the process. SystemExit says the exit code."""
    loss: str
    """What does not work while it is down, for the message."""
    deaths: int = 0
    process: ForkProcess | None = None
    started: float = 0.0
    again_at: float = field(default=0.0)

    def start(self) -> None:
        """Start it, or start it again."""
        self.process = _fork.Process(target=_live, args=(self.name, self.run, os.getpid()))
        self.process.start()
        self.started = time.monotonic()

    def watch(self, say: Callable[[str], None]) -> None:
        """Notice and report its death, and start it again: at once, or after a pause if it keeps dying quickly.

        The pause after the second quick death is a second; each further one doubles it.
        """
        now = time.monotonic()
        if self.process is not None and self.process.exitcode is not None:
            self.deaths = self.deaths + 1 if now - self.started < QUICK_DEATH else 1
            pause = min(2.0 ** (self.deaths - 2), LONGEST_PAUSE) if self.deaths > 1 else 0.0
            self.again_at = now + pause
            say(self._death_message(self.process.exitcode, pause))
            self._sweep_up()
            self.process = None
        if self.process is None and now >= self.again_at:
            self.start()

    def _death_message(self, code: int, pause: float) -> str:
        how = f"was killed by {signal.Signals(-code).name}" if code < 0 else f"ended with code {code}"
        again = f"in {pause:.0f} s" if pause else "now"
        line = f"The {self.name} {how}; starting it again {again}. Meanwhile {self.loss}."
        if self.deaths >= 3:
            line += f" It has now died {self.deaths} times in a row: see its messages above."
        return line

    def _sweep_up(self) -> None:
        """End the other processes of its session after its death."""
        if self.process is not None and self.process.pid is not None:
            _kill_group(self.process.pid)

    def ask_to_stop(self) -> None:
        """Ask it to finish its work and end."""
        if self.process is not None and self.process.exitcode is None:
            self.process.terminate()

    def make_stop(self, deadline: float) -> None:
        """Wait for its end until the deadline (monotonic seconds), then kill it and all processes that it started."""
        if self.process is None or self.process.pid is None:
            return
        self.process.join(max(deadline - time.monotonic(), 0.1))
        _kill_group(self.process.pid)
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()  # it may not have its own session yet
        self.process.join()


def _kill_group(pid: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.killpg(pid, signal.SIGKILL)


def _live(name: str, run: Callable[[], object], parent: int) -> None:
    """The life of a child: apart from its parent's session and signals, but not longer than its parent's."""
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, signal.SIG_DFL)
    os.setsid()
    if sys.platform == "linux":
        kernel = ctypes.CDLL(None)
        kernel.prctl(PR_SET_NAME, f"dugout {name}".replace(" server", "").encode()[:NAME_LENGTH])
        kernel.prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
    if os.getppid() == parent:  # else it was killed a moment ago
        run()
