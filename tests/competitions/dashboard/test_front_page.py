"""What the front page of a league and the home page show, and to whom."""

import re

import pytest
from django.utils import timezone

from competitions.dashboard import front_page
from competitions.friendlies import friendlies
from competitions.match_rows import match_rows
from competitions.models import Competition, Season
from competitions.setup import seasons
from leagues.models import League
from leagues.services import archive_league
from matches.models import Match, Report
from teams.models import Team
from tests.competitions.competition_builders import bare_team, bare_teams, competition_in, decide_match, matches_of
from tests.competitions.pages import MOST_QUERIES, front, main_of, queries_of
from tests.leagues.cast import Cast, signed_in

pytestmark = pytest.mark.once


def test_a_new_league_shows_visitors_that_nothing_is_played_yet(cast: Cast) -> None:
    assert "No matches yet" in front(cast.league)


def test_a_new_league_shows_its_commissioner_the_steps_to_the_first_match(cast: Cast) -> None:
    assert "Getting started" in front(cast.league, cast.commissioner)
    assert "Getting started" not in front(cast.league, cast.coach)
    page = signed_in(cast.commissioner).get(f"/leagues/{cast.league.slug}/").content.decode()
    step = " ".join(page[page.index('<li aria-current="step">') :].split())
    assert step.startswith('<li aria-current="step"> <strong><a href="/leagues/old-world-sunday-league/invite/">')


def test_the_steps_show_what_is_done_and_end_with_the_start(cast: Cast) -> None:
    bare_teams(cast.league, 2)
    seasons.open_season(league=cast.league, by=cast.commissioner, name="Spring")
    shown = front(cast.league, cast.commissioner)
    assert "Open a season (done)" in shown and "Create a competition" in shown
    competition_in(cast.league, cast.league.teams.all(), started=True)
    assert "Getting started" not in front(cast.league, cast.commissioner)


def test_the_front_page_has_the_table_the_next_matches_and_the_last_results(cast: Cast, division: Competition) -> None:
    shown = front(cast.league)
    assert "Season 1 · round 3 of 3 · 4 teams" in shown
    for part in ("First Division", "under way", "Next matches", "round 3", "Latest results", "2 – 1", "2 Mar 2026"):
        assert part in shown, part
    assert "Waiting for you" not in shown


def test_coaches_see_their_team_its_place_and_its_next_opponent(cast: Cast, division: Competition) -> None:
    shown = front(cast.league, cast.coach)
    fixture = next(each for each in matches_of(division)[4:] if "Ravens" in (each.home.name, each.away.name))
    opponent = fixture.away.name if fixture.home.name == "Ravens" else fixture.home.name
    assert re.search(r"Place \d in First Division", shown)
    assert re.search(rf"Next: {opponent} , round 3", shown)
    assert "(your team)" in shown


def test_the_next_match_is_not_the_one_whose_post_match_still_runs(cast: Cast, division: Competition) -> None:
    fixture = next(each for each in matches_of(division)[4:] if "Ravens" in (each.home.name, each.away.name))
    decide_match(fixture, 1, 0)
    Match.objects.filter(pk=fixture.match_id).update(state=Match.State.POST_MATCH)
    shown = front(cast.league, cast.coach)
    assert "Post-match of" in shown and "Next:" not in shown


@pytest.mark.parametrize(
    ("state", "text"),
    [
        (Match.State.PRE_MATCH, "Pre-match of "),
        (Match.State.PLAYING, "Report "),
        (Match.State.REPORTED, "Confirm or dispute the report of "),
        (Match.State.DISPUTED, "again: it is disputed"),
        (Match.State.POST_MATCH, "Post-match of "),
    ],
)
def test_a_running_match_is_on_the_to_do_lists_of_its_coaches(
    cast: Cast, division: Competition, state: str, text: str
) -> None:
    fixture = next(each for each in matches_of(division)[4:] if "Ravens" in (each.home.name, each.away.name))
    decide_match(fixture, 1, 0)
    Match.objects.filter(pk=fixture.match_id).update(state=state, opened_at=timezone.now())
    pairing = f"{fixture.home.name} – {fixture.away.name}"
    shown = front(cast.league, cast.coach)
    assert "Waiting for you" in shown and text in shown and pairing in shown
    assert text not in front(cast.league, cast.stranger)


def test_a_coach_who_reported_sees_that_the_opponent_must_confirm(cast: Cast, division: Competition) -> None:
    fixture = next(each for each in matches_of(division) if {each.home.name, each.away.name} == {"Ravens", "Stompers"})
    Match.objects.filter(pk=fixture.match_id).update(state=Match.State.REPORTED)
    Report.objects.create(match=fixture.match, number=1, data={}, digest="", by=cast.coach)
    assert "Confirm or dispute" not in front(cast.league, cast.coach)
    assert "Confirm or dispute" in front(cast.league, cast.other_coach)


def test_a_commissioner_sees_what_only_they_can_decide(cast: Cast, division: Competition) -> None:
    Match.objects.filter(pk=matches_of(division)[4].match_id).update(state=Match.State.DISPUTED)
    Team.objects.filter(pk=bare_team(cast.league, "Newcomers").pk).update(state=Team.State.SUBMITTED)
    competition_in(cast.league, name="Plate")
    shown = front(cast.league, cast.commissioner)
    for task in ("Settle the disputed report of", "Newcomers waits for your approval", "Continue setting up Plate"):
        assert task in shown
        assert task not in front(cast.league, cast.stranger)


def test_a_new_season_beside_an_open_one_is_another_one(cast: Cast, division: Competition) -> None:
    shown = front(cast.league, cast.commissioner)
    assert "Open another season" in shown and "without teams" not in shown


def test_after_a_season_the_next_one_has_its_teams_or_none(cast: Cast, division: Competition) -> None:
    Season.objects.filter(pk=division.season_id).update(state=Season.State.CLOSED)
    shown = front(cast.league, cast.commissioner)
    assert "Next season with the teams of" in shown and "Open a season without teams" in shown


def test_a_competition_with_all_matches_played_is_ready_to_finish(cast: Cast, division: Competition) -> None:
    assert "Finish First Division" not in front(cast.league, cast.commissioner)
    for fixture in matches_of(division)[4:]:
        decide_match(fixture, 0, 0)
    assert "Finish First Division: all matches are played" in front(cast.league, cast.commissioner)


def test_a_friendly_is_among_the_matches_but_in_no_table(cast: Cast, division: Competition) -> None:
    home, away = Team.objects.get(name="Comets"), Team.objects.get(name="Dragons")
    friendlies.arrange_friendly(league=cast.league, by=cast.commissioner, home=home, away=away)
    assert "friendly" in front(cast.league)
    assert len(matches_of(division)) == 6


def test_an_archived_league_adds_nothing_to_to_do_lists(cast: Cast, division: Competition) -> None:
    Match.objects.filter(pk=matches_of(division)[4].match_id).update(state=Match.State.DISPUTED)
    archive_league(league=cast.league, by=cast.commissioner, reason="over")
    shown = front(cast.league, cast.commissioner)
    assert "archived" in shown and "Waiting for you" not in shown and "Run the league" not in shown


def test_many_competitions_have_short_tables_and_then_links(cast: Cast) -> None:
    teams = bare_teams(cast.league, 7)
    for number in range(6):
        competition_in(cast.league, teams, started=True, name=f"Division {number + 1}")
    page = signed_in(None).get(f"/leagues/{cast.league.slug}/").content.decode()
    assert page.count('<table class="t">') == 4
    assert page.count('class="card-link"') == 2
    assert "Full table, 7 teams" in page


def test_a_front_page_full_of_tasks_stays_within_its_queries(cast: Cast, division: Competition) -> None:
    League.objects.filter(pk=cast.league.pk).update(joining="request")
    bare_team(cast.league, "Own", cast.commissioner)
    Match.objects.filter(pk=matches_of(division)[4].match_id).update(state=Match.State.DISPUTED)
    Match.objects.filter(pk=matches_of(division)[5].match_id).update(state=Match.State.REPORTED)
    Team.objects.filter(pk=bare_team(cast.league, "New").pk).update(state=Team.State.SUBMITTED)
    for person in ("coach", "commissioner"):
        assert queries_of(signed_in(cast[person]), f"/leagues/{cast.league.slug}/") <= MOST_QUERIES


def test_the_home_page_has_the_tasks_of_all_leagues(cast: Cast, division: Competition) -> None:
    fixture = next(each for each in matches_of(division)[4:] if "Ravens" in (each.home.name, each.away.name))
    Match.objects.filter(pk=fixture.match_id).update(state=Match.State.PLAYING)
    bare_team(cast.private, "Moles", cast.coach)
    competition_in(cast.private, name="Secret Cup")
    shown = main_of(signed_in(cast.coach).get("/"))
    for part in (f"Report {fixture.home.name}", "Ravens", "Moles", "Old World Sunday League", "Hidden Cup"):
        assert part in shown, part
    assert "Secret Cup" not in shown
    assert "Continue setting up Secret Cup" in main_of(signed_in(cast.commissioner).get("/"))
    assert "Waiting for you" not in main_of(signed_in(cast.stranger).get("/"))


def test_the_home_page_takes_as_many_queries_for_many_leagues(cast: Cast, division: Competition) -> None:
    before = queries_of(signed_in(cast.commissioner), "/")
    for name in ("Red", "Blue", "Green"):
        team = bare_team(cast.private, name, cast.commissioner)
        Team.objects.filter(pk=team.pk).update(state=Team.State.SUBMITTED)
    competition_in(cast.private, name="Cup")
    assert queries_of(signed_in(cast.commissioner), "/") == before <= MOST_QUERIES


def test_a_former_member_has_no_tasks_in_a_league(cast: Cast, division: Competition) -> None:
    Match.objects.filter(pk=matches_of(division)[4].match_id).update(state=Match.State.PLAYING)
    cast.league.memberships.filter(user=cast.coach).update(left_at=timezone.now())
    shown = main_of(signed_in(cast.coach).get("/"))
    assert "Waiting for you" not in shown and "Ravens" not in shown


def test_a_coachs_matches_are_in_the_same_order_as_the_leagues(cast: Cast) -> None:
    competition = competition_in(cast.league, bare_teams(cast.league, 4), started=True)
    played = matches_of(competition)
    Match.objects.filter(pk=played[5].match_id).update(state=Match.State.PLAYING)
    type(played[1]).objects.filter(pk=played[1].pk).update(agreed_for=timezone.now())
    friendly = Match.objects.create(league=cast.league, ruleset=cast.league.ruleset)
    for side, team in zip(("home", "away"), (played[0].home, played[0].away), strict=True):
        friendly.sides.create(side=side, team=team)
    listed = list(front_page.coming_first(Match.objects.filter(league=cast.league)).values_list("pk", flat=True))
    rows = match_rows(listed).values()
    assert [row.id for row in sorted(rows, key=front_page.turn)] == listed
    assert (listed[0], listed[1], listed[-1]) == (played[5].match_id, played[1].match_id, friendly.pk)
