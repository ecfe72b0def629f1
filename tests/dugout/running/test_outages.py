"""While the database or the disk does not serve, pages answer 503 and when to come again; bugs stay errors."""

import asyncio
import contextlib
import errno
import logging
import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any
from uuid import uuid4

import psycopg
import pytest
from django.conf import settings
from django.core.cache import caches
from django.core.exceptions import ImproperlyConfigured
from django.core.handlers.exception import convert_exception_to_response
from django.db import DatabaseError, IntegrityError, InterfaceError, OperationalError, ProgrammingError, connection
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import reverse

from dugout import outages, views
from dugout.cache import LosableSQLiteCache, SQLiteCache
from dugout.outages import LATER, SOON, OneLine, wait_for
from leagues.models import League
from tests.leagues.cast import Cast, create_cast, signed_in


def sqlite_error(code: int) -> sqlite3.OperationalError:
    error = sqlite3.OperationalError("told by its code")
    error.sqlite_errorcode = code
    return error


def caused(error: Exception, cause: BaseException) -> Exception:
    error.__cause__ = cause
    return error


OUTAGES = {
    "no connection to PostgreSQL": (caused(OperationalError("refused"), psycopg.OperationalError("refused")), SOON),
    "PostgreSQL ends": (caused(OperationalError("ends"), psycopg.errors.AdminShutdown("ends")), SOON),
    "PostgreSQL starts": (caused(OperationalError("starts"), psycopg.errors.CannotConnectNow("starts")), SOON),
    "too many connections": (caused(OperationalError("many"), psycopg.errors.TooManyConnections("many")), SOON),
    "a lock takes too long": (caused(OperationalError("lock"), psycopg.errors.LockNotAvailable("lock")), SOON),
    "a deadlock": (caused(OperationalError("dead"), psycopg.errors.DeadlockDetected("dead")), SOON),
    "PostgreSQL's disk is full": (caused(OperationalError("full"), psycopg.errors.DiskFull("full")), LATER),
    "a connection that is closed": (caused(InterfaceError("closed"), psycopg.InterfaceError("closed")), SOON),
    "SQLite is locked": (caused(OperationalError("locked"), sqlite_error(sqlite3.SQLITE_BUSY)), SOON),
    "SQLite's disk is full": (caused(OperationalError("full"), sqlite_error(sqlite3.SQLITE_FULL)), LATER),
    "SQLite's file is gone": (caused(OperationalError("gone"), sqlite_error(sqlite3.SQLITE_CANTOPEN)), SOON),
    "SQLite reads badly": (caused(OperationalError("io"), sqlite_error(sqlite3.SQLITE_IOERR_READ)), SOON),
    "a limit is not counted": (sqlite_error(sqlite3.SQLITE_FULL), LATER),
    "a file finds no room": (OSError(errno.ENOSPC, "no room"), LATER),
    "a disk is read-only": (OSError(errno.EROFS, "read-only"), SOON),
    "what came of an outage": (caused(RuntimeError("so"), OSError(errno.EIO, "broken")), SOON),
}
BUGS = {
    "nothing": None,
    "a bug": ValueError("a bug"),
    "an unknown column": caused(OperationalError("no such column"), sqlite_error(sqlite3.SQLITE_ERROR)),
    "an unknown table": caused(ProgrammingError("no such table"), psycopg.errors.UndefinedTable("no such table")),
    "a constraint": caused(IntegrityError("unique"), psycopg.errors.UniqueViolation("unique")),
    "a missing file": OSError(errno.ENOENT, "missing"),
    "settings": ImproperlyConfigured("wrong"),
}


@pytest.mark.once
@pytest.mark.parametrize(("error", "seconds"), OUTAGES.values(), ids=OUTAGES)
def test_an_outage_is_told_from_a_bug(error: Exception, seconds: int) -> None:
    assert wait_for(error) == seconds
    assert wait_for(caused(KeyError("on the way"), error)) == seconds


@pytest.mark.once
@pytest.mark.parametrize("error", BUGS.values(), ids=BUGS)
def test_a_bug_is_no_outage(error: Exception | None) -> None:
    assert wait_for(error) == 0


@pytest.mark.once
def test_errors_that_cause_each_other_have_an_end() -> None:
    one, other = ValueError("one"), ValueError("other")
    one.__context__, other.__context__ = other, one
    assert wait_for(one) == 0


@pytest.fixture
def cast(db: None) -> Cast:
    return create_cast()


def browser(client: Client) -> Client:
    """It sees what people see."""
    client.raise_request_exception = False
    return client


@contextmanager
def database_gone() -> Iterator[None]:
    """Every query fails as without a connection."""

    def fail(*args: Any) -> None:
        raise OperationalError("server closed the connection unexpectedly")

    with connection.execute_wrapper(fail):
        yield


def check(answer: HttpResponse, seconds: int = SOON) -> None:
    assert answer.status_code == 503, answer.status_code
    assert answer["Retry-After"] == str(seconds)
    assert "no-store" in answer["Cache-Control"]
    assert "default-src 'none'" in answer["Content-Security-Policy"]


PAGES = ("home", "leagues:list", "account_login", "competitions:league", "teams:list", "leagues:log")


def address(name: str, league: League) -> str:
    return reverse(name, args=[league.slug] if name not in PAGES[:3] else [])


@pytest.mark.parametrize("cached", [True, False], ids=["a session in the cache", "a session in the database alone"])
def test_without_a_database_every_page_says_when_to_come_again(cast: Cast, cached: bool) -> None:
    clients = [browser(Client()), browser(signed_in(cast.coach))]
    clients[1].get("/")
    if not cached:
        caches["default"].clear()
    with database_gone():
        for client in clients:
            for name in PAGES:
                for send in (client.get, client.post):
                    answer = send(address(name, cast.league))
                    if client is clients[0] and answer.status_code in (200, 403, 405):
                        continue  # it needs nothing of the database
                    check(answer)
                    assert "send it again then: it counts only once" in answer.text
    assert clients[1].get(reverse("home")).status_code == 200
    assert "_auth_user_id" in clients[1].session, "nobody was signed out by it"


@pytest.mark.parametrize("signed", [True, False])
def test_the_health_page_answers_balancers_whatever_cookie_they_send(cast: Cast, signed: bool) -> None:
    client = browser(signed_in(cast.coach) if signed else Client())
    with database_gone():
        answer = client.get("/health/")
    check(answer)
    assert answer.json() == {"database": "down"}
    assert client.get("/health/").json() == {"database": "up"}


@pytest.mark.parametrize("seconds", [SOON, LATER, 0])
def test_an_error_in_a_view_is_an_outage_or_a_bug(
    cast: Cast, seconds: int, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    errors = {SOON: OperationalError("gone"), LATER: OSError(errno.ENOSPC, "no room"), 0: ValueError("a bug")}

    def fail(request: HttpRequest) -> HttpResponse:
        raise errors[seconds]

    monkeypatch.setattr(views, "leagues_to_look_at", lambda: fail(HttpRequest()))
    answer = browser(Client()).get("/")
    if seconds:
        check(answer, seconds)
    else:
        assert (answer.status_code, "Retry-After" in answer) == (500, False)
        assert "Something went wrong" in answer.text


def test_a_page_inside_a_league_says_so_too_if_the_snapshot_cannot_begin(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    @contextmanager
    def fail() -> Iterator[None]:
        raise OperationalError("gone")
        yield

    monkeypatch.setattr("web.snapshot_reads.snapshot", fail)
    check(browser(signed_in(cast.coach)).get(address("teams:list", cast.league)))


@pytest.mark.once
def test_the_log_has_one_line_for_an_outage_and_the_place_of_a_bug() -> None:
    lines = {}
    for status, error in ((503, OperationalError("gone\n")), (500, ValueError("a bug"))):
        try:
            raise error
        except Exception as raised:
            info = (type(raised), raised, raised.__traceback__)
        record = logging.LogRecord("django.request", logging.ERROR, "", 1, "%s: %s", ("Oh", "/x/"), info)
        record.status_code = status
        assert OneLine().filter(record)
        lines[status] = logging.Formatter("%(message)s").format(record)
    assert lines[503] == "Oh: /x/ (OperationalError: gone)"
    assert "Traceback" in lines[500] and lines[500].startswith("Oh: /x/\n")
    assert OneLine().filter(logging.LogRecord("x", logging.INFO, "", 1, "no error", (), None))
    assert settings.LOGGING["handlers"]["terminal"]["filters"] == ["outages"]


# --- a full disk ------------------------------------------------------------------------------------------


@contextmanager
def full_disk() -> Iterator[None]:
    """SQLite finds no room for another page, in the database and in both caches, and says so as on a full disk.

    The pages that it has and does not use are filled first: with large rows, and the last ones with empty tables, since
    a row that needs two pages leaves one that is free.
    """

    def of_cache(alias: str) -> Callable[[str], Any]:
        return lambda sql: caches[alias]._open().execute(sql).fetchone()

    stores = [lambda sql: connection.cursor().execute(sql).fetchone(), of_cache("default"), of_cache("limits")]
    for store in stores:
        store("CREATE TABLE IF NOT EXISTS hog (bytes)")
        store("PRAGMA max_page_count = 1")
    for store in stores:
        with contextlib.suppress(sqlite3.Error, DatabaseError):
            while True:
                store("INSERT INTO hog VALUES (zeroblob(3000))")
        with contextlib.suppress(sqlite3.Error, DatabaseError):
            for number in count():
                store(f"CREATE TABLE hog_{number} (bytes)")
    try:
        yield
    finally:
        for store in stores:
            store("PRAGMA max_page_count = 1073741823")
            tables = "SELECT group_concat(name) FROM sqlite_master WHERE name = 'hog' OR name LIKE 'hog^_%' ESCAPE '^'"
            for table in store(tables)[0].split(","):
                store(f"DROP TABLE {table}")


def fill(cast: Cast, client: Client) -> dict[str, str]:
    """A form whose command needs room: what it writes does not fit on a page that is used already."""
    form = client.get(reverse("leagues:create")).context["form"]
    sent = {name: form[name].value() for name in form.fields if form[name].value() not in (None, False, [])}
    return {**sent, "name": "The League of the Full Disk", "description": "x" * 3_990, "command_id": str(uuid4())}


@pytest.mark.sqlite
@pytest.mark.django_db(transaction=True)
def test_on_a_full_disk_pages_are_read_and_a_command_counts_once_when_there_is_room_again() -> None:
    cast = create_cast()
    visitor, coach = browser(Client()), browser(signed_in(cast.coach))
    sent = fill(cast, coach)
    with full_disk():
        with pytest.raises(sqlite3.OperationalError, match="full"):
            caches["limits"].set("a", "x" * 100_000)
        for _ in range(2):
            for name in ("home", "leagues:list", "competitions:league", "teams:list"):
                for reader in (visitor, coach):
                    assert reader.get(address(name, cast.league)).status_code == 200, name
        answer = coach.post(reverse("leagues:create"), sent)
        check(answer, LATER)
        tried = visitor.post(reverse("account_login"), {"login": "coach", "password": "coach-secret"})
        assert tried.status_code in (302, 503), "a sign-in is either stored or refused"
    assert not League.objects.filter(name=sent["name"]).exists()
    assert [coach.post(reverse("leagues:create"), sent).status_code for _ in range(2)] == [302, 302]
    assert League.objects.filter(name=sent["name"]).count() == 1


@pytest.mark.once
def test_the_cache_of_pages_goes_on_after_a_full_disk(tmp_path: Path) -> None:
    cache = LosableSQLiteCache(str(tmp_path / "cache.sqlite3"), {})
    cache.set("kept", 1)
    cache._open().execute("PRAGMA max_page_count = 1")
    cache.set("large", "x" * 100_000)
    assert (cache.get("kept"), cache.get("large")) == (1, None)
    assert cache.add("larger", "x" * 100_000) is True, "as if it had been stored and lost"
    cache._open().execute("PRAGMA max_page_count = 1073741823")
    cache.set("large", 2)
    assert (cache.get("kept"), cache.get("large")) == (1, 2)


@pytest.mark.once
def test_a_cache_that_cannot_be_opened_is_an_empty_one(tmp_path: Path) -> None:
    cache = LosableSQLiteCache(str(tmp_path / "nowhere" / "cache.sqlite3"), {})
    cache.set("a", 1)
    cache.clear()
    assert (cache.get("a", 2), cache.has_key("a"), cache.delete("a"), cache.touch("a")) == (2, False, False, False)
    with pytest.raises(ValueError, match="not found"):
        cache.incr("a")


@pytest.mark.once
def test_what_limits_count_never_fails_unseen(tmp_path: Path) -> None:
    limits = SQLiteCache(str(tmp_path / "limits.sqlite3"), {})
    limits.set("kept", 1)
    limits._open().execute("PRAGMA max_page_count = 1")
    with pytest.raises(sqlite3.OperationalError, match="full"):
        limits.set("large", "x" * 100_000)
    assert outages.wait_for(sqlite_error(sqlite3.SQLITE_FULL)) == LATER
    assert limits.get("kept") == 1


@pytest.mark.once
@pytest.mark.parametrize(("error", "status"), [(OperationalError("gone"), 503), (ValueError("a bug"), 500)])
def test_an_asynchronous_server_tells_them_apart_too(error: Exception, status: int) -> None:
    """There Django makes the page in another thread than the one in which the error was raised."""

    async def fail(request: HttpRequest) -> HttpResponse:
        raise error

    request = HttpRequest()
    request.path = "/"
    # In a thread of its own: in that of the tests a browser may keep a loop running.
    with ThreadPoolExecutor(1) as apart:
        answer = apart.submit(lambda: asyncio.run(convert_exception_to_response(fail)(request))).result()
    assert answer.status_code == status
