"""What coaches and teams won: competitions and trophies, each once, on the pages of both."""

from __future__ import annotations

import re

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from competitions.models import Competition, Entrant, Holding, Trophy
from competitions.setup.services import results_changed
from competitions.trophies.champions import finished, titles_of
from matches.models import Match
from teams.models import Team
from teams.trading.takeovers import hand_over
from tests.competitions.competition_builders import annul_match, bare_team, competition_in, decide_match, matches_of
from tests.competitions.pages import main_of
from tests.leagues.cast import Cast, signed_in

MOST_QUERIES = 12


@pytest.fixture
def ravens(cast: Cast) -> Team:
    return bare_team(cast.league, "Ravens", cast.coach)


@pytest.fixture
def cup(ravens: Team) -> Competition:
    return won_by(ravens, "Lantern Cup")


def won_by(team: Team, name: str, *, draw: bool = False) -> Competition:
    """A finished competition of two teams that this one won, or where both are level."""
    other = Team.objects.filter(name="Comets").first() or bare_team(team.league, "Comets")
    found = competition_in(team.league, [team, other], started=True, name=name)
    for fixture in matches_of(found):
        decide_match(fixture, *((1, 1) if draw else (2, 1) if fixture.home_id == team.pk else (1, 2)))
    results_changed([found.pk])
    Competition.objects.filter(pk=found.pk).update(state=Competition.State.FINISHED)
    return found


def of_coach(cast: Cast, key: object) -> str:
    response = signed_in(None).get(reverse("stats:coach", args=[cast.league.slug, key]))
    assert response.status_code == 200
    return main_of(response)


def everywhere(cast: Cast, coach: User | None = None) -> str:
    return main_of(signed_in(None).get(reverse("stats:coach_everywhere", args=[(coach or cast.coach).pk])))


def of_team(team: Team) -> str:
    return main_of(signed_in(None).get(reverse("stats:team_record", args=[team.public_id])))


def honours_in(html: str) -> str:
    after = html.partition("Titles and trophies")[2]
    return re.split("Head-to-head|Biggest win|Elo rating|Opponents", after)[0]


def test_a_competition_won_without_a_trophy_is_a_title(cast: Cast, ravens: Team, cup: Competition) -> None:
    season = cup.season.name
    for html in (of_coach(cast, cast.coach.pk), everywhere(cast)):
        assert "1 title " in html and f"Lantern Cup champion, {season}" in html, html
    assert f"Lantern Cup champion, {season}" in of_team(ravens)
    comets = Team.objects.get(name="Comets")
    assert "Titles and trophies" not in of_team(comets)
    assert "0 titles" in of_coach(cast, "~Comets's coach")


def test_the_first_of_a_competition_that_goes_on_has_no_title(cast: Cast, ravens: Team, cup: Competition) -> None:
    Competition.objects.filter(pk=cup.pk).update(state=Competition.State.RUNNING)
    assert "0 titles" in of_coach(cast, cast.coach.pk) and "Titles and trophies" not in of_team(ravens)


def test_a_title_with_a_trophy_is_shown_with_it_and_counts_once(cast: Cast, ravens: Team, cup: Competition) -> None:
    trophy = Trophy.objects.create(league=cast.league, name="The Golden Boot")
    Competition.objects.filter(pk=cup.pk).update(played_for=trophy)
    Holding.objects.create(trophy=trophy, team=ravens, season=cup.season)
    for html in (of_coach(cast, cast.coach.pk), of_team(ravens), everywhere(cast)):
        shown = honours_in(html)
        assert f"The Golden Boot winner, {cup.season.name} · Lantern Cup" in shown
        assert "champion" not in shown and shown.count("Lantern Cup") == 1
    assert "1 title " in of_coach(cast, cast.coach.pk)


def test_a_trophy_of_the_book_stands_for_the_last_title_of_its_season(
    cast: Cast, ravens: Team, cup: Competition
) -> None:
    won_by(ravens, "Play-offs")
    trophy = Trophy.objects.create(league=cast.league, name="The Great Cup", key="great")
    Holding.objects.create(trophy=trophy, team=ravens, season=cup.season)
    shown = honours_in(of_team(ravens))
    assert f"The Great Cup winner, {cup.season.name} · Play-offs" in shown
    assert "Lantern Cup champion" in shown and shown.count("Play-offs") == 1
    assert "2 titles" in of_coach(cast, cast.coach.pk)


def test_another_trophy_of_the_season_takes_no_title_away(cast: Cast, ravens: Team, cup: Competition) -> None:
    trophy = Trophy.objects.create(league=cast.league, name="Best painted team")
    Holding.objects.create(trophy=trophy, team=ravens, season=cup.season)
    shown = honours_in(of_team(ravens))
    assert "Best painted team winner" in shown and "Lantern Cup champion" in shown


def test_level_teams_are_joint_champions(cast: Cast, ravens: Team) -> None:
    won_by(ravens, "Level Cup", draw=True)
    for team in (ravens, Team.objects.get(name="Comets")):
        assert "Level Cup joint champion" in of_team(team)


def test_a_title_is_of_the_coach_of_the_last_match(cast: Cast, ravens: Team, cup: Competition) -> None:
    Match.objects.filter(league=cast.league).update(confirmed_at=timezone.now())
    hand_over(team=ravens, by=cast.commissioner, to="Old Joe", reason="Gone to sea.")
    assert "Lantern Cup champion" in of_coach(cast, cast.coach.pk)
    assert "0 titles" in of_coach(cast, "~Old Joe")


def test_a_trophy_that_is_handed_over_late_goes_with_the_title(cast: Cast, ravens: Team, cup: Competition) -> None:
    trophy = Trophy.objects.create(league=cast.league, name="The Golden Boot")
    Competition.objects.filter(pk=cup.pk).update(played_for=trophy)
    Match.objects.filter(league=cast.league).update(confirmed_at=timezone.now())
    hand_over(team=ravens, by=cast.commissioner, to="Old Joe", reason="Gone to sea.")
    Team.objects.filter(pk=ravens.pk).update(coach=cast.other_coach)
    Holding.objects.create(trophy=trophy, team=ravens, season=cup.season)
    painted = Trophy.objects.create(league=cast.league, name="Best painted team")
    Holding.objects.create(trophy=painted, team=ravens, season=cup.season, role=Holding.Role.RUNNER_UP)
    for html in (of_coach(cast, cast.coach.pk), everywhere(cast)):
        shown = honours_in(html)
        assert "1 title " in html and f"The Golden Boot winner, {cup.season.name} · Lantern Cup" in shown, shown
        assert "champion" not in shown and "Best painted team" not in shown
    for html in (of_coach(cast, cast.other_coach.pk), everywhere(cast, cast.other_coach)):
        assert "0 titles" in html and "The Golden Boot" not in html and "Lantern Cup" not in honours_in(html)
        assert "Best painted team runner-up" in honours_in(html)


def test_a_trophy_of_a_player_is_no_title(cast: Cast, ravens: Team, cup: Competition) -> None:
    trophy = Trophy.objects.create(league=cast.league, name="Best Thrower", for_players=True)
    player = ravens.players.create(name="Griff")
    Holding.objects.create(trophy=trophy, team=ravens, player=player, season=cup.season)
    for html in (of_coach(cast, cast.coach.pk), of_team(ravens), everywhere(cast)):
        assert f"Best Thrower winner: Griff, {cup.season.name}" in honours_in(html)
        assert "Lantern Cup champion" in html and "2 titles" not in html


def test_a_correction_takes_a_title_away(cast: Cast, ravens: Team, cup: Competition) -> None:
    assert "Lantern Cup champion" in of_team(ravens)
    for fixture in matches_of(cup):
        annul_match(fixture)
    assert "Lantern Cup champion" not in of_team(ravens)


def test_a_title_of_a_conference_names_it(cast: Cast, ravens: Team, cup: Competition) -> None:
    Entrant.objects.filter(competition=cup, team=ravens).update(conference="North")
    Entrant.objects.filter(competition=cup).exclude(team=ravens).update(conference="South")
    results_changed([cup.pk])
    html = of_team(ravens)
    assert "Lantern Cup champion" in html and "Lantern Cup: North champion" in html
    assert "Lantern Cup: South champion" in of_team(Team.objects.get(name="Comets"))


def test_after_a_result_elsewhere_champions_are_not_worked_out_again(
    cast: Cast, ravens: Team, cup: Competition
) -> None:
    running = competition_in(cast.league, [ravens, Team.objects.get(name="Comets")], started=True)
    client = signed_in(cast.other_coach)
    pages = [
        reverse("stats:coach", args=[cast.league.slug, cast.coach.pk]),
        reverse("stats:coach_everywhere", args=[cast.coach.pk]),
        reverse("stats:team_record", args=[ravens.public_id]),
    ]
    for page in pages:
        client.get(page)
    decide_match(matches_of(running)[0], 1, 0)
    for page in pages:
        with CaptureQueriesContext(connection) as found:
            assert "Lantern Cup" in client.get(page).content.decode()
        assert len(found) <= MOST_QUERIES, page


def test_more_titles_need_no_more_queries(cast: Cast, ravens: Team, cup: Competition) -> None:
    def queries() -> int:
        cache.clear()
        titles_of([ravens.pk], finished(Competition.objects.values_list("pk", flat=True)))
        with CaptureQueriesContext(connection) as found:
            assert titles_of([ravens.pk], finished(Competition.objects.values_list("pk", flat=True)))
        return len(found)

    few = queries()
    for number in range(3):
        won_by(ravens, f"Cup {number}")
    assert queries() == few
