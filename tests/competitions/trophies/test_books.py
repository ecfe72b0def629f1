"""Trophies of a league with several books: a book's trophies and gold go to teams that play by a book that has them."""

from dataclasses import replace

import pytest
from django.urls import reverse

from competitions.trophies import gifts
from competitions.trophies.books import NO_GOLD, NOT_ITS_BOOK
from leagues import books
from rules import editions
from rules.book.edition import Edition
from rules.journal import PointsEarned
from teams.models import Team
from tests.competitions.trophies.trophy_builders import hand, major, own, sheet
from tests.leagues.cast import Cast, signed_in
from tests.rules.build import PBBL
from tests.second_edition import STREET
from tests.teams.team_builders import append_entries, player_ids, team_from_list
from web.errors import Refusal

pytestmark = pytest.mark.once


def team_of(cast: Cast, monkeypatch: pytest.MonkeyPatch, edition: Edition, name: str = "Lane Orcs") -> Team:
    """A team of a further book of the league."""
    monkeypatch.setattr(editions, "EDITIONS", (PBBL.edition, STREET))
    books.add_book(league=cast.league, by=cast.commissioner, edition=edition.key)
    return team_from_list(cast.league, cast.coach, name, "Orc", edition=edition.key)


@pytest.fixture
def lane_orcs(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> Team:
    return team_of(cast, monkeypatch, STREET)


def test_a_trophy_that_a_team_s_book_does_not_know_does_not_go_to_it(cast: Cast, lane_orcs: Team) -> None:
    with pytest.raises(Refusal) as refused:
        hand(cast, major(cast, "chaos_cup"), lane_orcs)
    assert refused.value.message is NOT_ITS_BOOK and STREET.book.name in str(refused.value)
    assert sheet(lane_orcs).trophies == ()
    assert signed_in(None).get(reverse("matches:team", args=[lane_orcs.public_id])).status_code == 200


def test_only_teams_whose_book_has_a_trophy_are_offered(cast: Cast, lane_orcs: Team) -> None:
    team_from_list(cast.league, cast.coach, "Low Hills", "Halfling")
    client = signed_in(cast.commissioner)
    page = client.get(reverse("competitions:hand_over", args=[cast.league.slug, "chaos_cup"])).content.decode()
    assert "Low Hills" in page and "Lane Orcs" not in page
    boot = own(cast)
    page = client.get(reverse("competitions:hand_over", args=[cast.league.slug, boot.address])).content.decode()
    assert "Low Hills" in page and "Lane Orcs" in page


def test_a_league_s_own_trophy_goes_to_any_team(cast: Cast, lane_orcs: Team) -> None:
    hand(cast, own(cast), lane_orcs, prize=10_000)
    assert sheet(lane_orcs).treasury > 0


def test_a_prize_in_gold_does_not_go_to_a_team_without_a_treasury(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    team, boot = team_of(cast, monkeypatch, STREET), own(cast)
    poor = replace(STREET, book=replace(STREET.book, purses={}))
    monkeypatch.setattr(editions, "EDITIONS", (PBBL.edition, poor))
    with pytest.raises(Refusal) as refused:
        hand(cast, boot, Team.objects.get(pk=team.pk), prize=10_000)
    assert refused.value.message is NO_GOLD
    hand(cast, boot, Team.objects.get(pk=team.pk))


def test_the_best_player_is_of_a_book_that_has_the_award(cast: Cast, lane_orcs: Team) -> None:
    halflings = team_from_list(cast.league, cast.coach, "Low Hills", "Halfling")
    hero, other = player_ids(lane_orcs)[0], player_ids(halflings)[0]
    append_entries(lane_orcs, PointsEarned(player=hero, spp=40, deeds=()))
    append_entries(halflings, PointsEarned(player=other, spp=8, deeds=()))
    key = next(key for key in PBBL.book.trophies if gifts.best_player_in(cast.league, key))
    assert [each.player for each in gifts.contenders(cast.league, key)] == [other]
