"""A task on home leads straight to the page on which it is done."""

from __future__ import annotations

import pytest

from accounts.models import User
from matches.models import Match
from tests.leagues.cast import Cast, signed_in
from tests.matches import match_builders
from tests.teams.team_builders import team_from_list

BUILDERS = {
    "pre-match": match_builders.opened_match,
    "report": match_builders.ready_match,
    "report/confirm": match_builders.reported_match,
    "post-match": match_builders.confirmed_match,
}


def links(user: User) -> str:
    return signed_in(user).get("/").content.decode()


@pytest.mark.parametrize("way", BUILDERS)
def test_a_coachs_task(cast: Cast, way: str) -> None:
    home = team_from_list(cast.league, cast.coach, "Orcs", "Orc")
    away = team_from_list(cast.league, cast.other_coach, "Humans", "Human")
    BUILDERS[way](home, away)
    match = Match.objects.get()
    assert f'href="/matches/{match.public_id}/{way}/"' in links(cast.other_coach) + links(cast.coach)


def test_a_dispute_leads_its_commissioner_to_the_settling(cast: Cast) -> None:
    home = team_from_list(cast.league, cast.coach, "Orcs", "Orc")
    away = team_from_list(cast.league, cast.other_coach, "Humans", "Human")
    match_builders.reported_match(home, away)
    Match.objects.update(state=Match.State.DISPUTED)
    match = Match.objects.get()
    assert f'href="/matches/{match.public_id}/report/settle/"' in links(cast.commissioner)
    assert f'href="/matches/{match.public_id}/report/"' in links(cast.coach)
