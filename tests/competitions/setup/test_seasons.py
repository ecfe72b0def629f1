"""A season is opened, renamed, closed and reopened."""

import re

import pytest

from competitions.models import Season
from competitions.setup import finishing, seasons, services
from leagues.services import archive_league
from teams.models import Player
from tests.competitions.competition_builders import (
    add_player_line,
    bare_teams,
    competition_in,
    decide_match,
    matches_of,
)
from tests.competitions.pages import words
from tests.leagues.cast import Cast, signed_in
from web.errors import Refusal, StaleVersion


@pytest.fixture
def season(cast: Cast) -> Season:
    return seasons.open_season(league=cast.league, by=cast.commissioner, name="Spring")


def test_seasons_are_numbered_within_their_league(cast: Cast, season: Season) -> None:
    second = seasons.open_season(league=cast.league, by=cast.commissioner, name="Autumn")
    elsewhere = seasons.open_season(league=cast.private, by=cast.commissioner, name="Spring")
    assert (season.number, second.number, elsewhere.number) == (1, 2, 1)


def test_two_seasons_of_a_league_have_different_names(cast: Cast, season: Season) -> None:
    with pytest.raises(Refusal, match="There is a season called SPRING") as refused:
        seasons.open_season(league=cast.league, by=cast.commissioner, name="SPRING")
    assert refused.value.field == "name"
    assert cast.league.seasons.count() == 1


def test_a_season_can_be_renamed_to_a_variant_of_its_own_name(cast: Cast, season: Season) -> None:
    renamed = seasons.rename_season(season=season, by=cast.commissioner, expected=1, name="SPRING")
    assert renamed.name == "SPRING"
    assert cast.league.log.filter(kind="competitions.season_renamed").count() == 1


def test_the_second_person_to_rename_gets_a_message(cast: Cast, season: Season) -> None:
    seasons.rename_season(season=season, by=cast.commissioner, expected=1, name="May")
    with pytest.raises(StaleVersion):
        seasons.rename_season(season=season, by=cast.commissioner, expected=1, name="June")
    season.refresh_from_db()
    assert season.name == "May"


def test_a_season_with_a_running_competition_cannot_be_closed(cast: Cast) -> None:
    competition = competition_in(cast.league, bare_teams(cast.league, 2), started=True, name="Cup")
    with pytest.raises(Refusal, match="Cup is not finished"):
        seasons.close_season(season=competition.season, by=cast.commissioner, expected=1)
    competition.season.refresh_from_db()
    assert competition.season.state == Season.State.OPEN


def test_a_closed_season_gets_no_competition_until_it_is_reopened(cast: Cast, season: Season) -> None:
    closed = seasons.close_season(season=season, by=cast.commissioner, expected=1)
    with pytest.raises(Refusal, match="Spring is closed"):
        services.create_competition(season=closed, by=cast.commissioner, setup=services.Setup(name="Cup"))
    reopened = seasons.reopen_season(season=closed, by=cast.commissioner, expected=closed.version)
    services.create_competition(season=reopened, by=cast.commissioner, setup=services.Setup(name="Cup"))


def test_a_season_that_was_closed_meanwhile_gets_no_competition(cast: Cast, season: Season) -> None:
    seasons.close_season(season=Season.objects.get(pk=season.pk), by=cast.commissioner, expected=1)
    with pytest.raises(Refusal, match="Spring is closed"):
        services.create_competition(season=season, by=cast.commissioner, setup=services.Setup(name="Cup"))
    assert not season.competitions.exists()


def test_an_open_season_cannot_be_reopened(cast: Cast, season: Season) -> None:
    with pytest.raises(Refusal, match="not closed"):
        seasons.reopen_season(season=season, by=cast.commissioner, expected=1)


def test_an_archived_league_cannot_open_a_season(cast: Cast) -> None:
    archive_league(league=cast.league, by=cast.commissioner, reason="over")
    with pytest.raises(Refusal, match="is archived"):
        seasons.open_season(league=cast.league, by=cast.commissioner, name="Spring")


def test_a_seasons_page_shows_its_champions_and_its_dead(cast: Cast) -> None:
    home, away = bare_teams(cast.league, 2)
    made = competition_in(cast.league, [home, away], started=True, name="Division")
    season = f"/leagues/{cast.league.slug}/seasons/1/"
    fixture = matches_of(made)[0]
    at_home = fixture.home_id == home.pk
    decide_match(fixture, *((1, 0) if at_home else (0, 1)))
    killer = Player.objects.create(team=home, name="Grim")
    victim = Player.objects.create(team=away, name="Poor Bob")
    dead = add_player_line(fixture, "away" if at_home else "home", victim, died=True, killed_by=killer)
    Player.objects.filter(pk=killer.pk).update(team=away)  # the player was traded since
    page = signed_in(None).get(season)
    assert "Champion of" not in words(page), "nothing is over"
    assert "Poor Bob Badgers killed by Grim of Anvils" in words(page)
    assert f'href="/teams/{away.public_id}/players/{dead.player_id}/"' in page.content.decode()
    made.refresh_from_db()
    finishing.finish_competition(competition=made, by=cast.commissioner, expected=made.version)
    assert "Anvils Champion of Division" in words(signed_in(None).get(season))


@pytest.mark.parametrize(
    ("names", "proposed"),
    [
        ((), "Season 1"),
        (("Season 1",), "Season 2"),
        (("Spring 2026",), "Spring 2027"),
        (("Season 9",), "Season 10"),
        (("Autumn",), ""),
        (("Season 3", "Season 2"), ""),
    ],
)
def test_a_name_is_proposed_for_the_next_season(cast: Cast, names: tuple[str, ...], proposed: str) -> None:
    for name in names:
        seasons.open_season(league=cast.league, by=cast.commissioner, name=name)
    assert seasons.next_name(cast.league) == proposed
    page = signed_in(cast.commissioner).get(f"/leagues/{cast.league.slug}/seasons/open/").content.decode()
    fields = re.findall(r'<input type="text" name="name"[^>]*>', page)
    assert [re.findall(r' value="([^"]*)"', each) for each in fields] == [[proposed] if proposed else []]
