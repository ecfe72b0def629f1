"""Dead or injured stars (I3): available again after the match, unless the league keeps their injuries."""

from __future__ import annotations

from typing import Any

import pytest

from leagues.models import League, Ruleset
from matches.models import Match, StarInjury
from matches.report import reporting
from matches.sequence import answering
from matches.sequence.hired import hired_players
from matches.sequence.sequences import MatchState
from matches.sheet.match_sheet import match_sheet
from rules.match_day.report_checks import check_report
from rules.sheet.match import InducedLine
from rules.team.inducements import Item
from rules.team.purchases import judge
from tests.matches import match_builders
from tests.matches.conftest import TwoTeams
from tests.teams import team_builders


def keep_star_injuries(two_teams: TwoTeams) -> None:
    """The league keeps stars' injuries from now on."""
    rules = two_teams.league.ruleset
    values = {**rules.values, "star_injuries_waived": False}
    new = Ruleset.objects.create(edition=rules.edition, revision=rules.revision, values=values)
    League.objects.filter(pk=two_teams.league.pk).update(ruleset=new)
    for team in (two_teams.home, two_teams.away):
        team.league.refresh_from_db()


def with_star(two_teams: TwoTeams) -> Match:
    """A match for which the home team has hired the star."""
    name = star_of(two_teams)
    team_builders.add_gold(two_teams.home, 900_000)
    match = match_builders.opened_match(two_teams.home, two_teams.away)
    while questions := (
        state := MatchState(Match.objects.select_related("league", "ruleset").get(pk=match.pk))
    ).questions():
        question = questions[0]
        given = match_builders.answer_for(state.match, question, {})
        if question.key == "inducements" and question.side == "home":
            given = answering.Given(side="home", key="inducements", value=[{"kind": "star", "name": name}])
        answering.answer(match=state.match, given=[given], by=two_teams.cast.coach)
    return Match.objects.get(pk=match.pk)


def test_who_is_hired_is_worked_out_again_when_the_purchase_is_written(two_teams: TwoTeams) -> None:
    match = match_builders.opened_match(two_teams.home, two_teams.away)
    state = MatchState(match)
    assert hired_players(state, "home") == ()
    state.sides["home"].inducements = [{"kind": "star", "name": star_of(two_teams)}]
    state.forget_sides()
    assert [each.name for each in hired_players(state, "home")] == [star_of(two_teams)]


def star_of(two_teams: TwoTeams) -> str:
    book = two_teams.league.ruleset.rules().book
    stars = [book.stars[name] for name in book.lists["Orc"].stars if name in book.stars and not book.stars[name].pair]
    return min(stars, key=lambda star: star.cost).name


def play_with_star(two_teams: TwoTeams, casualty: int) -> Match:
    match = with_star(two_teams)
    line = InducedLine(kind="star", name=star_of(two_teams), casualty=casualty)
    return match_builders.confirm_match(match, home_induced=[line])


def reason_against(two_teams: TwoTeams, match: Match) -> list[str]:
    """Why the star cannot be hired in this match."""
    market = MatchState(match).prepared.state.market("home")
    return [violation.id for violation in judge(market, [Item(kind="star", name=star_of(two_teams))]).violations]


@pytest.mark.rules("I3")
def test_by_default_the_report_does_not_ask_for_a_stars_injury(two_teams: TwoTeams) -> None:
    match = with_star(two_teams)
    asked = two_teams.page(two_teams.coach, match, "report/").form_with("Send report").fields
    assert "hired.home.1.touchdowns" in asked
    assert "hired.home.1.d68" not in asked
    line = InducedLine(kind="star", name=star_of(two_teams), casualty=61)
    state = MatchState(match)
    reported = match_builders.report_with(match, home_induced=[line])
    assert "report.star_injury_waived" in [
        p.violation.id for p in check_report(state.ruleset, state.played_as(reported))
    ]


@pytest.mark.rules("I3")
def test_a_dead_star_cannot_be_hired_again(two_teams: TwoTeams) -> None:
    keep_star_injuries(two_teams)
    match = play_with_star(two_teams, 61)
    assert StarInjury.objects.get().fate == "dead"
    match_builders.answer_all(match, by=two_teams.cast.coach)
    again = match_builders.opened_match(two_teams.home, two_teams.away)
    assert again.absent_stars == [star_of(two_teams)]
    match_builders.answer_all(again, by=two_teams.cast.coach)
    assert Match.objects.get(pk=again.pk).state == Match.State.PLAYING


@pytest.mark.rules("I3")
def test_an_injured_star_is_back_after_the_last_teams_next_match(two_teams: TwoTeams) -> None:
    keep_star_injuries(two_teams)
    match_builders.answer_all(play_with_star(two_teams, 43), by=two_teams.cast.coach)
    second = match_builders.opened_match(two_teams.home, two_teams.away)
    assert "inducement.star_absent" in reason_against(two_teams, second)
    match_builders.answer_all(second, by=two_teams.cast.coach)
    match = match_builders.confirm_match(Match.objects.get(pk=second.pk))
    match_builders.answer_all(match, by=two_teams.cast.coach)
    third = match_builders.opened_match(two_teams.home, two_teams.away)
    assert third.absent_stars == []
    assert "inducement.star_absent" not in reason_against(two_teams, third)


@pytest.mark.rules("I3")
@pytest.mark.parametrize(("casualty", "id"), [(21, ""), (69, "injury.no_such_d68"), (7, "injury.no_such_d68")])
def test_a_harmless_result_changes_nothing_and_an_impossible_die_is_refused(
    two_teams: TwoTeams, casualty: int, id: str
) -> None:
    keep_star_injuries(two_teams)
    match = with_star(two_teams)
    reported: Any = match_builders.report_with(
        match, home_induced=[InducedLine(kind="star", name=star_of(two_teams), casualty=casualty)]
    )
    state = MatchState(match)
    found = [each.violation.id for each in check_report(state.ruleset, state.played_as(reported)) if not each.hint_only]
    assert found == ([id] if id else [])
    if not id:
        match_builders.confirm_match(
            match, home_induced=[InducedLine(kind="star", name=star_of(two_teams), casualty=casualty)]
        )
        assert not StarInjury.objects.exists()


def test_the_report_asks_for_a_stars_d68_and_shows_it_afterwards(two_teams: TwoTeams) -> None:
    keep_star_injuries(two_teams)
    match = with_star(two_teams)
    page = two_teams.page(two_teams.coach, match, "report/")
    page.press("Send report", **{"score.home": "0", "score.away": "0", "hired.home.1.d68": "61"})
    reported = MatchState(Match.objects.get(pk=match.pk)).reported
    assert reported is not None and reported.home.induced[0].casualty == 61
    assert 'value="61"' in two_teams.coach.get(f"/matches/{match.public_id}/report/").content.decode()


@pytest.mark.rules("I3", "R1")
def test_everybody_sees_how_the_star_was_injured(two_teams: TwoTeams) -> None:
    keep_star_injuries(two_teams)
    match = with_star(two_teams)
    reported = match_builders.report_with(
        match, home_induced=[InducedLine(kind="star", name=star_of(two_teams), casualty=61)]
    )
    reporting.report_match(match=match, expected=match.version, reported=reported, by=two_teams.cast.coach)
    words = f"{star_of(two_teams)}, star player † : Dead D68 61"
    page = two_teams.page(two_teams.other, match, "report/confirm/")
    assert words in page.text
    page.press("Confirm report")
    assert words in two_teams.page(two_teams.coach, match).text
    match.refresh_from_db()
    assert match.sides.get(side="away").casualties == 1
    sheet = match_sheet(MatchState(match)).sides[0]
    assert f"{star_of(two_teams)}, star player: Dead (D68\u00a061)" in dict(sheet.words)["Injuries"]
    assert (sheet.players[-1].name, sheet.players[-1].note) == (star_of(two_teams), "dead")
