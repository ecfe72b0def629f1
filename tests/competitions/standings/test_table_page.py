"""The page of a table: lines across it, an earlier round, any two teams compared."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from pytest_django import DjangoDbBlocker

from competitions.models import Adjustment, Competition
from competitions.ranking.lines import CutLine, cuts_in, line_of
from competitions.ranking.points import Outcome, Points, Result, Side
from competitions.ranking.tables import Adjustment as Adjusted
from competitions.ranking.tables import Scheme, rank_teams
from competitions.ranking.tie_breakers import tie_breaker_of
from competitions.setup.services import results_changed
from competitions.standings.columns import card_columns, columns_of
from competitions.standings.explanations import how_ranked, points_words
from competitions.standings.standings import standings_of
from tests.competitions.competition_builders import bare_team, bare_teams, competition_in, decide_match, matches_of
from tests.leagues.cast import Cast, signed_in
from tests.rules.build import PBBL

pytestmark = pytest.mark.once


@pytest.fixture(scope="module", autouse=True)
def shared_cup(shared_cast: Cast, django_db_blocker: DjangoDbBlocker) -> Competition:
    """Four teams that met twice, all rounds played except the last; shared by all tests."""
    with django_db_blocker.unblock():
        competition = competition_in(shared_cast.league, bare_teams(shared_cast.league, 4), started=True, legs=2)
        for number, fixture in enumerate(matches_of(competition)[:10]):
            decide_match(fixture, number % 4, 1, (number % 3, 0))
    return competition


@pytest.fixture
def cup(cast: Cast, shared_cup: Competition) -> Competition:
    return Competition.objects.get(pk=shared_cup.pk)


@pytest.fixture
def client() -> Client:
    return signed_in(None)


def url(competition: Competition) -> str:
    return f"/competitions/{competition.public_id}/table/"


def words(response: HttpResponse) -> str:
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", response.content.decode())))


def draw(competition: Competition, *lines: tuple[int, str]) -> None:
    cut = [{"after": after, "label": label} for after, label in lines]
    Competition.objects.filter(pk=competition.pk).update(cut_lines=cut)


def test_a_line_is_below_its_place(client: Client, cup: Competition) -> None:
    draw(cup, (1, "Champion"), (2, "Play-offs"))
    page = client.get(url(cup)).content.decode()
    assert re.findall(r'<td\s+class="pl"><b>(\d)</b>', page) == ["1", "2", "3", "4"]
    assert [" cut" in each for each in re.findall(r'<tr class="k ([^"]*)"', page)] == [True, True, False, False]
    assert page.index("Champion") < page.index("Play-offs")
    heads = page[page.index("<thead>") : page.index("</thead>")].count("<th ")
    assert set(re.findall(r'<td colspan="(\d+)">', page)) == {str(heads)}
    for other in ("",):
        assert "Play-offs" in words(client.get(f"/competitions/{cup.public_id}/{other}"))


def test_each_column_is_on_the_pages_and_cards_that_show_it(client: Client, cup: Competition) -> None:
    names = [str(column.name) for column in columns_of(PBBL.book)]
    for address in ("", "table/"):
        page = client.get(f"/competitions/{cup.public_id}/{address}").content.decode()
        titles = re.findall(r'<abbr title="([^"]*)"', page[page.index("<thead>") : page.index("</thead>")])
        assert titles == ["rank", *names, "points"]
        legend = re.findall(r"<dd>(.*?)</dd>", page)
        assert legend[: len(names) + 1] == ["points", *names]
        first = page[page.index("<tbody>") : page.index("</tbody>")].split("</tr>")[0]
        line = standings_of(cup).lines[0]
        assert re.findall(r'<td class="n[^"]*">(?:<i class="z">)?([^<]+)', first)[: len(names)] == [
            column.value(line) for column in columns_of(PBBL.book)
        ]
    front = client.get(f"/leagues/{cup.season.league.slug}/").content.decode()
    titles = re.findall(r'<abbr title="([^"]*)"', front[front.index("<thead>") : front.index("</thead>")])
    assert titles == ["rank", *(str(column.name) for column in card_columns(PBBL.book, roomy=True)), "points"]
    assert "won" in titles and "touchdowns conceded" not in titles


def test_before_anything_is_played_there_is_no_line(cast: Cast, client: Client) -> None:
    teams = [bare_team(cast.league, name) for name in ("Ones", "Twos", "Threes", "Fours")]
    competition = competition_in(cast.league, teams, started=True)
    draw(competition, (2, "Play-offs"))
    assert ' cut"' not in client.get(url(competition)).content.decode()


def test_a_line_between_level_teams_says_that_it_is_not_decided() -> None:
    def line(home: str, away: str, score: int) -> Result:
        outcomes = (Outcome.WIN, Outcome.LOSS) if score else (Outcome.DRAW, Outcome.DRAW)
        sides = [Side(team=team, outcome=one) for team, one in zip((home, away), outcomes, strict=True)]
        return Result(key=home, round=1, home=sides[0], away=sides[1])

    rows = rank_teams("abcd", [line("a", "b", 1), line("c", "d", 0)])
    lines = [line_of(row) for row in rows]
    assert [row.rank for row in lines] == [1, 2, 2, 4]
    cuts = cuts_in(lines, [CutLine(1, "one"), CutLine(2, "two"), CutLine(4, "four"), CutLine(5, "five")])
    assert {place: (cut.label, cut.open) for place, cut in cuts.items()} == {
        0: ("one", False),
        1: ("two", True),
        3: ("four", False),
    }


def test_no_line_is_among_teams_without_a_rank() -> None:
    rows = rank_teams("abc", [], scheme=Scheme(idle_teams_ranked=False))
    assert cuts_in([line_of(row) for row in rows], [CutLine(2, "two")]) == {}


# -- an earlier round --


def test_the_table_of_any_round_can_be_shown(client: Client, cup: Competition) -> None:
    now = standings_of(cup)
    assert now.rounds == (1, 2, 3, 4, 5)
    for number in now.rounds[:-1]:
        answer = client.get(url(cup), {"round": number})
        page = words(answer)
        assert f"The table after Round {number}" in page and "Current table" in page
        played = {len(row.form) for row in answer.context["view"].rows}
        assert played == {number}
    assert "Current table" not in words(client.get(url(cup), {"round": 5}))


@pytest.mark.thorough
@pytest.mark.parametrize("asked", ["", "0", "6", "99999999999999999999", "-1", "one", "1'", "²"])
def test_an_unknown_round_shows_the_current_table(client: Client, cup: Competition, asked: str) -> None:
    answer = client.get(url(cup), {"round": asked})
    assert answer.status_code == 200
    assert words(answer) == words(client.get(url(cup)))


def test_earlier_rounds_and_adjustments_take_no_more_queries(
    client: Client, cup: Competition, django_assert_max_num_queries: Callable[..., Any]
) -> None:
    client.get(url(cup), {"round": 2})
    for team in cup.entrants.all():
        Adjustment.objects.create(competition=cup, team=team.team, points=1, reason="Because", round=1)
    results_changed([cup.pk])
    with django_assert_max_num_queries(12):
        client.get(url(cup), {"round": 2})


# -- why --


def test_two_teams_are_compared_in_the_table_of_the_round_that_is_shown(client: Client, cup: Competition) -> None:
    answer = client.get(url(cup), {"round": 1})
    one, other = (row.team for row in answer.context["view"].rows[:2])
    asked = client.get(url(cup), {"round": 1, "one": one.public_id, "other": other.public_id})
    assert 'name="round" value="1"' in asked.content.decode()
    comparison = asked.context["comparison"]
    assert " ranks above " in comparison["why"] or " share rank " in comparison["why"]
    assert [each["team"] for each in comparison["sums"]] == [one.name, other.name]


def game(key: int, home: str, ours: int, theirs: int, away: str, **values: int) -> Result:
    one, other = (Outcome.WIN, Outcome.LOSS) if ours > theirs else (Outcome.LOSS, Outcome.WIN)
    return Result(
        key=key,
        round=key,
        home=Side(team=home, outcome=one, score=ours, team_value=values.get("home")),
        away=Side(team=away, outcome=other, score=theirs, team_value=values.get("away")),
    )


def test_points_are_explained_term_by_term() -> None:
    scheme = Scheme(points=Points(touchdown_bonus=1, loss=-1))
    results = [game(1, "a", 3, 0, "b"), game(2, "a", 4, 2, "c"), game(3, "b", 1, 0, "a")]
    rows = rank_teams("abc", results, scheme=scheme, adjustments=[Adjusted("a", -2), Adjusted("b", -1)])
    words_by_team = {row.team: points_words(line_of(row), PBBL.book) for row in rows}
    assert words_by_team == {
        "a": "5 points: 2 × 3 for a win, 1 × −1 for a loss, 2 × 1 bonus for touchdowns, "
        "−2 by a commissioner's adjustment.",
        "b": "1 point: 1 × 3 for a win, 1 × −1 for a loss, −1 by a commissioner's adjustment.",
        "c": "−1 point: 1 × −1 for a loss.",
    }
    assert points_words(line_of(rank_teams("a", [])[0]), PBBL.book) == "0 points."


@pytest.mark.parametrize(
    ("key", "amount", "expected"),
    [
        ("win_ratio", 500_000, "50.0%"),
        ("win_ratio", 666_667, "66.6667%"),
        ("team_value", 1_150_000, "1,150k"),
        ("mini_league_difference", -2, "−2"),
        ("points", -3, "−3"),
        ("opponents_points", 14, "14"),
        ("coin_toss", None, "–"),
    ],
)
def test_each_tie_breaker_has_its_own_wording(key: str, amount: int | None, expected: str) -> None:
    assert tie_breaker_of(key).in_words(amount, PBBL.book) == expected


def test_the_scheme_is_described_with_all_unusual_settings(cast: Cast) -> None:
    points = Points(
        win=5, draw=3, loss=1, bye=2, walkover=4, forfeit=-1, conceded=1,
        touchdown_bonus=1, clean_sheet_bonus=-1, casualty_bonus=2, casualties_needed=4,
        narrow_loss_bonus=1, narrow_loss_by=2,
    )  # fmt: skip
    setup = {name: getattr(points, name) for name in Points.__slots__}
    competition = competition_in(cast.league, points=setup, byes_count=True, tie_breakers=("points", "team_value"))
    assert how_ranked(competition) == (
        "5 for a win, 3 for a draw, 1 for a loss, 4 for a walkover, −1 for a forfeit, 2 for a bye, "
        "+1 for 3 touchdowns or more, −1 for conceding no touchdown, +2 for 4 casualties or more, "
        "+1 for a loss by up to 2 touchdowns",
        "points, team value",
    )
