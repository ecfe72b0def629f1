"""The key that seals backups: from the environment, or made in the data folder."""

import stat
from pathlib import Path

import pytest
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError, call_command

from dugout import environment
from dugout.backup import archive, keys
from dugout.backup.archive import BackupError

pytestmark = pytest.mark.once


@pytest.fixture
def var(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(settings, "VAR_DIR", tmp_path)
    monkeypatch.setattr(settings, "BACKUP_KEY", "")
    return tmp_path


def test_the_key_is_made_once_and_only_its_owner_can_read_it(var: Path) -> None:
    assert keys.known_key() is None
    key = keys.own_key()
    assert len(key) >= environment.SHORTEST_KEY
    assert keys.own_key() == keys.known_key() == key == (var / "backup_key").read_bytes()
    assert stat.S_IMODE((var / "backup_key").stat().st_mode) == 0o600
    assert "backup_key" in keys.where()


def test_the_environment_comes_before_the_file(var: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keys.own_key()
    monkeypatch.setattr(settings, "BACKUP_KEY", "k" * 40)
    assert keys.own_key() == keys.known_key() == b"k" * 40
    assert "DUGOUT_BACKUP_KEY" in keys.where()


def test_a_named_file_comes_before_both(var: Path, tmp_path: Path) -> None:
    keys.own_key()
    (tmp_path / "copy").write_text("c" * 64 + "\n")
    assert keys.known_key(tmp_path / "copy") == b"c" * 64


@pytest.mark.parametrize(
    "content", [b"", b"short", b"\xff" * 64, "ł".encode() * 64], ids=["empty", "short", "no text", "not ASCII"]
)
def test_a_file_without_a_key_is_refused(var: Path, content: bytes) -> None:
    (var / "backup_key").write_bytes(content)
    for find in (keys.own_key, keys.known_key, lambda: keys.known_key(var / "backup_key")):
        with pytest.raises(BackupError, match="backup_key"):
            find()


def test_a_missing_or_unreadable_file_is_named(var: Path) -> None:
    with pytest.raises(BackupError, match="nothing cannot be read: No such file"):
        keys.known_key(var / "nothing")
    (var / "backup_key").mkdir()
    with pytest.raises(BackupError, match="backup_key"):
        keys.own_key()


def test_a_short_key_in_the_environment_stops_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    for bad in ("short", "ł" * 40):
        monkeypatch.setenv("DUGOUT_BACKUP_KEY", bad)
        with pytest.raises(ImproperlyConfigured, match="DUGOUT_BACKUP_KEY needs at least 32"):
            environment.key("DUGOUT_BACKUP_KEY")
    monkeypatch.setenv("DUGOUT_BACKUP_KEY", " " + "k" * 32)
    assert environment.key("DUGOUT_BACKUP_KEY") == "k" * 32


@pytest.mark.parametrize("typed", ["0", "-1", "1.5", "many", "9" * 50, "٣"])
def test_the_largest_size_is_a_whole_number(var: Path, typed: str) -> None:
    with pytest.raises(CommandError, match="whole number of GiB"):
        call_command("restore", "any", "--largest", typed)


def test_the_restore_command_passes_on_what_it_was_asked(var: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[archive.Terms] = []

    def restore(file: Path, terms: archive.Terms) -> None:
        asked.append(terms)
        raise BackupError("enough")

    monkeypatch.setattr("dugout.management.commands.restore.restore_backup", restore)
    (var / "copy").write_text("c" * 64)
    for options in ([], ["--key-file", str(var / "copy"), "--unsealed", "--largest", "3"]):
        with pytest.raises(CommandError, match="enough"):
            call_command("restore", "any", *options)
    assert asked == [
        archive.Terms(key=None),
        archive.Terms(key=b"c" * 64, unsealed=True, largest=3 * 1024**3),
    ]
