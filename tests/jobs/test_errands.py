"""While no worker lives the web server runs errands itself: soon, once, and without harm if they fail."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import connections
from django.test.utils import override_script_prefix
from django.urls import get_script_prefix, reverse

from jobs import tasks, workers
from jobs.extensions import Errand, errands
from jobs.models import WorkerSign
from jobs.tasks import run_here, workers_live

WAIT = 60
"""Seconds, on a busy machine."""


class Told:
    """An errand that waits until it may go on, and remembers what it was about."""

    def __init__(self) -> None:
        self.may_go, self.done, self.abouts = threading.Event(), threading.Semaphore(0), list[int]()

    def __call__(self, about: int) -> None:
        try:
            assert self.may_go.wait(WAIT)
            self.abouts.append(about)
            if about < 0:
                raise RuntimeError("made up")
        finally:
            self.done.release()


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> Iterator[Told]:
    told = Told()
    monkeypatch.setitem(errands._added, "told", Errand("told", told))
    yield told
    told.may_go.set()


def test_an_errand_runs_once_however_often_it_is_asked_for_before_it_begins(told: Told) -> None:
    run_here("told", 0)  # the thread is at it while the others wait
    for _time in range(3):
        run_here("told", 1)
        run_here("told", 2)
    told.may_go.set()
    for _each in range(3):
        assert told.done.acquire(timeout=WAIT)
    run_here("told", 1)
    assert told.done.acquire(timeout=WAIT)
    assert told.abouts == [0, 1, 2, 1]


def test_what_no_request_asks_for_is_done_under_the_path_of_the_site(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.ADDRESS = "https://example.org/teams"
    seen = list[str]()
    monkeypatch.setattr(tasks, "run_next", lambda: seen.append(reverse("home")))
    monkeypatch.setattr(tasks, "_thread", lambda: SimpleNamespace(submit=lambda run, *args: run(*args)))
    monkeypatch.setattr(connections, "close_all", lambda: None)  # those of this test
    monkeypatch.setitem(errands._added, "path", Errand("path", lambda _about: seen.append(reverse("home"))))
    with override_script_prefix("/"):
        tasks.run_job("1")
        tasks.run_here("path", 1)
        assert (seen, get_script_prefix()) == (["/teams/", "/teams/"], "/")


def test_an_errand_that_fails_is_logged_and_the_next_one_runs(told: Told, caplog: pytest.LogCaptureFixture) -> None:
    told.may_go.set()
    run_here("told", -1)
    run_here("unknown", 1)
    run_here("told", 5)
    for _each in range(2):
        assert told.done.acquire(timeout=WAIT)
    assert told.abouts == [-1, 5]
    assert "the errand told about -1 failed" in caplog.text


@pytest.mark.django_db
@pytest.mark.parametrize(("signs", "live"), [("none", False), ("alive", True), ("stopped", False), ("lost", False)])
def test_a_worker_lives_that_signs_and_reaches_the_broker(
    monkeypatch: pytest.MonkeyPatch, signs: str, live: bool
) -> None:
    monkeypatch.setattr(tasks, "_workers_known", (0.0, False))
    if signs != "none":
        workers.sign("one", broker_lost=signs == "lost")
    if signs == "stopped":
        workers.sign_off("one")
    assert workers_live() is live
    WorkerSign.objects.all().delete()
    assert workers_live() is live, "it is trusted for some seconds"
