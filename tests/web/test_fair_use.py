"""Each person may use so much processor time and then waits; nobody else does, and reading a page is cheap."""

import time

import pytest
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import reverse

from tests.leagues.cast import Cast, create_cast, signed_in
from web import fair_use
from web.fair_use import Allowance


@pytest.fixture
def cast(db: None) -> Cast:
    return create_cast()


@pytest.fixture
def costly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each view takes 0.3 s of processor time, and 0.5 s are allowed."""
    monkeypatch.setattr(settings, "WORK_AT_ONCE", 0.5)
    clock = iter(range(10_000))
    monkeypatch.setattr(fair_use.time, "thread_time", lambda: next(clock) * 0.3)


@pytest.mark.once
def test_what_was_used_runs_off_with_time() -> None:
    allowance = Allowance(most=10, rate=0.5)
    for second in range(3):
        assert allowance.wait("olga", second) == 0
        allowance.charge("olga", 4, second)
    assert allowance.wait("olga", 3) == pytest.approx((12 - 1.5 - 10) / 0.5)
    assert allowance.wait("ivo", 3) == 0
    assert allowance.wait("olga", 12) == 0
    allowance.charge("olga", 0.1, 1000)
    assert allowance.wait("olga", 1000) == 0


@pytest.mark.once
def test_only_those_who_have_used_something_lately_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fair_use, "FULL", 3)
    allowance = Allowance(most=1, rate=0.1)
    allowance.charge("busy", 100, 0)
    for number in range(10):
        allowance.charge(number, 0.1, number * 10)
    assert len(allowance._used) <= 3
    assert allowance.wait("busy", 90) > 0


@pytest.mark.usefixtures("costly")
@pytest.mark.parametrize("method", ["get", "post"])
def test_who_has_used_up_their_allowance_waits_and_is_told_how_long(cast: Cast, method: str) -> None:
    olga, ivo = signed_in(cast.coach), signed_in(cast.commissioner)
    url = reverse("leagues:create")
    ask = getattr(olga, method)
    assert [ask(url).status_code for _ in range(3)].count(429) == 1
    refused = ask(url)
    assert refused.status_code == 429
    assert 0 < int(refused["Retry-After"]) <= 5
    assert "Too many tries" in refused.text
    assert getattr(ivo, method)(url).status_code != 429, "others do not wait"


@pytest.mark.usefixtures("costly")
def test_visitors_are_not_counted(cast: Cast) -> None:
    visitor = Client()
    assert {visitor.get(reverse("home")).status_code for _ in range(5)} == {200}


@pytest.mark.usefixtures("costly")
def test_an_error_is_charged_too(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(request: HttpRequest) -> HttpResponse:
        raise RuntimeError("a bug")

    middleware = fair_use.FairUseMiddleware(fail)
    request = HttpRequest()
    request.user = cast.coach
    for _ in range(2):
        with pytest.raises(RuntimeError):
            middleware(request)
    assert middleware.allowance.wait(cast.coach.pk, time.monotonic()) > 0


def test_an_ordinary_page_uses_little_of_it(cast: Cast) -> None:
    """Of the real allowance: a person who opens a page every second for ever never waits."""
    olga = signed_in(cast.coach)
    olga.get(reverse("home"))
    before = time.thread_time()
    for _ in range(10):
        assert olga.get(reverse("home")).status_code == 200
    assert (time.thread_time() - before) / 10 < 0.1, "what comes back in a second"
