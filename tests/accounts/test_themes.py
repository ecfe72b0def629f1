"""Readers choose light or dark colours, also without a script; their system chooses for all others."""

import pytest
from django.test import Client

from accounts.models import User

pytestmark = pytest.mark.django_db


def theme_of(client: Client) -> str:
    """What the root of a page says: the theme, or nothing."""
    html = client.get("/").content.decode()
    root = html[html.index("<html") : html.index("<head")]
    return root.split('data-theme="')[1].split('"')[0] if "data-theme" in root else ""


def test_a_visitor_chooses_in_their_browser(client: Client) -> None:
    assert theme_of(client) == ""
    response = client.post("/theme/", {"theme": "dark", "next": "/leagues/?page=2"})
    assert response.status_code == 302 and response.headers["Location"] == "/leagues/?page=2"
    assert theme_of(client) == "dark"
    client.post("/theme/", {"theme": ""})
    assert theme_of(client) == ""


def test_a_choice_is_kept_with_the_account(client: Client, django_user_model: type[User]) -> None:
    coach = django_user_model.objects.create_user("griff", "griff@example.org", "a long password")
    client.force_login(coach)
    client.post("/theme/", {"theme": "light"})
    elsewhere = Client()
    elsewhere.force_login(coach)
    assert theme_of(elsewhere) == "light"


def test_an_unknown_theme_is_the_systems(client: Client) -> None:
    client.post("/theme/", {"theme": "dark"})
    client.post("/theme/", {"theme": "blinking"})
    assert theme_of(client) == ""
    client.cookies["theme"] = '"><script>'
    assert theme_of(client) == ""


@pytest.mark.parametrize(
    "back", ["https://elsewhere.example/", "//elsewhere.example", "javascript:alert(1)", "nowhere", ""]
)
def test_a_choice_never_leads_to_another_site(client: Client, back: str) -> None:
    assert client.post("/theme/", {"theme": "dark", "next": back}).headers["Location"] == "/theme/"


@pytest.mark.parametrize(
    ("came_from", "back"),
    [
        ("http://testserver/leagues/?page=2", "/leagues/?page=2"),
        ("http://testserver/theme/", "/theme/"),
        ("https://elsewhere.example/leagues/", "/theme/"),
        ("", "/theme/"),
    ],
)
def test_the_page_leads_back_to_where_its_link_was_pressed(client: Client, came_from: str, back: str) -> None:
    html = client.get("/theme/", headers={"Referer": came_from} if came_from else {}).content.decode()
    assert f'name="next" value="{back}"' in html


def test_the_page_works_without_a_script_and_says_what_is_chosen(client: Client) -> None:
    client.post("/theme/", {"theme": "dark"})
    html = client.get("/theme/").content.decode()
    assert 'value="dark" aria-pressed="true"' in html and html.count('aria-pressed="true"') == 1
