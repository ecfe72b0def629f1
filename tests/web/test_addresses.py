"""Addresses that are found once are those that Django finds."""

from __future__ import annotations

import pytest
from django.template import Context, Template
from django.template.base import VariableDoesNotExist
from django.urls import NoReverseMatch, reverse, set_script_prefix

from web.addresses import address

LEAGUE = "competitions:league"


@pytest.mark.parametrize(("route", "args"), [("home", ()), (LEAGUE, ("old-world",)), ("accounts:preferences", ())])
def test_an_address_is_that_of_django(route: str, args: tuple[str, ...]) -> None:
    assert address(route, *args) == address(route, *args) == reverse(route, args=args)


def test_a_site_below_a_path_has_addresses_of_its_own() -> None:
    before = address(LEAGUE, "old-world")
    set_script_prefix("/dugout/")
    try:
        assert address(LEAGUE, "old-world") == f"/dugout{before}" == reverse(LEAGUE, args=["old-world"])
    finally:
        set_script_prefix("/")
    assert address(LEAGUE, "old-world") == before


def test_what_is_equal_but_not_the_same_has_addresses_of_its_own() -> None:
    assert [address("competitions:fixture", one) for one in (1, "1")] == [reverse("competitions:fixture", args=[1])] * 2
    with pytest.raises(NoReverseMatch):
        address("competitions:fixture", True)


def test_the_tag_is_that_of_django() -> None:
    def drawn(text: str, **more: object) -> str:
        return Template(text).render(Context(more))

    expected = reverse(LEAGUE, args=["old-world"])
    assert drawn("{% url 'competitions:league' slug %}", slug="old-world") == expected
    assert drawn("{% url route slug=slug %}", route=LEAGUE, slug="old-world") == expected
    assert drawn("{% url route slug as there %}[{{ there }}]", route=LEAGUE, slug="old-world") == f"[{expected}]"
    assert drawn("{% url 'no-such-route' as there %}[{{ there }}]") == "[]"
    with pytest.raises((NoReverseMatch, VariableDoesNotExist)):
        drawn("{% url 'no-such-route' %}")
