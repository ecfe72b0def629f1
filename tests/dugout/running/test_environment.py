"""The environment is read, or refused with a message that says what to do."""

import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from dugout import environment

pytestmark = pytest.mark.once

NAME = "DUGOUT_TRIED"


@pytest.mark.parametrize(
    ("text", "expected"), [("1", True), ("Yes", True), (" on ", True), ("0", False), ("off", False), ("", True)]
)
def test_a_flag_takes_the_usual_words(monkeypatch: pytest.MonkeyPatch, text: str, expected: bool) -> None:
    monkeypatch.setenv(NAME, text)
    assert environment.flag(NAME, default=True) is expected


@pytest.mark.parametrize("text", ["2", "perhaps", "-1"])
def test_a_flag_refuses_other_words(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv(NAME, text)
    with pytest.raises(ImproperlyConfigured, match="use 1 or 0"):
        environment.flag(NAME, default=True)


@pytest.mark.parametrize("text", ["0", "65536", "-1", "80.5", "eighty", "٨٠", "1e3"])
def test_only_a_number_within_bounds_is_accepted(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv(NAME, text)
    with pytest.raises(ImproperlyConfigured, match="whole number from 1 to 65535"):
        environment.number(NAME, default=8000, least=1)


def test_a_number_within_bounds_is_accepted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(NAME, " 81 ")
    assert environment.number(NAME, default=8000, least=1) == 81
    monkeypatch.delenv(NAME)
    assert environment.number(NAME, default=8000, least=1) == 8000


@pytest.mark.parametrize(
    ("set_to", "hosts", "https", "port", "expected"),
    [
        ("", [], False, True, "http://localhost:8123"),
        ("", ["den.local", "other"], False, True, "http://den.local:8123"),
        ("", [".example.org"], True, False, "https://example.org"),
        ("", ["*"], False, False, "http://localhost"),
        ("https://league.example.org/bowl/ ", ["elsewhere"], False, True, "https://league.example.org/bowl"),
    ],
)
def test_links_in_mails_have_the_address_of_the_site(
    monkeypatch: pytest.MonkeyPatch, set_to: str, hosts: list[str], https: bool, port: bool, expected: str
) -> None:
    monkeypatch.setenv(NAME, set_to)
    monkeypatch.setenv("PORT", "8123")
    assert environment.address(NAME, hosts=hosts, https=https, port=port) == expected


@pytest.mark.parametrize(
    "text", ["league.example.org", "ftp://league", "https://", "https://league/?next=1", "http://[::1"]
)
def test_a_wrong_address_of_the_site_is_refused(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv(NAME, text)
    with pytest.raises(ImproperlyConfigured, match=r"like https://league\.example\.org"):
        environment.address(NAME, hosts=[], https=False, port=False)


def test_a_postgresql_address_is_accepted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(NAME, "postgresql://coach:s%40crum@db.example:5433/dugout")
    found = environment.database(NAME)
    assert found is not None
    assert (found["ENGINE"], found["HOST"], found["PORT"]) == ("django.db.backends.postgresql", "db.example", 5433)
    assert (found["USER"], found["PASSWORD"], found["NAME"]) == ("coach", "s@crum", "dugout")


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("mysql://root@host/db", "starts with 'mysql'"),
        ("sqlite:///x.db", "starts with 'sqlite'"),
        ("dugout", "starts with 'dugout'"),
        ("postgresql://host", "names no database"),
        ("postgresql://host:port/db", "cannot be read"),
    ],
)
def test_another_database_address_is_refused(monkeypatch: pytest.MonkeyPatch, address: str, message: str) -> None:
    monkeypatch.setenv(NAME, address)
    with pytest.raises(ImproperlyConfigured, match=message):
        environment.database(NAME)


def test_a_refused_database_address_does_not_show_its_password(monkeypatch: pytest.MonkeyPatch) -> None:
    for address in ("mysql://root:hunter2@host/db", "postgresql://u:hunter2@host:port/db", "postgresql://u:hunter2@h"):
        monkeypatch.setenv(NAME, address)
        with pytest.raises(ImproperlyConfigured) as refusal:
            environment.database(NAME)
        assert "hunter2" not in str(refusal.value)


def test_only_a_redis_address_is_accepted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(NAME, "redis://:pw@host:6379/0")
    assert environment.redis(NAME) == "redis://:pw@host:6379/0"
    monkeypatch.setenv(NAME, "http://:hunter2@host")
    with pytest.raises(ImproperlyConfigured, match="use redis://") as refusal:
        environment.redis(NAME)
    assert "hunter2" not in str(refusal.value)


def test_only_the_address_of_a_mail_server_is_accepted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(NAME, "smtp+tls://me:pw@mail.example:587")
    found = environment.mail(NAME)
    assert (found["EMAIL_HOST"], found["EMAIL_PORT"], found["EMAIL_USE_TLS"]) == ("mail.example", 587, True)
    monkeypatch.setenv(NAME, "imap://mail.example")
    with pytest.raises(ImproperlyConfigured, match="smtp"):
        environment.mail(NAME)


def test_the_data_folder_is_made_private_with_its_parts(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(NAME, str(tmp_path / "data"))
    folder = environment.data_directory(NAME, default=tmp_path, parts=("media", "broker", "broker/messages"))
    assert folder == tmp_path / "data"
    assert (folder / "broker" / "messages").is_dir()
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert sorted(path.name for path in folder.iterdir()) == ["broker", "media"]


@pytest.mark.parametrize("place", ["missing/data", "file", "file/data"])
def test_an_impossible_data_folder_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, place: str) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv(NAME, str(tmp_path / place))
    with pytest.raises(ImproperlyConfigured, match=f"the data folder {tmp_path / place} .*{NAME}"):
        environment.data_directory(NAME, default=tmp_path, parts=("media",))


def test_a_secret_is_made_once_even_by_processes_that_start_together(tmp_path: Path) -> None:
    path = tmp_path / "secret_key"
    with ThreadPoolExecutor(16) as pool:
        found = set(pool.map(lambda _: environment.secret_in(path), range(64)))
    assert found == {path.read_text()}
    assert len(found.pop()) >= 64
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert list(tmp_path.iterdir()) == [path]


def test_a_secret_of_the_environment_comes_first_and_a_shared_database_needs_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv(NAME, "from outside")
    assert environment.secret(NAME, file=tmp_path / "secret_key") == "from outside"
    monkeypatch.setenv(NAME, "")
    assert environment.secret(NAME, file=tmp_path / "secret_key") == (tmp_path / "secret_key").read_text()
    with pytest.raises(ImproperlyConfigured, match="Make one with"):
        environment.secret(NAME, file=None)
