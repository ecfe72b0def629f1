"""The pictures of a competition and of a league: true at once, for every role, in a fixed number of queries."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.db import connection
from django.template.loader import render_to_string
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from competitions.models import Competition, Holding, Season, Trophy
from competitions.setup import seasons
from competitions.standings.competition_page import entrants_of
from competitions.standings.places import places_by_round
from competitions.standings.standings import standings_of
from leagues.models import League
from matches.models import Match, MatchAnswer, MatchSide, Report
from stats.pictures import pages
from stats.pictures.careers import career
from stats.pictures.causes import causes_chart
from stats.pictures.dice import dice_by_coach, dice_charts
from stats.pictures.results import kept_grid, results_grid
from stats.pictures.scorers import scorers_chart, scorers_of, shown_scorers
from stats.played.names import names_for
from stats.played.scope import Scope, whole
from stats.records.luck import spells_in
from teams.models import Player, Team
from tests.competitions.competition_builders import (
    add_player_line,
    annul_match,
    bare_teams,
    commissioner_of,
    competition_in,
    create_bare_teams,
    decide_match,
    matches_of,
)
from tests.leagues.cast import Cast, signed_in
from tests.web.charts.geometry import check
from web.charts import Drawing


@pytest.fixture
def league(division: Competition) -> League:
    return division.season.league


def page_of(division: Competition) -> str:
    return reverse("stats:competition_pictures", args=[division.public_id])


def scorers_in(scope: Scope, mine: frozenset[int] = frozenset()) -> Drawing | None:
    teams = names_for(teams={team for _player, team in scorers_of(scope)}).teams
    return scorers_chart(scope.book, shown_scorers(scope, mine, teams))


def test_places_follow_the_table_of_every_round(division: Competition) -> None:
    places = places_by_round(division)
    order = [int(line.team) for line in standings_of(division).lines]
    assert list(places) == order
    assert [lanes[-1] for lanes, _shown in places.values()] == [1, 2, 3, 4]
    for number in range(2):
        assert sorted(lanes[number] or 0 for lanes, _shown in places.values()) == [1, 2, 3, 4]


def test_a_corrected_result_changes_the_places_of_its_round(division: Competition) -> None:
    before = places_by_round(division)
    decide_match(matches_of(division)[0], 0, 9)
    division.refresh_from_db()
    after = places_by_round(division)
    winner = matches_of(division)[0].away_id
    assert after != before and after[winner][0][0] == 1


def test_the_grid_shows_each_match_from_both_sides(division: Competition) -> None:
    grid = results_grid(division, standings_of(division), entrants_of(division))
    assert grid is not None
    order = [int(line.team) for line in standings_of(division).lines]
    first = matches_of(division)[0]
    row, column = order.index(first.home_id), order.index(first.away_id)
    [home], [away] = grid.rows[row].cells[column] or (), grid.rows[column].cells[row] or ()
    assert (home.words, home.outcome, away.words, away.outcome) == ("2–1", "won", "1–2", "lost")
    assert home.url == away.url == reverse("matches:match", args=[first.match.public_id])
    assert home.told == f"{first.home.name} – {first.away.name}: 2–1, won"
    last = matches_of(division)[-1]
    [open_one] = grid.rows[order.index(last.home_id)].cells[order.index(last.away_id)] or ()
    assert (open_one.words, open_one.outcome) == ("R3", "")
    assert grid.to_come == ("R and a number: still to be played in that round",)
    assert all(row.cells[place] is None for place, row in enumerate(grid.rows))


def test_a_grid_that_is_kept_is_drawn_again_after_a_result_or_under_another_name(division: Competition) -> None:
    def now() -> str:
        fresh = Competition.objects.select_related("season__league__ruleset").get(pk=division.pk)
        teams, standings = entrants_of(fresh), standings_of(fresh)
        drawn = kept_grid(fresh, standings, teams)
        assert drawn == render_to_string(
            "components/_results_grid.html", {"grid": results_grid(fresh, standings, teams)}
        )
        return str(drawn)

    first = now()
    decide_match(matches_of(division)[0], 0, 9)
    second = now()
    assert "0–9" in second and second != first
    Team.objects.filter(pk=matches_of(division)[0].home_id).update(name="Renamed")
    assert "Renamed" in now()


def test_an_annulled_match_is_in_no_picture(division: Competition, league: League) -> None:
    annul_match(matches_of(division)[0])
    grid = results_grid(division, standings_of(division), entrants_of(division))
    assert grid is not None
    played = [cell for row in grid.rows for cells in row.cells or () for cell in cells or () if cell.outcome]
    assert len(played) == 2 * 3
    scorers = scorers_in(whole(league))
    assert scorers is not None and sum(int(row[2]) for row in scorers.figures.rows) == 3


def test_scorers_are_those_of_the_books_deeds(division: Competition, league: League) -> None:
    fixture = matches_of(division)[1]
    bruiser = fixture.away.players.create(name="Bruiser")
    add_player_line(fixture, "away", bruiser, touchdowns=1, casualties=3, completions=2)
    idle = fixture.away.players.create(name="Idle")
    add_player_line(fixture, "away", idle, completions=4)
    drawing = scorers_in(whole(league), frozenset({fixture.away_id}))
    assert drawing is not None
    check(drawing)
    assert drawing.figures.heads == ("Touchdowns", "Casualties", "Players", "Names")
    assert ("1", "3", "1", f"Bruiser ({fixture.away.name})") in drawing.figures.rows
    assert "Idle" not in str(drawing.figures.rows)
    assert scorers_in(Scope(league=league, competition=0)) is None


def test_a_kept_picture_shows_every_new_name_and_figure_at_once(division: Competition, league: League) -> None:
    fixture = matches_of(division)[1]
    bruiser = fixture.away.players.create(name="Bruiser")
    add_player_line(fixture, "away", bruiser, touchdowns=1, casualties=7)
    address = reverse("stats:league_pictures", args=[league.slug])
    for change, told in (
        (lambda: Player.objects.filter(pk=bruiser.pk).update(name="Bloomer"), "Bloomer"),
        (lambda: Team.objects.filter(pk=fixture.away_id).update(name="New Owls"), "(New Owls)"),
        (lambda: Team.objects.filter(pk=fixture.away_id).update(crest={"first": "gold"}), "kit-a-gold"),
        (lambda: add_player_line(fixture, "home", fixture.home.players.create(name="Fixer"), casualties=6), "Fixer"),
    ):
        before = signed_in(None).get(address).content.decode()
        change()
        after = signed_in(None).get(address).content.decode()
        assert told in after and told not in before, told
    annul_match(fixture)
    assert "Bloomer" not in signed_in(None).get(address).content.decode()


def test_a_traded_players_figures_stay_with_the_team_of_each_match(division: Competition, league: League) -> None:
    fixture = matches_of(division)[1]
    buyer = fixture.home
    bruiser = fixture.away.players.create(name="Bruiser")
    add_player_line(fixture, "away", bruiser, touchdowns=1, casualties=3)
    bruiser.team = buyer
    bruiser.save(update_fields=["team"])
    later = next(each for each in matches_of(division)[2:] if buyer.pk in (each.home_id, each.away_id))
    add_player_line(later, "home" if later.home_id == buyer.pk else "away", bruiser, touchdowns=5, casualties=1)
    drawing = scorers_in(whole(league))
    assert drawing is not None
    rows = drawing.figures.rows
    assert ("1", "3", "1", f"Bruiser ({fixture.away.name})") in rows
    assert ("5", "1", "1", f"Bruiser ({buyer.name})") in rows


def test_a_player_shares_the_trophies_of_the_seasons_that_they_played(division: Competition, league: League) -> None:
    fixture = matches_of(division)[0]
    player, later = (fixture.home.players.create(name=name) for name in ("Griff", "Zug"))
    add_player_line(fixture, "home", player, number=1)
    trophy = Trophy.objects.create(league=league, name="The Old Cup")
    Holding.objects.create(trophy=trophy, team=fixture.home, season=division.season)
    honours = {each.pk: career(fixture.home, each.pk, each.name, None).honours for each in (player, later)}
    assert [(each.trophy, each.team, each.player) for each in honours[player.pk]] == [
        ("The Old Cup", fixture.home.name, "")
    ]
    assert honours[later.pk] == []


def test_rounds_of_two_competitions_have_the_initials_of_theirs(division: Competition, league: League) -> None:
    first = matches_of(division)[0]
    cup = competition_in(league, [first.home, first.away], started=True, name="Old Lantern Cup")
    (second,) = matches_of(cup)[:1]
    decide_match(second, 1, 0)
    player = first.home.players.create(name="Griff")
    add_player_line(first, "home", player)
    places = career(first.home, player.pk, "Griff", None).places
    assert places[first.match.pk][0] == "R1", "one competition needs no letters"
    add_player_line(second, "home" if second.home_id == first.home_id else "away", player)
    places = career(first.home, player.pk, "Griff", None).places
    assert sorted(short for short, _full in places.values()) == sorted(
        [f"{''.join(word[0] for word in division.name.split())} 1", "OLC 1"]
    )
    assert "OLC: Old Lantern Cup" in career(first.home, player.pk, "Griff", None).chart


def test_rounds_of_two_seasons_tell_their_seasons(division: Competition, league: League) -> None:
    first = matches_of(division)[0]
    Competition.objects.filter(pk=division.pk).update(state="finished")
    Season.objects.filter(pk=division.season_id).update(state="closed")
    seasons.open_season(league=league, by=commissioner_of(league), name="Season 2")
    again = competition_in(league, [first.home, first.away], started=True, name=division.name)
    (second,) = matches_of(again)[:1]
    decide_match(second, 1, 0)
    player = first.home.players.create(name="Griff")
    add_player_line(first, "home", player)
    add_player_line(second, "home" if second.home_id == first.home_id else "away", player)
    places = career(first.home, player.pk, "Griff", None).places
    (one, told), (two, _told) = (places[each.match.pk] for each in (first, second))
    assert one != two and one.endswith(" 1") and two.endswith(" 1"), (one, two)
    assert told == f"{division.season.name}, {division.name}, round 1"


def report(fixture: Any, **sides: list[dict[str, Any]]) -> None:
    """A confirmed report that lists these injuries of each side."""
    data = {side: {"injuries": injuries} for side, injuries in sides.items()}
    Report.objects.create(match=fixture.match, number=1, data=data, digest="", state=Report.State.CONFIRMED)


def test_casualties_have_their_cause_and_add_up_to_those_of_the_tables(division: Competition, league: League) -> None:
    assert causes_chart(whole(league)) is None, "no report says a cause"
    first = matches_of(division)[0]
    report(
        first,
        home=[
            {"player": 1, "casualty": 41},
            {"player": 2, "casualty": 52, "cause": "foul"},
            {"player": 3, "casualty": 52, "cause": "other"},
            {"player": 4, "casualty": 0},
        ],
        away=[{"player": 9, "casualty": 12, "cause": "crowd"}],
    )
    drawing = causes_chart(whole(league))
    assert drawing is not None
    check(drawing)
    assert drawing.figures.heads == ("Team", "Block", "Foul", "Crowd", "Not recorded", "All")
    rows = {row[0]: row[1:] for row in drawing.figures.rows}
    total = sum(MatchSide.objects.played().values_list("casualties", flat=True))
    assert sum(int(row[-1]) for row in rows.values()) == total
    assert sum(int(row[0]) for row in rows.values()) == 1 and sum(int(row[1]) for row in rows.values()) == 1
    assert int(rows[first.home.name][2]) == 1
    annul_match(first)
    assert causes_chart(whole(league)) is None


def test_dice_of_reports_stand_apart_from_those_of_the_server(division: Competition, league: League) -> None:
    first = matches_of(division)[0]
    report(first, home=[{"player": 1, "casualty": 41}, {"player": 2, "casualty": 48, "named": "dead"}], away=[])
    question = {"kind": "roll", "dice": [6]}
    for key, rolled in (("one", True), ("two", False)):
        MatchAnswer.objects.create(
            match=first.match, sequence="post_match", side="home", key=key, question=question, value=[2], rolled=rolled
        )
    server, six, eight = dice_charts(whole(league))
    assert [row[1] for row in server.figures.rows] == ["0", "1", "0", "0", "0", "0"] and "In reports" not in server.note
    assert [row[1] for row in six.figures.rows] == ["0", "1", "0", "1", "0", "0"]
    assert "Typed in when asked: 1 roll" in six.note and "In reports: 1 roll, average 4.00" in six.note
    assert [row[1] for row in eight.figures.rows] == ["1", *["0"] * 7] and "injuries alone" in eight.note
    assert [each.luck.team for each in spells_in(whole(league))] == [] and dice_by_coach(whole(league)) == ()


def test_deaths_of_records_have_the_cause_that_the_records_say(division: Competition, league: League) -> None:
    first = matches_of(division)[0]
    Match.objects.filter(pk=first.match_id).update(state=Match.State.RECORDED)
    MatchSide.objects.filter(match=first.match, side="away").update(casualties=3)
    for number, cause in enumerate(("crowd", "rock")):
        dead = first.home.players.create(name=f"Dead {number}")
        add_player_line(first, "home", dead, died=True, cause=cause)
    drawing = causes_chart(whole(league))
    assert drawing is not None and drawing.figures.heads == ("Team", "Crowd", "Not recorded", "All")
    assert (first.away.name, "1", "3", "4") in drawing.figures.rows
    assert "part-3" in drawing.keys[0].mark and "part-5" in drawing.keys[1].mark, "as where blocks and fouls are shown"
    assert "part-3" in drawing.wide.body and "part-1" not in drawing.wide.body


def test_everybody_sees_the_pictures_of_a_public_league(division: Competition, cast: Cast) -> None:
    for person in ("visitor", "stranger", "coach", "commissioner"):
        for address in (page_of(division), reverse("stats:league_pictures", args=[division.season.league.slug])):
            answer = signed_in(cast[person]).get(address)
            assert answer.status_code == 200
            assert "Touchdowns against casualties" in answer.content.decode()
            assert " style=" not in answer.content.decode()


def test_a_coachs_own_team_stands_out_for_them_alone(division: Competition, cast: Cast) -> None:
    own, other = (signed_in(cast[person]).get(page_of(division)).content.decode() for person in ("coach", "visitor"))
    assert "worn-first thick" in own and "worn-first thick" not in other
    assert '<tr class="mine">' in own and '<tr class="mine">' not in other


def test_a_private_league_shows_its_pictures_to_members_only(division: Competition, cast: Cast) -> None:
    League.objects.update(public=False)
    for address in (page_of(division), reverse("stats:league_pictures", args=[division.season.league.slug])):
        assert signed_in(cast.coach).get(address).status_code == 200
        for person in ("visitor", "stranger"):
            answer = signed_in(cast[person]).get(address)
            assert answer.status_code in (302, 403, 404) and "Ravens" not in answer.content.decode()


def test_a_competition_without_results_says_so(division: Competition, league: League) -> None:
    fresh = competition_in(league, bare_teams(league, 1), name="Empty")
    html = signed_in(None).get(page_of(fresh)).content.decode()
    assert "No pictures yet" in html


def test_a_season_of_a_league_has_pictures_of_its_own(division: Competition, league: League) -> None:
    address = reverse("stats:league_pictures", args=[league.slug])
    old = division.season
    later = Season.objects.create(league=league, number=old.number + 1, name="The later one")
    assert "Touchdowns against casualties" in signed_in(None).get(address, {"season": old.number}).text
    page = signed_in(None).get(address, {"season": later.number}).text
    assert "Touchdowns against casualties" not in page and "No pictures yet" in page
    assert f'<option value="{later.number}" selected>The later one' in page
    for wrong in ("x", "0", "9" * 30, "\0"):
        assert "Touchdowns against casualties" in signed_in(None).get(address, {"season": wrong}).text


@pytest.mark.parametrize("person", ["visitor", "coach"])
def test_a_leagues_pictures_take_at_most_twelve_queries(division: Competition, cast: Cast, person: str) -> None:
    client, address = signed_in(cast[person]), reverse("stats:league_pictures", args=[cast.league.slug])
    client.get(address)
    Team.objects.get(name="Ravens").save(update_fields=["name"])
    with CaptureQueriesContext(connection) as found:
        assert client.get(address).status_code == 200
    assert len(found) <= 12


def test_the_number_of_queries_depends_neither_on_teams_nor_on_matches(
    division: Competition, league: League, django_assert_max_num_queries: Any
) -> None:
    teams = create_bare_teams(league, *(f"Side {number}" for number in range(10)))
    big = competition_in(league, teams, started=True, name="Big")
    for fixture in matches_of(big)[:30]:
        decide_match(fixture, 1, 2, (2, 0))
        scorer = fixture.away.players.create(name=f"Scorer {fixture.pk}")
        add_player_line(fixture, "away", scorer, touchdowns=2, spp=6)
        report(fixture, home=[{"player": 1, "casualty": 41}], away=[])
    for one in (division, big):
        each = Competition.objects.select_related("season__league__ruleset").get(pk=one.pk)
        with django_assert_max_num_queries(10):
            pages.of_competition(each, ())


@pytest.mark.parametrize("name", ["pictures", "records", "players"])
def test_no_heading_repeats_the_tab(division: Competition, name: str) -> None:
    route = "competitions:players" if name == "players" else f"stats:competition_{name}"
    page = signed_in(None).get(reverse(route, args=[division.public_id])).text
    tab = re.search(r'aria-current="page">([^<]+)</a></li>', page)
    assert tab is not None and f"<h2>{tab[1]}</h2>" not in page
