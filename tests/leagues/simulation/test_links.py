"""Where simulations are linked: from a league's house rules, filled in with them; from books and their comparison."""

import re
from typing import Any

import pytest
from django.test import Client

from leagues import services
from tests.leagues.cast import Cast, signed_in

pytestmark = pytest.mark.django_db

LINK = re.compile(r'href="(/simulations/new/[^"]*)"')


def linked(client: Client, page: str) -> str:
    """The address of the simulation that a page links to; empty if there is none."""
    found = LINK.search(client.get(page).content.decode())
    return found[1].replace("&amp;", "&") if found else ""


def form_at(client: Client, address: str) -> Any:
    return client.get(address).context["form"]


@pytest.mark.parametrize("page", ["rules/", "rules/change/"])
def test_a_leagues_house_rules_are_filled_in(cast: Cast, page: str) -> None:
    services.change_house_rules(
        league=cast.league,
        by=cast.commissioner,
        expected=cast.league.ruleset_id,
        options={"starting_treasury": 1_150_000, "excluded_inducements": ["star", "mercenary"], "trades": "free"},
        reason="",
    )
    client = signed_in(cast.commissioner)
    address = linked(client, f"/leagues/{cast.league.slug}/{page}")
    assert "starting_treasury%3D1150000" in address and "mvp" not in address, "only what differs from the book"
    (setting,) = form_at(client, address).settings
    assert setting["option_starting_treasury"].value() == 1_150_000
    assert set(setting["option_excluded_inducements"].value()) == {"star", "mercenary"}


def test_visitors_get_no_link_that_only_leads_to_sign_in(cast: Cast, client: Client) -> None:
    assert linked(client, f"/leagues/{cast.league.slug}/rules/") == ""


def test_a_book_and_a_comparison_of_two_are_filled_in(cast: Cast) -> None:
    client = signed_in(cast.stranger)
    (setting,) = form_at(client, linked(client, "/rules/crp/")).settings
    assert setting.book.key == "crp"
    two = form_at(client, linked(client, "/rules/compare/?a=pbbl-1.10&b=crp")).settings
    assert [each.book.key for each in two] == ["pbbl-1.10", "crp"]


def test_another_book_comes_without_the_house_rules_of_the_one_before(cast: Cast) -> None:
    client = signed_in(cast.stranger)
    page = client.get(
        "/simulations/new/", {"a": "starting_treasury=1150000", "against": "pbbl-1.10", "b": "mvp=random"}
    )
    links = {each["letter"]: each["query"] for each in page.context["others"] if each["name"].startswith("Comp")}
    first, second = (form_at(client, f"/simulations/new/?{links[letter]}").settings for letter in "AB")
    assert [each.book.key for each in first] == ["crp", "pbbl-1.10"]
    assert [each.book.key for each in second] == ["pbbl-1.10", "crp"]
    assert first[0]["option_starting_treasury"].value() == first[0].book.options["starting_treasury"].default
    assert second[0]["option_starting_treasury"].value() == 1_150_000
    (alone,) = form_at(client, f"/simulations/new/?{page.context['alone']}").settings
    assert alone["option_starting_treasury"].value() == 1_150_000
