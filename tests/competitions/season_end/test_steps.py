"""When all of a season is played, the commissioner sees the next steps with a link to each."""

from __future__ import annotations

import pytest
from django.utils import timezone

from competitions.models import Competition, Holding, Season, StageFeed, Trophy
from competitions.season_end.next_season import carry_on
from competitions.season_end.play_offs import Plan, draw_play_offs
from competitions.season_end.season_end import Ending, end_season
from competitions.season_end.steps import season_steps
from competitions.setup import finishing, services
from competitions.setup.shape import Shape
from leagues.services import Details, create_league
from tests.competitions.competition_builders import (
    bare_team,
    bare_teams,
    competition_in,
    create_bare_teams,
    decide_match,
    matches_of,
)
from tests.competitions.pages import front, words
from tests.leagues.cast import Cast, form_data, signed_in

LEAGUE = "/leagues/old-world-sunday-league/"
SEASON = f"{LEAGUE}seasons/1/"
GO_ON = "Continue with Season 1: all matches are played"


@pytest.fixture
def division(cast: Cast) -> Competition:
    """Four teams, all played and finished; the lower its number, the better a team did."""
    made = competition_in(cast.league, bare_teams(cast.league, 4), started=True, name="Division")
    for fixture in matches_of(made):
        decide_match(fixture, *((2, 1) if fixture.home_id < fixture.away_id else (1, 2)))
    return finished(cast, made)


def finished(cast: Cast, competition: Competition) -> Competition:
    competition.refresh_from_db()
    return finishing.finish_competition(competition=competition, by=cast.commissioner, expected=competition.version)


def steps(season: Season) -> list[tuple[str, str]]:
    season.refresh_from_db()
    return [(step.label, step.url) for step in season_steps(season, list(season.competitions.order_by("pk")))]


def ended(cast: Cast, season: Season) -> Season:
    season.refresh_from_db()
    return end_season(season=season, by=cast.commissioner, expected=season.version, ending=Ending())


def test_the_steps_lead_from_the_last_league_match_to_the_next_season(cast: Cast, division: Competition) -> None:
    season, close = division.season, ("Close the season", f"{SEASON}end/")
    assert steps(season) == [("Draw semi-finals and final", f"{SEASON}play-offs/"), close]
    trophy = Trophy(league=cast.league, key="blood_bowl", name="Blood Bowl")
    plan = Plan(name="Cup", way="points", sources=[division], trophy=trophy)
    cup = draw_play_offs(season=season, by=cast.commissioner, plan=plan)
    assert steps(season) == []
    for _each in range(3):
        decide_match(matches_of(cup)[_each], 2, 1)
    finished(cast, cup)
    assert steps(season) == [("Award the Blood Bowl", f"{LEAGUE}trophies/blood_bowl/hand-over/"), close]
    final = cup.ties.get(stage="final")
    form = signed_in(cast.commissioner).get(f"{LEAGUE}trophies/blood_bowl/hand-over/").content.decode()
    for team in (final.home, final.away):
        assert f'<option value="{team.public_id}" selected>{team.name}</option>' in form
    holding = cast.league.trophies.get().holdings.create(season=season, team=final.winner)
    assert steps(season) == [close]
    Holding.objects.filter(pk=holding.pk).update(taken_back_at=timezone.now())
    assert len(steps(season)) == 2
    Holding.objects.filter(pk=holding.pk).update(taken_back_at=None)
    ended(cast, season)
    assert steps(season) == [("Open the next season with its teams", f"{SEASON}next/")]
    carry_on(season=season, by=cast.commissioner, name="Season 2")
    assert steps(season) == []
    next_one = signed_in(cast.commissioner).get(f"{LEAGUE}seasons/2/")
    assert "What comes next Continue setting up Division" in words(next_one)


def test_gifts_that_are_still_to_be_given_are_a_step(cast: Cast, division: Competition) -> None:
    season = division.season
    trophy = Trophy.objects.create(league=cast.league, key="chaos_cup", name="Chaos Cup")
    Competition.objects.filter(pk=division.pk).update(played_for=trophy)
    holding = trophy.holdings.create(season=season, team=matches_of(division)[0].home)
    step = (f"Choose the gifts of the Chaos Cup for {holding.team.name}", f"/holdings/{holding.pk}/gifts/")
    assert step in steps(season)
    Holding.objects.filter(pk=holding.pk).update(gifts_given_at=timezone.now())
    assert step not in steps(season)


@pytest.mark.parametrize(("book", "worth"), [("lrb-1.3", "team rating"), ("pbbl-1.10", "team value")])
def test_those_who_would_play_are_chosen_by_what_the_book_calls_worth(cast: Cast, book: str, worth: str) -> None:
    cast.league = create_league(by=cast.commissioner, details=Details(name="Named"), edition=book)
    competition_in(cast.league, create_bare_teams(cast.league, "Anvils", "Badgers", "Comets", "Dragons"), started=True)
    page = words(signed_in(cast.commissioner).get(f"/leagues/{cast.league.slug}/seasons/1/play-offs/"))
    heads = f"{worth.capitalize()} by {worth} Won by win ratio {worth.capitalize()} × ratio by both"
    assert heads in page and "alue" not in page.replace("team value", "").replace("Team value", "")


def test_only_the_commissioner_sees_the_steps_and_a_page_has_each_step_once(cast: Cast, division: Competition) -> None:
    assert GO_ON in front(cast.league, cast.commissioner)
    assert GO_ON not in front(cast.league, cast.coach)
    assert GO_ON in words(signed_in(cast.commissioner).get("/"))
    assert GO_ON not in words(signed_in(cast.coach).get("/"))
    page = signed_in(cast.commissioner).get(SEASON).content.decode()
    assert (page.count(f'href="{SEASON}play-offs/"'), page.count(f'href="{SEASON}end/"')) == (1, 1)
    assert "What comes next" not in words(signed_in(cast.coach).get(SEASON))
    managed = signed_in(cast.commissioner).get(f"/competitions/{division.public_id}/manage/")
    assert f'href="{SEASON}"' in managed.content.decode() and "Continue with Season 1" in words(managed)


def test_there_is_no_next_step_while_a_competition_is_open_or_with_records_only(
    cast: Cast, division: Competition
) -> None:
    Competition.objects.filter(pk=division.pk).update(recorded=True)
    assert steps(division.season) == []
    assert GO_ON not in front(cast.league, cast.commissioner)
    Competition.objects.filter(pk=division.pk).update(recorded=False, state=Competition.State.RUNNING)
    assert steps(division.season) == []


def test_a_trophy_that_the_corrected_winner_does_not_hold_is_a_step(cast: Cast, division: Competition) -> None:
    trophy = Trophy(league=cast.league, key="blood_bowl", name="Blood Bowl")
    plan = Plan(name="Cup", way="points", sources=[division], trophy=trophy)
    cup = draw_play_offs(season=division.season, by=cast.commissioner, plan=plan)
    for number in range(3):
        decide_match(matches_of(cup)[number], 2, 1)
    finished(cast, cup)
    final = cup.ties.get(stage="final")
    holding = cast.league.trophies.get().holdings.create(season=division.season, team=final.winner)
    assert len(steps(division.season)) == 1
    decide_match(matches_of(cup)[2], 1, 2)
    step = (f"{final.away} won the Blood Bowl, but {final.home} holds it", f"{LEAGUE}trophies/blood_bowl/")
    assert steps(division.season)[0] == step
    Holding.objects.filter(pk=holding.pk).update(team=final.away)
    assert len(steps(division.season)) == 1


def test_all_played_competitions_are_finished_with_one_button(cast: Cast) -> None:
    teams = bare_teams(cast.league, 6)
    north, south, west = (
        competition_in(cast.league, teams[place : place + 2], started=True, name=name)
        for place, name in enumerate(("North", "South", "West"))
    )
    boss = signed_in(cast.commissioner)
    assert "Finish all played competitions" not in words(boss.get(SEASON))
    for each in (north, south):
        decide_match(matches_of(each)[0], 2, 1)
        each.refresh_from_db()
    page = boss.get(SEASON)
    parts = f"{north.public_id}:{north.version} {south.public_id}:{south.version}"
    assert "Finish all played competitions" in words(page) and f'value="{parts}"' in page.content.decode()
    assert "Finish all played competitions" not in words(signed_in(cast.coach).get(SEASON))
    stale = f"{north.public_id}:{north.version} {south.public_id}:{south.version + 1}"
    assert boss.post(f"{SEASON}finish/", form_data(parts=stale)).status_code == 409
    open_one = f"{north.public_id}:{north.version} {west.public_id}:{west.version}"
    for wrong in (open_one, "nothing", ":", ""):
        assert boss.post(f"{SEASON}finish/", form_data(parts=wrong)).status_code in (409, 422), wrong
    assert set(Competition.objects.values_list("state", flat=True)) == {"running"}, "all, or none"
    assert boss.post(f"{SEASON}finish/", form_data(parts=parts)).status_code == 302
    states = dict(Competition.objects.values_list("name", "state"))
    assert states == {"North": "finished", "South": "finished", "West": "running"}


def test_a_stage_that_waits_for_others_is_not_a_step(cast: Cast, division: Competition) -> None:
    cup = competition_in(cast.league, name="Cup", shape=Shape(scheduling="knock_out"))
    StageFeed.objects.create(target=cup, source=division, first=1, last=2)
    set_up = "Enter the teams that qualified for Cup"
    page = signed_in(cast.commissioner).get(SEASON)
    assert set_up in words(page), "the division is over"
    assert f'href="/competitions/{cup.public_id}/feeds/"' in page.content.decode()
    manage = words(signed_in(cast.commissioner).get(f"/competitions/{cup.public_id}/manage/"))
    assert "Its teams come from Division." in manage and "See who has qualified" in manage
    Competition.objects.filter(pk=division.pk).update(state=Competition.State.RUNNING)
    assert set_up not in words(signed_in(cast.commissioner).get(SEASON))
    assert set_up not in words(signed_in(cast.commissioner).get("/"))
    Competition.objects.filter(pk=division.pk).update(state=Competition.State.FINISHED)
    late = bare_team(cast.league, "Wanderers")
    services.enter_teams(competition=cup, by=cast.commissioner, expected=cup.version, teams=[late])
    assert "Continue setting up Cup" in words(signed_in(cast.commissioner).get(SEASON)), "somebody has entered"
