"""A correction of an earlier match, accepted while a team's next match is under way in any state."""

from __future__ import annotations

import pytest

from competitions.models import Competition, Fixture
from leagues.models import LogEntry
from matches.correction import correcting
from matches.correction.corrected import CorrectedMatch
from matches.models import Match, MatchAnswer, MatchCorrection, PlayerLine, Report
from matches.report import reporting
from matches.sequence.rechecking import remove_unfit_answers
from matches.sequence.sequences import MatchState
from rules.correcting.manual_correction import ManualCorrection
from rules.sequence.sequence import SIDES
from teams.ledger.manual_correction import correct_figure
from teams.models import TeamState
from tests.competitions.competition_builders import competition_in
from tests.matches import match_builders
from tests.matches.conftest import TwoTeams
from tests.matches.correction.correction_builders import assert_journals_agree, report_of_a_death
from tests.matches.correction.two_team_corrections import (
    NEXT,
    accept_correction,
    answer_everything,
    begin_changed,
    decide_findings,
    disputed_match,
    send_report,
)
from tests.matches.forms import text_of
from web.errors import Refusal

SCORER = 0
"""The first player of each roster scores all touchdowns of a reported match."""


@pytest.fixture
def before(two_teams: TwoTeams) -> Match:
    return match_builders.closed_match(two_teams.home, two_teams.away, home=1)


def death_in(two_teams: TwoTeams, before: Match, number: int = SCORER) -> int:
    """A correction of the match before kills a player of the home team; returns their id."""
    victim = match_builders.players_of(before, "home")[number]
    correction = send_report(begin_changed(two_teams, before), home=1, **report_of_a_death(before, victim))
    accept_correction(two_teams, decide_findings(answer_everything(correction)))
    return victim


AFTER = {"reported": "disputed", "post_match": "disputed"}


@pytest.mark.costly
@pytest.mark.parametrize("state", NEXT)
def test_the_death_of_a_player_meets_the_next_match_in_any_state(
    two_teams: TwoTeams, before: Match, state: str
) -> None:
    match = NEXT[state](two_teams)
    assert match.state in (state, Match.State.REPORTED)
    victim = death_in(two_teams, before)
    now = Match.objects.get(pk=match.pk)
    assert now.state == AFTER.get(state, state)
    assert victim not in [line.player for line in MatchState(now).sheets.home.players]
    assert two_teams.page(two_teams.coach, now).status == 200
    assert_journals_agree()


@pytest.mark.costly
@pytest.mark.parametrize("state", NEXT)
def test_the_preview_says_that_the_next_report_must_be_sent_again(
    two_teams: TwoTeams, before: Match, state: str
) -> None:
    match = NEXT[state](two_teams)
    victim = match_builders.players_of(before, "home")[SCORER]
    correction = send_report(begin_changed(two_teams, before), home=1, **report_of_a_death(before, victim))
    decide_findings(answer_everything(correction))
    page = two_teams.page(two_teams.commissioner, before, "correction/")
    words = "no longer fits the corrected rosters and must be sent again"
    assert (words in page.text) == (state in AFTER)
    if state in AFTER:
        assert "Ironside Orcs against Harbour Humans" in page.text
        assert f'href="/matches/{match.public_id}/"' in page.response.content.decode()
    correcting.discard_correction(correction=MatchCorrection.objects.get(), by=two_teams.cast.commissioner)
    harmless = send_report(begin_changed(two_teams, before), home=2)
    decide_findings(answer_everything(harmless))
    assert words not in two_teams.page(two_teams.commissioner, before, "correction/").text


def test_a_report_that_names_the_dead_player_is_sent_again_and_the_match_goes_on(
    two_teams: TwoTeams, before: Match
) -> None:
    match = match_builders.confirmed_match(two_teams.home, two_teams.away, home=1)
    victim = death_in(two_teams, before)
    match.refresh_from_db()
    report = Report.objects.get(match=match)
    assert report.state == Report.State.DISPUTED and "A correction changed a roster" in report.dispute
    assert LogEntry.objects.filter(kind="matches.report_taken_back").count() == 1
    assert not PlayerLine.objects.filter(side__match=match).exists()
    assert {side.result for side in match.sides.all()} == {""}
    assert "A correction changed a roster" in two_teams.page(two_teams.coach, match).text

    match_builders.confirm_match(match, home=1)
    match_builders.answer_all(match, by=two_teams.cast.coach, at_once=True)
    match.refresh_from_db()
    assert match.state == Match.State.CLOSED
    assert victim not in PlayerLine.objects.filter(side__match=match).values_list("player", flat=True)
    assert_journals_agree()


def test_a_table_knows_what_a_correction_rewrites_in_a_match_that_is_in_its_post_match(
    two_teams: TwoTeams, before: Match
) -> None:
    match = match_builders.confirmed_match(two_teams.home, two_teams.away, home=1)
    cup = competition_in(two_teams.home.league, [two_teams.home, two_teams.away], started=True)
    Fixture.objects.filter(round__competition=cup).update(match=match)
    version = Competition.objects.get(pk=cup.pk).standings_version
    accept_correction(
        two_teams, decide_findings(answer_everything(send_report(begin_changed(two_teams, before), home=2)))
    )
    assert Match.objects.get(pk=match.pk).state == Match.State.POST_MATCH
    assert Competition.objects.get(pk=cup.pk).standings_version > version


def answer_side(two_teams: TwoTeams, match: Match, side: str) -> None:
    """Answers every question of one side's post-match."""
    state = MatchState(Match.objects.select_related("league", "ruleset").get(pk=match.pk))
    while mine := [question for question in state.questions() if question.side == side]:
        given = match_builders.answer_for(state.match, mine[0], {})
        state = match_builders.answering.answer(match=state.match, given=[given], by=two_teams.cast.coach)


def test_the_other_sides_dice_stay_while_a_report_is_sent_again(two_teams: TwoTeams, before: Match) -> None:
    match = match_builders.confirmed_match(two_teams.home, two_teams.away, home=1)
    answer_side(two_teams, match, "away")
    answers = MatchAnswer.objects.filter(match=match, side="away", rolled=True, sequence="post_match")
    rolled = dict(answers.values_list("key", "value"))
    assert rolled["winnings"]
    death_in(two_teams, before)
    match.refresh_from_db()
    match_builders.confirm_match(match, home=1)
    assert dict(answers.values_list("key", "value")) == rolled


def test_answers_about_the_dead_player_do_not_block_the_next_report(two_teams: TwoTeams, before: Match) -> None:
    match = match_builders.confirmed_match(two_teams.home, two_teams.away, home=1)
    answer_side(two_teams, match, "home")
    death_in(two_teams, before)
    match.refresh_from_db()
    match_builders.confirm_match(match, home=1)
    match_builders.answer_all(match, by=two_teams.cast.coach, at_once=True)
    assert Match.objects.get(pk=match.pk).state == Match.State.CLOSED
    assert_journals_agree()


def test_a_report_without_the_dead_player_goes_on_to_its_end(two_teams: TwoTeams, before: Match) -> None:
    match = match_builders.confirmed_match(two_teams.home, two_teams.away, home=1)
    victim = death_in(two_teams, before, number=5)
    match.refresh_from_db()
    assert match.state == Match.State.POST_MATCH
    assert victim not in PlayerLine.objects.filter(side__match=match).values_list("player", flat=True)
    assert_journals_agree()
    match_builders.answer_all(match, by=two_teams.cast.coach, at_once=True)
    assert Match.objects.get(pk=match.pk).state == Match.State.CLOSED
    assert_journals_agree()


@pytest.mark.costly
@pytest.mark.parametrize("dies", ["the drawn player", "another player"])
def test_rolls_stay_where_a_correction_changes_a_question_before_them(
    two_teams: TwoTeams, before: Match, dies: str
) -> None:
    """The dead player could be drawn as MVP. If they were, somebody else is; what was rolled after that stays."""
    match = match_builders.confirmed_match(two_teams.home, two_teams.away, home=1)
    answer_side(two_teams, match, "home")
    drawn = MatchAnswer.objects.get(match=match, side="home", key="mvp.1")
    rolls = MatchAnswer.objects.filter(match=match, side="home", key__in=["winnings", "fan_factor"])
    rolled = dict(rolls.values_list("key", "value"))
    assert rolled["winnings"]
    players = match_builders.players_of(match, "home")
    scorer = str(players[SCORER])
    if drawn.value == scorer:  # who cannot die: then the whole report is sent again
        drawn.value = str(players[1])
        drawn.save()
        remove_unfit_answers(match)
        answer_side(two_teams, match, "home")
        rolled = dict(rolls.values_list("key", "value"))
    at = players.index(int(drawn.value))
    number = at if dies == "the drawn player" else 5 + (at == 5)
    death_in(two_teams, before, number=number)
    match = Match.objects.get(pk=match.pk)
    asked = [question.key for question in MatchState(match).questions() if question.side == "home"]
    assert ("mvp.1" in asked) == (dies == "the drawn player")
    match_builders.answer_all(match, by=two_teams.cast.coach, at_once=True)
    assert Match.objects.get(pk=match.pk).state == Match.State.CLOSED
    assert dict(rolls.values_list("key", "value")) == rolled
    if dies == "another player":
        assert MatchAnswer.objects.get(match=match, side="home", key="mvp.1").value == drawn.value
    assert_journals_agree()


def test_a_match_closes_where_a_correction_leaves_nothing_to_ask(two_teams: TwoTeams) -> None:
    """The last open question was what to buy, and there is no gold any more."""
    match = match_builders.confirmed_match(two_teams.home, two_teams.away)
    answer_side(two_teams, match, "away")
    state = MatchState(match)
    while "buy" not in (asked := [question.key for question in state.questions()]):
        given = match_builders.answer_for(state.match, state.questions()[0], {})
        state = match_builders.answering.answer(match=state.match, given=[given], by=two_teams.cast.coach)
    assert asked == ["buy"]
    team = TeamState.objects.get(team=two_teams.home)
    word = ManualCorrection(figure="treasury", amount=-team.sheet["treasury"])
    correct_figure(
        team=two_teams.home, by=two_teams.cast.commissioner, expected=team.seq, word=word, reason="Paid back."
    )
    state = MatchState(Match.objects.select_related("league", "ruleset").get(pk=match.pk))
    assert bool(state.questions()) == (state.match.state == Match.State.POST_MATCH)
    assert_journals_agree()


def send_report_of_then(made: MatchCorrection) -> MatchCorrection:
    """A report for a correction, 2-1, with the rosters as they are corrected by now."""
    reported = match_builders.report_from(CorrectedMatch(made), home=2, away=1)
    return correcting.correct_report(correction=made, expected=made.version, reported=reported)


def correction_text(two_teams: TwoTeams, match: Match) -> str:
    answer = two_teams.commissioner.get(f"/matches/{match.public_id}/correction/")
    assert answer.status_code == 200
    return text_of(answer.content.decode())


def test_a_later_match_can_be_corrected_whose_report_names_somebody_dead_by_now(
    two_teams: TwoTeams, before: Match
) -> None:
    later = match_builders.closed_match(two_teams.home, two_teams.away, home=1)
    victim = death_in(two_teams, before)
    made = begin_changed(two_teams, later)
    assert CorrectedMatch(made).questions() == ()
    assert "No changes to the report yet." in correction_text(two_teams, later)
    assert two_teams.page(two_teams.commissioner, later, "correction/report/").status == 200
    accept_correction(two_teams, decide_findings(answer_everything(send_report_of_then(made))))
    later.refresh_from_db()
    assert later.sides.get(side="home").score == 2
    assert victim not in PlayerLine.objects.filter(side__match=later).values_list("player", flat=True)
    assert_journals_agree()


def test_an_open_correction_whose_report_names_somebody_dead_by_now_is_changed_again(
    two_teams: TwoTeams, before: Match
) -> None:
    later = match_builders.closed_match(two_teams.home, two_teams.away, home=1)
    made = answer_everything(send_report(begin_changed(two_teams, later), home=2))
    assert "Changes" in correction_text(two_teams, later)
    death_in(two_teams, before)
    made.refresh_from_db()
    assert "no longer fits the rosters" in correction_text(two_teams, later)
    with pytest.raises(Refusal, match="no longer fits the rosters"):
        accept_correction(two_teams, made)
    with pytest.raises(Refusal, match="no longer fits the rosters"):
        correcting.propose(correction=made, expected=made.version)
    made.refresh_from_db()
    accept_correction(two_teams, decide_findings(answer_everything(send_report_of_then(made))))
    assert later.sides.get(side="home").score == 2
    assert_journals_agree()


def test_gold_that_a_correction_took_is_not_spent_in_the_post_match(two_teams: TwoTeams, before: Match) -> None:
    """The home team has answered everything, with a purchase; then the match before becomes a defeat."""
    match = match_builders.confirmed_match(two_teams.home, two_teams.away, home=1)
    answer_side(two_teams, match, "home")
    correction = send_report(begin_changed(two_teams, before), home=0, away=3)
    accept_correction(two_teams, decide_findings(answer_everything(correction)))
    match.refresh_from_db()
    match_builders.answer_all(match, by=two_teams.cast.coach, at_once=True)
    assert Match.objects.get(pk=match.pk).state == Match.State.CLOSED
    assert all(MatchState(match).sheets.of(side).treasury >= 0 for side in SIDES)
    assert_journals_agree()


def test_a_disputed_report_that_has_become_impossible_cannot_be_settled(two_teams: TwoTeams, before: Match) -> None:
    match = disputed_match(two_teams)
    death_in(two_teams, before)
    with pytest.raises(reporting.ReportRefused):
        reporting.confirm_report(
            match=match, digest=match.reports.get().digest, by=two_teams.cast.commissioner, settle=True, reason="x"
        )
    after = two_teams.page(two_teams.commissioner, match, "report/settle/")
    assert after.press("Settle report", reason="It was so.").status == 422
    assert Match.objects.get(pk=match.pk).state == Match.State.DISPUTED
