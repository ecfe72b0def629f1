"""The request that makes a result draws the pages that show it: the next reader finds them as they would draw them."""

from __future__ import annotations

import gc
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from competitions.dashboard import public_parts
from competitions.dashboard.drawn_at_once import draw_in_request, draw_results, work_out_past
from competitions.models import Competition
from competitions.standings.standings import results_changed
from leagues.models import League
from matches.extensions import match_changed, past_changed
from matches.models import Match
from tests.competitions.competition_builders import bare_teams, competition_in, decide_match, matches_of
from tests.leagues.cast import Cast, signed_in
from web.drawing.serving import is_serving

pytestmark = pytest.mark.django_db
MOST_QUERIES = 11
"""Of the front page, whose news are read by its first reader; the others take fewer."""


@pytest.fixture
def cup(cast: Cast) -> Competition:
    competition = competition_in(cast.league, bare_teams(cast.league, 4), started=True)
    decide_match(matches_of(competition)[0], 2, 1)
    return competition


def pages_of(competition: Competition) -> list[str]:
    season, slug = competition.season, competition.season.league.slug
    return [
        reverse("competitions:league", args=[slug]),
        reverse("competitions:season", args=[slug, season.number]),
        reverse("competitions:competition", args=[competition.public_id]),
        reverse("competitions:table", args=[competition.public_id]),
    ]


def test_readers_find_the_pages_of_a_result_drawn_as_they_would_have_drawn_them(
    cup: Competition, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    alone = {address: client.get(address).content for address in pages_of(cup)}
    cache.clear()
    draw_results([cup.pk])
    for part in ("front_page.everybodys", "season_page.everybodys", "pages.overview", "pages.whole_table"):
        monkeypatch.setattr(f"competitions.dashboard.public_parts.{part}", None)
    for address, page in alone.items():
        with CaptureQueriesContext(connection) as seen:
            assert client.get(address).content == page, address
        assert len(seen) <= MOST_QUERIES, address


@pytest.mark.parametrize("person", ["coach", "stranger"])
def test_readers_in_other_time_zones_find_them_drawn_too(
    cup: Competition, cast: Cast, person: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All pages of a league are in the league's time zone, whatever zone their readers chose for others."""
    League.objects.filter(pk=cast.league.pk).update(zone="Pacific/Kiritimati")
    User.objects.filter(pk=cast[person].pk).update(time_zone="America/New_York")
    draw_results([cup.pk])
    for part in ("front_page.everybodys", "season_page.everybodys", "pages.overview", "pages.whole_table"):
        monkeypatch.setattr(f"competitions.dashboard.public_parts.{part}", None)
    reader = signed_in(User.objects.get(pk=cast[person].pk))
    for address in pages_of(cup):
        assert reader.get(address).status_code == 200, address


def test_a_commissioner_finds_the_whole_front_page_drawn(
    cup: Competition, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    draw_results([cup.pk])
    for part in ("front_page.everybodys", "first_steps.commissioners"):
        monkeypatch.setattr(f"competitions.dashboard.public_parts.{part}", None)
    monkeypatch.setattr("news.front.latest", None)
    assert signed_in(cast.commissioner).get(pages_of(cup)[0]).status_code == 200


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    drawn: list[int] = []
    monkeypatch.setattr("competitions.dashboard.drawn_at_once.draw_results", drawn.extend)
    return drawn


@pytest.mark.parametrize(("wanted", "serving", "times"), [(True, True, 1), (False, True, 0), (True, False, 0)])
def test_only_a_request_draws_and_only_after_its_commit(
    cup: Competition,
    drawn: list[int],
    settings: Any,
    django_capture_on_commit_callbacks: Any,
    monkeypatch: pytest.MonkeyPatch,
    wanted: bool,
    serving: bool,
    times: int,
) -> None:
    settings.DRAW_AHEAD = wanted
    monkeypatch.setattr("competitions.dashboard.drawn_at_once.is_serving", lambda: serving)
    with django_capture_on_commit_callbacks(execute=True):
        results_changed([cup.pk])
        assert drawn == []
    assert set(drawn) == ({cup.pk} if times else set())


def test_a_match_that_counts_now_or_no_longer_is_a_result(
    cup: Competition,
    drawn: list[int],
    settings: Any,
    django_capture_on_commit_callbacks: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    settings.DRAW_AHEAD = True
    monkeypatch.setattr("competitions.dashboard.drawn_at_once.is_serving", lambda: True)
    match = matches_of(cup)[0].match
    assert match is not None
    for state, shown in (
        (Match.State.CLOSED, [cup.pk]),
        (Match.State.POST_MATCH, [cup.pk]),
        (Match.State.SCHEDULED, [cup.pk]),
        (Match.State.REPORTED, []),
    ):
        drawn.clear()
        match.state = state
        with django_capture_on_commit_callbacks(execute=True):
            match_changed.call(match)
        assert drawn == shown, state


@pytest.mark.parametrize(("wanted", "serving", "times"), [(True, True, 1), (False, True, 0), (True, False, 0)])
@pytest.mark.parametrize("earlier", ["match", "decision"])
def test_only_a_request_works_out_what_goes_on_from_an_earlier_result(
    cup: Competition,
    settings: Any,
    django_capture_on_commit_callbacks: Any,
    monkeypatch: pytest.MonkeyPatch,
    wanted: bool,
    serving: bool,
    times: int,
    earlier: str,
) -> None:
    done: list[Any] = []
    settings.DRAW_AHEAD = wanted
    monkeypatch.setattr("competitions.dashboard.drawn_at_once.is_serving", lambda: serving)
    monkeypatch.setattr("competitions.dashboard.drawn_at_once.draw_results", lambda _competitions: None)
    monkeypatch.setattr("competitions.dashboard.drawn_at_once.work_out_past", lambda *told: done.append(told))
    with django_capture_on_commit_callbacks(execute=True):
        if earlier == "match":
            past_changed.call([matches_of(cup)[0].match])
        else:
            results_changed([cup.pk])
        assert done == []
    match = matches_of(cup)[0].match_id
    assert done == [([cup.pk], [match] if earlier == "match" else ())] * times


def test_who_reads_next_does_not_look_through_what_was_worked_out(cup: Competition) -> None:
    before = gc.get_threshold()
    gc.set_threshold(10_000_000)
    try:
        kept: list[list[int]] = [[] for _each in range(50_000)]
        work_out_past([cup.pk], [matches_of(cup)[0].match_id])
        assert gc.get_count()[0] < len(kept)
    finally:
        gc.set_threshold(*before)


@pytest.fixture
def told(settings: Any, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What a request that is served works out of the past."""
    done: list[Any] = []
    settings.DRAW_AHEAD = True
    monkeypatch.setattr("competitions.dashboard.drawn_at_once.is_serving", lambda: True)
    monkeypatch.setattr("competitions.dashboard.drawn_at_once.work_out_past", lambda *each: done.append(each))
    return done


def test_matches_that_a_correction_changed_with_its_own_are_told_of_at_once(
    cup: Competition, told: list[Any], django_capture_on_commit_callbacks: Any
) -> None:
    matches = [each.match for each in matches_of(cup)[:2] if each.match is not None]
    with django_capture_on_commit_callbacks(execute=True):
        past_changed.call(matches)
    assert told == [([cup.pk], [each.pk for each in matches])]


def test_a_new_result_is_no_earlier_one(
    cup: Competition, told: list[Any], django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        decide_match(matches_of(cup)[1], 1, 0)
    assert told == []


def test_a_request_is_served_from_its_beginning_to_its_answer(
    cup: Competition, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[bool] = []
    monkeypatch.setattr(public_parts.front_page, "everybodys", lambda _league: seen.append(is_serving()))
    with pytest.raises(TypeError):
        client.get(pages_of(cup)[0])
    client.get(reverse("home"))
    assert (seen, is_serving()) == ([True], False)


def test_a_fault_in_drawing_costs_nobody_the_result(
    cup: Competition, settings: Any, django_capture_on_commit_callbacks: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_given: object) -> None:
        raise RuntimeError("made up")

    settings.DRAW_AHEAD = True
    monkeypatch.setattr(public_parts.front_page, "everybodys", fails)
    monkeypatch.setattr("competitions.dashboard.drawn_at_once.is_serving", lambda: True)
    with django_capture_on_commit_callbacks(execute=True):
        results_changed([cup.pk])
    assert Competition.objects.get(pk=cup.pk).standings_version > cup.standings_version


def test_competitions_that_are_gone_are_no_fault(db: None) -> None:
    draw_results([0])
    draw_in_request([])
