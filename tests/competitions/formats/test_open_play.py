"""Open play: two coaches report a game after it, and no team plays the same opponent three times in a row (L2)."""

from __future__ import annotations

from typing import Any

import pytest

from competitions.formats import open_play
from competitions.models import Competition, Fixture
from competitions.rulings import decisions
from competitions.setup import services
from competitions.setup.shape import Shape
from competitions.standings.ladders import ladder_of
from competitions.standings.standings import standings_of
from matches.models import Match
from teams.models import Team
from tests.competitions.competition_builders import bare_team, competition_in, decide_match
from tests.leagues.cast import Cast
from web.errors import Refusal


def club(cast: Cast, scheduling: str = "open", **options: Any) -> Competition:
    """Four teams: two with coaches, two without."""
    teams = [
        bare_team(cast.league, "Anvils", cast.coach),
        bare_team(cast.league, "Badgers", cast.other_coach),
        bare_team(cast.league, "Comets"),
        bare_team(cast.league, "Dragons"),
    ]
    made = competition_in(cast.league, teams, shape=Shape(scheduling=scheduling, options=options))
    from competitions.formats import draws

    return draws.start_competition(competition=made, by=cast.commissioner, expected=made.version)


def play(cast: Cast, cup: Competition, home: str, away: str, score: tuple[int, int] = (1, 0)) -> Fixture:
    teams = {team.name: team for team in Team.objects.filter(league=cast.league)}
    fixture = open_play.report_game(competition=cup, by=cast.commissioner, home=teams[home], away=teams[away], own=None)
    decide_match(fixture, *score)
    return fixture


@pytest.mark.rules("L2")
def test_no_team_plays_the_same_opponent_three_times_in_a_row(cast: Cast) -> None:
    cup = club(cast)
    play(cast, cup, "Anvils", "Badgers")
    play(cast, cup, "Badgers", "Anvils")
    with pytest.raises(Refusal, match="has played its last 2 games against") as refused:
        play(cast, cup, "Anvils", "Badgers")
    assert refused.value.message.purpose == "open_play"
    play(cast, cup, "Anvils", "Comets")
    with pytest.raises(Refusal, match="Badgers has played its last 2 games against Anvils"):
        play(cast, cup, "Anvils", "Badgers")  # for the Badgers it would still be the third in a row
    play(cast, cup, "Badgers", "Dragons")
    play(cast, cup, "Anvils", "Badgers")
    assert cup.rounds.get().fixtures.count() == 5


@pytest.mark.rules("L2")
def test_any_two_teams_of_the_competition_can_play(cast: Cast) -> None:
    cup = club(cast)
    names = ("Anvils", "Badgers", "Comets", "Dragons")
    for home in names:
        for away in names:
            if home < away:
                play(cast, cup, home, away)
    cup.refresh_from_db()
    assert [line.played for line in standings_of(cup).lines] == [3, 3, 3, 3]


@pytest.mark.rules("L2")
def test_a_drawn_season_can_pair_two_teams_any_number_of_times(cast: Cast) -> None:
    teams = [bare_team(cast.league, name) for name in ("Anvils", "Badgers")]
    cup = competition_in(cast.league, teams, started=True, legs=4)
    assert Match.objects.filter(fixture__round__competition=cup).count() == 4


def test_after_that_the_match_continues_as_usual(cast: Cast) -> None:
    cup = club(cast)
    anvils, badgers = Team.objects.get(name="Anvils"), Team.objects.get(name="Badgers")
    fixture = open_play.report_game(competition=cup, by=cast.coach, home=anvils, away=badgers, own={anvils.pk})
    assert fixture.match.state == Match.State.SCHEDULED
    assert cast.league.log.get(kind="competitions.game_reported").by == cast.coach


@pytest.mark.parametrize(
    ("home", "away", "words"),
    [
        ("Anvils", "Anvils", "Anvils cannot play itself"),
        ("Anvils", "Outsiders", "Outsiders is not in"),
        ("Anvils", "Retired", "Retired is not an active team"),
        ("Anvils", "Anvils II", "have the same coach"),
        ("Comets", "Dragons", "Neither Comets nor Dragons is your team"),
    ],
)
def test_an_impossible_game_is_refused(cast: Cast, home: str, away: str, words: str) -> None:
    cup = club(cast)
    bare_team(cast.league, "Outsiders")
    more = [bare_team(cast.league, "Retired"), bare_team(cast.league, "Anvils II", cast.coach)]
    services.enter_teams(competition=cup, by=cast.commissioner, expected=cup.version, teams=more)
    Team.objects.filter(name="Retired").update(state=Team.State.RETIRED)
    teams = {team.name: team for team in Team.objects.all()}
    own = {teams["Anvils"].pk}
    with pytest.raises(Refusal, match=words):
        open_play.report_game(competition=cup, by=cast.coach, home=teams[home], away=teams[away], own=own)
    assert not Fixture.objects.exists()


def test_a_void_game_does_not_count_as_played(cast: Cast) -> None:
    cup = club(cast)
    play(cast, cup, "Anvils", "Badgers")
    teams = {team.name: team for team in Team.objects.all()}
    given: dict[str, Any] = {"competition": cup, "by": cast.commissioner, "own": None}
    void = open_play.report_game(**given, home=teams["Anvils"], away=teams["Badgers"])
    decisions.declare_void(fixture=void, by=cast.commissioner, expected=1, reason="dice lost")
    play(cast, cup, "Anvils", "Badgers")


@pytest.mark.parametrize("state", [Competition.State.DRAFT, Competition.State.FINISHED])
def test_games_can_only_be_reported_while_the_competition_runs(cast: Cast, state: str) -> None:
    cup = club(cast)
    Competition.objects.filter(pk=cup.pk).update(state=state)
    with pytest.raises(Refusal, match="Nothing was changed"):
        play(cast, cup, "Anvils", "Badgers")


def test_games_cannot_be_reported_if_fixtures_are_drawn(cast: Cast) -> None:
    teams = [bare_team(cast.league, name) for name in ("Anvils", "Badgers")]
    cup = competition_in(cast.league, teams, started=True)
    with pytest.raises(Refusal, match="coaches cannot choose their opponents"):
        play(cast, cup, "Anvils", "Badgers")


def test_on_a_ladder_the_winner_takes_the_place_of_a_team_in_reach(cast: Cast) -> None:
    cup = club(cast, "ladder", reach=2)
    play(cast, cup, "Anvils", "Comets", (0, 2))
    assert [Team.objects.get(pk=pk).name for pk in ladder_of(cup)] == ["Comets", "Anvils", "Badgers", "Dragons"]
    with pytest.raises(Refusal, match="Dragons may challenge teams up to 2 places above it"):
        play(cast, cup, "Comets", "Dragons")
