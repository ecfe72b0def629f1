"""Addresses that people have kept lead on, though pages were merged: no address of the site ever answers 404."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.urls import Resolver404, URLPattern, URLResolver, get_resolver, resolve

from competitions.models import Competition, Fixture
from leagues.models import League
from tests.competitions.competition_builders import bare_team, competition_in, matches_of
from tests.leagues.cast import Cast, signed_in

ADDRESSES = Path(__file__).with_name("addresses.txt")
"""Every address that a page or a form has or had; new ones are added, none is taken out."""
MOVED = {"/competitions/{competition}/paper/": "/competitions/{competition}/"}
"""Pages that have moved permanently: where they were, and where they are."""


@pytest.fixture
def drawn(cast: Cast) -> Competition:
    return competition_in(cast.league, [bare_team(cast.league, name) for name in ("Ravens", "Gales")], started=True)


def answers(address: str) -> bool:
    """Whether there is a page or a form at an address."""
    try:
        return bool(resolve("/" + re.sub(r"<\w+>", "1", address)))
    except Resolver404:
        return False


def addresses(patterns: list[URLPattern | URLResolver], before: str = "") -> Iterator[str]:
    """The address of every page and form of Dugout itself, with the names of its parts."""
    for pattern in patterns:
        address = before + re.sub(r"<(?:\w+:)?(\w+)>", r"<\1>", str(pattern.pattern))
        if isinstance(pattern, URLResolver):
            yield from addresses(pattern.url_patterns, address)
        elif not pattern.lookup_str.startswith("allauth."):
            yield address


def test_every_address_is_entered_so_that_it_is_missed_when_it_goes() -> None:
    assert set(addresses(get_resolver().url_patterns)) - {""} - set(ADDRESSES.read_text().splitlines()) == set()


def test_every_address_that_ever_was_is_still_one() -> None:
    assert [address for address in ADDRESSES.read_text().splitlines() if not answers(address)] == []


@pytest.mark.parametrize("old", MOVED)
def test_a_page_that_moved_leads_to_where_it_is_for_those_who_may_see_it(
    cast: Cast, drawn: Competition, old: str
) -> None:
    was, now = (each.format(competition=drawn.public_id) for each in (old, MOVED[old]))
    response = signed_in(None).get(was)
    assert (response.status_code, response.headers["Location"]) == (301, now)
    assert signed_in(None).get(now).status_code == 200
    League.objects.filter(pk=cast.league.pk).update(public=False)
    assert signed_in(cast.stranger).get(was).status_code == signed_in(cast.stranger).get(now).status_code == 404
    assert signed_in(cast.coach).get(was).headers["Location"] == now


def test_a_fixture_leads_to_its_match_as_long_as_it_has_one(cast: Cast, drawn: Competition) -> None:
    fixture = matches_of(drawn)[0]
    response = signed_in(cast.commissioner).get(f"/fixtures/{fixture.pk}/")
    assert (response.status_code, response.headers["Location"]) == (302, f"/matches/{fixture.match.public_id}/")
    for reader in (None, cast.stranger):
        assert signed_in(reader).get(f"/fixtures/{fixture.pk}/").headers["Location"] == response.headers["Location"]
    League.objects.filter(pk=cast.league.pk).update(public=False)
    for reader in (None, cast.stranger):
        assert signed_in(reader).get(f"/fixtures/{fixture.pk}/").status_code == 404


def test_a_fixture_without_a_match_is_for_those_who_can_set_its_date(cast: Cast, drawn: Competition) -> None:
    fixture = matches_of(drawn)[0]
    Fixture.objects.filter(pk=fixture.pk).update(match=None)
    address = f"/fixtures/{fixture.pk}/"
    assert signed_in(None).get(address).headers["Location"] == f"/accounts/login/?next={address}"
    assert signed_in(cast.stranger).get(address).status_code == 403
    assert signed_in(cast.commissioner).get(address).status_code == 200
