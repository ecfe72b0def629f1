"""A match's page shows the competition that it belongs to."""

from __future__ import annotations

import pytest
from django.urls import reverse

from matches.extensions import occasion_of
from matches.sequence import opening
from tests.competitions.competition_builders import bare_teams, competition_in, matches_of
from tests.leagues.cast import Cast, add_member, signed_in
from tests.matches import match_builders
from tests.teams import team_builders

pytestmark = pytest.mark.once


def test_a_match_links_everybody_to_its_competition_and_only_those_concerned_to_its_fixture(cast: Cast) -> None:
    home = team_builders.team_from_list(cast.league, cast.coach, "Orcs", "Orc")
    away = team_builders.team_from_list(cast.league, cast.other_coach, "Humans", "Human")
    cup = competition_in(cast.league, [home, away], started=True, name="Riverside Cup")
    fixture = matches_of(cup)[0]
    assert fixture.match is not None
    found = occasion_of(fixture.match)
    address = reverse("competitions:fixture", args=[fixture.pk])
    cup_page = reverse("competitions:competition", args=[cup.public_id])
    assert found is not None and (found.words, found.url) == ("Riverside Cup, round 1", cup_page)
    add_member(cast.league, cast.stranger)
    for user, sees in ((cast.coach, True), (cast.commissioner, True), (cast.stranger, False), (None, False)):
        page = signed_in(user).get(f"/matches/{fixture.match.public_id}/").content.decode()
        assert f'<a href="{cup_page}">Riverside Cup, round 1</a>' in page
        assert (address in page) is sees
    opened = opening.open_match(match=fixture.match, by=cast.coach)
    later = occasion_of(opened)
    assert later is not None and later.url == cup_page
    assert occasion_of(match_builders.scheduled_match(home, away)) is None


def test_a_commissioner_changes_a_match_on_its_own_page(cast: Cast) -> None:
    cup = competition_in(cast.league, bare_teams(cast.league, 2), started=True)
    fixture = matches_of(cup)[0]
    routes = (f"competitions:{deed}_fixture" for deed in ("move", "swap", "delete", "decide"))
    deeds = [f'="{reverse(route, args=[fixture.pk])}"' for route in routes]
    for user, sees in ((cast.commissioner, True), (cast.coach, False), (None, False)):
        page = signed_in(user).get(f"/matches/{fixture.match.public_id}/").content.decode()
        assert [deed in page for deed in deeds] == [sees] * 4
        assert (f'name="version" value="{fixture.version}"' in page) is sees
