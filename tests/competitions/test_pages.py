"""What the pages of leagues and competitions show, to whom, and in how many queries."""

import re

import pytest

from competitions.match_rows import match_rows
from competitions.models import Competition, Fixture
from competitions.names import teams_named
from competitions.standings.fixture_list import shown_fixtures, shown_matches
from leagues.models import League
from leagues.services import change_house_rules
from matches.models import Match, PlayerLine
from teams.models import Team
from tests.competitions.competition_builders import (
    add_player_line,
    bare_team,
    bare_teams,
    competition_in,
    decide_match,
    fixtures_of,
    matches_of,
)
from tests.competitions.pages import MOST_QUERIES, main_of, queries_of, words
from tests.leagues.cast import Cast, signed_in
from tests.thoroughness import part_of

pytestmark = pytest.mark.once


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
        "As figures",
    ):
        assert part in shown, part
    assert "Scorer of" in shown
    page = response.content.decode()
    assert page.count('class="worn worn-first"') >= 4 and 'role="img"' in page
    assert "Manage" not in shown
    assert "Manage" in main_of(signed_in(cast.commissioner).get(f"/competitions/{division.public_id}/"))


def test_each_place_in_the_table_has_a_reason(cast: Cast, division: Competition) -> None:
    page = signed_in(None).get(f"/competitions/{division.public_id}/table/").content.decode()
    assert page.count('<details class="why">') == 4
    assert len(re.findall(r"<p>\d+ points?(: [^<]+)?\.</p>", page)) == 4, "and what its points come from"
    assert " ranks above " in page or " share rank " in page


def test_any_two_teams_can_be_compared(cast: Cast, division: Competition) -> None:
    one, other = (Team.objects.get(name=name).public_id for name in ("Ravens", "Dragons"))
    url = f"/competitions/{division.public_id}/table/"
    asked = main_of(signed_in(None).get(url, {"one": one, "other": other}))
    assert re.search(r"(Ravens|Dragons) ranks above (Ravens|Dragons)|share rank", asked)
    nobody = signed_in(None).get(url, {"one": one, "other": "x' OR 1=1"})
    assert nobody.status_code == 200 and 'class="notice" role="status"' not in nobody.content.decode()


def test_before_the_first_match_no_team_has_a_place(cast: Cast) -> None:
    competition = competition_in(cast.league, bare_teams(cast.league, 3), started=True)
    page = signed_in(None).get(f"/competitions/{competition.public_id}/").content.decode()
    assert page.count("<b>–</b>") == 3
    assert 'class="worn worn-first"' not in page


def test_fixtures_are_shown_together_or_by_round_or_by_team(cast: Cast, division: Competition) -> None:
    url, client = f"/competitions/{division.public_id}/fixtures/", signed_in(None)
    headings = re.findall(r"<h2>(Round .*?)</h2>", client.get(url).content.decode())
    assert headings == ["Round 1", "Round 2", "Round 3"]
    assert re.findall(r"<h2>(Round .*?)</h2>", client.get(url, {"round": 2}).content.decode()) == ["Round 2"]
    ravens = Team.objects.get(name="Ravens").public_id
    page = client.get(url, {"team": ravens}).content.decode()
    assert page.count('<li><span class="home') == 3
    assert client.get(url, {"round": "99", "team": "no one"}).status_code == 200


def test_many_fixtures_are_shown_round_by_round(cast: Cast) -> None:
    competition = competition_in(cast.league, bare_teams(cast.league, 12), started=True)
    page = signed_in(None).get(f"/competitions/{competition.public_id}/fixtures/").content.decode()
    assert re.findall(r"<h2>(.*?)</h2>", page) == ["Round 1"]
    assert 'href="?round=2"' in page


def test_teams_with_a_bye_are_named(cast: Cast) -> None:
    competition = competition_in(cast.league, bare_teams(cast.league, 3), started=True)
    shown = main_of(signed_in(None).get(f"/competitions/{competition.public_id}/fixtures/"))
    assert shown.count("Bye:") == 3


def test_names_are_escaped_and_a_new_name_is_shown_immediately(cast: Cast, division: Competition) -> None:
    url, client = f"/competitions/{division.public_id}/", signed_in(None)
    client.get(url)
    Team.objects.filter(name="Ravens").update(name="<b>Rooks</b> & Co")
    page = client.get(url).content.decode()
    assert "&lt;b&gt;Rooks&lt;/b&gt; &amp; Co" in page and "<b>Rooks" not in page and ">Ravens</a>" not in page


# -- queries --


def league_of(cast: Cast, league: League, teams: int, matches: int) -> Competition:
    made = [*bare_teams(league, teams - 1), bare_team(league, "Mine", cast.coach)]
    competition = competition_in(league, made, started=True, name="Division")
    for fixture in matches_of(competition)[:matches]:
        decide_match(fixture, 1, 0)
        add_player_line(fixture, "home", fixture.home.players.create(name="Somebody"), touchdowns=1, spp=3)
    return competition


def test_pages_take_as_many_queries_in_a_large_league_as_in_a_small_one(cast: Cast) -> None:
    small, large = league_of(cast, cast.league, 4, 3), league_of(cast, cast.private, 10, 30)
    League.objects.filter(pk=cast.private.pk).update(public=True)
    for person in part_of(["visitor", "coach", "commissioner"]):
        client = signed_in(cast[person])
        for page in ("", "table/", "fixtures/", "players/"):
            counts = [queries_of(client, f"/competitions/{each.public_id}/{page}") for each in (small, large)]
            assert counts[0] == counts[1] <= MOST_QUERIES, (person, page)
        for path in ("", "seasons/1/"):
            counts = [queries_of(client, f"/leagues/{each.slug}/{path}") for each in (cast.league, cast.private)]
            assert counts[0] == counts[1] <= MOST_QUERIES, (person, path)


def test_a_season_names_its_house_rules_if_they_have_changed_since(cast: Cast, division: Competition) -> None:
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


def test_the_small_line_of_a_head_links_to_pages_that_exist(cast: Cast, division: Competition) -> None:
    client = signed_in(cast.commissioner)
    for url in (
        f"/competitions/{division.public_id}/manage/",
        f"/fixtures/{fixtures_of(division)[5].pk}/decide/",
        f"/leagues/{cast.league.slug}/seasons/1/competitions/new/",
    ):
        page = client.get(url, follow=True).content.decode()
        line = page[page.index('<ul class="where"') :]
        links = re.findall(r'href="([^"]+)"', line[: line.index("</ul>")])
        assert links
        for link in links:
            assert client.get(link, follow=True).status_code == 200, link


@pytest.mark.parametrize("closed", [1, 3])
def test_after_a_match_no_page_says_that_no_match_was_opened(cast: Cast, closed: int) -> None:
    competition = competition_in(cast.league, bare_teams(cast.league, 3), started=True)
    address = f"/competitions/{competition.public_id}/manage/"
    before = words(signed_in(cast.commissioner).get(address))
    assert "No match has been opened yet" in before and "3 matches are not finished yet" in before
    for fixture in matches_of(competition)[:closed]:
        decide_match(fixture, 1, 0)
    after = words(signed_in(cast.commissioner).get(address))
    assert "No match has been opened yet" not in after
    assert ("2 matches are not finished yet" if closed == 1 else "All matches are played") in after


def test_a_best_player_without_a_name_is_shown_by_number_and_position(cast: Cast, division: Competition) -> None:
    fixture = matches_of(division)[0]
    nameless, unknown = fixture.home.players.create(), fixture.away.players.create()
    add_player_line(fixture, "home", nameless, number=7, position="Blitzer", touchdowns=9)
    add_player_line(fixture, "away", unknown, touchdowns=8)
    shown = main_of(signed_in(None).get(f"/competitions/{division.public_id}/players/"))
    assert f"No. 7, Blitzer {fixture.home.name} 9" in shown and f"(no name) {fixture.away.name} 8" in shown


def test_a_list_names_the_winner_if_the_score_is_level(cast: Cast, division: Competition) -> None:
    level, conceded = matches_of(division)[:2]
    decide_match(level, 1, 1)
    level.match.sides.filter(side="away").update(result="win")
    level.match.sides.filter(side="home").update(result="loss")
    Match.objects.filter(pk=level.match_id).update(decided_by="overtime", decided_for="away")
    decide_match(conceded, 2, 1)
    conceded.match.sides.filter(side="home").update(result="conceded")
    conceded.match.sides.filter(side="away").update(result="win")
    teams = teams_named(cast.league.teams.all(), None)
    rows = match_rows([level.match_id, conceded.match_id])
    of_fixtures = shown_fixtures(Fixture.objects.filter(pk__in=(level.pk, conceded.pk)).order_by("pk"), teams)
    for lines in (of_fixtures, shown_matches([rows[level.match_id], rows[conceded.match_id]], teams)):
        notes = [add_player_line.note for add_player_line in lines]
        assert notes == ["after overtime", f"{conceded.home.name}: conceded"]
        assert [(add_player_line.home_won, add_player_line.away_won) for add_player_line in lines] == [("", " won")] * 2


def test_best_players_link_to_their_pages_and_teams_show_their_shields(cast: Cast, division: Competition) -> None:
    page = signed_in(None).get(f"/competitions/{division.public_id}/").content.decode()
    best = PlayerLine.objects.filter(deeds__key="touchdowns", player__isnull=False).order_by("-deeds__count", "player")[
        0
    ]
    team = best.player.team
    assert f'<a class="row" href="/teams/{team.public_id}/players/{best.player_id}/">{best.player.name}</a>' in page
    assert re.search(
        rf'<svg class="crest[^>]*aria-hidden="true".*?</svg>\s*<a href="/teams/{team.public_id}/">', page, re.S
    )
