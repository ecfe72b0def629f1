"""Pages that belong to no room: home, accounts, errors."""

import re

import pytest
from django import forms
from django.template.loader import render_to_string
from django.test import Client, RequestFactory

from rules.editions import EDITIONS
from tests.look import samples
from tests.look.parsed_html import Page

pytestmark = [pytest.mark.django_db, pytest.mark.once]

FOR_VISITORS = [
    "/",
    "/accounts/login/",
    "/accounts/signup/",
    "/accounts/password/reset/",
    "/accounts/password/reset/done/",
]
FOR_MEMBERS = ["/", "/accounts/email/", "/accounts/password/change/", "/accounts/logout/", "/accounts/reauthenticate/"]


@pytest.fixture
def coach(django_user_model):
    """A user with an address."""
    from allauth.account.models import EmailAddress

    user = django_user_model.objects.create_user("griff", "griff@example.org", "a long password")
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=False)
    return user


def assert_is_a_page(html: str) -> Page:
    """One heading, a title, a language, a way to skip to the content."""
    page = Page(html)
    assert len(page.all("h1")) == 1
    assert page.all("html")[0]["lang"] == "en"
    assert page.all("a")[0]["href"] == "#main"
    assert len(page.all("main")) == 1
    title = re.search(r"<title>(.*?)</title>", html, re.DOTALL)
    assert title and title[1].strip().endswith("· Dugout") and not title[1].strip().startswith("·")
    return page


@pytest.mark.parametrize("address", FOR_VISITORS)
def test_a_visitor_gets_a_whole_page(client: Client, address: str) -> None:
    response = client.get(address)
    assert response.status_code == 200
    page = assert_is_a_page(response.content.decode())
    assert "Sign in" in page.words and "Sign out" not in page.words


@pytest.mark.parametrize("address", FOR_MEMBERS)
def test_a_coach_gets_a_whole_page(client: Client, coach, address: str) -> None:
    client.force_login(coach)
    response = client.get(address)
    assert response.status_code == 200
    page = assert_is_a_page(response.content.decode())
    assert "griff" in page.words
    assert any(form.get("action") == "/accounts/logout/" and form.get("method") == "post" for form in page.all("form"))


def test_the_home_page_shows_coaches_their_to_do_list(coach) -> None:
    request = RequestFactory().get("/")
    request.user = coach
    page = Page(render_to_string("home.html", samples.everything(), request))
    assert "Waiting for you" in page.words and "until Sunday" in page.words
    assert "Old World Sunday League" in page.words
    assert len(page.with_class("crest")) == 3


def test_the_home_page_works_without_any_lists(coach) -> None:
    request = RequestFactory().get("/")
    request.user = coach
    page = Page(render_to_string("home.html", {}, request))
    assert "No team yet" in page.words and "No league yet" in page.words
    assert "Waiting for you" not in page.words


def test_the_home_page_shows_visitors_public_leagues(client: Client) -> None:
    request = RequestFactory().get("/")
    page = Page(render_to_string("home.html", {"public_leagues": samples.everything()["my_leagues"]}, request))
    assert "Public leagues Old World Sunday League" in page.words


def test_a_refused_sign_up_says_so_in_the_title_and_keeps_what_was_typed(client: Client) -> None:
    typed = {"username": "griff", "email": "griff@example.org", "password1": "12345678", "password2": "12345678"}
    html = client.post("/accounts/signup/", typed).content.decode()
    assert re.search(r"<title>\s*Error: Sign up", html)
    page = Page(html)
    assert len(page.with_class("error-summary")) == 1
    assert any(field.get("value") == "griff@example.org" for field in page.all("input"))


def test_a_bad_reset_link_says_what_to_do(client: Client) -> None:
    page = assert_is_a_page(client.get("/accounts/password/reset/key/1-nonsense/", follow=True).content.decode())
    assert "Get a new link" in page.words


def test_a_bad_confirmation_link_says_what_to_do(client: Client) -> None:
    page = assert_is_a_page(client.get("/accounts/confirm-email/nonsense/").content.decode())
    assert "This link no longer works" in page.words


@pytest.mark.parametrize("name", ["400", "403", "403_csrf", "404", "429"])
def test_an_error_page_can_be_shown_without_request_and_context(name: str) -> None:
    page = assert_is_a_page(render_to_string(f"{name}.html"))
    assert any(link["href"] == "/" for link in page.all("a"))


def test_an_unknown_address_is_answered_with_our_page(client: Client) -> None:
    response = client.get("/nothing/of/the/sort/")
    assert response.status_code == 404
    assert "Page not found" in assert_is_a_page(response.content.decode()).words


def test_a_stale_form_is_answered_with_our_page() -> None:
    response = Client(enforce_csrf_checks=True).post("/accounts/login/", {"login": "a", "password": "b"})
    assert response.status_code == 403
    assert "This page is too old" in assert_is_a_page(response.content.decode()).words


def test_robots_may_not_read_account_pages() -> None:
    assert "Disallow: /accounts/" in render_to_string("robots.txt")


@pytest.mark.parametrize(
    ("address", "tab"),
    [
        ("/preferences/", "Preferences"),
        ("/preferences/delete/", "Preferences"),
        ("/jobs/", "My prints and jobs"),
        ("/accounts/email/", "E-mail address"),
        ("/accounts/password/change/", "Password"),
        ("/accounts/reauthenticate/", "Password"),
    ],
)
def test_the_users_own_pages_have_a_current_tab(client: Client, coach, address: str, tab: str) -> None:
    client.force_login(coach)
    html = client.get(address).content.decode()
    tabs = html[html.index('<nav class="tabs"') : html.index('<div class="page">')]
    assert re.findall(r'aria-current="page">([^<]*)<', tabs) == [tab]


@pytest.mark.parametrize("address", [*FOR_VISITORS, "/leagues/"])
def test_exactly_one_item_of_the_bar_is_current(client: Client, coach, address: str) -> None:
    def currents() -> int:
        html = client.get(address).content.decode()
        return html[html.index('<header class="bar"') : html.index("</header>")].count("aria-current")

    assert currents() == 1
    client.force_login(coach)
    if address in ("/", "/leagues/"):
        assert currents() == 1


def test_a_refusal_without_a_wrong_field_has_its_own_heading() -> None:
    form = forms.Form({})
    form.add_error(None, "The team is too expensive.")
    assert "Not possible" in render_to_string("bootstrap5/errors.html", {"form": form})
    form.fields["name"] = forms.CharField()
    form.add_error("name", "Too long.")
    assert "Please correct these fields" in render_to_string("bootstrap5/errors.html", {"form": form})


def test_the_landing_page_names_the_editions(client: Client) -> None:
    page = client.get("/").content.decode()
    assert all(edition.book.name in page for edition in EDITIONS)
