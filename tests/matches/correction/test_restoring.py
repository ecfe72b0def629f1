"""What a correction struck in later matches counts again after the next one, unless those have other entries since."""

from __future__ import annotations

import pytest

from matches.correction import correcting
from matches.models import Match, PlayerLine
from matches.sequence import opening
from matches.sequence.annulling import call_off
from rules.journal import GoldMoved
from rules.sheet.match import Injury, Result
from rules.sheet.sheet import PlayerSheet
from teams.ledger import ledger
from teams.models import Team, TeamState
from tests.matches import match_builders
from tests.matches.conftest import TwoTeams
from tests.matches.correction.correction_builders import assert_journals_agree, report_of_a_death
from tests.matches.correction.two_team_corrections import (
    accept_correction,
    annul,
    correct,
    decide_findings,
)
from tests.teams.team_builders import add_gold, append_entries

BRIBE = 100_000


@pytest.fixture
def first(two_teams: TwoTeams) -> Match:
    """A match in which the first player of the home team scored."""
    return match_builders.closed_match(two_teams.home, two_teams.away, home=1)


@pytest.fixture
def second(two_teams: TwoTeams, first: Match) -> Match:
    """The next match, in which the same player scored twice, and was hurt."""
    ready = match_builders.ready_match(two_teams.home, two_teams.away)
    (scorer, *_others), (killer, *_more) = (match_builders.players_of(ready, side) for side in ("home", "away"))
    hurt = Injury(player=scorer, casualty=51, by=killer)
    match_builders.confirm_match(ready, home=2, home_injuries=[hurt], away_lines={killer: {"casualties": 1}})
    match_builders.answer_all(ready)
    return Match.objects.get(pk=ready.pk)


def match_with_a_bribe(two_teams: TwoTeams) -> Match:
    """A match for which the home team, with just enough gold, has bought a bribe."""
    add_gold(two_teams.home, BRIBE)
    more = treasury(two_teams.home) - BRIBE
    append_entries(two_teams.home, GoldMoved(amount=more, source="treasury", target="bank"))
    return match_builders.ready_match(two_teams.home, two_teams.away, inducements=[{"kind": "bribe"}])


def treasury(team: Team) -> int:
    return ledger.sheet_in(TeamState.objects.get(team=team)).treasury


def line(team: Team, player: int) -> PlayerSheet:
    found = ledger.sheet_in(TeamState.objects.get(team=team)).player(player)
    assert found is not None
    return found


def test_deeds_of_a_player_who_did_not_die_count_again(two_teams: TwoTeams, first: Match, second: Match) -> None:
    scorer = match_builders.players_of(first, "home")[0]
    before = line(two_teams.home, scorer)
    correct(two_teams, first, home=1, **report_of_a_death(first, scorer))
    correct(two_teams, first, home=1)
    assert line(two_teams.home, scorer) == before
    assert_journals_agree()


def test_deeds_that_a_later_correction_left_out_do_not_count_again(
    two_teams: TwoTeams, first: Match, second: Match
) -> None:
    """The second match is corrected while the player is dead: from then on its report does not name them."""
    scorer = match_builders.players_of(first, "home")[0]
    correct(two_teams, first, home=1, **report_of_a_death(first, scorer))
    correct(two_teams, second, home=2)
    correct(two_teams, first, home=1)
    found = line(two_teams.home, scorer)
    assert dict(found.deeds)["touchdowns"] == 1 and found.niggling == 0 and found.profile == found.start
    assert_journals_agree()


def test_deeds_of_a_match_that_was_annulled_since_do_not_count_again(
    two_teams: TwoTeams, first: Match, second: Match
) -> None:
    scorer = match_builders.players_of(first, "home")[0]
    correct(two_teams, first, home=1, **report_of_a_death(first, scorer))
    annul(two_teams, second)
    correct(two_teams, first, home=1)
    assert dict(line(two_teams.home, scorer).deeds)["touchdowns"] == 1
    assert_journals_agree()


def test_purchases_for_a_match_that_was_annulled_since_are_not_paid_again(two_teams: TwoTeams, first: Match) -> None:
    """The gold of the first match paid for a bribe in the second. A concession would have brought none."""
    second = match_builders.confirm_match(match_with_a_bribe(two_teams), home=1)
    match_builders.answer_all(second)
    correct(two_teams, first, home=0, away=1, result=Result(conceded_by="home"))
    annul(two_teams, Match.objects.get(pk=second.pk))
    correct(two_teams, first, home=1)
    assert treasury(two_teams.home) == BRIBE
    assert_journals_agree()


def test_purchases_that_were_taken_out_and_count_again_are_paid_back_when_the_match_is_called_off(
    two_teams: TwoTeams, first: Match
) -> None:
    second = match_with_a_bribe(two_teams)
    correct(two_teams, first, home=0, away=1, result=Result(conceded_by="home"))
    correct(two_teams, first, home=1)
    call_off(match=Match.objects.get(pk=second.pk), by=two_teams.cast.commissioner, reason="Rain.")
    assert treasury(two_teams.home) == BRIBE
    assert_journals_agree()


def test_a_match_that_was_played_again_is_corrected_by_the_roster_it_was_played_with(
    two_teams: TwoTeams, first: Match
) -> None:
    """Its annulment granted gold that was spent. Then a player died, and was gone when it was played again."""
    append_entries(two_teams.home, GoldMoved(amount=treasury(two_teams.home), source="treasury", target="bank"))
    scorer = match_builders.players_of(first, "home")[0]
    second = match_builders.ready_match(two_teams.home, two_teams.away)
    match_builders.answer_all(match_builders.confirm_match(second, **report_of_a_death(second, scorer)))
    void = correcting.begin_correction(match=first, by=two_teams.cast.commissioner, reason="Rain.", annuls=True)
    accept_correction(two_teams, decide_findings(void, "grant"))
    again = opening.open_match(match=Match.objects.get(pk=first.pk), by=two_teams.cast.coach)
    match_builders.answer_all(again, by=two_teams.cast.coach)
    again = match_builders.confirm_match(Match.objects.get(pk=first.pk), home=1)
    match_builders.answer_all(again, by=two_teams.cast.coach)
    correct(two_teams, Match.objects.get(pk=first.pk), home=2)
    lines = PlayerLine.objects.filter(side__match=first, side__side="home")
    assert lines.exists() and not lines.filter(player=scorer).exists()
    assert_journals_agree()
