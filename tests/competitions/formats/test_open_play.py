"""Open play: two coaches report a game after it, and no team plays the same opponent three times in a row (L2)."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from django.utils import timezone

from competitions.challenges.challenges import write_challenge
from competitions.challenges.offers import opponents_of
from competitions.formats import draws, open_play
from competitions.friendlies.friendlies import arrange_friendly
from competitions.models import Competition, Fixture
from competitions.rulings import decisions
from competitions.setup import services
from competitions.setup.shape import Shape
from competitions.standings.ladders import ladder_of
from competitions.standings.standings import standings_of
from matches.models import Match
from teams.models import Team
from tests.competitions.competition_builders import bare_team, competition_in, decide_match, matches_of
from tests.leagues.cast import Cast, signed_in
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


def another_club(cast: Cast, scheduling: str = "open") -> Competition:
    """A second competition of the same four teams."""
    teams = Team.objects.filter(league=cast.league).order_by("name")
    drawn = scheduling == "round_robin"
    made = competition_in(cast.league, teams, started=drawn, shape=Shape(scheduling=scheduling))
    if drawn:
        return made
    return draws.start_competition(competition=made, by=cast.commissioner, expected=made.version)


REFUSED = "has played its last 2 games against"


@pytest.mark.rules("L2")
@pytest.mark.parametrize("scheduling", ["open", "ladder"])
def test_games_of_another_competition_count_too(cast: Cast, scheduling: str) -> None:
    cup, other = club(cast), another_club(cast, scheduling)
    play(cast, cup, "Anvils", "Badgers")
    play(cast, other, "Badgers", "Anvils")
    for competition in (cup, other) if scheduling == "open" else (cup,):
        with pytest.raises(Refusal, match=REFUSED):
            play(cast, competition, "Anvils", "Badgers")
    play(cast, other, "Anvils", "Comets")
    play(cast, other, "Badgers", "Dragons")
    play(cast, cup, "Anvils", "Badgers")


@pytest.mark.rules("L2")
def test_games_of_a_ladder_drawn_fixtures_and_friendlies_count_once_they_are_played(cast: Cast) -> None:
    cup, drawn = club(cast), another_club(cast, "round_robin")
    play(cast, cup, "Anvils", "Badgers")
    play(cast, cup, "Badgers", "Anvils")
    teams = {team.name: team for team in Team.objects.filter(league=cast.league)}
    friendly = arrange_friendly(league=cast.league, by=cast.commissioner, home=teams["Anvils"], away=teams["Comets"])
    with pytest.raises(Refusal, match=f"Anvils {REFUSED} Badgers"):  # drawn and arranged, but nobody has played yet
        play(cast, cup, "Anvils", "Badgers")
    Match.objects.filter(pk=friendly.pk).update(state=Match.State.CLOSED)
    with pytest.raises(Refusal, match=f"Badgers {REFUSED} Anvils"):
        play(cast, cup, "Anvils", "Badgers")
    fixture = next(each for each in matches_of(drawn) if {each.home.name, each.away.name} == {"Badgers", "Dragons"})
    decide_match(fixture, 1, 0)
    play(cast, cup, "Anvils", "Badgers")


@pytest.mark.rules("L2")
def test_games_count_in_the_order_of_play_and_not_of_entry(cast: Cast) -> None:
    """The Anvils played the Comets last, although their second game against the Badgers was entered after that."""
    cup = club(cast)
    for day, home, away in (
        (1, "Anvils", "Badgers"),
        (5, "Comets", "Anvils"),
        (5, "Dragons", "Badgers"),
        (2, "Badgers", "Anvils"),
    ):
        fixture = play(cast, cup, home, away)
        Match.objects.filter(pk=fixture.match_id).update(played_on=date(2026, 3, day))
    again = play(cast, cup, "Anvils", "Badgers")
    Match.objects.filter(pk=again.match_id).update(played_on=date(2026, 3, 6))
    play(cast, cup, "Anvils", "Badgers")
    with pytest.raises(Refusal, match=REFUSED):
        play(cast, cup, "Anvils", "Badgers")


@pytest.mark.rules("L2")
def test_a_game_that_was_reported_and_not_opened_yet_has_its_place_by_the_day_of_its_report(cast: Cast) -> None:
    cup, drawn = club(cast), another_club(cast, "round_robin")
    teams = {team.name: team for team in Team.objects.filter(league=cast.league)}
    two = {teams["Anvils"], teams["Badgers"]}
    for _ in range(2):
        open_play.report_game(competition=cup, by=cast.coach, home=teams["Anvils"], away=teams["Badgers"], own=None)
    for fixture in matches_of(drawn):
        if len({fixture.home, fixture.away} & two) == 1:
            tomorrow = timezone.now() + timedelta(days=1)
            decide_match(fixture, 1, 0)
            Match.objects.filter(pk=fixture.match_id).update(opened_at=tomorrow, played_on=tomorrow.date())
    play(cast, cup, "Anvils", "Badgers")


@pytest.mark.rules("L2", "L5")
def test_a_result_without_a_match_does_not_count(cast: Cast) -> None:
    cup, drawn = club(cast), another_club(cast, "round_robin")
    play(cast, cup, "Anvils", "Badgers")
    fixture = next(each for each in matches_of(drawn) if {each.home.name, each.away.name} == {"Anvils", "Badgers"})
    decisions.award_walkover(fixture=fixture, by=cast.commissioner, expected=1, to="home", reason="they did not come")
    play(cast, cup, "Badgers", "Anvils")
    for other in ("Anvils", "Badgers"):
        mine = [each for each in matches_of(drawn) if other in (each.home.name, each.away.name) and each != fixture]
        decisions.award_walkover(
            fixture=mine[0], by=cast.commissioner, expected=1, to="home", reason="they did not come"
        )
    with pytest.raises(Refusal, match=REFUSED):
        play(cast, cup, "Anvils", "Badgers")


@pytest.mark.rules("L2", "L5")
def test_nobody_challenges_the_opponent_of_their_last_two_games(cast: Cast) -> None:
    cup = club(cast)
    Competition.objects.filter(pk=cup.pk).update(challenges=True)
    cup.refresh_from_db()
    for _ in range(2):
        play(cast, cup, "Anvils", "Badgers")
    teams = {team.name: team for team in Team.objects.filter(league=cast.league)}
    reasons = {each.team.name: each.why_not for each in opponents_of(cup, teams["Anvils"], teams.values())}
    assert reasons == {"Badgers": "was the opponent of the last 2 games of Anvils", "Comets": "", "Dragons": ""}
    write: dict[str, Any] = {"competition": cup, "by": cast.coach, "challenger": teams["Anvils"], "own": None}
    with pytest.raises(Refusal, match=REFUSED):
        write_challenge(**write, challenged=teams["Badgers"])
    play(cast, cup, "Anvils", "Comets")
    reasons = {each.team.name: each.why_not for each in opponents_of(cup, teams["Anvils"], teams.values())}
    assert reasons["Badgers"] == "played its last 2 games against Anvils"
    play(cast, cup, "Badgers", "Comets")
    write_challenge(**write, challenged=teams["Badgers"])


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


@pytest.mark.parametrize("scheduling", ["open", "ladder"])
def test_coaches_are_told_to_find_opponents_where_nothing_is_drawn(cast: Cast, scheduling: str) -> None:
    club(cast, scheduling)
    text = signed_in(cast.coach).get("/inbox/").content.decode()
    assert "find your first opponent" in text
    assert "drawn" not in text
