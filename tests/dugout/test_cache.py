"""The embedded cache behaves as Django's caches do, and is shared by threads and processes."""

import multiprocessing
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.core.cache.backends import base

from dugout import cache as cache_module
from dugout.cache import LosableSQLiteCache, SQLiteCache

pytestmark = pytest.mark.once


class Clock:
    """A clock that a test moves: a busy machine may take long between two lines."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def time(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The clock of the cache, and of Django's part of it."""
    found = Clock()
    monkeypatch.setattr(cache_module, "time", found)
    monkeypatch.setattr(base, "time", found)
    return found


def opened(path: Path, **params: object) -> SQLiteCache:
    return SQLiteCache(str(path), {"TIMEOUT": 300, **params})


@pytest.fixture
def cache(tmp_path: Path) -> SQLiteCache:
    """A new one."""
    return opened(tmp_path / "cache.sqlite3")


@pytest.mark.parametrize("value", [0, "", None, "ł", {"a": [1, (2,)]}, b"\0", 2**70])
def test_a_value_comes_back_as_it_was(cache: SQLiteCache, value: object) -> None:
    cache.set("key", value)
    assert cache.get("key", "absent") == value
    assert "key" in cache


def test_an_absent_or_deleted_key_gives_the_default(cache: SQLiteCache) -> None:
    assert cache.get("key", 5) == 5
    cache.set("key", 1)
    assert cache.delete("key")
    assert not cache.delete("key")
    assert cache.get("key") is None


def test_several_keys_are_read_and_deleted_together(cache: SQLiteCache, clock: Clock) -> None:
    cache.set_many({"one": 1, "none": None})
    cache.set("brief", 1, timeout=5)
    clock.now += 5
    assert cache.get_many(["one", "none", "brief", "absent"]) == {"one": 1, "none": None}
    assert cache.get_many([]) == {}
    cache.delete_many(["one", "absent"])
    assert cache.get_many(["one", "none"]) == {"none": None}


def test_an_entry_ends_with_its_time(cache: SQLiteCache, clock: Clock) -> None:
    cache.set("brief", 1, timeout=5)
    cache.set("never", 1, timeout=0)
    cache.set("lasting", 1, timeout=None)
    clock.now += 4
    assert [cache.get(key) for key in ("brief", "never", "lasting")] == [1, None, 1]
    clock.now += 1
    assert [cache.get(key) for key in ("brief", "never", "lasting")] == [None, None, 1]
    assert "brief" not in cache


def test_touch_extends_the_time(cache: SQLiteCache, clock: Clock) -> None:
    cache.set("key", 1, timeout=5)
    assert cache.touch("key", 60)
    clock.now += 59
    assert cache.get("key") == 1
    assert not cache.touch("absent")


def test_add_stores_only_if_the_key_is_absent_or_expired(cache: SQLiteCache, clock: Clock) -> None:
    assert cache.add("key", 1)
    assert not cache.add("key", 2)
    cache.set("old", 1, timeout=5)
    clock.now += 5
    assert cache.add("old", 2)
    assert (cache.get("key"), cache.get("old")) == (1, 2)


def test_incr_keeps_the_time_of_expiry(cache: SQLiteCache, clock: Clock) -> None:
    cache.set("key", 1, timeout=5)
    clock.now += 4
    assert cache.incr("key", 4) == 5
    clock.now += 1
    with pytest.raises(ValueError, match="not found"):
        cache.incr("key")


def test_threads_with_their_own_instances_lose_no_increment(tmp_path: Path) -> None:
    path = tmp_path / "cache.sqlite3"
    opened(path).set("count", 0)

    def count(_: int) -> None:
        mine = opened(path)
        for _ in range(50):
            mine.incr("count")

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(count, range(8)))
    assert opened(path).get("count") == 400


def test_a_forked_process_opens_a_connection_of_its_own(cache: SQLiteCache) -> None:
    cache.set("key", "parent")
    child = multiprocessing.get_context("fork").Process(target=cache.set, args=("key", "child"))
    child.start()
    child.join()
    assert child.exitcode == 0
    assert cache.get("key") == "child"


def test_only_one_of_many_adds_wins(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        won = list(pool.map(lambda n: opened(tmp_path / "cache.sqlite3").add("key", n), range(32)))
    assert won.count(True) == 1


def test_a_new_file_that_another_one_is_making_is_waited_for(tmp_path: Path) -> None:
    """SQLite itself refuses at once to change a file to the write-ahead log while somebody writes it."""
    path = tmp_path / "cache.sqlite3"
    other = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    other.execute("CREATE TABLE made (it)")
    other.execute("BEGIN IMMEDIATE")
    with ThreadPoolExecutor(1) as pool:
        adding = pool.submit(lambda: opened(path).add("key", 1))
        with pytest.raises(TimeoutError):
            adding.result(timeout=0.1)
        other.execute("COMMIT")
        assert adding.result()
    other.close()


def test_the_cache_stays_within_its_size(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache_module, "WRITES_BETWEEN_CULLS", 20)
    cache = opened(tmp_path / "cache.sqlite3", OPTIONS={"MAX_ENTRIES": 50})
    for number in range(200):
        cache.set(f"key{number}", number, timeout=1000 + number)
    with sqlite3.connect(tmp_path / "cache.sqlite3") as database:
        assert database.execute("SELECT count(*) FROM entry").fetchone()[0] <= 70
    database.close()
    assert cache.get("key199") == 199
    assert cache.get("key0") is None


def test_a_key_is_looked_for_without_the_values_of_others(tmp_path: Path) -> None:
    """In a table without rowids each comparison reads the whole value beside a key."""
    opened(tmp_path / "cache.sqlite3").set("key", 1)
    with sqlite3.connect(tmp_path / "cache.sqlite3") as database:
        plan = database.execute("EXPLAIN QUERY PLAN SELECT value FROM entry WHERE key = 'key'").fetchone()[3]
    database.close()
    assert "USING INDEX" in plan


def test_clear_empties_it(cache: SQLiteCache) -> None:
    cache.set("key", 1)
    cache.clear()
    assert cache.get("key") is None


def test_a_page_writes_all_its_values_at_once(tmp_path: Path) -> None:
    """It reads what it set; others see it when the page is done, or before the next step that must be seen by all."""
    path = tmp_path / "cache.sqlite3"
    page, other = LosableSQLiteCache(str(path), {}), opened(path)
    page.set_many({"old": 1, "gone": 2})
    with page.together():
        page.set("new", value := [1])
        value.append(2)
        page.set("old", 3)
        page.delete_many(["gone"])
        assert page.get_many(["new", "old", "gone", "absent"]) == {"new": [1], "old": 3}
        assert (page.get("new"), page.get("gone", "absent")) == ([1], "absent")
        assert other.get_many(["new", "old", "gone"]) == {"old": 1, "gone": 2}
        assert not page.add("new", 5)
        assert other.get_many(["new", "old", "gone"]) == {"new": [1], "old": 3}
        with page.together():
            page.set("last", None)
    assert "last" in other and other.get("last", "absent") is None


def test_a_page_that_fails_keeps_what_it_set(tmp_path: Path) -> None:
    path = tmp_path / "cache.sqlite3"
    page = LosableSQLiteCache(str(path), {})

    def fails() -> None:
        with page.together():
            page.set("key", 1)
            raise ValueError("no page")

    with pytest.raises(ValueError, match="no page"):
        fails()
    assert opened(path).get("key") == 1
