"""What the pages of leagues and competitions show, to whom, and in how many queries."""

import re
from datetime import date
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from competitions import draws, fixtures, front_page, seasons
from competitions.fixture_list import shown_fixtures, shown_matches
from competitions.match_rows import match_rows
from competitions.models import Competition, Fixture
from competitions.names import teams_named
from leagues.models import League
from leagues.services import archive_league, change_house_rules
from matches.models import Match, Report
from teams.models import Team
from tests.competitions.stage import bare_team, bare_teams, competition_in, decide, fixtures_of, line, matches_of
from tests.leagues.cast import Cast, signed_in

pytestmark = pytest.mark.once

MOST_QUERIES = 12


def words(response: Any) -> str:
    """What stands on a page, tags left out."""
    page = re.sub(r"<(script|style|title)\b.*?</\1>", " ", response.content.decode(), flags=re.DOTALL)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page))


def main_of(response: Any) -> str:
    """The words of a page's main part."""
    page = response.content.decode()
    start, end = page.index("<main"), page.index("</main>")
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page[start:end]))


def front(league: League, user: User | None = None) -> str:
    response = signed_in(user).get(f"/leagues/{league.slug}/")
    assert response.status_code == 200
    return main_of(response)


@pytest.fixture
def division(cast: Cast) -> Competition:
    """Four teams, one of them the coach's and one the other coach's, all but the last round played."""
    teams = [
        bare_team(cast.league, "Ravens", cast.coach),
        bare_team(cast.league, "Stompers", cast.other_coach),
        bare_team(cast.league, "Comets"),
        bare_team(cast.league, "Dragons"),
    ]
    competition = competition_in(cast.league, teams, started=True, name="First Division")
    for fixture in matches_of(competition)[:4]:
        decide(fixture, 2, 1, (1, 3))
        Match.objects.filter(pk=fixture.match_id).update(played_on=date(2026, 3, fixture.round.number))
        scorer = fixture.home.players.create(name=f"Scorer of {fixture.home.name}")
        line(fixture, "home", scorer, touchdowns=2, spp=6)
    return competition


# -- the front page --


def test_a_new_league_tells_visitors_that_nothing_is_played_yet(cast: Cast) -> None:
    assert "Nothing is played yet" in front(cast.league)


def test_a_new_league_leads_its_commissioner_to_the_first_match(cast: Cast) -> None:
    assert "The way to the first match" in front(cast.league, cast.commissioner)
    assert "The way to the first match" not in front(cast.league, cast.coach)
    page = signed_in(cast.commissioner).get(f"/leagues/{cast.league.slug}/").content.decode()
    assert '<li aria-current="step"><strong><a href="/leagues/old-world-sunday-league/invite/">' in page


def test_the_steps_follow_what_is_done_and_end_with_the_start(cast: Cast) -> None:
    bare_teams(cast.league, 2)
    seasons.open_season(league=cast.league, by=cast.commissioner, name="Spring")
    shown = front(cast.league, cast.commissioner)
    assert "Open a season (done)" in shown and "Set up a competition" in shown
    competition_in(cast.league, cast.league.teams.all(), started=True)
    assert "The way to the first match" not in front(cast.league, cast.commissioner)


def test_the_front_page_has_the_table_the_next_matches_and_the_last_results(cast: Cast, division: Competition) -> None:
    shown = front(cast.league)
    assert "Season 1 · 4 teams" in shown
    for part in ("First Division", "under way", "Next matches", "round 3", "Last results", "2 – 1", "2 Mar 2026"):
        assert part in shown, part
    assert "Waiting for you" not in shown


def test_whoever_coaches_finds_his_team_where_it_stands_and_whom_it_meets(cast: Cast, division: Competition) -> None:
    shown = front(cast.league, cast.coach)
    fixture = next(each for each in matches_of(division)[4:] if "Ravens" in (each.home.name, each.away.name))
    opponent = fixture.away.name if fixture.home.name == "Ravens" else fixture.home.name
    assert re.search(r"Place \d in First Division", shown)
    assert re.search(rf"Next: {opponent} , round 3", shown)
    assert "(your team)" in shown


def test_the_next_match_is_not_the_one_whose_post_match_still_runs(cast: Cast, division: Competition) -> None:
    fixture = next(each for each in matches_of(division)[4:] if "Ravens" in (each.home.name, each.away.name))
    decide(fixture, 1, 0)
    Match.objects.filter(pk=fixture.match_id).update(state=Match.State.POST_MATCH)
    shown = front(cast.league, cast.coach)
    assert "Post-match of" in shown and "Next:" not in shown


@pytest.mark.parametrize(
    ("state", "text"),
    [
        (Match.State.PRE_MATCH, "Pre-match of "),
        (Match.State.PLAYING, "Report "),
        (Match.State.REPORTED, "Confirm or dispute the report of "),
        (Match.State.DISPUTED, "anew: it is disputed"),
        (Match.State.POST_MATCH, "Post-match of "),
    ],
)
def test_a_match_under_way_waits_for_its_coaches(cast: Cast, division: Competition, state: str, text: str) -> None:
    fixture = next(each for each in matches_of(division)[4:] if "Ravens" in (each.home.name, each.away.name))
    decide(fixture, 1, 0)
    Match.objects.filter(pk=fixture.match_id).update(state=state, opened_at=timezone.now())
    pairing = f"{fixture.home.name} – {fixture.away.name}"
    shown = front(cast.league, cast.coach)
    assert "Waiting for you" in shown and text in shown and pairing in shown
    assert text not in front(cast.league, cast.stranger)


def test_whoever_reported_waits_for_the_other(cast: Cast, division: Competition) -> None:
    fixture = next(each for each in matches_of(division) if {each.home.name, each.away.name} == {"Ravens", "Stompers"})
    Match.objects.filter(pk=fixture.match_id).update(state=Match.State.REPORTED)
    Report.objects.create(match=fixture.match, number=1, data={}, digest="", by=cast.coach)
    assert "Confirm or dispute" not in front(cast.league, cast.coach)
    assert "Confirm or dispute" in front(cast.league, cast.other_coach)


def test_a_commissioner_finds_what_only_he_can_settle(cast: Cast, division: Competition) -> None:
    Match.objects.filter(pk=matches_of(division)[4].match_id).update(state=Match.State.DISPUTED)
    Team.objects.filter(pk=bare_team(cast.league, "Newcomers").pk).update(state=Team.State.SUBMITTED)
    competition_in(cast.league, name="Plate")
    shown = front(cast.league, cast.commissioner)
    for task in ("Settle the disputed report of", "Newcomers waits for your approval", "Go on setting up Plate"):
        assert task in shown
        assert task not in front(cast.league, cast.stranger)


def test_a_competition_that_is_all_played_waits_to_be_finished(cast: Cast, division: Competition) -> None:
    assert "Finish First Division" not in front(cast.league, cast.commissioner)
    for fixture in matches_of(division)[4:]:
        decide(fixture, 0, 0)
    assert "Finish First Division: all of it is played" in front(cast.league, cast.commissioner)


def test_a_friendly_stands_among_the_matches_and_in_no_table(cast: Cast, division: Competition) -> None:
    home, away = Team.objects.get(name="Comets"), Team.objects.get(name="Dragons")
    fixtures.arrange_friendly(league=cast.league, by=cast.commissioner, home=home, away=away)
    assert "friendly" in front(cast.league)
    assert len(matches_of(division)) == 6


def test_an_archived_league_asks_nobody_for_anything(cast: Cast, division: Competition) -> None:
    Match.objects.filter(pk=matches_of(division)[4].match_id).update(state=Match.State.DISPUTED)
    archive_league(league=cast.league, by=cast.commissioner, reason="over")
    shown = front(cast.league, cast.commissioner)
    assert "in the archive" in shown and "Waiting for you" not in shown and "Run the league" not in shown


def test_many_competitions_show_short_tables_and_then_doors(cast: Cast) -> None:
    teams = bare_teams(cast.league, 7)
    for number in range(6):
        competition_in(cast.league, teams, started=True, name=f"Division {number + 1}")
    page = signed_in(None).get(f"/leagues/{cast.league.slug}/").content.decode()
    assert page.count('<table class="table-sheet table-small') == 4
    assert page.count('class="card-link"') == 2
    assert "Whole table, 7 teams" in page


# -- a competition --


def test_a_competition_shows_table_rounds_players_and_points_by_round(cast: Cast, division: Competition) -> None:
    response = signed_in(None).get(f"/competitions/{division.public_id}/")
    shown = main_of(response)
    for part in (
        "4 of 6 matches played",
        "Round 3",
        "Round 2",
        "Best players",
        "Points by round",
        "The same as figures",
    ):
        assert part in shown, part
    assert "Scorer of" in shown
    page = response.content.decode()
    assert page.count("<polyline") == 4 and "<title id=" in page and "<desc id=" in page
    assert "Manage" not in shown
    assert "Manage" in main_of(signed_in(cast.commissioner).get(f"/competitions/{division.public_id}/"))


def test_every_place_of_the_table_has_its_reason(cast: Cast, division: Competition) -> None:
    page = signed_in(None).get(f"/competitions/{division.public_id}/table/").content.decode()
    assert page.count('<details class="why">') == 4
    assert len(re.findall(r"<p>\d+ points?(: [^<]+)?\.</p>", page)) == 4, "and what its points come from"
    assert " stands above " in page or " share rank " in page


def test_any_two_teams_can_be_compared(cast: Cast, division: Competition) -> None:
    one, other = (Team.objects.get(name=name).public_id for name in ("Ravens", "Dragons"))
    url = f"/competitions/{division.public_id}/table/"
    asked = main_of(signed_in(None).get(url, {"one": one, "other": other}))
    assert re.search(r"(Ravens|Dragons) stands above (Ravens|Dragons)|share rank", asked)
    nobody = signed_in(None).get(url, {"one": one, "other": "x' OR 1=1"})
    assert nobody.status_code == 200 and 'class="notice" role="status"' not in nobody.content.decode()


def test_before_anything_is_played_nobody_has_a_place(cast: Cast) -> None:
    competition = competition_in(cast.league, bare_teams(cast.league, 3), started=True)
    page = signed_in(None).get(f"/competitions/{competition.public_id}/").content.decode()
    assert page.count('<td class="place">–</td>') == 3
    assert "<polyline" not in page


def test_fixtures_are_shown_whole_or_by_round_or_by_team(cast: Cast, division: Competition) -> None:
    url, client = f"/competitions/{division.public_id}/fixtures/", signed_in(None)
    headings = re.findall(r"<h2>(.*?)</h2>", client.get(url).content.decode())
    assert headings == ["Round 1", "Round 2", "Round 3"]
    assert re.findall(r"<h2>(.*?)</h2>", client.get(url, {"round": 2}).content.decode()) == ["Round 2"]
    ravens = Team.objects.get(name="Ravens").public_id
    page = client.get(url, {"team": ravens}).content.decode()
    assert page.count('<li><span class="home') == 3
    assert client.get(url, {"round": "99", "team": "nobody"}).status_code == 200


def test_many_fixtures_come_round_by_round(cast: Cast) -> None:
    competition = competition_in(cast.league, bare_teams(cast.league, 12), started=True)
    page = signed_in(None).get(f"/competitions/{competition.public_id}/fixtures/").content.decode()
    assert re.findall(r"<h2>(.*?)</h2>", page) == ["Round 1"]
    assert 'href="?round=2"' in page


def test_who_rests_is_named(cast: Cast) -> None:
    competition = competition_in(cast.league, bare_teams(cast.league, 3), started=True)
    shown = main_of(signed_in(None).get(f"/competitions/{competition.public_id}/fixtures/"))
    assert shown.count("Rests:") == 3


def test_names_are_escaped_and_a_renamed_team_is_called_so_at_once(cast: Cast, division: Competition) -> None:
    url, client = f"/competitions/{division.public_id}/", signed_in(None)
    client.get(url)
    Team.objects.filter(name="Ravens").update(name="<b>Rooks</b> & Co")
    page = client.get(url).content.decode()
    assert "&lt;b&gt;Rooks&lt;/b&gt; &amp; Co" in page and "<b>Rooks" not in page and "Ravens</a>" not in page


def test_the_page_for_printing_has_the_table_alone(cast: Cast, division: Competition) -> None:
    page = signed_in(None).get(f"/competitions/{division.public_id}/paper/").content.decode()
    assert "data-print" in page and "Round 3" in page and "Best players</h2>" not in page


# -- queries --


def league_of(cast: Cast, league: League, teams: int, matches: int) -> Competition:
    made = [*bare_teams(league, teams - 1), bare_team(league, "Mine", cast.coach)]
    competition = competition_in(league, made, started=True, name="Division")
    for fixture in matches_of(competition)[:matches]:
        decide(fixture, 1, 0)
        line(fixture, "home", fixture.home.players.create(name="Somebody"), touchdowns=1, spp=3)
    return competition


def queries_of(client: Client, url: str) -> int:
    """With the cache filled; of three counts the lowest, since a cache may lose what it keeps."""
    assert client.get(url).status_code == 200
    counts = []
    for _again in range(3):
        with CaptureQueriesContext(connection) as queries:
            assert client.get(url).status_code == 200
        counts.append(len(queries))
    return min(counts)


@pytest.mark.parametrize("person", ["visitor", "coach", "commissioner"])
def test_pages_take_as_many_queries_in_a_large_league_as_in_a_small_one(cast: Cast, person: str) -> None:
    small, large = league_of(cast, cast.league, 4, 3), league_of(cast, cast.private, 14, 60)
    League.objects.filter(pk=cast.private.pk).update(public=True)
    client = signed_in(cast[person])
    for page in ("", "table/", "fixtures/", "players/", "paper/"):
        counts = [queries_of(client, f"/competitions/{each.public_id}/{page}") for each in (small, large)]
        assert counts[0] == counts[1] <= MOST_QUERIES, page
    for path in ("", "seasons/1/"):
        counts = [queries_of(client, f"/leagues/{each.slug}/{path}") for each in (cast.league, cast.private)]
        assert counts[0] == counts[1] <= MOST_QUERIES, path


def test_a_season_tells_under_which_rules_it_was_played_where_they_are_not_todays(
    cast: Cast, division: Competition
) -> None:
    url, first = f"/leagues/{cast.league.slug}/seasons/1/", cast.league.log.get(kind="leagues.created")
    assert "today" not in main_of(signed_in(None).get(url))
    change_house_rules(
        league=cast.league, by=cast.commissioner, expected=cast.league.ruleset_id, options={"mvp": "coach"}, reason=""
    )
    response = signed_in(None).get(url)
    assert f'href="/leagues/{cast.league.slug}/rules/?set={first.pk}"' in response.content.decode()
    assert re.search(r"Most Valuable Player: Random.+, today The coach chooses", main_of(response))
    assert queries_of(signed_in(None), url) <= MOST_QUERIES
    cast.league.refresh_from_db()
    change_house_rules(
        league=cast.league, by=cast.commissioner, expected=cast.league.ruleset_id, options={"mvp": "random"}, reason=""
    )
    assert "today" not in main_of(signed_in(None).get(url))


def test_a_front_page_full_of_tasks_stays_within_its_queries(cast: Cast, division: Competition) -> None:
    League.objects.filter(pk=cast.league.pk).update(joining="request")
    bare_team(cast.league, "Own", cast.commissioner)
    Match.objects.filter(pk=matches_of(division)[4].match_id).update(state=Match.State.DISPUTED)
    Match.objects.filter(pk=matches_of(division)[5].match_id).update(state=Match.State.REPORTED)
    Team.objects.filter(pk=bare_team(cast.league, "New").pk).update(state=Team.State.SUBMITTED)
    for person in ("coach", "commissioner"):
        assert queries_of(signed_in(cast[person]), f"/leagues/{cast.league.slug}/") <= MOST_QUERIES


# -- home --


def test_the_home_page_gathers_what_waits_in_all_leagues(cast: Cast, division: Competition) -> None:
    fixture = next(each for each in matches_of(division)[4:] if "Ravens" in (each.home.name, each.away.name))
    Match.objects.filter(pk=fixture.match_id).update(state=Match.State.PLAYING)
    bare_team(cast.private, "Moles", cast.coach)
    competition_in(cast.private, name="Secret Cup")
    shown = main_of(signed_in(cast.coach).get("/"))
    for part in (f"Report {fixture.home.name}", "Ravens", "Moles", "Old World Sunday League", "Hidden Cup"):
        assert part in shown, part
    assert "Secret Cup" not in shown
    assert "Go on setting up Secret Cup" in main_of(signed_in(cast.commissioner).get("/"))
    assert "Waiting for you" not in main_of(signed_in(cast.stranger).get("/"))


def test_the_home_page_takes_as_many_queries_for_many_leagues(cast: Cast, division: Competition) -> None:
    before = queries_of(signed_in(cast.commissioner), "/")
    for name in ("Red", "Blue", "Green"):
        team = bare_team(cast.private, name, cast.commissioner)
        Team.objects.filter(pk=team.pk).update(state=Team.State.SUBMITTED)
    competition_in(cast.private, name="Cup")
    assert queries_of(signed_in(cast.commissioner), "/") == before <= MOST_QUERIES


def test_who_left_a_league_is_asked_for_nothing_there(cast: Cast, division: Competition) -> None:
    Match.objects.filter(pk=matches_of(division)[4].match_id).update(state=Match.State.PLAYING)
    cast.league.memberships.filter(user=cast.coach).update(left_at=timezone.now())
    shown = main_of(signed_in(cast.coach).get("/"))
    assert "Waiting for you" not in shown and "Ravens" not in shown


def test_the_way_back_leads_to_pages_that_exist(cast: Cast, division: Competition) -> None:
    client = signed_in(cast.commissioner)
    for url in (
        f"/competitions/{division.public_id}/manage/",
        f"/competitions/{division.public_id}/table/",
        f"/fixtures/{fixtures_of(division)[5].pk}/",
        f"/leagues/{cast.league.slug}/seasons/1/competitions/new/",
    ):
        page = client.get(url).content.decode()
        crumbs = page[page.index('class="breadcrumbs"') : page.index("<main")]
        links = re.findall(r'href="([^"]+)"', crumbs)
        assert links
        for link in links:
            assert client.get(link).status_code == 200, link


@pytest.mark.parametrize("closed", [1, 3])
def test_once_a_match_is_over_nobody_is_told_that_nothing_is_opened(cast: Cast, closed: int) -> None:
    competition = competition_in(cast.league, bare_teams(cast.league, 3), started=True)
    address = f"/competitions/{competition.public_id}/manage/"
    before = words(signed_in(cast.commissioner).get(address))
    assert "Nothing is opened yet" in before and "3 matches are not over yet" in before
    for fixture in matches_of(competition)[:closed]:
        decide(fixture, 1, 0)
    after = words(signed_in(cast.commissioner).get(address))
    assert "Nothing is opened yet" not in after
    assert ("2 matches are not over yet" if closed == 1 else "Everything is played") in after


def test_fixtures_taken_back_while_the_front_page_is_gathered_are_left_out(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    competition = competition_in(cast.league, bare_teams(cast.league, 2), started=True)
    assert "Anvils" in front(cast.league)
    gather = front_page.match_rows

    def gathered_too_late(ids: Any) -> Any:
        draws.take_back_start(competition=competition, by=cast.commissioner, expected=competition.version)
        return gather(ids)

    monkeypatch.setattr(front_page, "match_rows", gathered_too_late)
    assert front(cast.league)


def test_ones_own_matches_stand_in_the_order_in_which_the_league_lists_its_own(cast: Cast) -> None:
    competition = competition_in(cast.league, bare_teams(cast.league, 4), started=True)
    played = matches_of(competition)
    Match.objects.filter(pk=played[5].match_id).update(state=Match.State.PLAYING)
    type(played[1]).objects.filter(pk=played[1].pk).update(agreed_for=timezone.now())
    friendly = Match.objects.create(league=cast.league, ruleset=cast.league.ruleset)
    for side, team in zip(("home", "away"), (played[0].home, played[0].away), strict=True):
        friendly.sides.create(side=side, team=team)
    listed = list(front_page.coming_matches(cast.league).values_list("pk", flat=True))
    rows = match_rows(listed).values()
    assert [row.id for row in sorted(rows, key=front_page.turn)] == listed
    assert (listed[0], listed[1], listed[-1]) == (played[5].match_id, played[1].match_id, friendly.pk)


def test_the_best_player_without_a_name_goes_by_number_and_position(cast: Cast, division: Competition) -> None:
    fixture = matches_of(division)[0]
    nameless, unknown = fixture.home.players.create(), fixture.away.players.create()
    line(fixture, "home", nameless, number=7, position="Blitzer", touchdowns=9)
    line(fixture, "away", unknown, touchdowns=8)
    shown = main_of(signed_in(None).get(f"/competitions/{division.public_id}/players/"))
    assert f"No. 7, Blitzer {fixture.home.name} 9" in shown and f"(no name) {fixture.away.name} 8" in shown


def test_a_list_says_who_won_a_match_that_its_score_does_not_tell(cast: Cast, division: Competition) -> None:
    level, conceded = matches_of(division)[:2]
    decide(level, 1, 1)
    level.match.sides.filter(side="away").update(result="win")
    level.match.sides.filter(side="home").update(result="loss")
    Match.objects.filter(pk=level.match_id).update(decided_by="overtime", decided_for="away")
    decide(conceded, 2, 1)
    conceded.match.sides.filter(side="home").update(result="conceded")
    conceded.match.sides.filter(side="away").update(result="win")
    teams = teams_named(cast.league.teams.all(), None)
    rows = match_rows([level.match_id, conceded.match_id])
    of_fixtures = shown_fixtures(Fixture.objects.filter(pk__in=(level.pk, conceded.pk)).order_by("pk"), teams)
    for lines in (of_fixtures, shown_matches([rows[level.match_id], rows[conceded.match_id]], teams)):
        notes = [line.note for line in lines]
        assert notes == ["after overtime", f"{conceded.home.name}: conceded"]
        assert [(line.home_won, line.away_won) for line in lines] == [("", " won")] * 2
