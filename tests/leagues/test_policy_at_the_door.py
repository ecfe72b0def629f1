"""A view that does not ask the policy, and a route without a rule, show nothing."""

import pytest
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.test import Client, override_settings
from django.urls import include, path

from leagues.access import find_league, league_for
from leagues.models import League
from leagues.services import ARCHIVED
from tests.leagues.cast import Cast, form_data, signed_in
from web import policy
from web.errors import Refusal
from web.policy import PolicyError
from web.submission import press


def forgetful(request: HttpRequest, slug: str) -> HttpResponse:
    return HttpResponse(f"secrets of {find_league(request, slug).name}")


def forgetful_writer(request: HttpRequest, slug: str) -> HttpResponse:
    league = find_league(request, slug)
    press(request, "rename", lambda: League.objects.filter(pk=league.pk).update(name="Taken over"))
    return HttpResponse("done")


def by_team_coach(request: HttpRequest, slug: str) -> HttpResponse:
    league = find_league(request, slug)
    policy.require(request, league, {"team_coach"})
    return HttpResponse("team")


def mindful(request: HttpRequest, slug: str) -> HttpResponse:
    return HttpResponse(league_for(request, slug).name)


def broken(request: HttpRequest, slug: str) -> HttpResponse:
    raise ZeroDivisionError


def baffled(request: HttpRequest, slug: str) -> HttpResponse:
    raise BadRequest


def refusing(request: HttpRequest, slug: str) -> HttpResponse:
    raise Refusal(ARCHIVED, league=find_league(request, slug).name)


tests = (
    [
        path("forgetful/<slug:slug>/", forgetful, name="forgetful"),
        path("writer/<slug:slug>/", forgetful_writer, name="writer"),
        path("team/<slug:slug>/", by_team_coach, name="team"),
        path("mindful/<slug:slug>/", mindful, name="mindful"),
        path("broken/<slug:slug>/", broken, name="broken"),
        path("baffled/<slug:slug>/", baffled, name="baffled"),
        path("refusing/<slug:slug>/", refusing, name="refusing"),
        path("unknown/", lambda request: HttpResponse("anything"), name="unknown"),
    ],
    "tests",
)
urlpatterns = [path("", include(tests)), path("", include("dugout.urls"))]


@pytest.fixture(autouse=True)
def table(monkeypatch: pytest.MonkeyPatch):
    """Rules for the routes above, except `unknown`."""
    rules = {
        "forgetful": policy.league("visitor"),
        "writer": policy.league("visitor"),
        "team": policy.league("team_coach", "commissioner"),
        "mindful": policy.league("commissioner"),
        "broken": policy.league("visitor"),
        "baffled": policy.league("visitor"),
        "refusing": policy.league("visitor"),
    }
    for name, rule in rules.items():
        monkeypatch.setitem(policy.POLICY, f"tests:{name}", rule)
    with override_settings(ROOT_URLCONF=__name__):
        yield


def quiet(client: Client) -> Client:
    """A browser that sees what production shows."""
    client.raise_request_exception = False
    return client


def test_a_view_that_forgets_is_an_error_in_tests_and_shows_nothing_in_production(cast: Cast) -> None:
    url = f"/forgetful/{cast.league.slug}/"
    with pytest.raises(PolicyError):
        signed_in(cast.commissioner).get(url)
    answer = quiet(signed_in(cast.commissioner)).get(url)
    assert answer.status_code == 500 and b"secrets" not in answer.content


def test_an_error_before_the_policy_is_asked_is_reported_as_what_it_is(cast: Cast) -> None:
    with pytest.raises(ZeroDivisionError):
        signed_in(cast.coach).get(f"/broken/{cast.league.slug}/")
    assert signed_in(cast.coach).get(f"/baffled/{cast.league.slug}/").status_code == 400


def test_a_refusal_before_the_policy_is_asked_is_not_shown(cast: Cast) -> None:
    """Its text may name a private league."""
    answer = quiet(signed_in(None)).get(f"/refusing/{cast.private.slug}/")
    assert answer.status_code == 500 and cast.private.name.encode() not in answer.content


def test_a_view_that_forgets_writes_nothing(cast: Cast) -> None:
    with pytest.raises(PolicyError):
        signed_in(cast.commissioner).post(f"/writer/{cast.league.slug}/", form_data())
    cast.league.refresh_from_db()
    assert cast.league.name == "Old World Sunday League"


def test_a_route_without_a_rule_shows_nothing(cast: Cast) -> None:
    with pytest.raises(PolicyError):
        signed_in(cast.staff).get("/unknown/")
    answer = quiet(signed_in(cast.staff)).get("/unknown/")
    assert answer.status_code == 500 and b"anything" not in answer.content


def test_a_role_in_a_team_counts_only_while_its_holder_is_in_the_league(cast: Cast) -> None:
    url = f"/team/{cast.league.slug}/"
    assert [signed_in(cast[name]).get(url).status_code for name in ("coach", "stranger", "visitor")] == [200, 403, 302]
    assert signed_in(cast.stranger).get(f"/team/{cast.private.slug}/").status_code == 404


def test_a_visitor_returns_to_the_page_after_signing_in(cast: Cast) -> None:
    url = f"/mindful/{cast.league.slug}/?page=2"
    assert Client().get(url)["Location"] == f"/accounts/login/?next=/mindful/{cast.league.slug}/%3Fpage%3D2"
    referred = Client().post(url, headers={"referer": "http://testserver/leagues/?page=3"})
    assert referred["Location"] == "/accounts/login/?next=/leagues/%3Fpage%3D3"
    elsewhere = Client().post(url, headers={"referer": "http://evil.example/leagues/"})
    assert elsewhere["Location"] == "/accounts/login/?next=/"
