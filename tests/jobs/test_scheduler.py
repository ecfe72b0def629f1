"""Finders find work that is due, and each becomes a job once, even after many looks."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.utils import timezone

from jobs import scheduler
from jobs.extensions import Due, due_work
from jobs.models import Job, State
from tests.jobs import kinds  # noqa: F401 - registers the kinds

pytestmark = pytest.mark.django_db


@pytest.fixture
def finders(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Only the finders that a test adds."""
    empty: dict[str, Any] = {}
    monkeypatch.setattr(due_work, "_added", empty)
    return empty


def squares(now: datetime) -> list[Due]:
    return [
        Due("test_square", {"number": 3}, "the third of May"),
        Due("test_square", {"number": 4}, "the third of May"),
    ]


def test_a_due_job_is_created_once(finders: dict[str, Any]) -> None:
    finders["squares"] = squares
    assert [scheduler.look() for _ in range(3)] == [2, 2, 2]
    assert sorted(job.params["number"] for job in Job.objects.all()) == [3, 4]


def test_another_version_is_another_job(finders: dict[str, Any]) -> None:
    finders["now"] = lambda now: [Due("test_square", {"number": 3}, now.isoformat())]
    for day in (1, 2):
        scheduler.look(datetime(2026, 5, day, tzinfo=timezone.get_default_timezone()))
    assert Job.objects.count() == 2


def test_a_look_that_finds_nothing_writes_nothing(finders: dict[str, Any], django_assert_num_queries: Any) -> None:
    finders["nothing"] = lambda now: []
    with django_assert_num_queries(0):
        assert scheduler.look() == 0


def test_workers_take_turns(finders: dict[str, Any]) -> None:
    looks: list[datetime] = []
    finders["counts"] = lambda now: looks.append(now) or []
    cache.delete("jobs.clockwork")
    for _ in range(3):
        scheduler.look_once_a_minute()
    assert len(looks) == 1


def test_a_finder_is_registered_once_even_if_its_module_is_loaded_again(finders: dict[str, Any]) -> None:
    for _ in range(2):
        due_work.add(squares)
    assert len(finders) == 1


@pytest.mark.parametrize("state", [State.FAILED, State.SET_ASIDE])
def test_a_failed_job_is_not_created_again_for_an_hour(finders: dict[str, Any], state: str) -> None:
    finders["squares"] = squares
    scheduler.look()
    now = timezone.now()
    three = Job.objects.filter(params={"number": 3})
    three.update(state=state, finished=now - timedelta(minutes=59), current_key=None)
    assert [scheduler.look() for _ in range(3)] == [1, 1, 1]
    assert three.count() == 1
    three.update(finished=now - timedelta(minutes=61))
    assert scheduler.look() == 2
    assert three.count() == 2
