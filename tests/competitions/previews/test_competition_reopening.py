"""A match of a finished competition is annulled: it must be played again, so the competition reopens."""

from __future__ import annotations

import pytest

from competitions.models import Competition
from competitions.season_end.season_end import Ending, end_season
from competitions.setup import finishing
from leagues.models import LogEntry
from matches.correction import correcting
from matches.correction.corrected import CorrectedMatch
from matches.models import Match, MatchCorrection
from matches.sequence import opening
from teams.models import TeamState
from tests.competitions import competition_builders
from tests.leagues.cast import Cast, form_data, signed_in
from tests.matches import match_builders
from tests.teams import team_builders
from web.errors import Refusal


@pytest.fixture
def over(cast: Cast) -> Competition:
    """Two teams and their one match, played; the competition is finished."""
    home = team_builders.team_from_list(cast.league, cast.coach, "Ironside Orcs", "Orc")
    away = team_builders.team_from_list(cast.league, cast.other_coach, "Harbour Humans", "Human")
    competition = competition_builders.competition_in(cast.league, [home, away], started=True)
    match = the_match(competition)
    match = opening.open_match(match=match, by=cast.coach)
    match_builders.answer_all(match, by=cast.coach)
    match = match_builders.confirm_match(Match.objects.get(pk=match.pk), home=1)
    match_builders.answer_all(match, by=cast.coach)
    current = Competition.objects.get(pk=competition.pk)
    return finishing.finish_competition(competition=current, by=cast.commissioner, expected=current.version)


def the_match(competition: Competition) -> Match:
    match = competition_builders.matches_of(competition)[0].match
    assert match is not None
    return match


def annulment(cast: Cast, competition: Competition) -> MatchCorrection:
    return correcting.begin_correction(
        match=the_match(competition), by=cast.commissioner, reason="Wrong pitch.", annuls=True
    )


def accept(cast: Cast, asked: MatchCorrection) -> Match:
    seen = {side: TeamState.objects.get(team=team).seq for side, team in CorrectedMatch(asked).teams.items()}
    return correcting.accept(
        correction=asked, expected=asked.version, by=cast.commissioner, seen=seen, commissioner=True
    )


def close(cast: Cast, competition: Competition) -> None:
    season = competition.season
    end_season(season=season, by=cast.commissioner, expected=season.version, ending=Ending())


def test_the_competition_reopens_and_the_match_can_be_decided(cast: Cast, over: Competition) -> None:
    asked = annulment(cast, over)
    browser, address = signed_in(cast.commissioner), f"/matches/{the_match(over).public_id}/correction/"
    assert "reopens until the match is played or decided" in browser.post(f"{address}preview/").text
    assert Competition.objects.get(pk=over.pk).state == Competition.State.FINISHED, "a preview writes nothing"
    assert accept(cast, asked).state == Match.State.SCHEDULED
    current = Competition.objects.get(pk=over.pk)
    assert current.state == Competition.State.RUNNING
    assert LogEntry.objects.filter(league=cast.league, kind="competitions.taken_up_again").count() == 1
    fixture = competition_builders.matches_of(over)[0]
    typed = form_data(version=fixture.version, how="home", reason="They gave up.")
    assert browser.post(f"/fixtures/{fixture.pk}/decide/", typed).status_code == 302


def test_in_a_closed_season_nothing_is_written_until_it_is_reopened(cast: Cast, over: Competition) -> None:
    close(cast, over)
    asked = annulment(cast, over)
    browser, address = signed_in(cast.commissioner), f"/matches/{the_match(over).public_id}/correction/"
    assert "Reopen the season first" in browser.post(f"{address}preview/").text
    with pytest.raises(Refusal, match="Reopen the season first"):
        accept(cast, asked)
    assert the_match(over).state == Match.State.CLOSED
    assert Competition.objects.get(pk=over.pk).state == Competition.State.FINISHED


def test_a_corrected_report_reopens_nothing(cast: Cast, over: Competition) -> None:
    match = the_match(over)
    correcting.begin_correction(match=match, by=cast.commissioner, reason="Miscounted.")
    page = signed_in(cast.commissioner).post(f"/matches/{match.public_id}/correction/preview/", follow=True)
    assert page.status_code == 200 and "reopens" not in page.text
    assert Competition.objects.get(pk=over.pk).state == Competition.State.FINISHED
