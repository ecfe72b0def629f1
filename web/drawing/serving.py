"""Whether this thread serves a request now: only then somebody waits for the next page."""

from __future__ import annotations

import threading
from typing import Any

from django.core.signals import request_finished, request_started

_here = threading.local()


def is_serving() -> bool:
    """Whether a request has begun in this thread and its answer has not been sent yet."""
    return getattr(_here, "request", False)


def _begun(**_signal: Any) -> None:
    _here.request = True


def _ended(**_signal: Any) -> None:
    _here.request = False


request_started.connect(_begun, dispatch_uid="web.drawing.serving.begun")
request_finished.connect(_ended, dispatch_uid="web.drawing.serving.ended")
