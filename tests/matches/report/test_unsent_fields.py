"""The draft of a report, field by field, and what the match's page shows of it."""

from __future__ import annotations

import re

import pytest

from matches.models import Match, MatchSide
from matches.report import reporting
from matches.report.stories import tell_story
from matches.report.unsent import unsent_of
from rules.sheet.match import Injury
from tests.leagues.cast import let_in, signed_in
from tests.matches import scene
from tests.matches.conftest import Ground
from tests.matches.writing import HALF, SAVE, SEND, TAKE_OVER, kept, quietly, saved, typed_in


@pytest.fixture
def match(ground: Ground) -> Match:
    return scene.ready(ground.home, ground.away)


ENDLESS = {
    f"injury.{side}.{nth}.{what}": "x" * 60
    for side in ("home", "away")
    for nth in range(40)
    for what in ("player", "cause", "card")
}


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
        ({"score.home": "9" * 61}, "is too long for a field of the report"),
        ({"story": "x" * 5001}, "the limit is 5000"),
        (ENDLESS, "The report is too long"),
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
    tell_story(side=side, expected=side.story_version, story="We were robbed.")
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
        assert f"Draft saved by {ground.cast.coach} at" in text
        assert "It is not sent and does not count" in text
        assert "Injuries to Harbour Humans No. 3 Human 3, Blitzer † : Dead" in text
        assert "not rolled yet" in text
        assert "Continue the report" in text


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
    assert "Not saved yet" not in page.text, "nobody has sent anything"
    page = page.press(SAVE, **{"injury.home.0.d68": "61"})
    assert page.status == 200
    assert "† : Dead" in ground.page(ground.coach, match).text
    assert unsent_of(match).fields["injury.home.0.player"] == victim


def test_an_injury_of_a_sent_report_reads_as_before(ground: Ground, match: Match) -> None:
    healed = Injury(player=scene.players_of(match, "home")[2], casualty=0, cause="eaten")
    reporting.report_match(
        match=match, expected=match.version, reported=scene.told(match, home_injuries=[healed]), by=ground.cast.coach
    )
    assert "not rolled yet" not in ground.page(ground.coach, match).text
