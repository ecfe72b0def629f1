"""A decision made for a correction is asked for again if its changed report no longer allows it."""

from __future__ import annotations

import pytest

from leagues import services
from matches.correction import correcting
from matches.correction.corrected import CorrectedMatch
from matches.models import MatchCorrection
from matches.sequence.answering import Given
from tests.leagues.cast import add_member, create_cast
from tests.matches import match_builders
from tests.matches.conftest import TwoTeams
from tests.matches.correction.correction_builders import assert_journals_agree, report_of_a_death
from tests.matches.correction.two_team_corrections import accept_correction, answer_everything, begin_changed
from tests.teams.team_builders import team_from_list

NOMINEES = "mvp_nominees.1"


@pytest.fixture
def two_teams(db: None) -> TwoTeams:
    """In a league whose coaches nominate players for the MVP."""
    cast = create_cast()
    options = {"mvp": "nominated", "special_play_cards": "off"}
    details = services.Details(name="Nominees")
    cast.league = services.create_league(by=cast.commissioner, details=details, edition="crp", options=options)
    for coach in (cast.coach, cast.other_coach):
        add_member(cast.league, coach)
    home = team_from_list(cast.league, cast.coach, "Ironside Orcs", "Orc")
    return TwoTeams(cast, home, team_from_list(cast.league, cast.other_coach, "Harbour Humans", "Human"))


def send(made: MatchCorrection, victim: int) -> MatchCorrection:
    """A changed report in which this player of the home team dies."""
    reported = match_builders.report_with(made.match, **report_of_a_death(made.match, victim))
    return correcting.correct_report(correction=made, expected=made.version, reported=reported)


def nominate(made: MatchCorrection, players: list[int]) -> MatchCorrection:
    given = Given(side="home", key=NOMINEES, value=[str(player) for player in players])
    return correcting.answer_question(correction=made, given=given)


def test_nominees_of_whom_one_is_dead_by_another_report_are_asked_for_again(two_teams: TwoTeams) -> None:
    match = match_builders.confirmed_match(two_teams.home, two_teams.away, home=1)
    players = list(match_builders.players_of(match, "home"))
    first, second = players[1:4], players[4:7]
    for side, named in (("home", first), ("away", match_builders.players_of(match, "away")[1:4])):
        match_builders.answer_all(match, only=(side,), mvp_nominees=[str(each) for each in named])
    match.refresh_from_db()
    made = nominate(send(begin_changed(two_teams, match), first[0]), second)
    made = send(made, second[0])
    assert NOMINEES in [question.key for question in CorrectedMatch(made).questions()]
    made = nominate(made, players[7:10])
    accept_correction(two_teams, answer_everything(made))
    assert_journals_agree()
