"""A report that is being written: kept as it is typed, taken over, sent, never lost without a word."""

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
from tests.matches import scene
from tests.matches.conftest import Ground
from tests.matches.writing import HALF, SAVE, SEND, TAKE_OVER, kept, quietly, saved, typed_in
from web.errors import Refusal, StaleVersion


@pytest.fixture(scope="module", autouse=True)
def standing_match(standing_ground: Ground, django_db_blocker: DjangoDbBlocker) -> Match:
    """A match whose pre-match is done: the same in the eyes of every test."""
    with django_db_blocker.unblock():
        return scene.ready(standing_ground.home, standing_ground.away)


@pytest.fixture
def match(ground: Ground, standing_match: Match) -> Match:
    return Match.objects.get(pk=standing_match.pk)


def test_what_cannot_be_sent_is_saved_all_the_same_and_what_is_wrong_is_told(ground: Ground, match: Match) -> None:
    scorer = scene.players_of(match, "home")[0]
    page = saved(ground, match, **HALF, **{f"line.home.{scorer}.completions": "many"})
    assert page.status == 200
    assert "Draft saved, not sent" in page.text
    assert "2 problems to fix" in page.text
    assert "only 0 touchdowns have a scorer" in page.text
    assert "Not saved yet" not in page.text
    assert typed_in(page)["score.home"] == ["2"]
    assert typed_in(page)[f"line.home.{scorer}.completions"] == ["many"]
    assert not Report.objects.exists()


def test_every_field_comes_back_on_another_device(ground: Ground, match: Match) -> None:
    victim, culprit = scene.players_of(match, "home")[2], scene.players_of(match, "away")[3]
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
    assert saved(ground, match, **fields).status == 200
    standing = typed_in(ground.page(ground.coach, match, "report/"))
    assert {name: standing[name] for name in fields} == {name: [value] for name, value in fields.items()}


def test_an_emptied_field_stays_empty_beside_a_standing_report(ground: Ground, match: Match) -> None:
    told = scene.told(match, home=1)
    reporting.report_match(match=match, expected=match.version, reported=told, by=ground.cast.coach)
    scorer = scene.players_of(match, "home")[0]
    name = f"line.home.{scorer}.touchdowns"
    page = saved(ground, match, **{name: "", "score.home": "0"})
    assert typed_in(page)[name] == [""]
    assert typed_in(page)["score.home"] == ["0"]
    assert "The report below is valid until the new one is sent" in ground.page(ground.coach, match).text


def test_the_other_coach_sees_who_writes_and_takes_it_over(ground: Ground, match: Match) -> None:
    saved(ground, match, **HALF)
    page = ground.page(ground.other, match, "report/")
    at = unsent_of(match).at
    assert (
        f"{ground.cast.coach} is writing the report. This is their draft, last saved at {at.day} {at:%b, %H:%M}"
        in page.text
    )
    assert typed_in(page)["score.home"] == ["2"]
    assert not page.form_with(SEND).has_button(SAVE)
    page = page.press(TAKE_OVER, **{"score.home": "3"})
    assert page.status == 200
    assert "Draft saved at" in page.text
    unsent = unsent_of(match)
    assert (unsent.by, unsent.fields["score.home"]) == (ground.cast.other_coach, "3")


def test_who_comes_second_sees_both_and_keeps_what_he_typed(ground: Ground, match: Match) -> None:
    mine = ground.page(ground.coach, match, "report/")
    saved(ground, match, ground.other, **{"score.away": "1"})
    page = mine.press(SAVE, **HALF)
    assert page.status == 409
    assert "Someone else has changed this" in page.text
    assert re.search(r"Harbour Humans: score 1 0", page.text)
    assert f"{ground.cast.other_coach} is writing the report" in page.text
    assert typed_in(page)["score.home"] == ["2"]
    assert unsent_of(match).fields == {"score.away": "1"}
    assert page.press(TAKE_OVER).status == 200
    assert unsent_of(match).fields == {"score.home": "2"}


def test_the_same_coach_on_two_devices_is_told_too(ground: Ground, match: Match) -> None:
    phone, desk = (ground.page(ground.coach, match, "report/") for _each in range(2))
    phone.press(SAVE, **HALF)
    assert desk.press(SAVE, **{"score.home": "5"}).status == 409
    assert unsent_of(match).fields["score.home"] == "2"


def test_a_page_that_missed_the_answer_to_its_own_saving_goes_on(ground: Ground, match: Match) -> None:
    page = ground.page(ground.coach, match, "report/")
    assert quietly(page, **HALF).json()["version"] == 1
    again = quietly(page, **HALF)
    assert (again.status_code, again.json()["version"]) == (200, 1), "the same again changes nothing"
    later = quietly(page, **{"score.home": "3"})
    assert (later.status_code, later.json()["version"]) == (200, 2)
    assert page.press(SEND, **{"score.home": "0", "score.away": "0"}).status == 200


def test_the_script_is_told_how_it_went(ground: Ground, match: Match) -> None:
    page = ground.page(ground.coach, match, "report/")
    answer = quietly(page, **HALF).json()
    assert re.fullmatch(r"Saved \d\d:\d\d", answer.pop("told"))
    assert answer == {"version": 1, "writes": True, "save_words": SAVE}
    ground.page(ground.other, match, "report/").press(TAKE_OVER)
    refused = quietly(page, **{"score.home": "4"})
    assert refused.status_code == 409
    assert refused.json() == {
        "version": 0,
        "writes": False,
        "told": f"Not saved: {ground.cast.other_coach} is writing the report now.",
        "save_words": TAKE_OVER,
    }
    reporting.report_match(match=match, expected=match.version, reported=scene.told(match), by=ground.cast.other_coach)
    assert quietly(page).json()["told"] == "Not saved: the report was sent or started over in the meantime."


def test_sending_uses_it_and_is_done_with_it(ground: Ground, match: Match) -> None:
    scorer = scene.players_of(match, "home")[0]
    saved(ground, match, **{"score.home": "1", f"line.home.{scorer}.touchdowns": "1"})
    assert ground.page(ground.other, match, "report/").press(SEND, **{"score.away": "0"}).status == 200
    assert MatchState(match).reported.home.score == 1
    assert Report.objects.get().by == ground.cast.other_coach
    assert not unsent_of(match).begun
    assert unsent_of(match).fields == {}


def test_a_report_is_not_sent_over_what_somebody_saved_unseen(ground: Ground, match: Match) -> None:
    mine = ground.page(ground.coach, match, "report/")
    saved(ground, match, ground.other, **{"score.away": "1"})
    page = mine.press(SEND, **{"score.home": "0", "score.away": "0"})
    assert page.status == 409
    assert "Harbour Humans: score" in page.text
    assert not Report.objects.exists()
    assert unsent_of(match).fields == {"score.away": "1"}
    assert page.press(SEND).status == 200
    assert Report.objects.count() == 1


def test_what_was_typed_before_somebody_sent_a_report_does_not_come_back_as_being_written(
    ground: Ground, match: Match
) -> None:
    mine = ground.page(ground.coach, match, "report/")
    reporting.report_match(match=match, expected=match.version, reported=scene.told(match), by=ground.cast.other_coach)
    page = mine.press(SAVE, **HALF)
    assert page.status == 409
    assert typed_in(page)["score.home"] == ["2"]
    assert not unsent_of(match).begun


def test_confirming_calling_off_and_annulling_end_it(ground: Ground, match: Match) -> None:
    kept(match, ground.cast.coach, **HALF)
    annulling.call_off(match=match, by=ground.cast.commissioner, reason="Rain.")
    assert not unsent_of(match).begun
    match = scene.reported(ground.home, ground.away, home=1)
    kept(match, ground.cast.coach, version=1, **HALF)
    text = ground.page(ground.other, match, "report/confirm/").text
    assert f"{ground.cast.coach} is changing this report" in text
    match = reporting.confirm_report(match=match, digest=match.reports.last().digest, by=ground.cast.other_coach)
    assert not unsent_of(match).begun
    scene.answered(match, by=ground.cast.coach)
    with pytest.raises(Refusal, match="another step"):
        kept(match, ground.cast.coach, version=unsent_of(match).version, **HALF)
    correction = begin_correction(match=match, by=ground.cast.commissioner, reason="Never played.", annuls=True)
    seen = {row.side: TeamState.objects.get(team=row.team).seq for row in match.sides.all()}
    accept(correction=correction, expected=correction.version, by=ground.cast.commissioner, seen=seen)
    assert unsent_of(match).fields == {}


def test_a_save_from_before_the_end_is_known_for_one_even_after_the_match_began_again(
    ground: Ground, match: Match
) -> None:
    annulling.call_off(match=match, by=ground.cast.commissioner, reason="Rain.")
    opening.open_match(match=match, by=ground.cast.coach)
    scene.answered(match, by=ground.cast.coach)
    with pytest.raises(StaleVersion):
        kept(match, ground.cast.coach, **HALF)


def test_a_disputed_report_is_changed_step_by_step(ground: Ground, match: Match) -> None:
    told = scene.told(match, home=1)
    reporting.report_match(match=match, expected=match.version, reported=told, by=ground.cast.coach)
    digest = match.reports.last().digest
    reporting.dispute_report(match=match, digest=digest, by=ground.cast.other_coach, what="One more.")
    page = saved(ground, match, ground.other, **{"score.away": "1"})
    assert page.status == 200
    assert typed_in(page)["score.home"] == ["1"]
    assert MatchState(match).reported.away.score == 0, "the report that stands is as it was"


def test_nothing_is_saved_in_an_archived_league(ground: Ground, match: Match) -> None:
    page = ground.page(ground.coach, match, "report/")
    League.objects.filter(pk=ground.league.pk).update(archived_at="2026-01-01T00:00Z")
    assert page.press(SAVE, **HALF).status == 422
    assert not unsent_of(match).begun


def test_only_its_writer_starts_over(ground: Ground, match: Match) -> None:
    saved(ground, match, story="We were robbed.", **HALF)
    theirs = ground.page(ground.other, match, "report/")
    assert not theirs.form_with(SEND).has_button("Delete draft")
    fields = {name: typed_in(theirs)[name] for name in ("unsent_version", "command_id")}
    refused = ground.other.post(f"/matches/{match.public_id}/report/begin-anew/", fields)
    assert refused.status_code == 409
    assert unsent_of(match).begun
    page = ground.page(ground.coach, match, "report/").press("Delete draft")
    assert typed_in(page)["score.home"] == [""]
    assert typed_in(page)["story"][0].strip() == ""
    assert not unsent_of(match).begun
