"""Ending a try that gives no sign of life: a hung thread would otherwise hold its place in the worker for ever.

The lease frees the job, not the thread. So while a job runs, a second thread watches its deadline and, when that has
passed, raises `LeaseLost` in the job's own thread. It reaches any Python code at its next step; a call that never
comes back from C is beyond it, and is left to the worker's end.
"""

import ctypes
import threading
import time
from types import TracebackType

AGAIN = 1.0
"""Seconds after which a job that swallowed the exception gets it once more."""


class LeaseLost(BaseException):
    """This try may write nothing more. Not an Exception, so that no job mistakes it for an error of its own."""


class Leash:
    """Raises LeaseLost in the thread that made it once `lease` seconds pass without `extend`, or `limit` in all."""

    def __init__(self, *, lease: float, limit: float) -> None:
        self.lease = lease
        self.end = time.monotonic() + limit
        self.pulled = False
        self._thread = threading.get_ident()
        self._deadline = min(time.monotonic() + lease, self.end)
        self._over = False
        self._changed = threading.Condition()

    def __enter__(self) -> "Leash":
        threading.Thread(target=self._watch, name="leash", daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.let_go()

    def let_go(self) -> None:
        """Raise nothing from now on. Does no harm twice."""
        with self._changed:
            self._over = True
            self._changed.notify()
            if self.pulled:  # one that has not arrived yet must not hit what comes after
                _raise_in(self._thread, None)

    def extend(self) -> None:
        """A sign of life: another lease from now, up to the limit."""
        with self._changed:
            self._deadline = min(time.monotonic() + self.lease, self.end)

    def _watch(self) -> None:
        with self._changed:
            while not self._over:
                left = self._deadline - time.monotonic()
                if left <= 0:
                    self.pulled = True
                    _raise_in(self._thread, LeaseLost)
                    left = AGAIN
                self._changed.wait(left)


def _raise_in(thread: int, exception: type[BaseException] | None) -> None:
    target = ctypes.py_object(exception) if exception else None
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), target)
