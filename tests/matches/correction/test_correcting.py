"""Correcting a closed match: its sequence runs again on the sheets of that time, and later entries carry over."""

from __future__ import annotations

from dataclasses import replace
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
from teams.models import JournalEntry, TeamState
from tests.audits import audit
from tests.matches import match_builders
from tests.matches.conftest import TwoTeams
from tests.matches.correction.two_team_corrections import (
    accept_correction,
    answer_everything,
    begin_changed,
    decide_findings,
    send_report,
)
from tests.teams import team_builders
from web.errors import Refusal, StaleVersion


def sheet(team: Any) -> Any:
    return ledger.sheet_in(TeamState.objects.get(team=team))


def open_questions(correction: MatchCorrection) -> list[tuple[str, str]]:
    return [(each.side, each.key) for each in CorrectedMatch(correction).questions()]


def assert_journals_agree() -> None:
    assert [finding.differences for finding in audit() if finding.differences] == []


def test_rooms_above_hear_once_a_correction_or_an_annulment_is_accepted(
    two_teams: TwoTeams, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[tuple[int, str]] = []
    monkeypatch.setattr(
        correcting.past_changed, "call", lambda matches: heard.extend((match.pk, match.state) for match in matches)
    )
    match, by = match_builders.closed_match(two_teams.home, two_teams.away, home=1), two_teams.cast.commissioner
    changed = answer_everything(send_report(begin_changed(two_teams, match), home=0))
    assert heard == []
    accept_correction(two_teams, decide_findings(changed))
    assert heard == [(match.pk, Match.State.CLOSED)]
    made = correcting.begin_correction(match=match, by=by, reason="It was another match.", annuls=True)
    accept_correction(two_teams, decide_findings(made))
    assert heard[1:] == [(match.pk, Match.State.SCHEDULED)]


@pytest.mark.parametrize(
    ("day", "words"),
    [("0001-01-01", "1 January 0001:"), ("1985-12-31", "31 December 1985:"), ("2999-01-01", "1 January 2999:")],
)
def test_an_impossible_day_is_refused(two_teams: TwoTeams, day: str, words: str) -> None:
    correction = begin_changed(two_teams, match_builders.closed_match(two_teams.home, two_teams.away, home=1))
    reported = match_builders.report_with(correction.match, home=1)
    with pytest.raises(Refusal) as refused:
        correcting.correct_report(
            correction=correction, expected=correction.version, reported=reported, played_on=date.fromisoformat(day)
        )
    assert refused.value.field == "played_on" and words in str(refused.value)
    assert MatchCorrection.objects.get(pk=correction.pk).version == correction.version


def test_starting_a_correction_changes_nothing(two_teams: TwoTeams) -> None:
    match = match_builders.closed_match(two_teams.home, two_teams.away, home=1)
    before = sheet(two_teams.home), sheet(two_teams.away)
    correction = begin_changed(two_teams, match)
    assert (sheet(two_teams.home), sheet(two_teams.away)) == before
    assert open_questions(correction) == []
    for side in SIDES:
        state = CorrectedMatch(correction)
        assert not state.touches(side) and not state.newer_rules(side)
        assert state.worked(state.journals[side]).findings == ()
    with pytest.raises(Refusal) as refused:
        accept_correction(two_teams, correction)
    assert refused.value.id == "matches.nothing_to_correct"


def test_a_changed_scorer_gets_the_points_and_nothing_else_changes(two_teams: TwoTeams) -> None:
    match = match_builders.closed_match(two_teams.home, two_teams.away, home=1)
    first, second = match_builders.players_of(match, "home")[:2]
    gold = sheet(two_teams.home).treasury
    spp = {line.player: line.spp for line in sheet(two_teams.home).players}
    correction = send_report(
        begin_changed(two_teams, match), home=1, home_lines={first: {"touchdowns": 0}, second: {"touchdowns": 1}}
    )
    correction = answer_everything(correction)
    match = accept_correction(two_teams, correction)
    now = {line.player: line.spp for line in sheet(two_teams.home).players}
    assert (now[first], now[second]) == (spp[first] - 3, spp[second] + 3)
    assert sheet(two_teams.home).treasury == gold
    assert PlayerLine.objects.get(side__match=match, player=second).counts["touchdowns"] == 1
    assert Report.objects.filter(match=match, state=Report.State.CONFIRMED).count() == 1
    assert JournalEntry.objects.get(kind="correction").source == f"correction:{match.public_id}"
    assert_journals_agree()


def test_old_entries_stay_only_if_the_match_still_runs_to_its_end_without_the_correction(
    two_teams: TwoTeams, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Corrections of earlier matches may leave an answer that fits no more: what comes before it says nothing."""
    match = match_builders.closed_match(two_teams.home, two_teams.away, home=1)
    first, second = match_builders.players_of(match, "home")[:2]
    correction = send_report(
        begin_changed(two_teams, match), home=1, home_lines={first: {"touchdowns": 0}, second: {"touchdowns": 1}}
    )
    state = CorrectedMatch(answer_everything(correction))
    new, asked = state.outcomes["home"], MatchState(match_builders.opened_match(two_teams.home, two_teams.away))
    unfinished = replace(new, questions=asked.questions()[:1])
    monkeypatch.setattr(CorrectedMatch, "unchanged", lambda _state, side: unfinished)
    assert state.new_entries("home") == new.entries != state.journals["home"].old_entries


def test_discarding_a_correction_and_starting_another_gives_no_new_dice(two_teams: TwoTeams) -> None:
    match = match_builders.closed_match(two_teams.home, two_teams.away, home=0)
    first = answer_everything(send_report(begin_changed(two_teams, match), home=1))
    rolled = {(each["side"], each["key"]): each["value"] for each in first.answers if each["rolled"]}
    assert {("home", "fan_factor"), ("away", "fan_factor")} <= rolled.keys(), "a draw asked for none"
    correcting.discard_correction(correction=first, by=two_teams.cast.commissioner)
    again = send_report(begin_changed(two_teams, match), home=1)
    assert not rolled.keys() & set(open_questions(again))
    state = CorrectedMatch(answer_everything(again))
    fresh = {(row.question.side, row.question.key): row.value for side in SIDES for row in state.outcomes[side].fresh}
    assert {key: fresh[key] for key in rolled} == rolled
    accept_correction(two_teams, decide_findings(state.correction))
    assert_journals_agree()


def test_changing_a_win_to_a_draw_changes_winnings_and_asks_new_questions(two_teams: TwoTeams) -> None:
    match = match_builders.closed_match(two_teams.home, two_teams.away, home=1)
    correction = send_report(begin_changed(two_teams, match), home=0)
    correction = decide_findings(answer_everything(correction))
    match = accept_correction(two_teams, correction)
    sides = {row.side: row for row in match.sides.all()}
    assert [sides[side].result for side in SIDES] == ["draw", "draw"]
    for side in SIDES:
        assert {"fans", "inducements", "winnings"} <= sides[side].figures.keys()
        assert "fan_factor" not in sides[side].figures, "nobody's fans come or go after a draw"
    assert sides["home"].score == 0
    assert_journals_agree()


def test_a_late_recorded_death_removes_the_players_later_deeds(two_teams: TwoTeams) -> None:
    first = match_builders.closed_match(two_teams.home, two_teams.away, home=1)
    victim = match_builders.players_of(first, "home")[0]
    killer = match_builders.players_of(first, "away")[0]
    second = match_builders.closed_match(two_teams.home, two_teams.away, home=2)
    assert match_builders.players_of(second, "home")[0] == victim
    death = Injury(player=victim, casualty=61, by=killer)
    correction = send_report(
        begin_changed(two_teams, first), home=1, home_injuries=[death], away_lines={killer: {"casualties": 1}}
    )
    correction = answer_everything(correction)
    state = CorrectedMatch(correction)
    found = state.worked(state.journals["home"]).undecided
    assert [finding.id for finding in found] == ["not_on_roster"] * len(found) and found
    with pytest.raises(Refusal) as refused:
        accept_correction(two_teams, correction)
    assert refused.value.id == "matches.correction_undecided"
    accept_correction(two_teams, decide_findings(correction))
    assert sheet(two_teams.home).player(victim) is None
    assert_journals_agree()


def test_a_second_correction_can_undo_the_first(two_teams: TwoTeams) -> None:
    match = match_builders.closed_match(two_teams.home, two_teams.away, home=1)
    before = sheet(two_teams.home), sheet(two_teams.away)
    standing = MatchState(match).reported
    match_builders.closed_match(two_teams.home, two_teams.away, home=1)
    second, third = match_builders.players_of(match, "home")[1:3]
    present = sheet(two_teams.home), sheet(two_teams.away)
    assert present != before
    accept_correction(
        two_teams,
        decide_findings(
            answer_everything(
                send_report(begin_changed(two_teams, match), home=0, home_lines={second: {"completions": 1}})
            )
        ),
    )
    accept_correction(
        two_teams,
        decide_findings(
            answer_everything(
                send_report(begin_changed(two_teams, match), home=1, home_lines={third: {"completions": 2}})
            )
        ),
    )
    assert standing is not None
    correction = begin_changed(two_teams, match)
    back = correcting.correct_report(correction=correction, expected=correction.version, reported=standing)
    accept_correction(two_teams, decide_findings(answer_everything(back)))
    for team, was in zip((two_teams.home, two_teams.away), present, strict=True):
        now = sheet(team)
        assert [(line.player, line.spp, line.skills) for line in now.players] == [
            (line.player, line.spp, line.skills) for line in was.players
        ]
    assert_journals_agree()


def test_a_later_match_under_way_continues_from_the_corrected_sheet(two_teams: TwoTeams) -> None:
    first = match_builders.closed_match(two_teams.home, two_teams.away, home=1)
    scorer, other = match_builders.players_of(first, "home")[:2]
    later = match_builders.confirmed_match(two_teams.home, two_teams.away, home=1)
    correction = send_report(
        begin_changed(two_teams, first), home=1, home_lines={scorer: {"touchdowns": 0}, other: {"touchdowns": 1}}
    )
    accept_correction(two_teams, decide_findings(answer_everything(correction)))
    state = MatchState(Match.objects.select_related("league", "ruleset").get(pk=later.pk))
    assert state.sheets.home == sheet(two_teams.home)
    match_builders.answer_all(later, by=two_teams.cast.coach)
    assert Match.objects.get(pk=later.pk).state == Match.State.CLOSED
    assert_journals_agree()


def test_a_report_that_does_not_add_up_is_refused_and_not_saved(two_teams: TwoTeams) -> None:
    correction = begin_changed(two_teams, match_builders.closed_match(two_teams.home, two_teams.away, home=1))
    reported = match_builders.report_with(correction.match, home=1)
    bad = reported.__class__(home=reported.home.__class__(score=5), away=reported.away)
    with pytest.raises(ReportRefused):
        correcting.correct_report(correction=correction, expected=correction.version, reported=bad)
    correction.refresh_from_db()
    assert correction.report is None


def test_only_closed_matches_can_be_corrected_and_one_correction_at_a_time(two_teams: TwoTeams) -> None:
    match = match_builders.closed_match(two_teams.home, two_teams.away)
    correction = begin_changed(two_teams, match)
    with pytest.raises(Refusal):
        begin_changed(two_teams, match)
    correcting.discard_correction(correction=correction, by=two_teams.cast.commissioner)
    begin_changed(two_teams, match)
    with pytest.raises(Refusal):
        begin_changed(two_teams, match_builders.confirmed_match(two_teams.home, two_teams.away))


def test_corrections_of_an_archived_league_cannot_go_on(two_teams: TwoTeams) -> None:
    correction = begin_changed(two_teams, match_builders.closed_match(two_teams.home, two_teams.away, home=1))
    League.objects.filter(pk=two_teams.league.pk).update(archived_at=timezone.now())
    with pytest.raises(Refusal) as refused:
        correcting.discard_correction(correction=correction, by=two_teams.cast.commissioner)
    assert refused.value.id == "leagues.archived"


def test_a_roll_that_an_earlier_correction_removed_is_used_again(two_teams: TwoTeams) -> None:
    match = match_builders.closed_match(two_teams.home, two_teams.away, home=2)
    improved = [row for row in match.answers.all() if row.key.startswith("improvements.")]
    assert improved, "six SPP are a level"
    standing = MatchState(match).reported
    accept_correction(
        two_teams, decide_findings(answer_everything(send_report(begin_changed(two_teams, match), home=0)))
    )
    assert standing is not None
    back = begin_changed(two_teams, match)
    back = correcting.correct_report(correction=back, expected=back.version, reported=standing)
    rolls = {key for _side, key in open_questions(back)}
    assert not rolls & {row.key for row in improved}


def test_of_two_changes_to_one_version_only_one_succeeds(two_teams: TwoTeams) -> None:
    correction = begin_changed(two_teams, match_builders.closed_match(two_teams.home, two_teams.away, home=1))
    send_report(correction, home=0)
    with pytest.raises(StaleVersion):
        send_report(correction, home=2)


def test_a_journal_that_changed_since_the_preview_is_not_written(two_teams: TwoTeams) -> None:
    match = match_builders.closed_match(two_teams.home, two_teams.away, home=1)
    correction = decide_findings(answer_everything(send_report(begin_changed(two_teams, match), home=0)))
    seen = {side: TeamState.objects.get(team=team).seq for side, team in CorrectedMatch(correction).teams.items()}
    team_builders.add_gold(two_teams.home, 10_000)
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


def test_purchases_of_a_called_off_match_stay_cancelled_after_a_correction(two_teams: TwoTeams) -> None:
    team_builders.add_gold(two_teams.home, 100_000)
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
    correction = answer_everything(send_report(begin_changed(two_teams, match), home=1, home_lines=fields))
    accept_correction(two_teams, correction)
    assert sheet(two_teams.home).treasury == gold
    assert_journals_agree()


def test_purchases_of_an_annulled_match_stay_cancelled_after_a_correction(two_teams: TwoTeams) -> None:
    team_builders.add_gold(two_teams.home, 100_000)
    match = match_builders.confirm_match(
        match_builders.ready_match(two_teams.home, two_teams.away, inducements=[{"kind": "bribe"}]), home=1
    )
    match_builders.answer_all(match, by=two_teams.cast.coach)
    match.refresh_from_db()
    void = correcting.begin_correction(match=match, by=two_teams.cast.commissioner, reason="Rain.", annuls=True)
    accept_correction(two_teams, decide_findings(void))
    again = opening.open_match(match=Match.objects.get(pk=match.pk), by=two_teams.cast.coach)
    match_builders.answer_all(again, by=two_teams.cast.coach)
    match = match_builders.confirm_match(Match.objects.get(pk=again.pk), home=1)
    match_builders.answer_all(match, by=two_teams.cast.coach)
    match.refresh_from_db()
    first, second = match_builders.players_of(match, "home")[:2]
    gold = sheet(two_teams.home).treasury
    fields = {first: {"touchdowns": 0}, second: {"touchdowns": 1}}
    accept_correction(
        two_teams, answer_everything(send_report(begin_changed(two_teams, match), home=1, home_lines=fields))
    )
    assert sheet(two_teams.home).treasury == gold
    assert_journals_agree()


def test_a_later_pre_match_uses_the_corrected_team_value(two_teams: TwoTeams) -> None:
    first = match_builders.closed_match(two_teams.home, two_teams.away, home=1)
    victim, killer = match_builders.players_of(first, "home")[0], match_builders.players_of(first, "away")[0]
    later = match_builders.opened_match(two_teams.home, two_teams.away)
    before = later.sides.get(side="home").team_value
    death = Injury(player=victim, casualty=61, by=killer)
    correction = send_report(
        begin_changed(two_teams, first), home=1, home_injuries=[death], away_lines={killer: {"casualties": 1}}
    )
    accept_correction(two_teams, decide_findings(answer_everything(correction)))
    value = TeamState.objects.get(team=two_teams.home).value
    assert value != before
    assert later.sides.get(side="home").team_value == value


def test_a_side_without_entries_is_corrected_after_an_earlier_correction(two_teams: TwoTeams) -> None:
    first = match_builders.closed_match(two_teams.home, two_teams.away, home=1)
    second = match_builders.closed_match(two_teams.home, two_teams.away, home=1)
    source = f"post_match:{second.public_id}"
    left = JournalEntry.objects.filter(team=two_teams.home, source=source).values_list("seq", flat=True)
    state = TeamState.objects.get(team=two_teams.home)
    with transaction.atomic():  # a correction may cancel all entries of a match, as for a side that conceded
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
    accept_correction(
        two_teams,
        decide_findings(answer_everything(send_report(begin_changed(two_teams, first), home=1, home_lines=fields))),
    )
    accept_correction(
        two_teams,
        decide_findings(answer_everything(send_report(begin_changed(two_teams, second), home=1, home_lines=fields))),
    )
    lines = {line.player: line.deed("touchdowns") for line in sheet(two_teams.home).players}
    assert (lines[scorer], lines[other]) == (0, 2)
    assert_journals_agree()
