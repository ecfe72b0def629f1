"""What the tests of jobs share: people, a way to set times back, and the kinds of kinds.py."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from jobs import tasks
from jobs.models import Job
from tests.jobs import kinds  # noqa: F401 - registers the test kinds


@pytest.fixture
def owner(db: None) -> User:
    return User.objects.create_user("olga")


@pytest.fixture
def stranger(db: None) -> User:
    return User.objects.create_user("sten")


@pytest.fixture
def staff(db: None) -> User:
    return User.objects.create_user("stefan", is_staff=True)


@pytest.fixture
def sent_messages(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The messages that were sent, by job, to a broker that works."""
    sent: list[str] = []

    def tell(job_ids: list[str]) -> bool:
        sent.extend(job_ids)
        return True

    monkeypatch.setattr(tasks, "tell_workers", tell)
    return sent


@pytest.fixture
def back_date() -> Callable[..., None]:
    """Set moments of a job's row back by so many seconds, as if that time had passed."""

    def set_back(job: Job, seconds: float, *names: str) -> None:
        job.refresh_from_db()
        moments: dict[str, Any] = {name: getattr(job, name) - timedelta(seconds=seconds) for name in names}
        Job.objects.filter(pk=job.pk).update(**moments)

    return set_back


@pytest.fixture
def now() -> Any:
    return timezone.now()
