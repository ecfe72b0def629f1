"""What pages of a league of the first edition say where other books have skills, trades and star players to count."""

from __future__ import annotations

import pytest
from django.urls import reverse

from rules.editions.first_1986 import EDITION
from teams.models import TeamState
from tests.competitions.pages import main_of
from tests.editions.lacking import lacking_words
from tests.editions.league import founded
from tests.leagues.cast import create_cast, signed_in


@pytest.mark.django_db
def test_pages_speak_of_items_and_not_of_skills_trades_or_stars_to_count() -> None:
    made = founded(EDITION, create_cast())
    team, lacking = made.teams[0], lacking_words(EDITION)
    assert lacking is not None and lacking.search("No skills") and lacking.search("no hiring, no trades")
    player = TeamState.objects.get(team=team).sheet["players"][0]["player"]
    browser, coach = signed_in(made.cast.commissioner), signed_in(made.cast.coach)
    card = main_of(browser.get(reverse("matches:player", args=[team.public_id, player])))
    assert "Items and notes: none" in card
    correcting = main_of(browser.get(reverse("teams:correct", args=[team.public_id])))
    assert "Items and notes: add one" in correcting and "Items and notes: remove one" in correcting
    match = main_of(coach.get(reverse("matches:match", args=[made.league_match.public_id])))
    assert "no hiring. Open it when" in match
    for page in (card, correcting, match):
        assert not lacking.search(page), lacking.findall(page)
    stars = reverse("stats:stars", args=[made.league.slug])
    assert [browser.get(stars + query).status_code for query in ("", "?format=csv")] == [404, 404]
