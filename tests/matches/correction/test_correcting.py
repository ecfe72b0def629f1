"""A closed match corrected: its own sequence runs again on the sheets of that time, everything later carries over."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from leagues.models import League
from matches.correction import correcting
from matches.correction.corrected import CorrectedMatch
from matches.models import Match, MatchAnswer, MatchCorrection, PlayerLine, Report
from matches.report.reporting import ReportRefused
from matches.sequence import annulling, opening
from matches.sequence.sequences import MatchState
from rules.journal.history import Correction
from rules.sequence.sequence import SIDES
from rules.sheet.match import Injury
from teams.ledger import ledger
from teams.ledger.audit import audit
from teams.models import JournalEntry, TeamState
from tests.matches import match_builders
from tests.matches.conftest import TwoTeams
from web.errors import Refusal, StaleVersion


def sheet(team: Any) -> Any:
    return ledger.sheet_in(TeamState.objects.get(team=team))


def begun(two_teams: TwoTeams, match: Match) -> MatchCorrection:
    return correcting.begin_correction(match=match, by=two_teams.cast.commissioner, reason="The score was wrong.")


def told(correction: MatchCorrection, **report: Any) -> MatchCorrection:
    """Corrected report."""
    reported = match_builders.report_with(correction.match, **report)
    return correcting.correct_report(correction=correction, expected=correction.version, reported=reported)


def asked(correction: MatchCorrection) -> list[tuple[str, str]]:
    return [(each.side, each.key) for each in CorrectedMatch(correction).questions()]


def answered(correction: MatchCorrection) -> MatchCorrection:
    """Answers all open questions: the server rolls, decisions are skipped."""
    while questions := CorrectedMatch(correction).questions():
        given = match_builders.answer_for(correction.match, questions[0], {})
        correction = correcting.answer_question(correction=correction, given=given)
    return correction


def decided(correction: MatchCorrection, choice: str = "strike") -> MatchCorrection:
    """Every finding is decided."""
    while True:
        state = CorrectedMatch(correction)
        open_ones = {side: state.worked_out(side).undecided for side in SIDES}
        if not any(open_ones.values()):
            return correction
        choices = {
            side: {finding.key: choice if choice in finding.choices else finding.choices[0] for finding in found}
            for side, found in open_ones.items()
        }
        correction = correcting.decide(correction=correction, expected=correction.version, choices=choices)


def accepted(two_teams: TwoTeams, correction: MatchCorrection) -> Match:
    seen = {side: TeamState.objects.get(team=team).seq for side, team in CorrectedMatch(correction).teams.items()}
    return correcting.accept(
        correction=correction, expected=correction.version, by=two_teams.cast.commissioner, seen=seen, commissioner=True
    )


def the_books_are_sound() -> None:
    assert [finding.differences for finding in audit() if finding.differences] == []


@pytest.mark.parametrize("day", ["0001-01-01", "1985-12-31", "2999-01-01"])
def test_a_day_on_which_nobody_played_is_no_correction(two_teams: TwoTeams, day: str) -> None:
    correction = begun(two_teams, match_builders.closed_match(two_teams.home, two_teams.away, home=1))
    reported = match_builders.report_with(correction.match, home=1)
    with pytest.raises(Refusal) as refused:
        correcting.correct_report(
            correction=correction, expected=correction.version, reported=reported, played_on=date.fromisoformat(day)
        )
    assert refused.value.field == "played_on" and day in str(refused.value)
    assert MatchCorrection.objects.get(pk=correction.pk).version == correction.version


def test_beginning_changes_nothing(two_teams: TwoTeams) -> None:
    match = match_builders.closed_match(two_teams.home, two_teams.away, home=1)
    before = sheet(two_teams.home), sheet(two_teams.away)
    correction = begun(two_teams, match)
    assert (sheet(two_teams.home), sheet(two_teams.away)) == before
    assert asked(correction) == []
    for side in SIDES:
        state = CorrectedMatch(correction)
        assert not state.touches(side) and not state.newer_rules(side)
        assert state.worked_out(side).findings == ()
    with pytest.raises(Refusal) as refused:
        accepted(two_teams, correction)
    assert refused.value.id == "matches.nothing_to_correct"


def test_another_scorer_gets_the_points_and_everything_else_stands(two_teams: TwoTeams) -> None:
    match = match_builders.closed_match(two_teams.home, two_teams.away, home=1)
    first, second = match_builders.players_of(match, "home")[:2]
    gold = sheet(two_teams.home).treasury
    spp = {line.player: line.spp for line in sheet(two_teams.home).players}
    correction = told(begun(two_teams, match), home=1, home_lines={first: {"touchdowns": 0}, second: {"touchdowns": 1}})
    correction = answered(correction)
    match = accepted(two_teams, correction)
    now = {line.player: line.spp for line in sheet(two_teams.home).players}
    assert (now[first], now[second]) == (spp[first] - 3, spp[second] + 3)
    assert sheet(two_teams.home).treasury == gold
    assert PlayerLine.objects.get(side__match=match, player=second).touchdowns == 1
    assert Report.objects.filter(match=match, state=Report.State.CONFIRMED).count() == 1
    assert JournalEntry.objects.get(kind="correction").source == f"correction:{match.public_id}"
    the_books_are_sound()


def test_nobody_gets_new_dice_by_giving_up_and_beginning_again(two_teams: TwoTeams) -> None:
    match = match_builders.closed_match(two_teams.home, two_teams.away, home=0)
    first = answered(told(begun(two_teams, match), home=1))
    rolled = {(each["side"], each["key"]): each["value"] for each in first.answers if each["rolled"]}
    assert {("home", "fan_factor"), ("away", "fan_factor")} <= rolled.keys(), "a draw asked for none"
    correcting.give_up(correction=first, by=two_teams.cast.commissioner)
    again = told(begun(two_teams, match), home=1)
    assert not rolled.keys() & set(asked(again))
    state = CorrectedMatch(answered(again))
    fresh = {(row.question.side, row.question.key): row.value for side in SIDES for row in state.outcomes[side].fresh}
    assert {key: fresh[key] for key in rolled} == rolled
    accepted(two_teams, decided(state.correction))
    the_books_are_sound()


def test_a_win_that_was_a_draw_changes_winnings_and_asks_new_questions(two_teams: TwoTeams) -> None:
    match = match_builders.closed_match(two_teams.home, two_teams.away, home=1)
    correction = told(begun(two_teams, match), home=0)
    correction = decided(answered(correction))
    match = accepted(two_teams, correction)
    sides = {row.side: row for row in match.sides.all()}
    assert [sides[side].result for side in SIDES] == ["draw", "draw"]
    for side in SIDES:
        assert {"fans", "inducements", "winnings"} <= sides[side].figures.keys()
        assert "fan_factor" not in sides[side].figures, "nobody's fans come or go after a draw"
    assert sides["home"].score == 0
    the_books_are_sound()


def test_a_death_found_late_takes_the_dead_mans_later_deeds(two_teams: TwoTeams) -> None:
    first = match_builders.closed_match(two_teams.home, two_teams.away, home=1)
    victim = match_builders.players_of(first, "home")[0]
    killer = match_builders.players_of(first, "away")[0]
    second = match_builders.closed_match(two_teams.home, two_teams.away, home=2)
    assert match_builders.players_of(second, "home")[0] == victim
    death = Injury(player=victim, casualty=61, by=killer)
    correction = told(begun(two_teams, first), home=1, home_injuries=[death], away_lines={killer: {"casualties": 1}})
    correction = answered(correction)
    found = CorrectedMatch(correction).worked_out("home").undecided
    assert [finding.id for finding in found] == ["not_on_roster"] * len(found) and found
    with pytest.raises(Refusal) as refused:
        accepted(two_teams, correction)
    assert refused.value.id == "matches.correction_undecided"
    accepted(two_teams, decided(correction))
    assert sheet(two_teams.home).player(victim) is None
    the_books_are_sound()


def test_the_same_match_is_corrected_twice_and_back_to_the_same_present(two_teams: TwoTeams) -> None:
    match = match_builders.closed_match(two_teams.home, two_teams.away, home=1)
    before = sheet(two_teams.home), sheet(two_teams.away)
    standing = MatchState(match).reported
    match_builders.closed_match(two_teams.home, two_teams.away, home=1)
    second, third = match_builders.players_of(match, "home")[1:3]
    present = sheet(two_teams.home), sheet(two_teams.away)
    assert present != before
    accepted(
        two_teams, decided(answered(told(begun(two_teams, match), home=0, home_lines={second: {"completions": 1}})))
    )
    accepted(
        two_teams, decided(answered(told(begun(two_teams, match), home=1, home_lines={third: {"completions": 2}})))
    )
    assert standing is not None
    correction = begun(two_teams, match)
    back = correcting.correct_report(correction=correction, expected=correction.version, reported=standing)
    accepted(two_teams, decided(answered(back)))
    for team, was in zip((two_teams.home, two_teams.away), present, strict=True):
        now = sheet(team)
        assert [(line.player, line.spp, line.skills) for line in now.players] == [
            (line.player, line.spp, line.skills) for line in was.players
        ]
    the_books_are_sound()


def test_a_later_match_that_is_half_done_goes_on_from_the_corrected_sheet(two_teams: TwoTeams) -> None:
    first = match_builders.closed_match(two_teams.home, two_teams.away, home=1)
    scorer, other = match_builders.players_of(first, "home")[:2]
    later = match_builders.confirmed_match(two_teams.home, two_teams.away, home=1)
    correction = told(begun(two_teams, first), home=1, home_lines={scorer: {"touchdowns": 0}, other: {"touchdowns": 1}})
    accepted(two_teams, decided(answered(correction)))
    state = MatchState(Match.objects.select_related("league", "ruleset").get(pk=later.pk))
    assert state.sheets.home == sheet(two_teams.home)
    match_builders.answer_all(later, by=two_teams.cast.coach)
    assert Match.objects.get(pk=later.pk).state == Match.State.CLOSED
    the_books_are_sound()


def test_what_does_not_add_up_is_refused_and_nothing_is_kept(two_teams: TwoTeams) -> None:
    correction = begun(two_teams, match_builders.closed_match(two_teams.home, two_teams.away, home=1))
    reported = match_builders.report_with(correction.match, home=1)
    bad = reported.__class__(home=reported.home.__class__(score=5), away=reported.away)
    with pytest.raises(ReportRefused):
        correcting.correct_report(correction=correction, expected=correction.version, reported=bad)
    correction.refresh_from_db()
    assert correction.report is None


def test_one_correction_at_a_time_of_closed_matches_only(two_teams: TwoTeams) -> None:
    match = match_builders.closed_match(two_teams.home, two_teams.away)
    correction = begun(two_teams, match)
    with pytest.raises(Refusal):
        begun(two_teams, match)
    correcting.give_up(correction=correction, by=two_teams.cast.commissioner)
    begun(two_teams, match)
    with pytest.raises(Refusal):
        begun(two_teams, match_builders.confirmed_match(two_teams.home, two_teams.away))


def test_an_archived_leagues_corrections_rest(two_teams: TwoTeams) -> None:
    correction = begun(two_teams, match_builders.closed_match(two_teams.home, two_teams.away, home=1))
    League.objects.filter(pk=two_teams.league.pk).update(archived_at=timezone.now())
    with pytest.raises(Refusal) as refused:
        correcting.give_up(correction=correction, by=two_teams.cast.commissioner)
    assert refused.value.id == "leagues.archived"


def test_a_roll_that_a_correction_left_out_is_not_rolled_again_when_the_report_comes_back(two_teams: TwoTeams) -> None:
    match = match_builders.closed_match(two_teams.home, two_teams.away, home=2)
    improved = [row for row in match.answers.all() if row.key.startswith("improvements.")]
    assert improved, "six SPP are a level"
    standing = MatchState(match).reported
    accepted(two_teams, decided(answered(told(begun(two_teams, match), home=0))))
    assert standing is not None
    back = begun(two_teams, match)
    back = correcting.correct_report(correction=back, expected=back.version, reported=standing)
    rolls = {key for _side, key in asked(back)}
    assert not rolls & {row.key for row in improved}


def test_two_who_change_it_at_once_do_not_both_succeed(two_teams: TwoTeams) -> None:
    correction = begun(two_teams, match_builders.closed_match(two_teams.home, two_teams.away, home=1))
    told(correction, home=0)
    with pytest.raises(StaleVersion):
        told(correction, home=2)


def test_books_that_changed_since_the_preview_are_not_written(two_teams: TwoTeams) -> None:
    match = match_builders.closed_match(two_teams.home, two_teams.away, home=1)
    correction = decided(answered(told(begun(two_teams, match), home=0)))
    seen = {side: TeamState.objects.get(team=team).seq for side, team in CorrectedMatch(correction).teams.items()}
    match_builders.add_gold(two_teams.home, 10_000)
    entries = JournalEntry.objects.count()
    with pytest.raises(Refusal) as refused:
        correcting.accept(
            correction=correction,
            expected=correction.version,
            by=two_teams.cast.commissioner,
            seen=seen,
            commissioner=True,
        )
    assert refused.value.id == "matches.correction_meanwhile"
    assert JournalEntry.objects.count() == entries
    assert MatchAnswer.objects.filter(match=match, sequence="post_match").exists()


def test_a_correction_leaves_what_was_bought_before_the_match_was_called_off_struck(two_teams: TwoTeams) -> None:
    match_builders.add_gold(two_teams.home, 100_000)
    called_off = match_builders.ready_match(two_teams.home, two_teams.away, inducements=[{"kind": "bribe"}])
    annulling.call_off(match=called_off, by=two_teams.cast.commissioner, reason="Rain.")
    again = opening.open_match(match=Match.objects.get(pk=called_off.pk), by=two_teams.cast.coach)
    match_builders.answer_all(again, by=two_teams.cast.coach)
    match = match_builders.confirm_match(Match.objects.get(pk=again.pk), home=1)
    match_builders.answer_all(match, by=two_teams.cast.coach)
    match.refresh_from_db()
    first, second = match_builders.players_of(match, "home")[:2]
    gold = sheet(two_teams.home).treasury
    fields = {first: {"touchdowns": 0}, second: {"touchdowns": 1}}
    correction = answered(told(begun(two_teams, match), home=1, home_lines=fields))
    accepted(two_teams, correction)
    assert sheet(two_teams.home).treasury == gold
    the_books_are_sound()


def test_a_correction_leaves_what_was_bought_for_the_annulled_match_struck(two_teams: TwoTeams) -> None:
    match_builders.add_gold(two_teams.home, 100_000)
    match = match_builders.confirm_match(
        match_builders.ready_match(two_teams.home, two_teams.away, inducements=[{"kind": "bribe"}]), home=1
    )
    match_builders.answer_all(match, by=two_teams.cast.coach)
    match.refresh_from_db()
    void = correcting.begin_correction(match=match, by=two_teams.cast.commissioner, reason="Rain.", annuls=True)
    accepted(two_teams, decided(void))
    again = opening.open_match(match=Match.objects.get(pk=match.pk), by=two_teams.cast.coach)
    match_builders.answer_all(again, by=two_teams.cast.coach)
    match = match_builders.confirm_match(Match.objects.get(pk=again.pk), home=1)
    match_builders.answer_all(match, by=two_teams.cast.coach)
    match.refresh_from_db()
    first, second = match_builders.players_of(match, "home")[:2]
    gold = sheet(two_teams.home).treasury
    fields = {first: {"touchdowns": 0}, second: {"touchdowns": 1}}
    accepted(two_teams, answered(told(begun(two_teams, match), home=1, home_lines=fields)))
    assert sheet(two_teams.home).treasury == gold
    the_books_are_sound()


def test_a_later_match_in_its_pre_match_goes_by_the_corrected_team_value(two_teams: TwoTeams) -> None:
    first = match_builders.closed_match(two_teams.home, two_teams.away, home=1)
    victim, killer = match_builders.players_of(first, "home")[0], match_builders.players_of(first, "away")[0]
    later = match_builders.opened_match(two_teams.home, two_teams.away)
    before = later.sides.get(side="home").team_value
    death = Injury(player=victim, casualty=61, by=killer)
    correction = told(begun(two_teams, first), home=1, home_injuries=[death], away_lines={killer: {"casualties": 1}})
    accepted(two_teams, decided(answered(correction)))
    value = TeamState.objects.get(team=two_teams.home).value
    assert value != before
    assert later.sides.get(side="home").team_value == value


def test_a_side_that_was_left_nothing_is_corrected_after_an_earlier_match_was(two_teams: TwoTeams) -> None:
    first = match_builders.closed_match(two_teams.home, two_teams.away, home=1)
    second = match_builders.closed_match(two_teams.home, two_teams.away, home=1)
    source = f"post_match:{second.public_id}"
    left = JournalEntry.objects.filter(team=two_teams.home, source=source).values_list("seq", flat=True)
    state = TeamState.objects.get(team=two_teams.home)
    with transaction.atomic():  # what a match leaves may all be struck, as of one who conceded
        ledger.append(
            team=two_teams.home,
            ruleset=two_teams.home.ruleset.rules(),
            expected=state.seq,
            facts=[ledger.Fact(Correction(struck=tuple((seq, 0) for seq in left), entries=()))],
            source=f"correction:{second.public_id}",
            by=two_teams.cast.commissioner,
        )
    scorer, other = match_builders.players_of(first, "home")[:2]
    fields = {scorer: {"touchdowns": 0}, other: {"touchdowns": 1}}
    accepted(two_teams, decided(answered(told(begun(two_teams, first), home=1, home_lines=fields))))
    accepted(two_teams, decided(answered(told(begun(two_teams, second), home=1, home_lines=fields))))
    lines = {line.player: line.touchdowns for line in sheet(two_teams.home).players}
    assert (lines[scorer], lines[other]) == (0, 2)
    the_books_are_sound()
