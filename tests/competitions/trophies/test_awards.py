"""Awards: by tables worked out by hand and by laws; from the rows of a season; on its page."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from django.core.cache import cache
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from competitions.formats import draws, open_play
from competitions.formats.knock_out import brackets
from competitions.models import Competition, Season
from competitions.setup import seasons
from competitions.setup.services import results_changed
from competitions.setup.shape import Shape
from competitions.trophies.award_rows import awards_of_season, player_award_names
from competitions.trophies.awards import (
    Award,
    Deeds,
    Finish,
    Winner,
    player_awards,
    team_awards,
)
from matches.models import Match
from rules.journal import TeamBroughtOver
from teams.models import JournalEntry, Player
from tests.competitions.competition_builders import (
    add_player_line,
    bare_team,
    bare_teams,
    competition_in,
    decide_match,
    matches_of,
)
from tests.leagues.cast import Cast, signed_in
from tests.rules.build import PBBL
from tests.second_edition import STREET

KEYS = ("touchdowns", "casualties", "completions", "kills", "mvps")


def by_key(awards: tuple[Award, ...]) -> dict[str, Any]:
    return {award.key: (award.winners, award.amount) for award in awards}


def teams(awards: tuple[Award, ...]) -> dict[str, list[int]]:
    return {award.key: [winner.team for winner in award.winners] for award in awards}


# -- by hand --


@pytest.mark.parametrize(
    ("places", "spoon", "awarded"),
    [
        ({1: 1, 2: 2, 3: 3}, True, {"champion": [1], "runner_up": [2], "wooden_spoon": [3]}),
        ({5: 1, 9: 2}, True, {"champion": [5], "runner_up": [9]}),
        ({1: 1, 2: 1, 3: 3}, True, {"champion": [1, 2], "wooden_spoon": [3]}),
        ({1: 1, 2: 2, 3: 3, 4: 3}, True, {"champion": [1], "runner_up": [2], "wooden_spoon": [3, 4]}),
        ({1: 1, 2: 2, 3: 2}, True, {"champion": [1], "runner_up": [2, 3]}),
        ({1: 1, 2: 1}, True, {"champion": [1, 2]}),
        ({1: 1, 2: 2, 3: 3}, False, {"champion": [1], "runner_up": [2]}),
        ({}, True, {}),
    ],
)
def test_first_second_and_last_are_awarded(places: dict[int, int], spoon: bool, awarded: dict[str, list[int]]) -> None:
    assert teams(team_awards([Finish(*each) for each in places.items()], spoon=spoon)) == awarded


def test_the_player_with_the_most_gets_the_award_and_level_players_share_it() -> None:
    rows = [
        Deeds(player=1, team=10, counts={"touchdowns": 4, "casualties": 1, "mvps": 2}, spp=30),
        Deeds(player=2, team=20, counts={"touchdowns": 4, "kills": 1}, spp=9, rookie=True),
        Deeds(player=3, team=10, counts={"touchdowns": 1, "completions": 7}, spp=12, rookie=True),
    ]
    assert by_key(player_awards(rows, KEYS)) == {
        "touchdowns": ((Winner(10, 1), Winner(20, 2)), 4),
        "casualties": ((Winner(10, 1),), 1),
        "completions": ((Winner(10, 3),), 7),
        "kills": ((Winner(20, 2),), 1),
        "mvps": ((Winner(10, 1),), 2),
        "best_rookie": ((Winner(10, 3),), 12),
    }


def test_an_award_for_nothing_is_not_given() -> None:
    assert player_awards([Deeds(player=1, team=1, rookie=True)], KEYS) == ()
    assert player_awards([], KEYS) == ()


def test_awards_are_those_that_the_book_names() -> None:
    assert [str(name) for name in player_award_names([PBBL.book]).values()] == [
        "Most touchdowns",
        "Most casualties",
        "Most completions",
        "Most kills",
        "Most MVP awards",
        "Best rookie, by star player points",
    ]


def test_a_season_with_two_books_has_the_awards_of_both() -> None:
    names = player_award_names([STREET.book, PBBL.book])
    assert list(names) == ["touchdowns", "casualties", "completions", "goals", "kills", "mvps", "best_rookie"]
    assert (names["goals"], names["kills"]) == ("Sharpest boot", "Hardest fist")


# -- laws --

AMOUNT = st.integers(0, 4)
DEEDS = st.builds(
    Deeds, player=st.integers(1, 50), team=st.integers(1, 5), counts=st.dictionaries(st.sampled_from(KEYS), AMOUNT),
    spp=AMOUNT, rookie=st.booleans(),
)  # fmt: skip


@given(st.lists(DEEDS, unique_by=lambda row: row.player, max_size=12), st.randoms(use_true_random=False))
def test_no_player_has_more_than_the_one_with_the_award(rows: list[Deeds], shuffle: random.Random) -> None:
    awards = player_awards(rows, KEYS)
    shuffle.shuffle(rows)
    assert player_awards(rows, KEYS) == awards
    for award in awards:
        counted = [row for row in rows if award.key != "best_rookie" or row.rookie]
        amounts = {
            row.player: row.spp if award.key == "best_rookie" else row.counts.get(award.key, 0) for row in counted
        }
        assert award.amount == max(amounts.values()) > 0
        assert {winner.player for winner in award.winners} == {
            player for player, amount in amounts.items() if amount == award.amount
        }


@given(st.dictionaries(st.integers(1, 30), st.integers(1, 8), max_size=10))
def test_no_team_has_two_awards_of_places(places: dict[int, int]) -> None:
    awarded = [team for award in team_awards(map(Finish, places, places.values())) for team in award.winners]
    assert len(awarded) == len(set(awarded))


# -- from the rows --


@pytest.fixture
def division(cast: Cast) -> Competition:
    """Three teams, all played: the first beats the second and the third, the second the third."""
    competition = competition_in(cast.league, bare_teams(cast.league, 3), started=True, name="Division")
    order = ["Anvils", "Badgers", "Comets"]
    for fixture in matches_of(competition):
        home = order.index(fixture.home.name) < order.index(fixture.away.name)
        decide_match(fixture, 2 if home else 0, 0 if home else 2)
    return finished(competition)


def finished(competition: Competition) -> Competition:
    Competition.objects.filter(pk=competition.pk).update(state=Competition.State.FINISHED)
    return Competition.objects.select_related("season__league").get(pk=competition.pk)


def player(team: Any, name: str) -> Player:
    return Player.objects.create(team=team, name=name)


def names_of(season: Season) -> dict[str, list[str]]:
    names = dict(Player.objects.values_list("pk", "name"))
    return {award.key: [names[each.player] for each in award.winners] for award in awards_of_season(season).players}


def test_places_come_from_the_table(division: Competition) -> None:
    by_name = dict(division.entrants.values_list("team__name", "team"))
    assert teams(awards_of_season(division.season).competitions[division.pk]) == {
        "champion": [by_name["Anvils"]],
        "runner_up": [by_name["Badgers"]],
        "wooden_spoon": [by_name["Comets"]],
    }


def test_before_a_competition_is_over_it_has_no_champion(division: Competition) -> None:
    Competition.objects.filter(pk=division.pk).update(state=Competition.State.RUNNING)
    assert awards_of_season(division.season).competitions == {}


def test_a_knock_out_is_won_in_its_final(cast: Cast) -> None:
    entered = bare_teams(cast.league, 4)
    shape = Shape(scheduling="knock_out", options={"third_place": True})
    cup = competition_in(cast.league, entered, started=True, shape=shape, name="Cup")
    while fixtures := [each for each in matches_of(cup) if each.match.state not in Match.PLAYED]:
        for fixture in fixtures:
            decide_match(fixture, 0, 3)
    brackets.fill_bracket(Competition.objects.get(pk=cup.pk))
    final = cup.ties.filter(third_place=False).order_by("-round")[0]
    loser = final.away_id if final.winner_id == final.home_id else final.home_id
    assert final.winner_id and loser
    assert teams(awards_of_season(finished(cup).season).competitions[cup.pk]) == {
        "champion": [final.winner_id],
        "runner_up": [loser],
    }


def test_a_ladder_is_won_by_the_team_at_the_top_and_not_by_points(cast: Cast) -> None:
    teams = bare_teams(cast.league, 3)
    ladder = competition_in(cast.league, teams, shape=Shape(scheduling="ladder"))
    ladder = draws.start_competition(competition=ladder, by=cast.commissioner, expected=ladder.version)
    given = {"competition": ladder, "by": cast.commissioner, "own": None}
    decide_match(open_play.report_game(**given, home=teams[2], away=teams[1]), 2, 0)
    Competition.objects.filter(pk=ladder.pk).update(state=Competition.State.FINISHED)
    awards = awards_of_season(ladder.season).competitions[ladder.pk]
    assert [winner.team for award in awards for winner in award.winners] == [teams[0].pk, teams[2].pk, teams[1].pk]
    page = signed_in(cast.coach).get(f"/competitions/{ladder.public_id}/").text
    assert page.index("Anvils") < page.index("Comets") < page.index("Badgers")


def test_awards_count_all_competitions_of_a_season_together(cast: Cast, division: Competition) -> None:
    other = competition_in(cast.league, [row.team for row in division.entrants.all()], started=True)
    first, second = matches_of(division)[0], matches_of(other)[0]
    decide_match(second, 1, 0)
    scorer, brute = player(first.home, "Scorer"), player(first.away, "Brute")
    add_player_line(first, "home", scorer, touchdowns=1, spp=3, died=True, killed_by=brute)
    add_player_line(first, "away", brute, casualties=1, mvps=1, spp=7)
    add_player_line(second, "home", scorer, touchdowns=1, completions=2, spp=5)
    results_changed([division.pk, other.pk])
    assert names_of(division.season) == {
        "touchdowns": ["Scorer"], "casualties": ["Brute"], "completions": ["Scorer"], "kills": ["Brute"],
        "mvps": ["Brute"], "best_rookie": ["Scorer"],
    }  # fmt: skip
    Match.objects.filter(pk=second.match_id).update(state=Match.State.REPORTED)
    results_changed([other.pk])
    assert names_of(division.season)["best_rookie"] == ["Brute"], "what is not confirmed does not count"


def test_a_rookie_has_not_played_in_an_earlier_season(cast: Cast, division: Competition) -> None:
    first = matches_of(division)[0]
    veteran = player(first.home, "Veteran")
    add_player_line(first, "home", veteran, spp=1)
    results_changed([division.pk])
    assert names_of(division.season)["best_rookie"] == ["Veteran"]
    seasons.close_season(season=division.season, by=cast.commissioner, expected=division.season.version)
    seasons.open_season(league=cast.league, by=cast.commissioner, name="Season 2")
    new = competition_in(cast.league, [row.team for row in division.entrants.all()], started=True, name="New")
    fixture = next(each for each in matches_of(new) if each.home_id == first.home_id or each.away_id == first.home_id)
    side = "home" if fixture.home_id == first.home_id else "away"
    decide_match(fixture, 1, 0)
    add_player_line(fixture, side, veteran, spp=20)
    add_player_line(fixture, side, player(first.home, "Newcomer"), spp=2)
    results_changed([new.pk])
    assert names_of(new.season)["best_rookie"] == ["Newcomer"]


def test_a_player_who_came_with_a_team_from_elsewhere_is_not_a_rookie(division: Competition) -> None:
    first = matches_of(division)[0]
    brought = [player(first.home, f"Old hand {number}") for number in range(14)]
    young = [player(first.home, name) for name in ("Young", "Younger")]
    for number, each in enumerate(brought):
        add_player_line(first, "home", each, spp=30 + number)
    for each in young:
        add_player_line(first, "home", each, spp=4)
    JournalEntry.objects.create(team=first.home, seq=1, kind=TeamBroughtOver.kind, data={}, at=timezone.now())
    sheet = {"players": [{"player": each.pk, "joined": "brought_over"} for each in brought]}
    sheet["players"] += [{"player": each.pk} for each in young]
    first.match.sides.filter(side="home").update(sheet=sheet)
    results_changed([division.pk])
    assert names_of(division.season)["best_rookie"] == ["Young", "Younger"]


def test_awards_are_cached_and_never_stale(
    division: Competition,
    django_assert_num_queries: Callable[..., Any],
    django_assert_max_num_queries: Callable[..., Any],
) -> None:
    first = matches_of(division)[0]
    add_player_line(first, "home", player(first.home, "One"), touchdowns=1, spp=3)
    results_changed([division.pk])
    cache.clear()
    found = [Competition.objects.get(pk=division.pk)]
    assert division.season.book == PBBL.book  # pages have read it
    with django_assert_max_num_queries(12):
        cold = awards_of_season(division.season, found)
    with django_assert_num_queries(1):
        assert awards_of_season(division.season, found) == cold
    add_player_line(first, "home", player(first.home, "Two"), touchdowns=2, spp=6)
    results_changed([division.pk])
    assert names_of(division.season)["touchdowns"] == ["Two"]


# -- on the page --


def page_of(cast: Cast) -> str:
    answer = signed_in(None).get(f"/leagues/{cast.league.slug}/seasons/1/")
    assert answer.status_code == 200
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", answer.content.decode())))


def test_the_page_of_a_season_shows_its_awards(cast: Cast, division: Competition) -> None:
    first = matches_of(division)[0]
    add_player_line(first, "home", player(first.home, "Scorer"), touchdowns=2, spp=6)
    results_changed([division.pk])
    page = page_of(cast)
    assert re.search(r"Division\s+Anvils\s+Badgers\s+Comets", page)
    assert f"Most touchdowns Scorer {first.home.name} 2" in page
    assert "so far" not in page
    Competition.objects.filter(pk=division.pk).update(state=Competition.State.RUNNING)
    assert "Players, so far" in page_of(cast) and "Wooden spoon" not in page_of(cast)


def test_a_season_without_any_result_has_no_awards(cast: Cast) -> None:
    competition_in(cast.league, [bare_team(cast.league, "Alone")])
    assert "Awards" not in page_of(cast)


def test_names_on_the_page_are_escaped(cast: Cast, division: Competition) -> None:
    first = matches_of(division)[0]
    add_player_line(first, "home", player(first.home, "<script>alert(1)</script>"), touchdowns=2, spp=6)
    results_changed([division.pk])
    html = signed_in(None).get(f"/leagues/{cast.league.slug}/seasons/1/").content.decode()
    assert "<script>alert" not in html and "&lt;script&gt;alert(1)" in html
