"""The page with the champions of all seasons."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.urls import reverse

from competitions.models import Competition
from competitions.setup.services import results_changed
from competitions.trophies.champions import all_champions
from tests.competitions.competition_builders import bare_teams, competition_in, decide_match, matches_of
from tests.leagues.cast import Cast, signed_in

pytestmark = pytest.mark.once


def finished_cup(cast: Cast, name: str, *, draw: bool = False) -> Competition:
    """A competition of the teams A and B; A won its only match, or nobody did."""
    teams = list(cast.league.teams.order_by("pk")) or bare_teams(cast.league, 2)
    cup = competition_in(cast.league, teams, started=True, name=name)
    for fixture in matches_of(cup):
        decide_match(fixture, 1, 1) if draw else decide_match(fixture, 2, 1)
    results_changed([cup.pk])
    Competition.objects.filter(pk=cup.pk).update(state=Competition.State.FINISHED)
    return cup


def test_everyone_sees_who_won_what(cast: Cast) -> None:
    address = reverse("competitions:champions", args=[cast.league.slug])
    assert "No champions yet" in signed_in(None).get(address).content.decode()
    cup = finished_cup(cast, "Lantern Cup")
    finished_cup(cast, "Level Cup", draw=True)
    won = {each.competition.name: each for each in all_champions(cast.league)}
    home = matches_of(cup)[0].home
    assert [team.id for team in won["Lantern Cup"].champions] == [home.pk]
    assert len(won["Lantern Cup"].runners_up) == 1
    assert len(won["Level Cup"].champions) == 2 and not won["Level Cup"].runners_up
    shown = signed_in(None).get(address).content.decode()
    assert "Lantern Cup" in shown and "Level Cup" in shown and home.name in shown
    assert 'aria-current="page">Champions' in shown
    row = f'<th scope="row">\n      <a class="tm row" href="/teams/{home.public_id}/">'
    assert row in shown and shown.count('class="tm row"') == 1, "those who share a title have a link each"


def test_more_competitions_need_no_more_queries(cast: Cast, django_assert_num_queries) -> None:
    cache.clear()
    for many in (1, 3):
        for nth in range(many):
            finished_cup(cast, f"Cup {many}.{nth}")
        all_champions(cast.league)  # keeps the tables
        with django_assert_num_queries(2):
            assert all_champions(cast.league)
