"""What the rounds of a bracket are called, wherever a match names its round."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from competitions.models import Competition, Fixture
from competitions.models.bracket_names import Rounds
from competitions.setup.shape import Shape
from matches.pages.records import record_of
from teams.models import Team
from tests.competitions.competition_builders import bare_teams, competition_in, decide_match, matches_of
from tests.leagues.cast import Cast, signed_in
from tests.matches.forms import text_of

pytestmark = pytest.mark.once


def cup_of(cast: Cast, teams: int | Sequence[Team], *, legs: int = 1, third_place: bool = False) -> Competition:
    shape = Shape(scheduling="knock_out", options={"third_place": third_place})
    entered = bare_teams(cast.league, teams) if isinstance(teams, int) else teams
    return competition_in(cast.league, entered, started=True, legs=legs, shape=shape)


def play(cup: Competition) -> list[Fixture]:
    """Play all that can be played, as often as a result makes new matches; of two teams the later one wins."""
    while waiting := [each for each in matches_of(cup) if each.match and each.match.state == "scheduled"]:
        for fixture in waiting:
            decide_match(fixture, *((1, 2) if fixture.home_id < (fixture.away_id or 0) else (2, 1)))
    return matches_of(cup)


@pytest.mark.parametrize(
    ("bracket", "legs", "words", "letters"),
    [
        (1, 1, ["final"], ["F"]),
        (4, 1, ["last 16", "quarter-final", "semi-final", "final"], ["L16", "QF", "SF", "F"]),
        (3, 2, ["semi-final, first leg", "semi-final, second leg", "final"], ["SF 1", "SF 2", "F"]),
    ],
)
def test_each_round_of_a_bracket_has_a_name_within_a_sentence(
    bracket: int, legs: int, words: list[str], letters: list[str]
) -> None:
    rounds = Rounds("knock_out", bracket, legs)
    stages = ["play_off"] * (bracket - 1) + ["final"]
    assert [rounds.words(number, stage) for number, stage in enumerate(stages, 1)] == words
    assert [rounds.letters(number, stage) for number, stage in enumerate(stages, 1)] == letters


def test_rounds_without_a_bracket_have_numbers_and_open_play_has_none() -> None:
    assert Rounds("round_robin").words(3, "league") == "round 3"
    assert Rounds("knock_out").words(3, "league") == "round 3", "imported records may lack rounds"
    assert [Rounds(each).words(1, "league") for each in ("open", "ladder", None)] == ["", "", ""]
    assert Rounds("round_robin").letters(3, "league") == ""


@pytest.mark.parametrize("legs", [1, 2])
def test_every_fixture_of_a_bracket_is_named_as_its_round(cast: Cast, legs: int) -> None:
    played = play(cup_of(cast, 8, legs=legs, third_place=True))
    first = "quarter-final" if legs == 1 else "quarter-final, first leg"
    assert (played[0].in_round, {each.in_round for each in played[-2:]}) == (first, {"final", "match for third place"})


def test_pages_of_matches_and_teams_name_a_quarter_final(cast: Cast) -> None:
    cup = cup_of(cast, 8)
    fixture = matches_of(cup)[0]
    decide_match(fixture, 2, 1)
    assert fixture.match is not None
    (line,) = record_of(fixture.home)
    assert line.stage == "quarter-final"
    for url in (f"/matches/{fixture.match.public_id}/", f"/leagues/{cast.league.slug}/"):
        page = text_of(signed_in(None).get(url, follow=True).content.decode())
        assert "quarter-final" in page and "play-off" not in page and "round 1" not in page.lower(), url


def test_the_head_of_a_league_names_the_round_of_its_cup(cast: Cast) -> None:
    cup_of(cast, 8)
    page = text_of(signed_in(None).get(f"/leagues/{cast.league.slug}/").content.decode())
    assert "Quarter-finals" in page and "round 1 of 3" not in page


def test_names_take_one_query_however_many_matches_of_brackets_a_team_has(cast: Cast) -> None:
    counts, teams = [], bare_teams(cast.league, 4)
    for _again in range(2):
        play(cup_of(cast, teams))
        with CaptureQueriesContext(connection) as queries:
            stages = [line.stage for line in record_of(teams[-1])]
        counts.append(len(queries))
        assert stages[-2:] == ["semi-final", "final"]
    assert counts == [2, 2]
    with CaptureQueriesContext(connection) as queries:
        assert {each.in_round for each in Fixture.objects.with_rounds()} == {"semi-final", "final"}
    assert len(queries) == 1
