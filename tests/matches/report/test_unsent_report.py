"""The draft of a report: saved while typing, taken over, sent, never lost without a message."""

from __future__ import annotations

import re

import pytest
from pytest_django import DjangoDbBlocker

from leagues.models import League
from matches.correction.correcting import accept, begin_correction
from matches.models import Match, Report
from matches.report import reporting
from matches.report.unsent import unsent_of
from matches.sequence import annulling, opening
from matches.sequence.sequences import MatchState
from teams.models import TeamState
from tests.matches import match_builders
from tests.matches.conftest import TwoTeams
from tests.matches.unsent_builders import (
    HALF,
    SAVE,
    SEND,
    TAKE_OVER,
    save_quietly,
    save_unsent,
    typed_values,
    unsent_report,
)
from web.errors import Refusal, StaleVersion


@pytest.fixture(scope="module", autouse=True)
def shared_match(shared_two_teams: TwoTeams, django_db_blocker: DjangoDbBlocker) -> Match:
    """A match after its pre-match. Every test sees it unchanged."""
    with django_db_blocker.unblock():
        return match_builders.ready_match(shared_two_teams.home, shared_two_teams.away)


@pytest.fixture
def match(two_teams: TwoTeams, shared_match: Match) -> Match:
    return Match.objects.get(pk=shared_match.pk)


def test_an_invalid_draft_is_saved_and_its_problems_are_shown(two_teams: TwoTeams, match: Match) -> None:
    scorer = match_builders.players_of(match, "home")[0]
    page = save_unsent(two_teams, match, **HALF, **{f"line.home.{scorer}.completions": "many"})
    assert page.status == 200
    assert "Draft saved, not sent" in page.text
    assert "2 problems to fix" in page.text
    assert "the players scored only 0" in page.text
    assert "Not saved yet" not in page.text
    assert typed_values(page)["score.home"] == ["2"]
    assert typed_values(page)[f"line.home.{scorer}.completions"] == ["many"]
    assert not Report.objects.exists()


def test_every_field_comes_back_on_another_device(two_teams: TwoTeams, match: Match) -> None:
    victim, culprit = match_builders.players_of(match, "home")[2], match_builders.players_of(match, "away")[3]
    fields = {
        "score.home": "1",
        f"line.home.{victim}.touchdowns": "1",
        "injury.home.0.player": str(victim),
        "injury.home.0.cause": "block",
        "injury.home.0.by": str(culprit),
        "injury.home.0.d68": "57",
        "injury.home.0.reroll": "41",
        "conceded_by": "away",
        "conceded_before_kick_off": "yes",
        "played_on": "2026-02-03",
    }
    assert save_unsent(two_teams, match, **fields).status == 200
    standing = typed_values(two_teams.page(two_teams.coach, match, "report/"))
    assert {name: standing[name] for name in fields} == {name: [value] for name, value in fields.items()}


def test_a_cleared_field_stays_empty_although_a_report_was_sent(two_teams: TwoTeams, match: Match) -> None:
    reported = match_builders.report_with(match, home=1)
    reporting.report_match(match=match, expected=match.version, reported=reported, by=two_teams.cast.coach)
    scorer = match_builders.players_of(match, "home")[0]
    name = f"line.home.{scorer}.touchdowns"
    page = save_unsent(two_teams, match, **{name: "", "score.home": "0"})
    assert typed_values(page)[name] == [""]
    assert typed_values(page)["score.home"] == ["0"]
    assert "The report below is valid until the new one is sent" in two_teams.page(two_teams.coach, match).text


def test_the_other_coach_sees_who_is_writing_and_can_take_over(two_teams: TwoTeams, match: Match) -> None:
    save_unsent(two_teams, match, **HALF)
    page = two_teams.page(two_teams.other, match, "report/")
    at = unsent_of(match).at
    assert (
        f"{two_teams.cast.coach} is writing the report. This is their draft, last saved at {at.day} {at:%b, %H:%M}"
        in page.text
    )
    assert typed_values(page)["score.home"] == ["2"]
    assert not page.form_with(SEND).has_button(SAVE)
    page = page.press(TAKE_OVER, **{"score.home": "3"})
    assert page.status == 200
    assert "Draft saved at" in page.text
    unsent = unsent_of(match)
    assert (unsent.by, unsent.fields["score.home"]) == (two_teams.cast.other_coach, "3")


def test_the_second_writer_sees_both_versions_and_loses_nothing(two_teams: TwoTeams, match: Match) -> None:
    mine = two_teams.page(two_teams.coach, match, "report/")
    save_unsent(two_teams, match, two_teams.other, **{"score.away": "1"})
    page = mine.press(SAVE, **HALF)
    assert page.status == 409
    assert "This was changed in the meantime" in page.text
    assert re.search(r"Harbour Humans: score 1 0", page.text)
    assert f"{two_teams.cast.other_coach} is writing the report" in page.text
    assert typed_values(page)["score.home"] == ["2"]
    assert unsent_of(match).fields == {"score.away": "1"}
    assert page.press(TAKE_OVER).status == 200
    assert unsent_of(match).fields == {"score.home": "2"}


def test_the_same_coach_on_two_devices_also_sees_both_versions(two_teams: TwoTeams, match: Match) -> None:
    phone, desk = (two_teams.page(two_teams.coach, match, "report/") for _each in range(2))
    phone.press(SAVE, **HALF)
    assert desk.press(SAVE, **{"score.home": "5"}).status == 409
    assert unsent_of(match).fields["score.home"] == "2"


def test_a_page_that_missed_the_answer_to_its_own_save_can_go_on(two_teams: TwoTeams, match: Match) -> None:
    page = two_teams.page(two_teams.coach, match, "report/")
    assert save_quietly(page, **HALF).json()["version"] == 1
    again = save_quietly(page, **HALF)
    assert (again.status_code, again.json()["version"]) == (200, 1), "the same again changes nothing"
    later = save_quietly(page, **{"score.home": "3"})
    assert (later.status_code, later.json()["version"]) == (200, 2)
    assert page.press(SEND, **{"score.home": "0", "score.away": "0"}).status == 200


def test_the_script_gets_the_result_of_a_save(two_teams: TwoTeams, match: Match) -> None:
    page = two_teams.page(two_teams.coach, match, "report/")
    answer = save_quietly(page, **HALF).json()
    assert re.fullmatch(r"Saved \d\d:\d\d", answer.pop("told"))
    assert answer == {"version": 1, "writes": True, "save_words": SAVE}
    two_teams.page(two_teams.other, match, "report/").press(TAKE_OVER)
    refused = save_quietly(page, **{"score.home": "4"})
    assert refused.status_code == 409
    assert refused.json() == {
        "version": 0,
        "writes": False,
        "told": f"Not saved: {two_teams.cast.other_coach} is writing the report now.",
        "save_words": TAKE_OVER,
    }
    reporting.report_match(
        match=match, expected=match.version, reported=match_builders.report_with(match), by=two_teams.cast.other_coach
    )
    assert save_quietly(page).json()["told"] == "Not saved: the report was sent or started over in the meantime."


def test_sending_uses_and_deletes_the_draft(two_teams: TwoTeams, match: Match) -> None:
    scorer = match_builders.players_of(match, "home")[0]
    save_unsent(two_teams, match, **{"score.home": "1", f"line.home.{scorer}.touchdowns": "1"})
    assert two_teams.page(two_teams.other, match, "report/").press(SEND, **{"score.away": "0"}).status == 200
    assert MatchState(match).reported.home.score == 1
    assert Report.objects.get().by == two_teams.cast.other_coach
    assert not unsent_of(match).begun
    assert unsent_of(match).fields == {}


def test_a_report_is_not_sent_over_an_unseen_draft(two_teams: TwoTeams, match: Match) -> None:
    mine = two_teams.page(two_teams.coach, match, "report/")
    save_unsent(two_teams, match, two_teams.other, **{"score.away": "1"})
    page = mine.press(SEND, **{"score.home": "0", "score.away": "0"})
    assert page.status == 409
    assert "Harbour Humans: score" in page.text
    assert not Report.objects.exists()
    assert unsent_of(match).fields == {"score.away": "1"}
    assert page.press(SEND).status == 200
    assert Report.objects.count() == 1


def test_a_draft_from_before_a_sent_report_is_not_shown_again(two_teams: TwoTeams, match: Match) -> None:
    mine = two_teams.page(two_teams.coach, match, "report/")
    reporting.report_match(
        match=match, expected=match.version, reported=match_builders.report_with(match), by=two_teams.cast.other_coach
    )
    page = mine.press(SAVE, **HALF)
    assert page.status == 409
    assert typed_values(page)["score.home"] == ["2"]
    assert not unsent_of(match).begun


def test_confirming_calling_off_and_annulling_delete_the_draft(two_teams: TwoTeams, match: Match) -> None:
    unsent_report(match, two_teams.cast.coach, **HALF)
    annulling.call_off(match=match, by=two_teams.cast.commissioner, reason="Rain.")
    assert not unsent_of(match).begun
    match = match_builders.reported_match(two_teams.home, two_teams.away, home=1)
    unsent_report(match, two_teams.cast.coach, version=1, **HALF)
    text = two_teams.page(two_teams.other, match, "report/confirm/").text
    assert f"{two_teams.cast.coach} is changing this report" in text
    match = reporting.confirm_report(match=match, digest=match.reports.last().digest, by=two_teams.cast.other_coach)
    assert not unsent_of(match).begun
    match_builders.answer_all(match, by=two_teams.cast.coach)
    with pytest.raises(Refusal, match="another step"):
        unsent_report(match, two_teams.cast.coach, version=unsent_of(match).version, **HALF)
    correction = begin_correction(match=match, by=two_teams.cast.commissioner, reason="Never played.", annuls=True)
    seen = {row.side: TeamState.objects.get(team=row.team).seq for row in match.sides.all()}
    accept(
        correction=correction, expected=correction.version, by=two_teams.cast.commissioner, seen=seen, commissioner=True
    )
    assert unsent_of(match).fields == {}


def test_a_save_from_before_an_annulment_is_refused_after_the_match_restarts(two_teams: TwoTeams, match: Match) -> None:
    annulling.call_off(match=match, by=two_teams.cast.commissioner, reason="Rain.")
    opening.open_match(match=match, by=two_teams.cast.coach)
    match_builders.answer_all(match, by=two_teams.cast.coach)
    with pytest.raises(StaleVersion):
        unsent_report(match, two_teams.cast.coach, **HALF)


def test_a_disputed_report_can_be_changed_in_several_saves(two_teams: TwoTeams, match: Match) -> None:
    reported = match_builders.report_with(match, home=1)
    reporting.report_match(match=match, expected=match.version, reported=reported, by=two_teams.cast.coach)
    digest = match.reports.last().digest
    reporting.dispute_report(match=match, digest=digest, by=two_teams.cast.other_coach, what="One more.")
    page = save_unsent(two_teams, match, two_teams.other, **{"score.away": "1"})
    assert page.status == 200
    assert typed_values(page)["score.home"] == ["1"]
    assert MatchState(match).reported.away.score == 0, "the current report has not changed"


def test_nothing_is_saved_in_an_archived_league(two_teams: TwoTeams, match: Match) -> None:
    page = two_teams.page(two_teams.coach, match, "report/")
    League.objects.filter(pk=two_teams.league.pk).update(archived_at="2026-01-01T00:00Z")
    assert page.press(SAVE, **HALF).status == 422
    assert not unsent_of(match).begun


def test_only_the_writer_can_start_over(two_teams: TwoTeams, match: Match) -> None:
    save_unsent(two_teams, match, story="We were robbed.", **HALF)
    theirs = two_teams.page(two_teams.other, match, "report/")
    assert not theirs.form_with(SEND).has_button("Delete draft")
    fields = {name: typed_values(theirs)[name] for name in ("unsent_version", "command_id")}
    refused = two_teams.other.post(f"/matches/{match.public_id}/report/begin-anew/", fields)
    assert refused.status_code == 409
    assert unsent_of(match).begun
    page = two_teams.page(two_teams.coach, match, "report/").press("Delete draft")
    assert typed_values(page)["score.home"] == [""]
    assert typed_values(page)["story"][0].strip() == ""
    assert not unsent_of(match).begun
