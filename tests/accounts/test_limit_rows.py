"""The cache in rows does what limits ask of a cache."""

import re
import threading
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from accounts import limit_rows
from accounts.limit_rows import RowCache
from accounts.models import LimitCount


@pytest.fixture
def rows(db: None) -> RowCache:
    return RowCache("", {})


def make_all_old() -> None:
    LimitCount.objects.update(expires=timezone.now() - timedelta(seconds=1))


def test_a_value_is_kept_until_it_expires(rows: RowCache) -> None:
    assert rows.get("a", "none") == "none"
    rows.set("a", [2.5, 1.25], 60)
    rows.set("b", [], 60)
    assert (rows.get("a"), rows.get("b", "none")) == ([2.5, 1.25], [])
    rows.set("a", [9.0], 60)
    assert rows.get("a") == [9.0]
    make_all_old()
    assert rows.get("a", "none") == "none"


def test_only_the_first_of_two_adds_what_is_not_there_or_too_old(rows: RowCache) -> None:
    assert rows.add("lock", True, 10) is True
    assert rows.add("lock", True, 10) is False
    make_all_old()
    assert rows.add("lock", True, 10) is True
    assert rows.delete("lock") is True
    assert rows.delete("lock") is False
    assert rows.add("lock", True, None) is True


def test_keys_and_versions_are_apart_and_no_key_can_be_read(rows: RowCache) -> None:
    rows.set("allauth:rl:ip:192.0.2.7", [1.0], 60)
    rows.set("allauth:rl:ip:192.0.2.7", [2.0], 60, version=2)
    assert rows.get("allauth:rl:ip:192.0.2.7") == [1.0]
    assert all(re.fullmatch("[0-9a-f]{64}", key) for key in LimitCount.objects.values_list("key", flat=True))
    rows.clear()
    assert not LimitCount.objects.exists()


def test_what_has_expired_is_deleted_now_and_then(rows: RowCache, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limit_rows, "WRITES_BETWEEN_CULLS", 3)
    rows.set("old", [1.0], 60)
    make_all_old()
    rows.set("new", [1.0], 60)
    assert LimitCount.objects.count() == 2
    rows.set("newer", [1.0], 60)
    assert LimitCount.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_of_many_at_once_one_adds() -> None:
    won: list[bool] = []
    start = threading.Barrier(6)

    def race() -> None:
        start.wait()
        won.append(RowCache("", {}).add("lock", True, 10))
        connection.close()

    threads = [threading.Thread(target=race) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(won) == [False] * 5 + [True]
