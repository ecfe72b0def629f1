"""Pages that are read while somebody writes are read again, and no more often than that."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path

from competitions import names
from competitions.formats import draws
from competitions.models import Entrant
from competitions.setup.shape import Shape
from competitions.standings import competition_page
from competitions.standings.standings import results_changed
from tests.competitions.stage import bare_teams, competition_in
from tests.leagues.cast import Cast, signed_in
from web.snapshot_reads import TRIES, AsRead, NotRead


@pytest.mark.parametrize(
    ("path", "before"), [("", False), ("table/?one={early}&other={late}", True), ("ladder/", False)]
)
def test_a_team_entered_between_two_queries_of_a_page_is_on_it(
    cast: Cast, monkeypatch: pytest.MonkeyPatch, path: str, before: bool
) -> None:
    """The page asks for standings and for teams; in between somebody enters one, once."""
    *early, late = bare_teams(cast.league, 3)
    cup = competition_in(cast.league, early, shape=Shape(scheduling="ladder"))
    draws.start_competition(competition=cup, by=cast.commissioner, expected=cup.version)
    client, named = signed_in(cast.commissioner), names.teams_named

    def enter() -> None:
        if not cup.entrants.filter(team=late).exists():
            Entrant.objects.create(competition=cup, team=late)
            results_changed([cup.pk])
            cache.clear()

    def meanwhile(teams: Any, user: Any) -> Any:
        if before:
            enter()
        found = named(teams, user)
        enter()
        return found

    monkeypatch.setattr(competition_page, "teams_named", meanwhile)
    address = path.format(early=early[0].public_id, late=late.public_id)
    answer = client.get(f"/competitions/{cup.public_id}/{address}")
    assert answer.status_code == 200
    assert late.name in answer.content.decode()


class Pages:
    """The address of the site for these tests: a page that meets a race so often, and one with a bug."""

    def __init__(self, races: int) -> None:
        self.races, self.tried = races, 0
        self.urlpatterns = [path("race/", self.race, name="health"), path("bug/", self.bug, name="health")]

    def race(self, request: HttpRequest) -> HttpResponse:
        self.tried += 1
        teams: AsRead[int, str] = AsRead({} if self.tried <= self.races else {7: "Latecomers"})
        return HttpResponse(teams[7])

    def bug(self, request: HttpRequest) -> HttpResponse:
        self.tried += 1
        return HttpResponse({}["a bug"])


def test_a_page_is_read_again_as_often_as_need_be_and_no_more(client: Client, settings: Any) -> None:
    settings.ROOT_URLCONF = pages = Pages(races=TRIES - 1)
    assert client.get("/race/").content == b"Latecomers"
    assert pages.tried == TRIES
    settings.ROOT_URLCONF = pages = Pages(races=TRIES)
    with pytest.raises(NotRead):
        client.get("/race/")
    assert pages.tried == TRIES


def test_a_post_and_a_bug_are_loud_at_once(client: Client, settings: Any) -> None:
    settings.ROOT_URLCONF = pages = Pages(races=1)
    with pytest.raises(NotRead):
        client.post("/race/")
    assert pages.tried == 1
    with pytest.raises(KeyError, match="a bug"):
        client.get("/bug/")
    assert pages.tried == 2
