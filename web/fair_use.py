"""Nobody takes the server for themselves: each person may use so much processor time, whatever they ask for.

It is measured, not estimated: reading an uploaded team, a draw of 200 teams or a preview of a correction costs what it
costs. Each process counts for itself and in memory, so nothing that is lost (a cache, Redis) lifts the limit.
Visitors can make nothing draw, roll or read a file; the limits of sign-in and sign-up are in `accounts`. Pages that
cost more than others to read count visitors by their source (`limits_visitors`).
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.core.internal import ratelimit
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

FULL = 10_000
"""How many people are counted before those who have used nothing for long are forgotten."""


class Allowance:
    """What each person has used, in seconds of processor time. It runs off as time passes.

    `most` may be used at once; `rate` runs off in a second.
    """

    def __init__(self, *, most: float, rate: float) -> None:
        self._most = most
        self._rate = rate
        self._used: dict[Any, tuple[float, float]] = {}
        self._lock = threading.Lock()

    def wait(self, person: Any, now: float) -> float:
        """Seconds until the person may ask again; 0 if they may now. `now` is a monotonic time in seconds."""
        return max(0.0, (self._left(person, now) - self._most) / self._rate)

    def charge(self, person: Any, seconds: float, now: float) -> None:
        """Add what a request used."""
        with self._lock:
            if len(self._used) >= FULL:
                self._used = {who: used for who, used in self._used.items() if self._left(who, now) > 0}
            self._used[person] = (self._left(person, now) + seconds, now)

    def _left(self, person: Any, now: float) -> float:
        used, then = self._used.get(person, (0.0, now))
        return max(0.0, used - (now - then) * self._rate)


class FairUseMiddleware:
    """Answers 429, with the seconds to wait, to a person who has used up their allowance in this process."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self.allowance = Allowance(most=settings.WORK_AT_ONCE, rate=settings.WORK_RATE)

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not request.user.is_authenticated:
            return self.get_response(request)
        return _charged(self.allowance, request.user.pk, request, lambda: self.get_response(request))


def limits_visitors(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A view whose visitors are counted too, by the address that they ask from: one allowance for all of its pages."""
    allowances: list[Allowance] = []

    @wraps(view)
    def limited(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.user.is_authenticated:
            return view(request, *args, **kwargs)
        if not allowances:
            allowances.append(Allowance(most=settings.WORK_AT_ONCE, rate=settings.WORK_RATE))
        source = ratelimit.get_ip(request)
        return _charged(allowances[0], source, request, lambda: view(request, *args, **kwargs))

    return limited


def _charged(
    allowance: Allowance, person: Any, request: HttpRequest, answer: Callable[[], HttpResponse]
) -> HttpResponse:
    if wait := allowance.wait(person, time.monotonic()):
        response = render(request, "429.html", status=429)
        response.headers["Retry-After"] = str(math.ceil(wait))
        return response
    begun = time.thread_time()
    try:
        return answer()
    finally:
        allowance.charge(person, time.thread_time() - begun, time.monotonic())
