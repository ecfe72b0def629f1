"""Web servers and workers do not run during a restore, or with a database of another version."""

import gc
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError
from django.db import OperationalError, connection
from django.db.migrations.recorder import MigrationRecorder

from dugout import celery, preparation, starting
from dugout.backup import service
from dugout.backup.archive import BackupError
from tests.dugout.connections import end_other_connections
from tests.dugout.elsewhere import PATIENCE, ROOT, installation, unapply_the_newest_of
from web.fingerprint import code

IN_ITS_LOOP = """
import asyncio
async def serve():
    import dugout.asgi
asyncio.run(serve())
"""
WAYS = {
    "gunicorn": ["-m", "gunicorn", "--bind", "127.0.0.1:0", "--no-control-socket", "dugout.wsgi"],
    "celery": ["-m", "celery", "-A", "dugout", "worker", "-P", "solo"],
    "asgi": ["-c", IN_ITS_LOOP],
}
TRIED = WAYS if settings.EMBEDDED else ("gunicorn",)
"""All of them ask the same question, which alone goes otherwise on another database."""


@pytest.fixture(autouse=True)
def place(tmp_path: Path) -> Iterator[Path]:
    """A data folder that no process uses yet."""
    was, starting._held[:] = list(starting._held), []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(settings, "VAR_DIR", tmp_path)
        yield tmp_path
    while starting._held:
        starting._held.pop().close()
    starting._held[:] = was


@pytest.mark.thorough
@pytest.mark.parametrize("way", TRIED)
def test_an_empty_database_is_refused_with_what_to_do_by(way: str, tmp_path: Path) -> None:
    with installation(tmp_path) as elsewhere:
        done = subprocess.run(
            [sys.executable, *WAYS[way]],
            cwd=ROOT, env=elsewhere.environment, capture_output=True, text=True, timeout=PATIENCE, check=False,
        )  # fmt: skip
    assert done.returncode == {"gunicorn": 3, "celery": 1, "asgi": 3}[way]
    assert "Dugout cannot start: the database is empty" in done.stderr and "manage.py migrate" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.django_db
def test_a_database_of_a_newer_dugout_is_refused() -> None:
    assert starting.why_not_now() == ""
    MigrationRecorder(connection).record_applied("teams", "9999_future")
    assert "newer Dugout (it has teams.9999_future)" in starting.why_not_now()


@pytest.mark.django_db
def test_a_database_that_was_restored_but_not_brought_up_to_date_is_refused() -> None:
    lacking = unapply_the_newest_of("leagues")
    assert f"it lacks {lacking}" in starting.why_not_now()


@pytest.mark.django_db
def test_web_server_and_worker_wait_for_a_database_that_does_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*args: object) -> None:
        raise OperationalError("connection refused")

    monkeypatch.setattr(preparation, "MigrationExecutor", away)
    assert starting.why_not_now() == ""
    with pytest.raises(CommandError, match="does not answer: connection refused"):
        preparation.require_tables()


@pytest.mark.django_db
def test_nothing_is_restored_while_a_worker_or_a_web_server_runs() -> None:
    with service._not_running():
        pass
    assert starting.why_not_now() == ""
    with pytest.raises(BackupError, match="Dugout is running"), service._not_running():
        pass


@pytest.mark.django_db
def test_nothing_starts_while_a_backup_is_restored(place: Path) -> None:
    with service._not_running():
        assert starting.why_not_now() == f"a backup is being restored into {place}. Start again when that is done."
    assert starting.why_not_now() == ""


@pytest.mark.django_db
def test_a_database_of_a_newer_dugout_is_not_saved(tmp_path: Path) -> None:
    MigrationRecorder(connection).record_applied("teams", "9999_future")
    with pytest.raises(BackupError, match="newer Dugout"):
        service.make_backup(tmp_path / "x.backup")
    assert not (tmp_path / "x.backup").exists()


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_database_that_others_are_connected_to_is_not_restored_into() -> None:
    end_other_connections()
    service._refuse_data()
    other = connection.copy()
    try:
        other.ensure_connection()
        with pytest.raises(BackupError, match=r"in use elsewhere \(1 connections\)"):
            service._refuse_data()
    finally:
        other.close()


@pytest.fixture
def own_collection() -> Iterator[None]:
    """Garbage is collected as before when the test ends."""
    before = gc.get_threshold()
    gc.unfreeze()
    yield
    gc.unfreeze()
    gc.set_threshold(*before)


@pytest.mark.usefixtures("own_collection")
def test_garbage_collection_skips_loaded_code_and_lets_a_page_be_drawn() -> None:
    gc.set_threshold(700, 10, 10)
    starting.freeze_loaded_code()
    assert gc.get_freeze_count() > 10_000
    assert gc.get_threshold() == (starting.NEW_OBJECTS, 10, 10)


@pytest.mark.usefixtures("own_collection")
def test_a_server_reads_the_fingerprint_of_its_code_before_its_files_can_be_replaced() -> None:
    code.cache_clear()
    starting.freeze()
    assert code.cache_info().currsize == 1


@pytest.mark.django_db
@pytest.mark.usefixtures("own_collection")
def test_a_worker_freezes_what_is_loaded_before_it_forks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(starting, "why_unsafe", lambda: "")
    monkeypatch.setattr(starting, "why_not_now", lambda: "")
    celery.refuse_what_cannot_work()
    assert gc.get_freeze_count() > 10_000
