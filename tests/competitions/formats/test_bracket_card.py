"""The card of a knock-out among tables: the current round, and how far each team came."""

from __future__ import annotations

import pytest
from django.urls import reverse

from competitions.formats.knock_out.card import BracketCard, bracket_cards
from competitions.models import Competition
from competitions.names import teams_named
from competitions.setup.shape import Shape
from teams.models import Team
from tests.competitions.competition_builders import bare_team, bare_teams, competition_in, decide_match, matches_of
from tests.leagues.cast import Cast, signed_in

pytestmark = pytest.mark.once


@pytest.fixture
def cup(cast: Cast) -> Competition:
    """Four teams, one of them the coach's, in a knock-out with a match for third place."""
    teams = [bare_team(cast.league, "Zealots", cast.coach), *bare_teams(cast.league, 3)]
    shape = Shape(scheduling="knock_out", options={"third_place": True})
    return competition_in(cast.league, teams, started=True, shape=shape, name="Cup")


def card_of(cup: Competition) -> BracketCard:
    return bracket_cards([cup], teams_named(Team.objects.all(), None))[cup.pk]


def reached(cup: Competition) -> list[str]:
    return sorted(card_of(cup).reached.values())


def test_a_card_follows_the_rounds_up_to_the_champion(cup: Competition) -> None:
    assert card_of(cup).stage == "Semi-finals" and reached(cup) == ["Semi-finals"] * 4
    first, second = matches_of(cup)
    decide_match(first, 2, 0)
    card = card_of(cup)
    assert card.stage == "Semi-finals" and [pair.winner and pair.winner.id for pair in card.pairings] == [
        first.home_id,
        None,
    ]
    assert reached(cup) == ["Final", "Match for third place", "Semi-finals", "Semi-finals"]
    decide_match(second, 0, 1)
    assert reached(cup) == ["Final", "Final", "Match for third place", "Match for third place"]
    card = card_of(cup)
    assert card.stage == "Final" and card.champion is None
    final = next(each for each in matches_of(cup) if first.home_id in (each.home_id, each.away_id) and each != first)
    decide_match(final, 3, 0)
    card = card_of(cup)
    assert card.champion is not None and card.champion.id == final.home_id
    assert card.reached[final.home_id] == "Won the final" and card.reached[final.away_id] == "Lost in the final"
    third = next(each for each in matches_of(cup) if {each.home_id, each.away_id} == {first.away_id, second.home_id})
    decide_match(third, 2, 1)
    assert reached(cup)[-1] == "Won the match for third place" and "Lost the match for third place" in reached(cup)


def test_a_team_that_is_out_reads_in_which_round_it_lost(cast: Cast) -> None:
    teams = bare_teams(cast.league, 8)
    cup = competition_in(cast.league, teams, started=True, shape=Shape(scheduling="knock_out"), name="Cup")
    first = matches_of(cup)[0]
    decide_match(first, 2, 0)
    assert card_of(cup).reached[first.away_id] == "Lost in the quarter-finals"


def test_a_competition_of_another_format_or_not_drawn_has_no_card(cast: Cast) -> None:
    teams = bare_teams(cast.league, 4)
    table = competition_in(cast.league, teams, started=True, name="Table")
    undrawn = competition_in(cast.league, teams, shape=Shape(scheduling="knock_out"), name="Later")
    assert bracket_cards([table, undrawn], {}) == {}


def test_pages_show_the_round_of_a_knock_out_and_no_table_of_points(cast: Cast, cup: Competition) -> None:
    client = signed_in(cast.coach)
    for url in (
        reverse("competitions:league", args=[cast.league.slug]),
        reverse("competitions:season", args=[cast.league.slug, 1]),
    ):
        page = client.get(url).text
        assert "Semi-finals" in page and "Full bracket" in page and '<table class="t"' not in page, url
    assert "Cup: Semi-finals" in client.get(reverse("competitions:league", args=[cast.league.slug])).text
    page = client.get(reverse("competitions:competition", args=[cup.public_id])).text
    assert "bracket-stage" in page and "Winner of tie 1" in page and '<table class="t' not in page
