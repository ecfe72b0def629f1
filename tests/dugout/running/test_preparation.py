"""The preparation before web server and worker start. `tests/dugout/test_upgrade.py` prepares an older database."""

import os
import pickle
import sqlite3
from pathlib import Path

import pytest
from django.conf import settings
from django.core.cache import caches
from django.core.management import CommandError
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import override_settings

from dugout import preparation
from dugout.cache import LosableSQLiteCache, SQLiteCache


@pytest.mark.django_db
def test_a_database_that_is_up_to_date_is_not_changed() -> None:
    said: list[str] = []
    assert not preparation.migrate(said.append)
    assert said == []


@pytest.mark.django_db
def test_an_empty_database_is_filled_and_counts_as_a_first_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether the demo league is played is tested with real processes in `tests/dugout/running/test_up.py`."""
    done: list[str] = []
    monkeypatch.setattr(preparation, "migration_plan", lambda: ([("teams.0001_initial", False)], set()))
    monkeypatch.setattr(preparation, "call_command", lambda name, **options: done.append(name))
    assert preparation.migrate(done.append)
    assert done == ["Preparing the database ...", "migrate"]


@pytest.mark.django_db
def test_a_database_of_a_newer_dugout_is_refused() -> None:
    MigrationRecorder(connection).record_applied("teams", "9999_future")
    with pytest.raises(CommandError, match=r"newer Dugout \(it has teams\.9999_future\)"):
        preparation.migrate(lambda line: None)


@pytest.mark.sqlite
@pytest.mark.django_db
def test_only_the_newest_copies_are_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(settings, "VAR_DIR", tmp_path)
    monkeypatch.setattr(preparation, "KEPT_COPIES", 3)
    (tmp_path / "backups").mkdir()
    (tmp_path / "backups" / "dugout-mine.backup").write_text("mine")
    made = [preparation.copy_aside() for _ in range(5)]
    left = {path.name for path in (tmp_path / "backups").iterdir()}
    assert left == {path.name for path in made[-3:]} | {"dugout-mine.backup"}


@pytest.mark.skipif(bool(settings.REDIS_URL), reason="is about the cache file, and this run uses Redis")
def test_an_unreadable_cache_file_is_created_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = tmp_path / "cache.sqlite3"
    path.write_bytes(b"power cut" * 1000)
    changed = {"default": settings.CACHES["default"] | {"LOCATION": str(path)}}
    monkeypatch.setattr(settings, "CACHES", changed)
    preparation.repair_cache()
    cache = caches.create_connection("default")
    cache.set("key", 1)
    assert cache.get("key") == 1
    preparation.repair_cache()
    assert cache.get("key") == 1


@pytest.mark.skipif(bool(settings.REDIS_URL), reason="is about the cache file, and this run uses Redis")
@pytest.mark.parametrize(("backend", "left"), [(LosableSQLiteCache, None), (SQLiteCache, 1)])
def test_a_cache_table_of_an_earlier_version_is_made_again_where_it_may_be_lost(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, backend: type[SQLiteCache], left: int | None
) -> None:
    path = tmp_path / "cache.sqlite3"
    with sqlite3.connect(path) as made:
        made.execute("CREATE TABLE entry (key TEXT PRIMARY KEY, value BLOB NOT NULL, expires REAL) WITHOUT ROWID")
        made.execute("INSERT INTO entry VALUES (':1:key', ?, NULL)", (pickle.dumps(1),))
    made.close()
    changed = {"default": {"BACKEND": f"dugout.cache.{backend.__name__}", "LOCATION": str(path)}}
    monkeypatch.setattr(settings, "CACHES", changed)
    preparation.repair_cache()
    cache = backend(str(path), {})
    assert cache.get("key") == left
    cache.set("key", 2)
    preparation.repair_cache()
    assert cache.get("key") == 2


def test_static_files_are_collected_again_only_after_a_change(tmp_path: Path) -> None:
    source, root = tmp_path / "source", tmp_path / "gathered"
    source.mkdir()
    root.mkdir()
    style = source / "tried.css"
    style.write_text("a {}")
    finders = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    with override_settings(STATIC_ROOT=root, STATICFILES_DIRS=[source], STATICFILES_FINDERS=finders):
        said: list[str] = []
        preparation.collect_static(said.append)
        assert (root / "tried.css").read_text() == "a {}"
        preparation.collect_static(said.append)
        assert len(said) == 1
        style.write_text("b {}")
        os.utime(style, ns=(2**62, 2**62))
        preparation.collect_static(said.append)
        assert len(said) == 2
        assert (root / "tried.css").read_text() == "b {}"


def test_static_files_of_the_admin_are_collected_where_it_is_on(tmp_path: Path) -> None:
    source, root = tmp_path / "source", tmp_path / "gathered"
    root.mkdir()
    for name in ("admin/base.css", "django_htmx/htmx-2.min.js", "django_htmx/htmx-4.min.js"):
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        (source / name).write_text("a {}")
    finders = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    with override_settings(STATIC_ROOT=root, STATICFILES_DIRS=[source], STATICFILES_FINDERS=finders):
        preparation.collect_static(lambda line: None)
        assert [path.name for path in root.rglob("*.*") if path.is_file()] == [".sources", "htmx-2.min.js"]
        with override_settings(ADMIN=True):
            preparation.collect_static(lambda line: None)
        assert (root / "admin" / "base.css").exists()


@pytest.fixture
def demo(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """A demo command that counts its calls, and fails as often as the list says."""
    played: list[str] = []
    monkeypatch.setattr(settings, "VAR_DIR", tmp_path)
    monkeypatch.setattr(preparation, "get_commands", lambda: {"demo": "dugout"})
    monkeypatch.setattr(preparation, "call_command", lambda name, **options: played.append(name))
    return played


def test_the_demo_league_is_played_at_the_first_start_only(demo: list[str]) -> None:
    preparation.load_demo(lambda line: None, first_start=True)
    preparation.load_demo(lambda line: None, first_start=False)
    assert demo == ["demo"]


def test_a_demo_league_that_was_interrupted_is_played_at_the_next_start(
    demo: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(name: str, **options: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(preparation, "call_command", interrupted)
        with pytest.raises(KeyboardInterrupt):
            preparation.load_demo(lambda line: None, first_start=True)
    preparation.load_demo(lambda line: None, first_start=False)
    preparation.load_demo(lambda line: None, first_start=False)
    assert demo == ["demo"]


def test_a_demo_league_that_fails_is_reported_and_does_not_stop_the_start(
    demo: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(name: str, **options: object) -> None:
        raise CommandError("no luck")

    said: list[str] = []
    monkeypatch.setattr(preparation, "call_command", failing)
    preparation.load_demo(said.append, first_start=True)
    assert "could not be loaded: no luck" in said[-1]


def test_the_demo_league_can_be_switched_off(demo: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "DEMO", False)
    preparation.load_demo(lambda line: None, first_start=True)
    assert demo == []
