"""The read-only admin: off by default, only for site staff, without a way to change anything."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import path

import dugout.urls
from accounts.models import User
from dugout.routes import admin_rules
from leagues.models import League, Membership
from tests.competitions.competition_builders import bare_teams, competition_in
from tests.leagues.cast import Cast, create_cast, create_user, signed_in
from web import policy, read_only_admin
from web.policy import Rule

pytestmark = pytest.mark.django_db

ROOMS = ("accounts", "jobs", "web", "notices", "leagues", "teams", "matches", "competitions", "stats", "news")
PAGES = ("/admin/", "/admin/leagues/", "/admin/leagues/league/", "/admin/leagues/league/{league}/")


class WithAdmin:
    """The addresses of the site with DUGOUT_ADMIN=1."""

    urlpatterns = [*dugout.urls.urlpatterns, path("admin/", read_only_admin.site.urls)]


@pytest.fixture
def cast() -> Cast:
    return create_cast()


@pytest.fixture
def switched_on(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.ROOT_URLCONF = WithAdmin()
    rules = {route: Rule(scope, frozenset({role})) for route, (scope, role) in admin_rules().items()}
    monkeypatch.setattr(policy, "POLICY", policy.POLICY | rules)


def models() -> list[Any]:
    return [model for room in ROOMS for model in apps.get_app_config(room).get_models()]


@pytest.mark.parametrize("name", ["visitor", "coach", "commissioner", "staff"])
def test_it_is_off_by_default(cast: Cast, name: str) -> None:
    for page in PAGES:
        assert signed_in(cast[name]).get(page.format(league=cast.league.pk)).status_code == 404


@pytest.mark.usefixtures("switched_on")
def test_visitors_are_sent_to_the_sign_in_of_the_site(cast: Cast, client: Client) -> None:
    for page in PAGES:
        address = page.format(league=cast.league.pk)
        answer = client.get(address)
        assert (answer.status_code, answer["Location"]) == (302, f"/accounts/login/?next={address}")


@pytest.mark.usefixtures("switched_on")
@pytest.mark.parametrize("name", ["stranger", "coach", "commissioner"])
def test_only_site_staff_may_read_it(cast: Cast, name: str) -> None:
    for page in PAGES:
        address = page.format(league=cast.league.pk)
        refused = signed_in(cast[name]).get(address)
        assert refused.status_code == 403 and "Only site staff can open these pages." in refused.content.decode()
        assert signed_in(cast.staff).get(address).status_code == 200


@pytest.mark.usefixtures("switched_on")
def test_staff_who_are_no_longer_active_may_not(cast: Cast) -> None:
    client = signed_in(cast.staff)
    User.objects.filter(pk=cast.staff.pk).update(is_active=False)
    assert client.get("/admin/").status_code == 302


@pytest.mark.usefixtures("switched_on")
def test_every_model_of_every_room_has_a_list(cast: Cast) -> None:
    competition_in(cast.league, bare_teams(cast.league, 4), drawn=True)
    client = signed_in(cast.staff)
    for model in models():
        address = f"/admin/{model._meta.app_label}/{model._meta.model_name}/"
        assert client.get(address).status_code == 200, address
        row = model.objects.first()
        if row is not None:
            answer = client.get(f"{address}{row.pk}/")
            assert answer.status_code == 200, address
            assert "<form" not in re.sub(r"(?s)^.*<main", "", answer.content.decode())


def test_every_model_has_a_plain_plural() -> None:
    plurals = {str(model._meta.verbose_name_plural) for model in models()}
    assert {"trophies", "trophy awards", "matches", "log entries", "journal entries", "qualification rules"} <= plurals
    assert [name for name in plurals if re.search(r"[^aeiou]ys$|(ch|sh|s)s$", name)] == []


@pytest.mark.usefixtures("switched_on")
def test_nothing_can_be_changed(cast: Cast) -> None:
    """Not even by a superuser."""
    User.objects.filter(pk=cast.staff.pk).update(is_superuser=True)
    client = signed_in(cast.staff)
    for page in PAGES:
        assert client.post(page.format(league=cast.league.pk), {"name": "Mine"}).status_code == 405
    for deed in ("add/", f"{cast.league.pk}/delete/", f"{cast.league.pk}/history/"):
        answer = client.get(f"/admin/leagues/league/{deed}")
        assert answer.status_code in (302, 404), deed  # 302: the admin's way to say that there is no such row
    for other in ("login/", "logout/", "password_change/", "jsi18n/", "autocomplete/"):
        assert client.get(f"/admin/{other}").status_code == 404
    shown = client.get("/admin/leagues/league/").content.decode()
    assert 'name="action"' not in shown and "addlink" not in shown
    assert League.objects.get(pk=cast.league.pk).name == cast.league.name


@pytest.mark.usefixtures("switched_on")
def test_lists_come_in_pages_and_take_the_same_queries_however_many_rows_there_are(cast: Cast) -> None:
    client = signed_in(cast.staff)
    client.get("/admin/leagues/membership/")

    def queries() -> int:
        with CaptureQueriesContext(
            connection,
        ) as caught:
            assert client.get("/admin/leagues/membership/").status_code == 200
        return len(caught)

    before = queries()
    people = [create_user(f"coach{number}") for number in range(60)]
    Membership.objects.bulk_create(
        [Membership(league=cast.league, user=user, role=Membership.Role.COACH) for user in people]
    )
    assert queries() == before
    page = client.get("/admin/leagues/membership/").content.decode()
    assert page.count('class="action-select"') == 0
    assert page.count('<th class="field-id">') == 50
    assert "p=2" in page


@pytest.mark.usefixtures("switched_on")
def test_secrets_are_not_shown(cast: Cast) -> None:
    User.objects.filter(pk=cast.coach.pk).update(password="md5$secret$hash")
    client = signed_in(cast.staff)
    for page in ("/admin/accounts/user/", f"/admin/accounts/user/{cast.coach.pk}/"):
        assert "md5$secret" not in client.get(page).content.decode()


@pytest.mark.usefixtures("switched_on")
def test_lists_filter_only_by_exact_values_of_shown_columns(cast: Cast) -> None:
    client = signed_in(cast.staff)
    assert client.get(f"/admin/accounts/user/?username__exact={cast.coach.username}").status_code == 200
    for secret in ("password__startswith=md5", "password=md5", "username__regex=a"):
        assert client.get(f"/admin/accounts/user/?{secret}").status_code == 400, secret


@pytest.mark.usefixtures("switched_on")
def test_its_pages_keep_to_the_content_security_policy(cast: Cast) -> None:
    client = signed_in(cast.staff)
    for page in PAGES:
        answer = client.get(page.format(league=cast.league.pk))
        assert "default-src 'none'" in answer["Content-Security-Policy"]
        shown = answer.content.decode()
        assert not re.search(r"<script(?![^>]*\bsrc=)", shown)
        assert not re.search(r"<style|\sstyle=|\son[a-z]+=", shown)
        assert not re.search(r"(?:src|href)=.(?:https?:)?//", shown)
