"""Workers draw the pages of a league ahead of their readers: readers get the same, it is never stale, and only once."""

import uuid
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection, connections
from django.test import Client
from django.test.utils import CaptureQueriesContext, override_script_prefix
from django.urls import get_script_prefix, reverse

from competitions.dashboard import public_parts
from competitions.dashboard.public_parts import ERRAND, draw_ahead
from competitions.models import Competition
from jobs import tasks
from leagues.models import ChangeCounter
from tests.competitions.competition_builders import bare_teams, competition_in, decide_match, matches_of
from tests.leagues.cast import Cast
from web.commands import once

MOST_QUERIES = 4
"""Of a public page that is kept."""


@pytest.fixture
def cup(cast: Cast) -> Competition:
    competition = competition_in(cast.league, bare_teams(cast.league, 4), started=True)
    decide_match(matches_of(competition)[0], 2, 1)
    return competition


def pages_of(competition: Competition) -> list[str]:
    season = competition.season
    league = {"slug": season.league.slug}
    of_competition = ("competition", "table", "fixtures", "players")
    return [
        reverse("competitions:league", kwargs=league),
        reverse("competitions:league_fixtures", kwargs=league),
        reverse("competitions:season", kwargs={**league, "season": season.number}),
        *(reverse(f"competitions:{page}", args=[competition.public_id]) for page in of_competition),
    ]


def shown(reader: Client, address: str) -> tuple[str, int]:
    """A page, and how many statements it took besides those that begin and end its snapshot."""
    with CaptureQueriesContext(connection) as seen:
        response = reader.get(address)
    assert response.status_code == 200
    return response.content.decode(), len([each for each in seen if each["sql"].startswith("SELECT")])


def test_readers_find_the_pages_drawn_as_they_would_have_drawn_them(cup: Competition, client: Client) -> None:
    league = cup.season.league
    alone = {address: shown(client, address)[0] for address in pages_of(cup)}
    ChangeCounter.objects.filter(league=league).update(count=1_000)
    draw_ahead(league.pk)
    for address, page in alone.items():
        found, queries = shown(client, address)
        assert found == page, address
        assert queries <= MOST_QUERIES, address


def test_visitors_find_whole_pages_as_they_would_have_been_drawn_for_them(
    cup: Competition, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor = Client(headers={"Accept-Encoding": "gzip"})
    alone = {address: visitor.get(address).content for address in pages_of(cup)}
    cache.clear()
    draw_ahead(cup.season.league_id)
    monkeypatch.setattr("web.drawing.visitors_pages.render_to_string", None)
    assert {address: visitor.get(address).content for address in alone} == alone


def test_no_page_of_a_private_league_is_drawn_for_visitors(
    cast: Cast, cup: Competition, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[str] = []
    monkeypatch.setattr(public_parts, "draw_for_visitors", drawn.extend)
    draw_ahead(cast.league.pk)
    assert set(pages_of(cup)) <= set(drawn)
    type(cast.league).objects.filter(pk=cast.league.pk).update(public=False)
    drawn.clear()
    draw_ahead(cast.league.pk)
    assert not drawn


def test_a_page_that_was_drawn_ahead_is_never_shown_after_another_change(cup: Competition, client: Client) -> None:
    draw_ahead(cup.season.league_id)
    decide_match(matches_of(cup)[1], 7, 6)
    *_others, fixtures, _players = pages_of(cup)
    assert "7 – 6" in shown(client, fixtures)[0]


def test_pages_of_a_private_league_are_drawn_for_its_members_and_shown_to_no_one_else(
    cast: Cast, cup: Competition, client: Client
) -> None:
    type(cast.league).objects.filter(pk=cast.league.pk).update(public=False)
    draw_ahead(cast.league.pk)
    for address in pages_of(cup):
        assert client.get(address).status_code in (302, 403, 404), address


def test_what_is_kept_already_is_not_gathered_again(cup: Competition, monkeypatch: pytest.MonkeyPatch) -> None:
    times, gather = [], public_parts.front_page.everybodys

    def counted(league: Any) -> Any:
        times.append(league.pk)
        return gather(league)

    monkeypatch.setattr(public_parts.front_page, "everybodys", counted)
    for _time in range(3):
        draw_ahead(cup.season.league_id)
    assert len(times) == 1


@pytest.mark.parametrize("drawn", ["here", "by a worker"])
def test_pages_of_a_site_below_a_path_are_drawn_with_its_addresses(
    cup: Competition, client: Client, drawn: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    league, calls = cup.season.league, list[tuple[Any, ...]]()
    monkeypatch.setattr(tasks, "_thread", lambda: SimpleNamespace(submit=lambda run, *args: calls.append(args)))
    monkeypatch.setattr(tasks.run_errand, "apply_async", lambda args, **_options: calls.append(args))
    monkeypatch.setattr(tasks, "_sent", lambda _what, send: send({}) or True)
    cache.clear()
    with override_script_prefix("/dugout/"):
        (tasks.run_here if drawn == "here" else tasks.send_errand)(ERRAND, league.pk)
        addresses = pages_of(cup)
    monkeypatch.setattr(connections, "close_all", lambda: None)  # those of this test
    run: Callable[..., object] = tasks._run if drawn == "here" else tasks.run_errand
    (args,) = calls
    run(*args)
    assert get_script_prefix() == "/"
    with override_script_prefix("/dugout/"):
        for address in addresses:
            found = client.get(address.removeprefix("/dugout"), SCRIPT_NAME="/dugout")
            assert f'href="/dugout/leagues/{league.slug}/' in found.content.decode()
            assert 'href="/leagues/' not in found.content.decode()


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    messages: list[str] = []

    def send(what: str, *each: Callable[..., object]) -> bool:
        messages.extend([what] * len(each))
        return True

    monkeypatch.setattr(tasks, "_sent", send)
    return messages


def press(cast: Cast) -> None:
    once(user=cast.commissioner, command_id=uuid.uuid4(), kind="test", body={}, work=int, league=lambda: cast.league)


@pytest.mark.parametrize("wanted", [True, False])
def test_commands_in_a_league_ask_for_its_pages_after_their_commit(
    cast: Cast, sent: list[str], settings: Any, django_capture_on_commit_callbacks: Any, wanted: bool
) -> None:
    cache.clear()
    settings.DRAW_AHEAD = wanted
    with django_capture_on_commit_callbacks(execute=True):
        press(cast)
        press(cast)
        assert sent == []
    assert len(sent) == wanted


def test_several_commands_in_a_row_send_one_errand_until_a_worker_begins_it(cast: Cast, sent: list[str]) -> None:
    cache.clear()
    for _command in range(3):
        assert tasks.send_errand(ERRAND, cast.league.pk)
    assert sent == [f"the errand {ERRAND}"]
    tasks.run_errand(ERRAND, cast.league.pk)
    tasks.send_errand(ERRAND, cast.league.pk)
    assert len(sent) == 2


def test_an_errand_about_a_league_that_is_gone_or_of_an_unknown_name_does_nothing(db: None) -> None:
    draw_ahead(0)
    tasks.run_errand("made_up", 1)


@pytest.mark.parametrize(("serving", "live", "runs"), [(True, False, "here"), (True, True, "worker")])
def test_without_a_worker_the_web_server_draws_the_pages_itself(
    cast: Cast,
    sent: list[str],
    settings: Any,
    django_capture_on_commit_callbacks: Any,
    monkeypatch: pytest.MonkeyPatch,
    serving: bool,
    live: bool,
    runs: str,
) -> None:
    cache.clear()
    settings.DRAW_AHEAD = True
    here: list[tuple[str, int]] = []
    monkeypatch.setattr(public_parts, "run_here", lambda *errand: here.append(errand))
    monkeypatch.setattr(public_parts, "workers_live", lambda: live)
    monkeypatch.setattr(public_parts, "is_serving", lambda: serving)
    with django_capture_on_commit_callbacks(execute=True):
        press(cast)
    assert (here, len(sent)) == (([(ERRAND, cast.league.pk)], 0) if runs == "here" else ([], 1))
