"""No value in a form of the hall of fame breaks a page or reaches the database unchecked."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.urls import reverse

from competitions.models import Competition
from stats.models import Inductee
from teams.models import Team
from tests.leagues.cast import Cast, signed_in
from tests.policy_objects import BUILDERS
from tests.web.hostile_forms import attack, forms_on, route_of
from tests.web.hostile_values import guard as guard  # an autouse fixture
from tests.web.post_routes import ATTACKED

OURS = re.compile(r"stats:")


def pages(cast: Cast) -> Iterator[str]:
    team = Team.objects.get(league=cast.league, name="Ravens")
    player = team.players.create(name="Raven")
    yield reverse("stats:induct_team", args=[team.public_id])
    yield reverse("stats:induct_player", args=[team.public_id, player.pk])
    yield reverse("stats:induct_coach", args=[cast.league.slug, str(cast.coach.pk)])
    row = BUILDERS["inductee"](cast, cast.league)
    yield reverse("stats:inductee", args=[cast.league.slug, row])


@pytest.mark.thorough
def test_no_value_in_a_field_breaks_a_page(cast: Cast, division: Competition) -> None:
    client, shown = signed_in(cast.commissioner), set()
    for url in pages(cast):
        for _page, action, form in forms_on(client, url, OURS):
            shown.add(route_of(action))
            attack(client, action, form)
    assert shown == ATTACKED["tests/stats/honours/test_hall_fields.py"]
    assert all(0 < len(row.citation) <= 300 for row in Inductee.objects.all())
