"""A report that is being written: kept as it is typed, taken over, sent, never lost without a word."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from leagues.errors import Refusal, StaleVersion
from leagues.models import League
from matches import services
from matches.correcting import accept, begin_correction
from matches.models import Match, MatchSide, Report, UnsentReport
from matches.sequences import Table
from matches.services import Seen, Typed
from matches.unsent import unsent_of
from rules.match import Injury
from teams.models import TeamState
from tests.leagues.cast import let_in, signed_in
from tests.matches import scene
from tests.matches.conftest import Ground
from tests.matches.forms import Page

SAVE, TAKE_OVER, SEND = "Save for now", "Take over and save", "Send the report"
HALF = {"score.home": "2", "score.away": ""}
"""Two touchdowns without a scorer: nothing that could be sent."""


ENDLESS = {
    f"injury.{side}.{nth}.{what}": "x" * 60
    for side in ("home", "away")
    for nth in range(40)
    for what in ("player", "cause", "card")
}


@pytest.fixture
def match(ground: Ground) -> Match:
    return scene.ready(ground.home, ground.away)


def saved(ground: Ground, match: Match, who: Client | None = None, button: str = SAVE, **fields: Any) -> Page:
    """A report saved with these fields, all others as they stand."""
    return ground.page(who or ground.coach, match, "report/").press(button, **fields)


def quietly(page: Page, **fields: Any) -> Any:
    """The page's form saved as its script does it."""
    form = page.form_with(SEND)
    return page.client.post(f"{page.address}save/", {**form.fields, **fields, "quietly": "yes"})


def typed_in(page: Page) -> dict[str, list[str]]:
    return page.form_with(SEND).fields


def kept(match: Match, by: Any, version: int = 0, page: str = "", **fields: str) -> UnsentReport:
    """A report saved by the service."""
    seen = Seen(version=version, page=page)
    return services.save_unsent(match=match, seen=seen, typed=Typed(fields=fields), by=by)


def test_what_cannot_be_sent_is_saved_all_the_same_and_what_is_wrong_is_told(ground: Ground, match: Match) -> None:
    scorer = scene.players_of(match, "home")[0]
    page = saved(ground, match, **HALF, **{f"line.home.{scorer}.completions": "many"})
    assert page.status == 200
    assert "Saved for now, not sent" in page.text
    assert "2 things to mend" in page.text
    assert "only 0 touchdowns have a scorer" in page.text
    assert "Nothing was stored yet" not in page.text
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
    services.report_match(match=match, expected=match.version, reported=told, by=ground.cast.coach)
    scorer = scene.players_of(match, "home")[0]
    name = f"line.home.{scorer}.touchdowns"
    page = saved(ground, match, **{name: "", "score.home": "0"})
    assert typed_in(page)[name] == [""]
    assert typed_in(page)["score.home"] == ["0"]
    assert "Until it is sent, the report below stands" in ground.page(ground.coach, match).text


def test_the_other_coach_sees_who_writes_and_takes_it_over(ground: Ground, match: Match) -> None:
    saved(ground, match, **HALF)
    page = ground.page(ground.other, match, "report/")
    at = unsent_of(match).at
    assert f"{ground.cast.coach} is writing the report, last saved at {at.day} {at:%b, %H:%M}" in page.text
    assert typed_in(page)["score.home"] == ["2"]
    assert not page.form_with(SEND).has_button(SAVE)
    page = page.press(TAKE_OVER, **{"score.home": "3"})
    assert page.status == 200
    assert "You saved this at" in page.text
    unsent = unsent_of(match)
    assert (unsent.by, unsent.fields["score.home"]) == (ground.cast.other_coach, "3")


def test_who_comes_second_sees_both_and_keeps_what_he_typed(ground: Ground, match: Match) -> None:
    mine = ground.page(ground.coach, match, "report/")
    saved(ground, match, ground.other, **{"score.away": "1"})
    page = mine.press(SAVE, **HALF)
    assert page.status == 409
    assert "Somebody else changed this" in page.text
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
    services.report_match(match=match, expected=match.version, reported=scene.told(match), by=ground.cast.other_coach)
    assert quietly(page).json()["told"] == "Not saved: the report was sent or begun anew meanwhile."


def test_sending_uses_it_and_is_done_with_it(ground: Ground, match: Match) -> None:
    scorer = scene.players_of(match, "home")[0]
    saved(ground, match, **{"score.home": "1", f"line.home.{scorer}.touchdowns": "1"})
    assert ground.page(ground.other, match, "report/").press(SEND, **{"score.away": "0"}).status == 200
    assert Table(match).reported.home.score == 1
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
    services.report_match(match=match, expected=match.version, reported=scene.told(match), by=ground.cast.other_coach)
    page = mine.press(SAVE, **HALF)
    assert page.status == 409
    assert typed_in(page)["score.home"] == ["2"]
    assert not unsent_of(match).begun


def test_confirming_calling_off_and_annulling_end_it(ground: Ground, match: Match) -> None:
    kept(match, ground.cast.coach, **HALF)
    services.call_off(match=match, by=ground.cast.commissioner, reason="Rain.")
    assert not unsent_of(match).begun
    match = scene.reported(ground.home, ground.away, home=1)
    kept(match, ground.cast.coach, version=1, **HALF)
    text = ground.page(ground.other, match, "report/confirm/").text
    assert f"{ground.cast.coach} is changing this report" in text
    match = services.confirm_report(match=match, digest=match.reports.last().digest, by=ground.cast.other_coach)
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
    services.call_off(match=match, by=ground.cast.commissioner, reason="Rain.")
    services.open_match(match=match, by=ground.cast.coach)
    scene.answered(match, by=ground.cast.coach)
    with pytest.raises(StaleVersion):
        kept(match, ground.cast.coach, **HALF)


def test_a_disputed_report_is_changed_step_by_step(ground: Ground) -> None:
    match = scene.reported(ground.home, ground.away, home=1)
    digest = match.reports.last().digest
    services.dispute_report(match=match, digest=digest, by=ground.cast.other_coach, what="One more.")
    page = saved(ground, match, ground.other, **{"score.away": "1"})
    assert page.status == 200
    assert typed_in(page)["score.home"] == ["1"]
    assert Table(match).reported.away.score == 0, "the report that stands is as it was"


def test_nothing_is_saved_in_an_archived_league(ground: Ground, match: Match) -> None:
    page = ground.page(ground.coach, match, "report/")
    League.objects.filter(pk=ground.league.pk).update(archived_at="2026-01-01T00:00Z")
    assert page.press(SAVE, **HALF).status == 422
    assert not unsent_of(match).begun


def test_its_writer_begins_anew_and_nobody_else(ground: Ground, match: Match) -> None:
    saved(ground, match, story="We were robbed.", **HALF)
    theirs = ground.page(ground.other, match, "report/")
    assert not theirs.form_with(SEND).has_button("Drop it")
    fields = {name: typed_in(theirs)[name] for name in ("unsent_version", "command_id")}
    refused = ground.other.post(f"/matches/{match.public_id}/report/begin-anew/", fields)
    assert refused.status_code == 409
    assert unsent_of(match).begun
    page = ground.page(ground.coach, match, "report/").press("Drop it")
    assert typed_in(page)["score.home"] == [""]
    assert typed_in(page)["story"][0].strip() == ""
    assert not unsent_of(match).begun


# -- what is kept --


def test_fields_that_the_form_does_not_have_are_dropped(ground: Ground, match: Match) -> None:
    stranger = scene.players_of(match, "away")[0]
    odd = {
        f"line.home.{stranger}.touchdowns": "1",
        "line.home.1.2.3": "1",
        "injury.home.40.d68": "11",
        "injury.nowhere.0.d68": "11",
        "hired.home.9.touchdowns": "1",
        "score.middle": "1",
        "is_staff": "yes",
    }
    saved(ground, match, **HALF, **odd)
    assert unsent_of(match).fields == {"score.home": "2"}


def test_a_report_begun_on_another_form_is_taken_up(ground: Ground, match: Match) -> None:
    kept(match, ground.cast.coach, **HALF, **{"fumbles.home": "3", "injury.home.0.mood": "bad"})
    page = ground.page(ground.coach, match, "report/")
    assert typed_in(page)["score.home"] == ["2"]
    assert page.press(SEND, **{"score.home": "0", "score.away": "0"}).status == 200


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"score.home": "9" * 61}, "is longer than any field of a report"),
        ({"story": "x" * 5001}, "5000 is the limit"),
        (ENDLESS, "longer than any match"),
    ],
    ids=["field", "story", "all"],
)  # fmt: skip
def test_what_no_report_holds_is_refused_with_words(
    ground: Ground, match: Match, fields: dict[str, str], words: str
) -> None:
    page = saved(ground, match, **{"score.away": "1"}, **fields)
    assert page.status == 422
    assert words in page.text
    assert typed_in(page)["score.away"] == ["1"]
    assert not unsent_of(match).begun


def test_who_took_part_comes_back_as_it_was_ticked(ground: Ground, match: Match) -> None:
    Match.objects.filter(pk=match.pk).update(stage="final", tournament="blood_bowl")
    there = typed_in(ground.page(ground.coach, match, "report/"))["took_part.home"]
    page = saved(ground, match, **{"took_part.home": there[2:], "took_part.away": []})
    assert typed_in(page)["took_part.home"] == there[2:]
    assert "took_part.away" not in typed_in(page)


def test_a_hired_player_keeps_what_he_did_when_another_joins_before_him(ground: Ground, match: Match) -> None:
    catcher = {"kind": "mercenary", "position": "Catcher", "count": 1}
    match.sides.filter(side="away").update(inducements=[catcher])
    saved(ground, match, **{"hired.away.1.touchdowns": "1"})
    match.sides.filter(side="away").update(inducements=[{"kind": "star", "name": "Zara the Slayer"}, catcher])
    fields = typed_in(ground.page(ground.coach, match, "report/"))
    assert (fields["hired.away.1.touchdowns"], fields["hired.away.2.touchdowns"]) == ([""], ["1"])


def test_a_story_is_its_tellers_alone_until_it_is_sent(ground: Ground, match: Match) -> None:
    saved(ground, match, story="We were robbed.")
    for who in (ground.other, ground.commissioner):
        for name in ("", "report/"):
            assert "We were robbed." not in ground.page(who, match, name).response.content.decode()
    ground.page(ground.other, match, "report/").press(TAKE_OVER, story="We were lucky.")
    assert typed_in(ground.page(ground.coach, match, "report/"))["story"][0].strip() == "We were robbed."
    page = ground.page(ground.other, match, "report/").press(SEND, **{"score.home": "0", "score.away": "0"})
    assert page.status == 200
    stories = dict(MatchSide.objects.filter(match=match).values_list("side", "story"))
    assert stories == {"home": "", "away": "We were lucky."}
    page = ground.page(ground.coach, match, "story/")
    assert page.form_with("Save the story").fields["story"][0].strip() == "We were robbed."
    page.press("Save the story")
    assert MatchSide.objects.get(match=match, side="home").unsent_story is None


def test_a_story_that_was_told_and_is_emptied_stays_empty_until_it_is_sent(ground: Ground, match: Match) -> None:
    side = MatchSide.objects.get(match=match, side="home")
    services.tell_story(side=side, expected=side.story_version, story="We were robbed.")
    saved(ground, match, story="")
    page = ground.page(ground.coach, match, "report/")
    assert typed_in(page)["story"][0].strip() == ""
    version = unsent_of(match).version
    quietly(page)
    assert unsent_of(match).version == version, "nothing has changed, so nothing is saved"
    side.refresh_from_db()
    assert side.story == "We were robbed."
    assert ground.page(ground.coach, match, "story/").form_with("Save the story").fields["story"][0].strip() == ""
    page.press(SEND, **{"score.home": "0", "score.away": "0"})
    side.refresh_from_db()
    assert (side.story, side.unsent_story) == ("", None)


def test_on_a_device_that_two_coaches_share_each_finds_only_what_he_typed_himself(ground: Ground, match: Match) -> None:
    keys = [
        re.search(r'data-key="([^"]+)"', ground.page(who, match, "report/").response.content.decode())
        for who in (ground.coach, ground.coach, ground.other)
    ]
    mine, again, theirs = [key and key[1] for key in keys]
    assert mine and mine == again != theirs


# -- the match's page --


def test_both_coaches_see_how_it_stands_so_far(ground: Ground, match: Match) -> None:
    scorer, victim = scene.players_of(match, "home")[0], scene.players_of(match, "away")[2]
    fields = {
        "score.home": "1",
        f"line.home.{scorer}.touchdowns": "1",
        "injury.away.0.player": str(victim),
        "injury.away.0.by": str(scorer),
        "injury.away.0.d68": "61",
        "injury.away.1.player": str(scene.players_of(match, "away")[3]),
    }
    saved(ground, match, **fields)
    for who in (ground.coach, ground.other, ground.commissioner):
        text = ground.page(who, match).text
        assert "So far" in text
        assert "Ironside Orcs 1 – to 0 Harbour Humans" in text
        assert f"As {ground.cast.coach} saved it" in text
        assert "It is not sent and not confirmed" in text
        assert "Injuries of Harbour Humans No. 3 Human 3, Blitzer † : Dead" in text
        assert "not rolled yet" in text
        assert "Go on with the report" in text


def test_nobody_else_sees_any_of_it(ground: Ground, match: Match) -> None:
    saved(ground, match, **HALF)
    let_in(ground.league, ground.cast.stranger)
    for who in map(signed_in, (None, ground.cast.stranger, ground.cast.elsewhere)):
        text = ground.page(who, match).text
        assert "So far" not in text
        assert "saved" not in text


@pytest.mark.parametrize(
    "fields",
    [
        {"score.home": "-3", "line.home.{0}.touchdowns": "999"},
        {"injury.home.0.player": "999999", "injury.home.0.d68": "61"},
        {"injury.home.0.player": "{0}", "injury.home.0.d68": "99", "injury.home.0.cause": "magic"},
        {"injury.home.0.player": "{0}", "injury.home.0.d68": "57", "injury.home.0.card": "No Such Card"},
        {"decided_by": "magic", "decided_for": "away"},
        {"injury.home.0.player": "{0}", "injury.home.0.healer": "٣", "injury.home.0.chirurgeon": "x"},
    ],
)
def test_what_cannot_be_breaks_no_page(ground: Ground, match: Match, fields: dict[str, str]) -> None:
    player = str(scene.players_of(match, "home")[0])
    typed = {name.format(player): value.format(player) for name, value in fields.items()}
    other = ground.page(ground.other, match, "report/")
    assert saved(ground, match, **typed).status == 200
    assert ground.page(ground.other, match).status == 200
    assert "−3" not in ground.page(ground.other, match).text
    assert other.press(SAVE, **{"score.home": "1"}).status == 409
    assert ground.page(ground.other, match, "report/").press(SEND).status in (200, 422)


def test_an_injury_is_added_without_scripts_and_saved(ground: Ground, match: Match) -> None:
    victim = str(scene.players_of(match, "home")[2])
    page = ground.page(ground.coach, match, "report/").press("Add the injury", **{"add.home": victim, "add": "home"})
    assert "Nothing was stored yet" not in page.text, "nobody has sent anything"
    page = page.press(SAVE, **{"injury.home.0.d68": "61"})
    assert page.status == 200
    assert "† : Dead" in ground.page(ground.coach, match).text
    assert unsent_of(match).fields["injury.home.0.player"] == victim


def test_an_injury_of_a_sent_report_reads_as_before(ground: Ground, match: Match) -> None:
    healed = Injury(player=scene.players_of(match, "home")[2], casualty=0, cause="eaten")
    services.report_match(
        match=match, expected=match.version, reported=scene.told(match, home_injuries=[healed]), by=ground.cast.coach
    )
    assert "not rolled yet" not in ground.page(ground.coach, match).text
