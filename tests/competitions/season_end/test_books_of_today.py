"""How leagues of 2020 and 2025 play a season: divisions, tables and play-offs, each result worked out by hand."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest

from competitions.models import Competition
from competitions.season_end.play_offs import Plan, draw_play_offs
from competitions.setup.setup import usual_meetings
from competitions.setup.shape import Shape
from competitions.standings.standings import standings_of
from leagues import services
from leagues.books import add_book
from matches.models import MatchSide
from rules.editions import edition
from tests.competitions.competition_builders import (
    bare_teams,
    competition_in,
    create_bare_teams,
    decide_match,
    fixtures_of,
    matches_of,
)
from tests.leagues.cast import Cast, signed_in
from tests.matches.forms import Page, visit

BOOKS = ("bb2020", "bb2025")


def league_of(cast: Cast, key: str) -> None:
    cast.league = services.create_league(by=cast.commissioner, details=services.Details(name="Modern Cup"), edition=key)


def decided(table: Competition, results: dict[str, tuple[tuple[int, int], tuple[int, int]]]) -> None:
    """Decides the matches of these pairs, ``Anvils-Badgers``, by touchdowns and casualties; no other one is played."""
    for fixture in matches_of(table):
        here, there = f"{fixture.home.name}-{fixture.away.name}", f"{fixture.away.name}-{fixture.home.name}"
        if here in results:
            decide_match(fixture, *results[here][0], casualties=results[here][1])
        elif there in results:
            score, hurt = results[there]
            decide_match(fixture, score[1], score[0], casualties=(hurt[1], hurt[0]))


def order(cast: Cast, table: Competition) -> list[tuple[str, int]]:
    """The teams with their points, the best first."""
    names = dict(cast.league.teams.values_list("pk", "name"))
    return [(names[int(line.team)], line.points) for line in standings_of(Competition.objects.get(pk=table.pk)).lines]


def fields_at(page: Page, name: str) -> dict[str, Any]:
    return next(form.fields for form in page.forms if name in form.fields)


def ticked(page: Page, name: str) -> bool:
    return re.search(rf'<input[^>]*name="{name}"[^>]* checked', page.html) is not None


@pytest.mark.rules("bb2020:L1", "bb2025:L1", "bb2020:L2", "bb2025:L2", "bb2020:L3", "bb2025:L3")
@pytest.mark.parametrize(("key", "legs", "ties"), [
    ("bb2020", "2", ["points", "touchdowns", "casualties"]),
    ("bb2025", "1", ["points", "head_to_head", "touchdown_difference", "casualty_difference"]),
])  # fmt: skip
def test_a_new_division_starts_from_the_book(cast: Cast, key: str, legs: str, ties: list[str]) -> None:
    league_of(cast, key)
    table = competition_in(cast.league)
    assert table.tie_breakers == ties
    page = visit(signed_in(cast.commissioner), f"/leagues/{cast.league.slug}/seasons/1/competitions/new/")
    fields = fields_at(page, "legs")
    assert [fields[name] for name in ("legs", "win", "draw", "loss")] == [[legs], ["3"], ["1"], ["0"]]
    assert [fields[f"tie_{nth}"] for nth in range(1, len(ties) + 1)] == [[each] for each in ties]
    often = {"1": "once", "2": "twice, home and away"}[legs]
    assert f"By the book, teams of a division meet {often}, and it has at least 4 teams (L1" in page.text


@pytest.mark.rules("bb2020:L1")
def test_a_cup_does_not_start_with_two_legs_because_divisions_meet_twice(cast: Cast) -> None:
    league_of(cast, "bb2020")
    competition_in(cast.league)
    address = f"/leagues/{cast.league.slug}/seasons/1/competitions/new/"
    sent = {"name": "Cup", "scheduling": "knock_out", "shown": "round_robin", "legs": "2", "command_id": "x"}
    client = signed_in(cast.commissioner)
    page = Page(client, address, client.post(address, sent))
    assert fields_at(page, "legs")["legs"] == ["1"] and "Knock-out: a match for third place" in page.text


@pytest.mark.rules("bb2020:L1", "bb2025:L1")
@pytest.mark.parametrize(("key", "meetings"), [("bb2020", 2), ("bb2025", 1)])
def test_two_teams_of_a_division_meet_as_often_as_the_book_says(cast: Cast, key: str, meetings: int) -> None:
    league_of(cast, key)
    legs = usual_meetings(edition(key).book, "round_robin")
    table = competition_in(cast.league, bare_teams(cast.league, 4), drawn=True, legs=legs)
    met = Counter(frozenset((each.home_id, each.away_id)) for each in fixtures_of(table))
    assert len(met) == 6 and set(met.values()) == {meetings}


@pytest.mark.rules("bb2020:L2", "bb2025:L2")
@pytest.mark.parametrize("key", BOOKS)
def test_three_for_a_win_one_for_a_draw_and_one_more_for_each_bonus(cast: Cast, key: str) -> None:
    league_of(cast, key)
    teams = bare_teams(cast.league, 4)
    results = {
        "Anvils-Badgers": ((3, 1), (2, 3)),
        "Comets-Dragons": ((0, 0), (3, 1)),
        "Anvils-Comets": ((2, 0), (0, 0)),
    }
    plain = competition_in(cast.league, teams, started=True)
    decided(plain, results)
    assert dict(order(cast, plain)) == {"Anvils": 6, "Comets": 1, "Dragons": 1, "Badgers": 0}
    more = dict.fromkeys(("touchdown_bonus", "clean_sheet_bonus", "casualty_bonus"), 1)
    table = competition_in(cast.league, teams, started=True, points={"win": 3, "draw": 1, "loss": 0, **more})
    decided(table, results)
    # 3 + 1 for three touchdowns, 3 + 1 for none against; 1 + 1 + 1 for none against and three casualties; 1 + 1; 1
    assert order(cast, table) == [("Anvils", 8), ("Comets", 3), ("Dragons", 2), ("Badgers", 1)]


@pytest.mark.rules("bb2025:L2", "bb2025:L3")
def test_bonuses_can_only_separate_teams_with_equal_points(cast: Cast) -> None:
    league_of(cast, "bb2025")
    teams = bare_teams(cast.league, 4)
    table = competition_in(cast.league, teams, started=True, tie_breakers=("points", "bonuses"))
    decided(table, {"Anvils-Badgers": ((2, 1), (0, 0)), "Comets-Dragons": ((1, 0), (3, 3))})
    # Comets: none against and three casualties; Dragons: three casualties
    assert order(cast, table) == [("Comets", 3), ("Anvils", 3), ("Dragons", 0), ("Badgers", 0)]


@pytest.mark.rules("bb2020:L3")
def test_level_teams_are_ranked_by_touchdowns_and_then_by_casualties(cast: Cast) -> None:
    league_of(cast, "bb2020")
    teams = bare_teams(cast.league, 6)
    table = competition_in(cast.league, teams, started=True)
    decided(table, {
        "Anvils-Badgers": ((1, 0), (0, 1)), "Comets-Dragons": ((2, 1), (0, 0)), "Eagles-Falcons": ((2, 4), (4, 0)),
        "Anvils-Eagles": ((0, 0), (0, 2)),
    })  # fmt: skip
    # 3 + 1; then 3 with 4 and with 2 touchdowns; 1 although it has 2 touchdowns; 0 with 1 and with none
    assert order(cast, table) == [
        ("Anvils", 4), ("Falcons", 3), ("Comets", 3), ("Eagles", 1), ("Dragons", 0), ("Badgers", 0),
    ]  # fmt: skip
    other = competition_in(cast.league, teams[:4], started=True)
    decided(other, {"Anvils-Badgers": ((2, 0), (1, 0)), "Comets-Dragons": ((2, 0), (3, 0))})
    assert order(cast, other)[:2] == [("Comets", 3), ("Anvils", 3)]


@pytest.mark.rules("bb2025:L3")
def test_the_commissioner_says_what_separates_level_teams(cast: Cast) -> None:
    league_of(cast, "bb2025")
    teams = bare_teams(cast.league, 4)
    results = {"Anvils-Badgers": ((3, 2), (0, 0)), "Comets-Dragons": ((2, 0), (0, 0))}
    found = []
    for ties in (("points", "touchdowns"), ("points", "touchdown_difference")):
        table = competition_in(cast.league, teams, started=True, tie_breakers=ties)
        decided(table, results)
        found.append(order(cast, table)[0][0])
    assert found == ["Anvils", "Comets"]


@pytest.mark.rules("bb2020:L6", "bb2025:L6")
@pytest.mark.parametrize("key", BOOKS)
def test_play_offs_start_across_divisions_and_losers_play_for_third_place(cast: Cast, key: str) -> None:
    league_of(cast, key)
    divisions = []
    for name in ("North", "South"):
        teams = create_bare_teams(cast.league, *(f"{name} {place}" for place in range(1, 5)))
        divisions.append(competition_in(cast.league, teams, started=True, name=name, shape=Shape(group_name="League")))
        first, second, third, fourth = (team.name for team in teams)
        decided(divisions[-1], {
            f"{first}-{second}": ((1, 0), (0, 0)), f"{first}-{third}": ((1, 0), (0, 0)),
            f"{second}-{fourth}": ((1, 0), (0, 0)),
        })  # fmt: skip
    page = visit(signed_in(cast.commissioner), f"/leagues/{cast.league.slug}/seasons/1/play-offs/")
    assert ticked(page, "third_place") and ticked(page, "crosswise") and "(L6" in page.text
    plan = Plan(name="Play-offs", way="points", sources=divisions, third_place=True, crosswise=True)
    made = draw_play_offs(season=divisions[0].season, by=cast.commissioner, plan=plan)
    pairs = [{each.home.name, each.away.name} for each in matches_of(made)]
    assert sorted(pairs, key=sorted) == [{"North 1", "South 2"}, {"North 2", "South 1"}]
    for fixture in matches_of(made):
        decide_match(fixture, 1, 0)
    last = [each for each in matches_of(made) if each.tie.round == 2]
    third = next(each for each in last if each.tie.third_place)
    losers = set(MatchSide.objects.filter(match__fixture__tie__round=1, result="loss").values_list("team", flat=True))
    assert len(last) == 2 and {third.home_id, third.away_id} == losers


@pytest.mark.rules("bb2020:L6", "bb2025:L6")
@pytest.mark.parametrize(("key", "teams"), [("bb2020", 8), ("bb2025", 8), ("bb2025", 16)])
def test_more_teams_play_off_in_quarter_finals_and_before(cast: Cast, key: str, teams: int) -> None:
    league_of(cast, key)
    table = competition_in(cast.league, bare_teams(cast.league, teams), started=True)
    plan = Plan(
        name="Play-offs", way="play_offs", sources=[table], ticked=list(cast.league.teams.all()), third_place=True
    )
    made = draw_play_offs(season=table.season, by=cast.commissioner, plan=plan)
    stages = Counter(made.ties.order_by("round").values_list("stage", flat=True))
    assert (stages["semi_final"], stages["final"]) == (2, 1) and sum(stages.values()) == teams


@pytest.mark.parametrize(("keys", "said"), [
    (("pbbl-1.10",), "Otherwise they miss the first match of the next season."),
    (("bb2025",), ""),
    (("bb2025", "crp"), "Otherwise those who play by Competition Rules (CRP) miss the first match of the next season."),
])  # fmt: skip
def test_closing_a_season_says_who_misses_the_next_match(cast: Cast, keys: tuple[str, ...], said: str) -> None:
    league_of(cast, keys[0])
    for key in keys[1:]:
        add_book(league=cast.league, by=cast.commissioner, edition=key)
    for key in keys:
        competition_in(cast.league, edition=key)
    page = visit(signed_in(cast.commissioner), f"/leagues/{cast.league.slug}/seasons/1/end/")
    assert ("Clear “misses next match”" in page.text) == bool(said)
    assert said in page.text and page.text.count("Otherwise") == bool(said)
