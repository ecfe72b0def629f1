"""What teams hired in the league matches of a season, and what that lets them hire in its play-offs (§3.5)."""

from __future__ import annotations

from typing import Any

import pytest
from django.test.utils import CaptureQueriesContext

from competitions.models import Fixture, Season
from leagues import services
from leagues.models import League
from matches.models import Match, MatchSide
from matches.sequence.uses import used_before
from teams.models import Team
from tests.competitions.competition_builders import bare_teams, competition_in, decide_match, matches_of
from tests.editions.lrb_1_3.build import lrb
from tests.leagues.cast import create_user

BLITZER = {"kind": "mercenary", "position": "Blitzer", "count": 2}
WIZARD = {"kind": "wizard", "count": 1}
STAR = {"kind": "star", "name": "Old Ironbelly", "count": 1}
ROUNDS = 4

pytestmark = [pytest.mark.django_db, pytest.mark.rules("lrb-1.3:§3.5")]


@pytest.fixture
def league(db: None) -> League:
    options = {
        "play_off_freebooters": "used_three_times",
        "star_players": ["Old Ironbelly; 200k; Any; 5 4 3 9; Block"],
    }
    details = services.Details(name="Oberwald League")
    return services.create_league(by=create_user("Gaffer"), details=details, edition="lrb-1.3", options=options)


def play_a_season(league: League, teams: list[Team], bought: dict[str, list[list[Any]]]) -> None:
    """Two teams play each other in a table; ``bought`` has what each side had in each match."""
    table = competition_in(league, teams, started=True, legs=ROUNDS)
    for nth, fixture in enumerate(matches_of(table)):
        for team, items in zip(teams, (bought["first"], bought["second"]), strict=True):
            MatchSide.objects.filter(match=fixture.match, team=team).update(inducements=items[nth])
        decide_match(fixture, 1, 0)


def final_of(league: League, teams: list[Team]) -> Match:
    match = matches_of(competition_in(league, teams, started=True))[0].match
    Match.objects.filter(pk=match.pk).update(stage=Match.Stage.FINAL)
    return Match.objects.get(pk=match.pk)


def uses(match: Match) -> dict[int, dict[str, int]]:
    sides = list(match.sides.all())
    found = used_before(match, sides, match.league.ruleset.rules())
    return {side.team_id: found.get(side.side, {}) for side in sides}


def test_each_match_of_the_season_counts_once_for_what_a_team_had(league: League) -> None:
    teams = bare_teams(league, 2)
    first = [[BLITZER], [BLITZER, WIZARD], [BLITZER], [STAR]]
    play_a_season(league, teams, {"first": first, "second": [[WIZARD], [], [], [STAR]]})
    found = uses(final_of(league, teams))
    assert found[teams[0].pk] == {"Blitzer": 3, "wizard": 1}
    assert found[teams[1].pk] == {"wizard": 1}


def test_friendlies_and_matches_that_never_kicked_off_do_not_count(league: League) -> None:
    teams = bare_teams(league, 2)
    play_a_season(league, teams, {"first": [[BLITZER]] * ROUNDS, "second": [[]] * ROUNDS})
    final = final_of(league, teams)
    first, second = Match.objects.filter(stage=Match.Stage.LEAGUE).order_by("pk")[:2]
    Match.objects.filter(pk=first.pk).update(conceded_by="away", conceded_before_kick_off=True)
    Fixture.objects.filter(match=second).update(match=None)
    assert uses(final)[teams[0].pk] == {"Blitzer": ROUNDS - 2}
    Fixture.objects.filter(match=final).update(match=None)
    assert uses(final)[teams[0].pk] == {}, "without a season"


def test_an_earlier_season_does_not_count(league: League) -> None:
    teams = bare_teams(league, 2)
    play_a_season(league, teams, {"first": [[BLITZER]] * ROUNDS, "second": [[]] * ROUNDS})
    Season.objects.filter(league=league).update(state=Season.State.CLOSED, name="Last season")
    found = uses(final_of(league, teams))
    assert found == {teams[0].pk: {}, teams[1].pk: {}}


def test_a_match_of_the_league_asks_for_nothing(league: League, django_assert_num_queries: Any) -> None:
    match = matches_of(competition_in(league, bare_teams(league, 2), started=True))[0].match
    sides, rules = list(match.sides.all()), lrb(play_off_freebooters="used_three_times")
    with django_assert_num_queries(0):
        assert used_before(match, sides, rules) == {}


def test_other_leagues_count_nothing(league: League, django_assert_num_queries: CaptureQueriesContext) -> None:
    match = final_of(league, bare_teams(league, 2))
    sides, rules = list(match.sides.all()), lrb()
    with django_assert_num_queries(0):
        assert used_before(match, sides, rules) == {}
