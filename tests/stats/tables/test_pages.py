"""Pages of statistics: what they show to whom, and that no address breaks them."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

import pytest
from django.db import connection
from django.db.models import F
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from competitions.models import Competition
from leagues import services
from leagues.models import League
from matches.models import Match, MatchSide, PlayerLine
from rules.editions import edition
from stats.tables.filters import filters_for
from stats.tables.measures import KINDS, PLAYERS, TEAMS, measures_of
from teams.models import Team
from tests.competitions.competition_builders import (
    add_player_line,
    annul_match,
    bare_team,
    competition_in,
    create_bare_teams,
    decide_match,
    matches_of,
)
from tests.competitions.pages import main_of
from tests.leagues.cast import PEOPLE, Cast, signed_in

ROUTES = {kind: "stats:statistics" if kind == PLAYERS else f"stats:{kind}" for kind in KINDS}
MOST_QUERIES = 12


@pytest.fixture
def league(division: Competition) -> League:
    return division.season.league


def address(league: League, kind: str = PLAYERS, **query: str) -> str:
    return reverse(ROUTES[kind], args=[league.slug]) + (f"?{urlencode(query)}" if query else "")


def shown(league: League, kind: str = PLAYERS, user: Any = None, **query: str) -> str:
    response = signed_in(user).get(address(league, kind, **query))
    assert response.status_code == 200
    return main_of(response)


def rows_of(league: League, kind: str = PLAYERS, user: Any = None, **query: str) -> list[str]:
    html = signed_in(user).get(address(league, kind, **query)).content.decode()
    return html.partition("<tbody>")[2].partition("</tbody>")[0].split("</tr>")[:-1]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("person", PEOPLE)
def test_everyone_sees_them_in_a_public_league_and_members_in_a_private_one(
    cast: Cast, division: Competition, kind: str, person: str
) -> None:
    assert signed_in(cast[person]).get(address(cast.league, kind)).status_code == 200
    members = ("coach", "other_coach", "commissioner", "staff")
    expected = 200 if person in members else 404
    assert signed_in(cast[person]).get(address(cast.private, kind)).status_code == expected
    assert signed_in(cast[person]).get(address(cast.private, kind, format="csv")).status_code == expected


def test_each_table_counts_what_was_played(league: League) -> None:
    assert "4 players, 4 matches" in shown(league)
    assert "4 teams, 4 matches" in shown(league, "teams")
    assert "Comets&#x27;s coach" in shown(league, "coaches")
    assert "Human" in shown(league, "lists")
    assert "Nothing counted yet" in shown(league, "stars")


def test_a_star_has_a_row_by_name(division: Competition, league: League) -> None:
    fixture = matches_of(division)[0]
    side = fixture.match.sides.get(side="home")
    side.lines.create(kind="star", name="Morg 'n' Thorg", spp=0)
    decide_match(fixture, 2, 1)
    [row] = rows_of(league, "stars")
    assert "Morg &#x27;n&#x27; Thorg" in row


def test_the_reader_finds_their_own_team_and_nobody_elses(cast: Cast, league: League) -> None:
    for person, own in (("coach", ["Ravens"]), ("other_coach", ["Stompers"]), ("stranger", []), ("visitor", [])):
        marked = [row for row in rows_of(league, "teams", cast[person]) if ' me"' in row]
        assert [name for name in ("Ravens", "Stompers", "Comets") if any(name in row for row in marked)] == own
        assert sum("(yours)" in row for row in marked) == len(own)


def test_a_zero_is_a_dot_and_the_best_come_first(division: Competition, league: League) -> None:
    fixture = matches_of(division)[0]
    best = fixture.home.players.create(name="The Best")
    add_player_line(fixture, "home", best, touchdowns=7, completions=1)
    decide_match(fixture, 8, 0)
    rows = rows_of(league)
    assert "The Best" in rows[0] and "<b>7</b>" in rows[0] and ">7.0<" in rows[0]
    assert rows[1].count('<i class="z">0</i>') > 3
    assert [row.partition('"rk">')[2].partition("<")[0] for row in rows] == ["1", "2", "2", "2", "2"]
    assert "The Best" in rows_of(league, sort="touchdowns")[-1]
    assert "The Best" in rows_of(league, sort="-completions.rate")[0]
    assert "The Best" in rows_of(league, sort="-name")[0]


def test_positions_have_a_column_only_if_a_row_has_one(division: Competition, league: League) -> None:
    def cells() -> set[int]:
        return {row.count('<td class="no-p po">') for row in rows_of(league)}

    head = '<th scope="col" class="no-p">Position</th>'
    PlayerLine.objects.filter(side__match__league=league).update(position="")
    Match.objects.filter(league=league).update(version=F("version") + 1)
    assert head not in signed_in(None).get(address(league)).text and cells() == {1}
    fixture = matches_of(division)[0]
    add_player_line(fixture, "home", fixture.home.players.create(name="Griff"), position="Blitzer", touchdowns=1)
    decide_match(fixture, 1, 0)
    assert head in signed_in(None).get(address(league)).text and cells() == {2}
    assert "Blitzer" in "".join(rows_of(league))


def test_competitions_are_offered_within_a_season(cast: Cast, division: Competition, league: League) -> None:
    competition_in(league, [bare_team(league, "Owls"), bare_team(league, "Larks")], started=True)
    every = signed_in(None).get(address(league, season="all")).content.decode()
    one = signed_in(None).get(address(league, season="1", competition=division.public_id)).content.decode()
    assert 'name="competition"' not in every
    assert f'<option value="{division.public_id}" selected' in one


def test_choices_leave_what_they_say(cast: Cast, division: Competition, league: League) -> None:
    fixture = matches_of(division)[0]
    dead = fixture.home.players.create(name="Late Fred")
    add_player_line(fixture, "home", dead, touchdowns=1, died=True, position="Blitzer", number=3)
    decide_match(fixture, 3, 0)
    assert len(rows_of(league, who="dead")) == 1 and len(rows_of(league, who="alive")) == 4
    assert "Late Fred" in rows_of(league, position="Blitzer")[0]
    assert all(fixture.home.name in row for row in rows_of(league, team=fixture.home.public_id))
    ravens = Team.objects.get(name="Ravens")
    assert len(rows_of(league, "teams", coach=str(cast.coach.pk))) == 1
    assert "Ravens" in rows_of(league, "teams", coach=str(cast.coach.pk))[0] and ravens.coach == cast.coach
    assert "Comets" in rows_of(league, "teams", coach="~Comets's coach")[0]
    assert len(rows_of(league, "teams", list="Human")) == 4
    assert len(rows_of(league, season="1")) == 5
    assert len(rows_of(league, competition=division.public_id)) == 5


def test_a_season_without_results_is_not_what_is_shown_first(division: Competition, league: League) -> None:
    assert 'value="1" selected' in signed_in(None).get(address(league)).content.decode()
    for fixture in matches_of(division)[:4]:
        annul_match(fixture)
    assert 'value="all" selected' in signed_in(None).get(address(league)).content.decode()


def test_a_correction_is_on_the_page_at_once(division: Competition, league: League) -> None:
    assert "4 matches" in shown(league)
    annul_match(matches_of(division)[0])
    assert "3 players, 3 matches" in shown(league)


def test_twenty_five_rows_make_a_page(cast: Cast, league: League) -> None:
    teams = create_bare_teams(league, *(f"The {number} of us" for number in range(30)))
    cup = competition_in(league, teams, started=True)
    for fixture in matches_of(cup)[:15]:
        decide_match(fixture, 1, 0)
    assert len(rows_of(league, "teams")) == 25
    second = rows_of(league, "teams", page="2")
    assert len(second) == 9
    assert rows_of(league, "teams", page="99") == second


HOSTILE = (
    {"sort": "-" * 5},
    {"sort": "who"},
    {"sort": "__class__"},
    {"sort": "touchdowns,-points"},
    {"sort": "x" * 5000},
    {"page": "-1"},
    {"page": "9" * 50},
    {"page": "\x00"},
    {"season": "9" * 40},
    {"season": "\x00"},
    {"season": "\ud7ff"},
    {"competition": "nope", "season": "nope"},
    {"team": "' OR 1=1 --"},
    {"coach": "~"},
    {"coach": "<script>alert(1)</script>"},
    {"position": "=cmd()"},
    {"who": "everybody"},
    {"friendlies": "with"},
    {"book": "no-such-book"},
    {"format": "pdf"},
    {"list": "x" * 100_000},
)


@pytest.mark.parametrize("query", HOSTILE, ids=lambda query: "-".join(query))
def test_no_address_breaks_a_page(league: League, query: dict[str, str]) -> None:
    for kind in KINDS:
        for more in ({}, {"format": "csv"}):
            response = signed_in(None).get(reverse(ROUTES[kind], args=[league.slug]), {**query, **more})
            assert response.status_code == 200
            assert b"<script>alert" not in response.content


def test_an_address_may_have_bytes_that_are_no_text(league: League) -> None:
    for raw in ("sort=%ff%fe", "team=%00", "season=%F0%9F", "coach=~%ff", "page=%"):
        assert signed_in(None).get(f"{address(league)}?{raw}").status_code == 200


def cold_queries(client: Client, url: str, league: League) -> int:
    """Queries of the first visit after a change."""
    Team.objects.filter(league=league).order_by("pk").first().save(update_fields=["name"])
    with CaptureQueriesContext(connection) as queries:
        assert client.get(url).status_code == 200
    return len(queries)


@pytest.mark.parametrize("kind", KINDS)
def test_the_number_of_queries_is_small_and_does_not_grow(cast: Cast, league: League, kind: str) -> None:
    client = signed_in(cast.coach)
    urls = (address(league, kind), address(league, kind, season="all", who="alive", sort="name"))
    for url in urls:
        client.get(url)
    few = [cold_queries(client, url, league) for url in urls]
    cup = competition_in(league, [bare_team(league, name) for name in ("Owls", "Larks", "Crows")], started=True)
    for fixture in matches_of(cup):
        decide_match(fixture, 1, 0)
        for number in range(4):
            player = fixture.home.players.create(name=f"Player {number}")
            add_player_line(fixture, "home", player, touchdowns=1)
    for url in urls:
        client.get(url)
    many = [cold_queries(client, url, league) for url in urls]
    assert few == many and max(many) <= MOST_QUERIES


def test_a_page_that_nobody_changed_is_not_gathered_again(league: League) -> None:
    client = signed_in(None)
    client.get(address(league))
    with CaptureQueriesContext(connection) as queries:
        client.get(address(league))
    assert len(queries) <= 3


GOLDEN = """\
Team,Team list,Coach,Matches,Wins,Draws,Losses,Share of the points (%),Touchdowns scored,\
Touchdowns scored per match,Touchdowns conceded,Touchdowns conceded per match,Casualties inflicted,\
Casualties inflicted per match,Casualties suffered,Casualties suffered per match,Opponents killed,\
Opponents killed per match,Own players killed,Own players killed per match,Winnings,Winnings per match,Mean team value,\
Completions,Completions per match,Interceptions,Interceptions per match,Most valuable player awards,\
Most valuable player awards per match,Star player points,Star player points per match
"""


def test_the_file_has_all_rows_with_rates_and_no_formulas(cast: Cast, division: Competition, league: League) -> None:
    Match.objects.filter(pk__in=[fixture.match_id for fixture in matches_of(division)[2:]]).update(state="scheduled")
    for name, evil in (("Ravens", "=1+1"), ("Comets", "@SUM(A1)"), ("Dragons", "-2+3"), ("Stompers", "+cmd|' /C'!A0")):
        Team.objects.filter(league=league, name=name).update(name=evil)
    decide_match(matches_of(division)[0], 2, 1, (1, 3))
    response = signed_in(None).get(address(league, "teams", format="csv", sort="name"))
    assert response["Content-Type"] == "text/csv; charset=utf-8"
    assert response["Content-Disposition"] == f'attachment; filename="{league.slug}-teams.csv"'
    text = response.content.decode().replace("\r\n", "\n")
    heading, *rows = text.splitlines(keepends=True)
    assert heading == GOLDEN
    assert [row[:2] for row in rows] == ["'+", "'-", "'=", "'@"]
    home = matches_of(division)[0].home.name
    [row] = [row for row in rows if home[:2] in row[:4]]
    assert row.partition("Human,")[2].split(",")[1:7] == ["1", "1", "0", "0", "100.0", "2"]


@pytest.mark.parametrize(("book", "linked"), [("first-1986", False), ("pbbl-1.10", True)])
def test_only_a_league_whose_book_hires_star_players_has_their_page(cast: Cast, book: str, linked: bool) -> None:
    made = services.create_league(by=cast.coach, details=services.Details(name="Elsewhere"), edition=book)
    assert (address(made, "stars") in signed_in(None).get(address(made)).text) == linked


@pytest.mark.parametrize(("book", "head"), [("lrb-1.3", ("TR", "team rating")), ("crp", ("TV", "team value"))])
def test_the_worth_of_teams_has_the_head_that_the_book_gives_it(book: str, head: tuple[str, str]) -> None:
    short, worth = head
    assert (short, f"Mean {worth}") in [
        (str(each.heading), str(each.name)) for each in measures_of(edition(book).book, TEAMS)
    ]


@pytest.mark.parametrize("known", [False, True])
def test_records_without_gold_have_no_empty_columns_of_it(division: Competition, league: League, known: bool) -> None:
    if known:
        played = MatchSide.objects.filter(match__in=[each.match for each in matches_of(division)])
        assert played.update(winnings=50_000, team_value=1_000_000)
    assert ("Winnings" in shown(league, "teams", by="winnings")) == known
    assert ("1,000k" in shown(league, "coaches")) == known


def test_choices_are_made_once_for_pages_that_offer_the_same() -> None:
    offered = {"season": [("1", "First"), ("all", "All time")], "who": [("dead", "Killed")]}
    chosen = {"season": "1", "who": "dead"}
    found = filters_for(chosen, offered)
    assert found.valid and found.summary == "First · Killed" and found.drawn.count("selected") == 2
    assert filters_for(dict(chosen), dict(offered)) is found
    assert not filters_for({"season": "2"}, offered).valid
    assert filters_for(chosen, {**offered, "who": [("dead", "Gone")]}) is not found
