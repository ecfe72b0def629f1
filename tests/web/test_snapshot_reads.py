"""A page shows one moment of the database while others write, and writes nothing itself."""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.db import connection, transaction
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import get_resolver, path

from accounts.models import User
from competitions import names
from competitions.formats import draws
from competitions.models import Entrant
from competitions.setup.shape import Shape
from competitions.standings import competition_page
from competitions.standings.standings import results_changed
from tests.competitions.competition_builders import bare_teams, competition_in
from tests.leagues.cast import create_cast, signed_in
from web.snapshot_reads import WriteInSnapshot, snapshot

real = pytest.mark.django_db(transaction=True)
"""For tests that need a snapshot of their own: the usual tests run inside one transaction."""


def elsewhere(work: Callable[[], Any]) -> None:
    """Do this in another thread, with a database connection of its own, and wait until it is done."""
    failed: list[BaseException] = []

    def run() -> None:
        try:
            work()
        except BaseException as why:
            failed.append(why)
        finally:
            connection.close()

    thread = Thread(target=run)
    thread.start()
    thread.join()
    assert not failed, failed


@real
@pytest.mark.parametrize("before", [True, False])
@pytest.mark.parametrize("address", ["", "table/?one={one}&other={other}", "ladder/"])
def test_a_team_entered_between_two_queries_of_a_page_is_on_the_next_one(
    monkeypatch: pytest.MonkeyPatch, address: str, before: bool
) -> None:
    """The page asks for standings and for names; before or after the names a team enters."""
    cast = create_cast()
    *early, late = bare_teams(cast.league, 3)
    cup = competition_in(cast.league, early, shape=Shape(scheduling="ladder"))
    draws.start_competition(competition=cup, by=cast.commissioner, expected=cup.version)
    client, named = signed_in(cast.commissioner), names.teams_of_competition

    def enter() -> None:
        _entrant, created = Entrant.objects.get_or_create(competition=cup, team=late)
        if created:
            results_changed([cup.pk])

    def meanwhile(competition: int, user: Any) -> Any:
        if before:
            elsewhere(enter)
        found = dict(named(competition, user))
        if not before:
            elsewhere(enter)
        return found

    where = f"/competitions/{cup.public_id}/{address.format(one=early[0].public_id, other=early[1].public_id)}"
    with monkeypatch.context() as while_somebody_writes:
        while_somebody_writes.setattr(competition_page, "teams_of_competition", meanwhile)
        answer = client.get(where)
    assert answer.status_code == 200
    assert late.name not in answer.content.decode()
    assert late.name in client.get(where).content.decode()


class Pages:
    """The routes of a site for these tests; `route` says under which name its one page is known."""

    def __init__(self, view: Callable[[HttpRequest], HttpResponse], *, route: str = "home") -> None:
        self.urlpatterns = [path("page/", view, name=route)]


def counted(request: HttpRequest) -> HttpResponse:
    """How many users there are, before and after another thread adds one."""
    before = User.objects.count()
    elsewhere(lambda: User.objects.create_user(f"user{before}"))
    return HttpResponse(f"{before} {User.objects.count()}")


def writing(request: HttpRequest) -> HttpResponse:
    """Adds a user."""
    with transaction.atomic():
        User.objects.create_user("olga")
    return HttpResponse("written")


@real
def test_only_a_page_that_is_read_sees_one_moment(client: Client, settings: Any) -> None:
    settings.ROOT_URLCONF = Pages(counted)
    assert client.get("/page/").content == b"0 0"
    assert client.post("/page/").content == b"1 2"
    client.head("/page/")
    assert client.get("/page/").content == b"3 3"


@real
def test_a_page_that_is_read_cannot_write(client: Client, settings: Any) -> None:
    settings.ROOT_URLCONF = Pages(writing)
    for read in (client.get, client.head):
        with pytest.raises(WriteInSnapshot, match=r'INSERT INTO "accounts_user".*Write in a POST'):
            read("/page/")
    assert not User.objects.exists()
    assert client.post("/page/").content == b"written"
    assert User.objects.exists()


@pytest.mark.django_db
def test_a_page_inside_the_transaction_of_a_test_cannot_write_either(client: Client, settings: Any) -> None:
    settings.ROOT_URLCONF = Pages(writing)
    with pytest.raises(WriteInSnapshot):
        client.get("/page/")
    assert not User.objects.exists()
    assert client.post("/page/").content == b"written"


@real
def test_routes_that_are_listed_may_write(client: Client, settings: Any) -> None:
    settings.ROOT_URLCONF = Pages(writing, route="account_email")
    User.objects.create_user("olga2")
    client.force_login(User.objects.get())
    assert client.get("/page/").content == b"written"
    assert User.objects.count() == 2


def test_listed_routes_exist(settings: Any) -> None:
    assert set(get_resolver().reverse_dict) >= settings.READS_WITHOUT_SNAPSHOT
    assert settings.MIDDLEWARE[-1] == "web.snapshot_reads.SnapshotMiddleware"


@real
def test_what_a_page_puts_into_the_session_is_saved_afterwards(client: Client, settings: Any) -> None:
    def remember(request: HttpRequest) -> HttpResponse:
        request.session["seen"] = True
        return HttpResponse("seen")

    settings.ROOT_URLCONF = Pages(remember)
    client.get("/page/")
    assert Session.objects.get().get_decoded() == {"seen": True}


@real
def test_a_page_that_fails_leaves_its_snapshot(client: Client, settings: Any) -> None:
    def fail(request: HttpRequest) -> HttpResponse:
        assert connection.in_atomic_block
        return HttpResponse({}["a bug"])

    settings.ROOT_URLCONF = Pages(fail)
    with pytest.raises(KeyError, match="a bug"):
        client.get("/page/")
    assert not connection.in_atomic_block
    User.objects.create_user("olga")


@real
def test_a_row_cannot_be_locked_in_a_snapshot() -> None:
    with pytest.raises(WriteInSnapshot), snapshot(), connection.cursor() as cursor:
        cursor.execute("SELECT id FROM accounts_user FOR UPDATE")


@real
@pytest.mark.sqlite
def test_sqlite_takes_no_write_lock_for_a_snapshot_and_takes_it_for_a_transaction_afterwards() -> None:
    connection.close()  # a new connection reads its mode from the settings
    with connection.execute_wrapper(noting(begun := [])), snapshot():
        User.objects.count()
        elsewhere(lambda: User.objects.create_user("olga"))
        with transaction.atomic():
            assert User.objects.count() == 0
    with connection.execute_wrapper(noting(begun)), transaction.atomic():
        assert User.objects.count() == 1
    assert begun == ["BEGIN DEFERRED", "BEGIN IMMEDIATE"]


def noting(begun: list[str]) -> Callable[..., Any]:
    """A wrapper of statements that notes how transactions begin."""

    def note(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
        if sql.startswith("BEGIN"):
            begun.append(sql)
        return execute(sql, params, many, context)

    return note


@real
@pytest.mark.postgres
def test_postgresql_reads_repeatably_and_refuses_writes_itself() -> None:
    def shown(name: str) -> str:
        with connection.cursor() as cursor:
            cursor.execute(f"SHOW {name}")
            return str(cursor.fetchone()[0])

    with snapshot():
        assert (shown("transaction_isolation"), shown("transaction_read_only")) == ("repeatable read", "on")
    assert (shown("transaction_isolation"), shown("transaction_read_only")) == ("read committed", "off")
