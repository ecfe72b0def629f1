"""What search engines may read, and the link to the user's own prints."""

from urllib.robotparser import RobotFileParser

import pytest
from django.test import Client
from django.urls import reverse

from tests.leagues.cast import create_user, signed_in

pytestmark = pytest.mark.django_db


def test_search_engines_may_read_leagues_but_no_account_pages() -> None:
    answer = Client().get("/robots.txt")
    assert answer.status_code == 200 and answer["Content-Type"].startswith("text/plain")
    parser = RobotFileParser()
    parser.parse(answer.text.splitlines())
    for open_page in ("/", "/leagues/", "/leagues/old-world/", "/teams/abc/"):
        assert parser.can_fetch("anybot", open_page), open_page
    own = [reverse(name) for name in ("account_login", "accounts:preferences", "jobs:list", "teams:mine")]
    for page in [*own, reverse("leagues:join", args=["a-token"])]:
        assert not parser.can_fetch("anybot", page), page


def test_the_account_menu_links_to_the_users_prints() -> None:
    page = signed_in(create_user("grim")).get("/").text
    assert f'href="{reverse("jobs:list")}"' in page and "My prints" in page
    assert reverse("jobs:list") not in Client().get("/").text
