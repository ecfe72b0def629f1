"""The demo league: always the same, played by the rules, with something to see and to do."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from competitions.models import Competition, Fixture, Tie
from competitions.standings.standings import standings_of
from dugout.demo import season
from dugout.demo.cast import CAST, FIRST, LAST, LEAGUE, player_names
from dugout.demo.cup import CUP
from dugout.demo.new_league import COMPETITION
from dugout.demo.rosters import ROSTERS
from leagues.models import Invitation, League, Membership
from matches.models import Match, MatchSide, PlayerLine
from matches.sequence.sequences import MatchState
from rules.editions import ruleset
from rules.sheet.sheet import PlayerSheet, TeamSheet
from rules.team.founding import judge
from teams.ledger import ledger
from teams.models import Player, Team, TeamState
from tests.audits import audit

# Not on PostgreSQL: tests/dugout/demo/test_demo_command.py plays the demo league there, too.
pytestmark = [pytest.mark.once, pytest.mark.costly]

EMERGING_STAR, VETERAN = 31, 16


@pytest.fixture(scope="module")
def played(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """The demo league of the first start, created once for all tests that only read it."""
    with django_db_blocker.unblock(), transaction.atomic():
        season.make(seed=season.SEED, rounds=season.ROUNDS, say=lambda line: None)
        yield
        transaction.set_rollback(True)


@pytest.fixture
def league(played: None, db: None) -> League:
    return League.objects.get(name=LEAGUE)


def sheets() -> list[TeamSheet]:
    return [ledger.sheet_in(state) for state in TeamState.objects.order_by("team")]


def players() -> list[PlayerSheet]:
    return [line for sheet in sheets() for line in sheet.players]


def matches(number: int, competition: str = COMPETITION) -> list[Match]:
    rounds = {"fixture__round__number": number, "fixture__round__competition__name": competition}
    return list(Match.objects.filter(**rounds).order_by("pk"))


def test_ten_coaches_have_ten_teams_of_ten_lists(league: League) -> None:
    teams = Team.objects.filter(league=league, state=Team.State.ACTIVE)
    assert len(teams) == len({team.team_list for team in teams}) == len({team.coach_id for team in teams}) == 10


def test_all_coaches_joined_by_an_invitation_that_is_used_up(league: League) -> None:
    roles = list(league.memberships.order_by("pk").values_list("role", flat=True))
    assert roles == [Membership.Role.COMMISSIONER, *[Membership.Role.COACH] * 9]
    assert Invitation.objects.get(league=league).uses == 9


def test_six_rounds_are_closed_and_nine_are_drawn(league: League) -> None:
    assert Fixture.objects.filter(round__competition__name=COMPETITION).count() == 45
    for number in range(1, 7):
        assert {match.state for match in matches(number)} == {Match.State.CLOSED}
    for number in (8, 9):
        assert {match.state for match in matches(number)} == {Match.State.SCHEDULED}


def test_the_final_of_the_cup_is_not_played_yet(league: League) -> None:
    for number, played in ((1, 4), (2, 2)):
        assert [match.state for match in matches(number, CUP)] == [Match.State.CLOSED] * played
    (final,) = matches(3, CUP)
    assert final.state == Match.State.SCHEDULED
    winners = {tie.winner_id for tie in Tie.objects.filter(competition__name=CUP, round=2)}
    assert winners == {side.team_id for side in final.sides.all()}


def test_the_seventh_round_has_matches_in_every_state(league: League) -> None:
    states = sorted(match.state for match in matches(7))
    assert states == ["post_match", "pre_match", "reported", "scheduled", "scheduled"]


def test_one_coach_is_ready_and_the_other_is_choosing_an_improvement(league: League) -> None:
    table = MatchState(Match.objects.select_related("league", "ruleset").get(state=Match.State.POST_MATCH))
    assert sorted(outcome.done for outcome in table.outcomes.values()) == [False, True]
    open_now = [(question.kind, question.label.partition(".")[0]) for question in table.questions()]
    assert ("choose", "improvements") in open_now


def test_the_weaker_team_has_inducements_to_buy(league: League) -> None:
    (question,) = MatchState(
        Match.objects.select_related("league", "ruleset").get(state=Match.State.PRE_MATCH)
    ).questions()
    assert question.key == "inducements"
    assert dict(question.args)["gold"] > 0


def test_the_commissioner_has_a_report_to_confirm(league: League) -> None:
    report = Match.objects.get(state=Match.State.REPORTED).reports.get()
    commissioner = league.memberships.get(role=Membership.Role.COMMISSIONER).user
    assert report.by != commissioner
    assert MatchSide.objects.filter(match=report.match, team__coach=commissioner).exists()


def test_there_are_veterans_injured_and_dead_players_and_a_future_star(league: League) -> None:
    lines = players()
    assert sum(line.spp >= VETERAN for line in lines) >= 5
    assert max(line.spp for line in lines) >= EMERGING_STAR
    assert sum(line.misses_next for line in lines) >= 2
    assert sum(line.niggling > 0 for line in lines) >= 2
    assert any(change.startswith("-") for line in lines for change, _cost in line.history)
    assert PlayerLine.objects.filter(died=True).count() >= 4
    assert PlayerLine.objects.filter(killed_by__isnull=False).exists()


def test_the_matches_were_played_in_the_past_weeks_round_by_round(league: League) -> None:
    today = timezone.localdate()
    latest = [max(match.played_on for match in matches(number)) for number in range(1, 7)]
    assert latest == sorted(latest)
    assert 35 <= (today - latest[0]).days <= 50
    assert latest[-1] <= today
    dated = Fixture.objects.filter(agreed_for__isnull=False)
    assert dated and all(fixture.agreed_for > timezone.now() for fixture in dated)


def test_write_ups_have_no_empty_placeholders(league: League) -> None:
    stories = MatchSide.objects.exclude(story="").values_list("story", flat=True)
    assert len(stories) >= 10
    assert len(set(stories)) > len(stories) / 2
    assert not [story for story in stories if re.search(r"[{}]|  ", story)]


def test_every_player_of_a_team_has_a_different_name(league: League) -> None:
    for team in Team.objects.filter(league=league):
        names = list(Player.objects.filter(team=team).values_list("name", flat=True))
        assert all(names)
        assert len(names) == len(set(names))


def test_the_table_has_every_team_and_counts_what_was_confirmed(league: League) -> None:
    standings = standings_of(Competition.objects.get(season__league=league, name=COMPETITION))
    assert len(standings.lines) == 10
    assert standings.played == 31


def test_every_journal_folds_to_the_rows_and_every_match_runs_to_them(league: League) -> None:
    findings = list(audit())
    assert len(findings) > 10 + 31
    assert not [difference for finding in findings for difference in finding.differences]


@pytest.mark.parametrize("choice", ROSTERS.values(), ids=lambda choice: choice.team_list)
def test_a_first_roster_is_legal_and_spends_what_there_is(choice: Any) -> None:
    founding = judge(ruleset("pbbl-1.10"), choice)
    assert founding.legal
    assert founding.treasury == 0


def test_every_team_list_of_the_cast_has_a_roster_and_names() -> None:
    lists = {cast.team_list for cast in CAST}
    assert lists == set(ROSTERS) == set(FIRST) == set(LAST)


def test_any_number_of_names_are_all_different() -> None:
    names = player_names(Random(1), "Orc", 60)
    assert len(set(names)) == 60
