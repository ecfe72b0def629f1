"""A whole page is drawn for the first visitor and given to the next ones, as long as nothing that it shows changes."""

from __future__ import annotations

import gzip
from datetime import timedelta
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import AnonymousUser
from django.contrib.messages.storage.fallback import FallbackStorage
from django.contrib.sessions.backends.signed_cookies import SessionStore
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory, override_settings
from django.utils import timezone

from competitions.models import Competition
from leagues.models import League
from tests.competitions.competition_builders import bare_teams, competition_in, decide_match, matches_of
from tests.leagues.cast import Cast, create_cast, signed_in
from web.drawing.visitors_pages import visitors_page, visitors_whole_page
from web.kept import Kept
from web.preview import rolled_back
from web.snapshot_reads import snapshot

pytestmark = pytest.mark.django_db


class Site:
    """A page with one part. It tells how often the part was gathered, and the page drawn."""

    def __init__(self, **gathered: Any) -> None:
        self.gathered, self.parts, self.pages = gathered, count(1), count(1)
        self.form = False

    def request(self, path: str = "/table/", *, user: Any = None, method: str = "get", **given: Any) -> HttpRequest:
        request: HttpRequest = getattr(RequestFactory(), method)(path, **given)
        request.user, request.session = user or AnonymousUser(), SessionStore()
        request._messages = FallbackStorage(request)
        return request

    def gather(self) -> dict[str, Any]:
        return {"number": next(self.parts), **self.gathered}

    def answer(self, request: HttpRequest | None = None, version: str | None = "1") -> HttpResponse:
        parts = Kept(("part.html",), version=version, args=("here",), gather=self.gather)
        context = {"parts": parts, "form": self.form, "times": lambda: next(self.pages)}
        with snapshot():
            return visitors_page(request or self.request(), "page.html", context, [parts])

    def whole(self, request: HttpRequest | None = None, version: str = "1") -> str:
        """The page without parts: what it shows is gathered with it."""
        with snapshot():
            return text(visitors_whole_page(request or self.request(), "part.html", self.gather, version))

    def shown(self, request: HttpRequest | None = None, version: str | None = "1") -> str:
        return text(self.answer(request, version))


def text(response: HttpResponse) -> str:
    assert response.status_code == 200
    squeezed = response.headers.get("Content-Encoding") == "gzip"
    return (gzip.decompress(response.content) if squeezed else response.content).decode()


@pytest.fixture
def site(settings: Any, tmp_path: Path) -> Site:
    tmp_path.joinpath("page.html").write_text(
        "{% load web %}<head><!-- parts --></head><body>page {{ times }}, {% kept parts 'part.html' %}, {{ theme }}"
        "{% for each in messages %}{{ each }}{% endfor %}{% if form %}{% csrf_token %}{% endif %}"
    )
    tmp_path.joinpath("part.html").write_text("part {{ number }}")
    settings.TEMPLATES = [{**settings.TEMPLATES[0], "DIRS": [tmp_path]}]
    return Site()


def test_a_page_is_drawn_once_for_each_version_address_and_theme(site: Site) -> None:
    assert "page 1, part 1" in site.shown() and "page 1, part 1" in site.shown()
    assert "page 2, part 2" in site.shown(version="2")
    assert "page 3, part 2" in site.shown(site.request("/elsewhere/"), version="2")
    dark = site.request()
    dark.COOKIES["theme"] = "dark"
    assert "page 4, part 2, dark" in site.shown(dark, version="2")
    with timezone.override("Europe/Berlin"):
        assert "page 5, part 3" in site.shown(version="2")
    assert "page 1, part 1" in site.shown()


def test_a_page_is_kept_for_visitors_alone_and_not_for_what_an_address_asks_for(site: Site) -> None:
    user = create_cast().coach
    others = [site.request(user=user), site.request("/table/?round=1"), site.request(method="head")]
    assert "page 1" in site.shown()
    for number, request in enumerate(others, start=2):
        assert f"page {number}" in site.shown(request)
    assert "page 1" in site.shown()


def test_a_message_is_shown_to_its_reader_and_to_nobody_else(site: Site) -> None:
    for kept in (False, True):
        told = site.request()
        messages.success(told, "For you alone")
        assert "For you alone" in site.shown(told)
        assert "For you alone" not in site.shown(), kept


def test_a_page_with_a_form_of_its_readers_own_is_not_kept(site: Site) -> None:
    site.form = True
    one, other = site.shown(), site.shown()
    assert "page 1" in one and "page 2" in other and "csrfmiddlewaretoken" in other


@pytest.mark.skipif(bool(settings.REDIS_URL), reason="moves the clock, and Redis has its own")
def test_a_page_is_kept_no_longer_than_its_parts(site: Site, time_machine: Any) -> None:
    site.gathered["until"] = timezone.now() + timedelta(hours=1)
    assert "page 1, part 1" in site.shown()
    time_machine.move_to(timezone.now() + timedelta(minutes=59))
    dark = site.request()
    dark.COOKIES["theme"] = "dark"
    assert "page 2, part 1, dark" in site.shown(dark), "drawn later, of parts that are an hour old soon"
    time_machine.move_to(timezone.now() + timedelta(minutes=2))
    assert "page 3, part 2, dark" in site.shown(dark)
    site.gathered["until"] = timezone.now()
    assert ["page 4" in site.shown(version="2"), "page 5" in site.shown(version="2")] == [True, True]


def test_nothing_is_kept_without_a_version_a_cache_or_a_snapshot(site: Site, settings: Any) -> None:
    for number in (1, 2):
        assert f"page {number}" in site.shown(version=None)
    with override_settings(CACHES={"default": {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}}):
        for number in (3, 4):
            assert f"page {number}" in site.shown()
    settings.DEBUG = True
    for number in (5, 6):
        assert f"page {number}" in site.shown()


def test_a_page_without_parts_is_gathered_once_for_visitors_and_each_time_for_others(site: Site) -> None:
    user = create_cast().coach
    shown = [site.whole(), site.whole(), site.whole(version="2"), site.whole(site.request(user=user), version="2")]
    assert shown == ["part 1", "part 1", "part 2", "part 3"]
    asked = [site.whole(site.request("/table/?page=2")), site.whole(site.request("/elsewhere/")), site.whole()]
    assert asked == ["part 4", "part 5", "part 1"]
    site.gathered["until"] = timezone.now()
    assert [site.whole(version="3"), site.whole(version="3")] == ["part 6", "part 7"]


@pytest.mark.django_db(transaction=True)
def test_a_preview_keeps_no_page_and_finds_none(site: Site) -> None:
    assert "page 1" in site.shown()
    with rolled_back():
        assert "page 2" in site.shown()
    assert "page 1" in site.shown()


def test_a_reader_who_has_the_page_is_told_so(site: Site) -> None:
    first = site.answer()
    again = site.answer(site.request(headers={"If-None-Match": f'"other", {first.headers["ETag"]}'}))
    assert again.status_code == 304 and not again.content
    assert text(site.answer(site.request(headers={"If-None-Match": first.headers["ETag"]}), version="2"))
    assert first.headers["Cache-Control"] == "no-cache"


def test_a_page_is_sent_compressed_to_those_who_read_that(site: Site) -> None:
    plain, squeezed = site.answer(), site.answer(site.request(headers={"Accept-Encoding": "br, gzip"}))
    assert "Content-Encoding" not in plain.headers and squeezed.headers["Content-Encoding"] == "gzip"
    assert text(plain).replace("page 1", "page 2") == text(squeezed)
    assert plain.headers["Vary"] == squeezed.headers["Vary"] == "Accept-Encoding"
    assert plain.headers["ETag"] != squeezed.headers["ETag"]


@pytest.fixture
def cast() -> Cast:
    return create_cast()


@pytest.fixture
def division(cast: Cast) -> Competition:
    return competition_in(cast.league, bare_teams(cast.league, 5), started=True)


def addresses_of(division: Competition) -> list[str]:
    league, own = f"/leagues/{division.season.league.slug}/", f"/competitions/{division.public_id}/"
    team = division.season.league.teams.earliest("pk")
    return [
        league,
        f"{league}members/",
        f"{league}rules/",
        f"/teams/{team.public_id}/history/",
        f"{league}fixtures/",
        f"{league}seasons/1/",
        own,
        f"{own}table/",
        f"{own}fixtures/",
        f"{own}players/",
    ]


def test_the_whole_way_a_page_is_the_same_compressed_and_changes_with_its_league(division: Competition) -> None:
    visitor, squeezed = Client(), Client(headers={"Accept-Encoding": "gzip"})
    for address in addresses_of(division):
        first = visitor.get(address)
        for browser in (visitor, squeezed):
            again = browser.get(address)
            assert text(again) == text(first), address
            known = browser.get(address, headers={"If-None-Match": again.headers["ETag"]})
            assert known.status_code == 304, address
        decide_match(
            next(each for each in matches_of(division) if each.match and each.match.state == "scheduled"), 2, 1
        )
        later = squeezed.get(address, headers={"If-None-Match": squeezed.get(address).headers["ETag"]})
        assert later.status_code == 304, address
        League.objects.filter(pk=division.season.league_id).update(name=f"New after {address}")
        changed = squeezed.get(address, headers={"If-None-Match": later.headers["ETag"]})
        assert f"New after {address}" in text(changed) == text(visitor.get(address)), address


def test_no_page_that_was_drawn_for_visitors_is_shown_once_a_league_is_private(
    cast: Cast, division: Competition
) -> None:
    visitor = Client()
    for address in addresses_of(division):
        known = visitor.get(address).headers["ETag"]
        League.objects.filter(pk=cast.league.pk).update(public=False)
        answer = visitor.get(address, headers={"If-None-Match": known})
        assert answer.status_code in (302, 404) and cast.league.name.encode() not in answer.content, address
        assert signed_in(cast.stranger).get(address, headers={"If-None-Match": known}).status_code == 404
        League.objects.filter(pk=cast.league.pk).update(public=True)


def test_who_signs_in_gets_their_own_page_though_they_have_that_of_visitors(cast: Cast, division: Competition) -> None:
    browser = Client()
    for address in addresses_of(division):
        known = browser.get(address).headers["ETag"]
        own = signed_in(cast.coach).get(address, headers={"If-None-Match": known})
        assert own.status_code == 200 and "Sign out" in own.content.decode(), address
        assert "ETag" not in own.headers and "private" in own.headers["Cache-Control"]
