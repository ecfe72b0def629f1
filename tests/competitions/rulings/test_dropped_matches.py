"""A match is annulled or called off and then not played again: its records stay, and their links work."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from competitions.fixtures import fixtures
from competitions.formats import draws
from competitions.models import Competition, Fixture
from competitions.rulings import decisions
from competitions.setup.shape import Shape
from matches.correction import correcting
from matches.correction.corrected import CorrectedMatch
from matches.models import Match, MatchCorrection
from matches.sequence import annulling, opening
from teams.models import TeamState
from tests.competitions import competition_builders
from tests.leagues.cast import Cast, add_member, signed_in
from tests.matches import match_builders
from tests.teams import team_builders


@pytest.fixture
def competition(cast: Cast) -> Competition:
    """A running competition of two teams with one match."""
    home = team_builders.team_from_list(cast.league, cast.coach, "Ironside Orcs", "Orc")
    away = team_builders.team_from_list(cast.league, cast.other_coach, "Harbour Humans", "Human")
    return competition_builders.competition_in(cast.league, [home, away], started=True)


def the_fixture(competition: Competition) -> Fixture:
    return competition_builders.matches_of(competition)[0]


def opened(cast: Cast, competition: Competition) -> Match:
    """The match, its pre-match done."""
    match = opening.open_match(match=the_fixture(competition).match, by=cast.commissioner)
    match_builders.answer_all(match, by=cast.coach)
    return Match.objects.get(pk=match.pk)


def annulled(cast: Cast, competition: Competition) -> Match:
    match = match_builders.confirm_match(opened(cast, competition), home=1)
    match_builders.answer_all(match, by=cast.coach)
    match.refresh_from_db()
    asked = correcting.begin_correction(match=match, by=cast.commissioner, reason="Wrong pitch.", annuls=True)
    teams = CorrectedMatch(asked).teams
    seen = {side: TeamState.objects.get(team=team).seq for side, team in teams.items()}
    return correcting.accept(
        correction=asked, expected=asked.version, by=cast.commissioner, seen=seen, commissioner=True
    )


def called_off(cast: Cast, competition: Competition) -> Match:
    return annulling.call_off(match=opened(cast, competition), by=cast.commissioner, reason="Rain.")


def called_off_late(cast: Cast, competition: Competition) -> Match:
    """Called off after its result counted."""
    match = match_builders.confirm_match(opened(cast, competition), home=1)
    assert match.counts
    return annulling.call_off(match=match, by=cast.commissioner, reason="Rain.")


def delete(cast: Cast, competition: Competition) -> None:
    fixture = the_fixture(competition)
    fixtures.delete_fixture(fixture=fixture, by=cast.commissioner, expected=fixture.version)


def award(cast: Cast, competition: Competition) -> None:
    fixture = the_fixture(competition)
    given = {"fixture": fixture, "by": cast.commissioner, "expected": fixture.version, "reason": "Never came."}
    decisions.award_walkover(**given, to="away")


def undo_start(cast: Cast, competition: Competition) -> None:
    competition.refresh_from_db()
    draws.undo_start(competition=competition, by=cast.commissioner, expected=competition.version)


@pytest.mark.costly
@pytest.mark.parametrize("undo", [annulled, called_off])
@pytest.mark.parametrize("then", [delete, award, undo_start])
def test_a_dropped_match_has_no_fixture_but_its_page_still_opens(
    cast: Cast,
    competition: Competition,
    undo: Callable[[Cast, Competition], Match],
    then: Callable[[Cast, Competition], None],
) -> None:
    match = undo(cast, competition)
    then(cast, competition)
    match.refresh_from_db()
    assert match.state == Match.State.DROPPED
    assert not Fixture.objects.filter(match=match).exists()
    assert MatchCorrection.objects.filter(match=match).count() == 1
    page = signed_in(cast.coach).get(f"/matches/{match.public_id}/").content.decode()
    assert "cancelled" in page
    assert "Open the match" not in page
    for address in ("/", f"/leagues/{cast.league.slug}/"):
        answer = signed_in(cast.coach).get(address)
        assert answer.status_code == 200
        assert match.public_id not in answer.content.decode(), address


def test_an_undone_walkover_gives_a_new_match(cast: Cast, competition: Competition) -> None:
    match = annulled(cast, competition)
    award(cast, competition)
    fixture = the_fixture(competition)
    given = {"fixture": fixture, "by": cast.commissioner, "expected": fixture.version, "reason": "They came."}
    fixture = decisions.revoke_decision(**given)
    assert fixture is not None and fixture.match is not None and fixture.match != match
    assert fixture.match.state == Match.State.SCHEDULED


@pytest.mark.parametrize("undo", [annulled, called_off_late])
def test_the_winner_of_an_annulled_match_does_not_advance(
    cast: Cast, undo: Callable[[Cast, Competition], Match]
) -> None:
    add_member(cast.league, cast.stranger)
    teams = [
        team_builders.team_from_list(cast.league, coach, name, "Human")
        for coach, name in ((cast.coach, "Anvils"), (cast.other_coach, "Badgers"), (cast.stranger, "Comets"))
    ]
    cup = competition_builders.competition_in(cast.league, teams, started=True, shape=Shape(scheduling="knock_out"))
    match = undo(cast, cup)
    match.refresh_from_db()
    assert match.state == Match.State.SCHEDULED
    assert [fixture.match for fixture in competition_builders.matches_of(cup)] == [match]
    final = cup.ties.get(round=2)
    assert None in (final.home, final.away)
