"""The draft of a report, field by field, and what the match's page shows of it."""

from __future__ import annotations

import re

import pytest

from matches.models import Match, MatchSide
from matches.report import reporting
from matches.report.stories import save_story
from matches.report.unsent import unsent_of
from rules.sheet.match import Injury
from tests.leagues.cast import add_member, signed_in
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


@pytest.fixture
def match(two_teams: TwoTeams) -> Match:
    return match_builders.ready_match(two_teams.home, two_teams.away)


ENDLESS = {
    f"injury.{side}.{nth}.{what}": "x" * 60
    for side in ("home", "away")
    for nth in range(40)
    for what in ("player", "cause", "card")
}


def test_fields_that_the_form_does_not_have_are_dropped(two_teams: TwoTeams, match: Match) -> None:
    stranger = match_builders.players_of(match, "away")[0]
    odd = {
        f"line.home.{stranger}.touchdowns": "1",
        "line.home.1.2.3": "1",
        "injury.home.40.d68": "11",
        "injury.nowhere.0.d68": "11",
        "hired.home.9.touchdowns": "1",
        "score.middle": "1",
        "is_staff": "yes",
    }
    save_unsent(two_teams, match, **HALF, **odd)
    assert unsent_of(match).fields == {"score.home": "2"}


def test_a_draft_from_an_older_form_is_restored(two_teams: TwoTeams, match: Match) -> None:
    unsent_report(match, two_teams.cast.coach, **HALF, **{"fumbles.home": "3", "injury.home.0.mood": "bad"})
    page = two_teams.page(two_teams.coach, match, "report/")
    assert typed_values(page)["score.home"] == ["2"]
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
def test_impossible_fields_are_refused_with_a_message(
    two_teams: TwoTeams, match: Match, fields: dict[str, str], words: str
) -> None:
    page = save_unsent(two_teams, match, **{"score.away": "1"}, **fields)
    assert page.status == 422
    assert words in page.text
    assert typed_values(page)["score.away"] == ["1"]
    assert not unsent_of(match).begun


def test_ticked_participants_are_restored(two_teams: TwoTeams, match: Match) -> None:
    Match.objects.filter(pk=match.pk).update(stage="final", tournament="blood_bowl")
    there = typed_values(two_teams.page(two_teams.coach, match, "report/"))["took_part.home"]
    page = save_unsent(two_teams, match, **{"took_part.home": there[2:], "took_part.away": []})
    assert typed_values(page)["took_part.home"] == there[2:]
    assert "took_part.away" not in typed_values(page)


def test_a_hired_players_values_stay_with_them_when_another_is_added_before(two_teams: TwoTeams, match: Match) -> None:
    catcher = {"kind": "mercenary", "position": "Catcher", "count": 1}
    match.sides.filter(side="away").update(inducements=[catcher])
    save_unsent(two_teams, match, **{"hired.away.1.touchdowns": "1"})
    match.sides.filter(side="away").update(inducements=[{"kind": "star", "name": "Zara the Slayer"}, catcher])
    fields = typed_values(two_teams.page(two_teams.coach, match, "report/"))
    assert (fields["hired.away.1.touchdowns"], fields["hired.away.2.touchdowns"]) == ([""], ["1"])


def test_an_injury_names_the_same_hired_player_when_another_is_added_before(two_teams: TwoTeams, match: Match) -> None:
    def hired(*items: dict[str, object]) -> list[str]:
        match.sides.filter(side="away").update(inducements=list(items))
        return typed_values(two_teams.page(two_teams.coach, match, "report/"))["injury.home.0.by"]

    catchers = {"kind": "mercenary", "position": "Catcher", "count": 2}
    match.sides.filter(side="away").update(inducements=[catchers])
    victim = str(match_builders.players_of(match, "home")[0])
    save_unsent(two_teams, match, **{"injury.home.0.player": victim, "injury.home.0.by": "h2"})
    assert hired({"kind": "star", "name": "Zara the Slayer"}, catchers) == ["h3"]
    assert hired({"kind": "star", "name": "Zara the Slayer"}) == ["hired"]


def test_hired_players_of_the_same_name_keep_their_own_values(two_teams: TwoTeams, match: Match) -> None:
    catcher = {"kind": "mercenary", "position": "Catcher", "count": 1}
    match.sides.filter(side="away").update(inducements=[catcher, catcher | {"skills": ["Guard"]}])
    victim = str(match_builders.players_of(match, "home")[0])
    hurt = {"injury.home.0.player": victim, "injury.home.0.by": "h2"}
    save_unsent(two_teams, match, **hurt, **{"hired.away.2.touchdowns": "1"})
    fields = typed_values(two_teams.page(two_teams.coach, match, "report/"))
    assert (fields["hired.away.1.touchdowns"], fields["hired.away.2.touchdowns"]) == ([""], ["1"])
    assert fields["injury.home.0.by"] == ["h2"]


def test_only_its_writer_sees_a_story_until_it_is_sent(two_teams: TwoTeams, match: Match) -> None:
    save_unsent(two_teams, match, story="We were robbed.")
    for who in (two_teams.other, two_teams.commissioner):
        for name in ("", "report/"):
            assert "We were robbed." not in two_teams.page(who, match, name).response.content.decode()
    two_teams.page(two_teams.other, match, "report/").press(TAKE_OVER, story="We were lucky.")
    assert typed_values(two_teams.page(two_teams.coach, match, "report/"))["story"][0].strip() == "We were robbed."
    page = two_teams.page(two_teams.other, match, "report/").press(SEND, **{"score.home": "0", "score.away": "0"})
    assert page.status == 200
    stories = dict(MatchSide.objects.filter(match=match).values_list("side", "story"))
    assert stories == {"home": "", "away": "We were lucky."}
    page = two_teams.page(two_teams.coach, match, "story/")
    assert page.form_with("Save write-up").fields["story"][0].strip() == "We were robbed."
    page.press("Save write-up")
    assert MatchSide.objects.get(match=match, side="home").unsent_story is None


def test_a_saved_story_that_is_cleared_stays_cleared_until_it_is_sent(two_teams: TwoTeams, match: Match) -> None:
    side = MatchSide.objects.get(match=match, side="home")
    save_story(side=side, expected=side.story_version, story="We were robbed.")
    save_unsent(two_teams, match, story="")
    page = two_teams.page(two_teams.coach, match, "report/")
    assert typed_values(page)["story"][0].strip() == ""
    version = unsent_of(match).version
    save_quietly(page)
    assert unsent_of(match).version == version, "nothing has changed, so nothing is saved"
    side.refresh_from_db()
    assert side.story == "We were robbed."
    assert two_teams.page(two_teams.coach, match, "story/").form_with("Save write-up").fields["story"][0].strip() == ""
    page.press(SEND, **{"score.home": "0", "score.away": "0"})
    side.refresh_from_db()
    assert (side.story, side.unsent_story) == ("", None)


def test_two_coaches_sharing_a_device_each_see_only_their_own_typing(two_teams: TwoTeams, match: Match) -> None:
    keys = [
        re.search(r'data-key="([^"]+)"', two_teams.page(who, match, "report/").response.content.decode())
        for who in (two_teams.coach, two_teams.coach, two_teams.other)
    ]
    mine, again, theirs = [key and key[1] for key in keys]
    assert mine and mine == again != theirs


def test_both_coaches_see_the_score_so_far(two_teams: TwoTeams, match: Match) -> None:
    scorer, victim = match_builders.players_of(match, "home")[0], match_builders.players_of(match, "away")[2]
    fields = {
        "score.home": "1",
        f"line.home.{scorer}.touchdowns": "1",
        "injury.away.0.player": str(victim),
        "injury.away.0.by": str(scorer),
        "injury.away.0.d68": "61",
        "injury.away.1.player": str(match_builders.players_of(match, "away")[3]),
    }
    save_unsent(two_teams, match, **fields)
    for who in (two_teams.coach, two_teams.other, two_teams.commissioner):
        text = two_teams.page(who, match).text
        assert "So far" in text
        assert "Ironside Orcs 1 – to 0 Harbour Humans" in text
        assert f"Draft saved by {two_teams.cast.coach} at" in text
        assert "It is not sent and does not count" in text
        assert "Injuries to Harbour Humans No. 3 Human 3, Blitzer † : Dead" in text
        assert "not rolled yet" in text
        assert "Continue the report" in text


def test_nobody_else_sees_the_draft(two_teams: TwoTeams, match: Match) -> None:
    save_unsent(two_teams, match, **HALF)
    add_member(two_teams.league, two_teams.cast.stranger)
    for who in map(signed_in, (None, two_teams.cast.stranger, two_teams.cast.elsewhere)):
        text = two_teams.page(who, match).text
        assert "So far" not in text
        assert "saved" not in text


@pytest.mark.thorough
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
def test_impossible_values_break_no_page(two_teams: TwoTeams, match: Match, fields: dict[str, str]) -> None:
    player = str(match_builders.players_of(match, "home")[0])
    typed = {name.format(player): value.format(player) for name, value in fields.items()}
    other = two_teams.page(two_teams.other, match, "report/")
    assert save_unsent(two_teams, match, **typed).status == 200
    assert two_teams.page(two_teams.other, match).status == 200
    assert "−3" not in two_teams.page(two_teams.other, match).text
    assert other.press(SAVE, **{"score.home": "1"}).status == 409
    assert two_teams.page(two_teams.other, match, "report/").press(SEND).status in (200, 422)


def test_an_injury_can_be_added_and_saved_without_scripts(two_teams: TwoTeams, match: Match) -> None:
    victim = str(match_builders.players_of(match, "home")[2])
    page = two_teams.page(two_teams.coach, match, "report/").press(
        "Add the injury", **{"add.home": victim, "add": "home"}
    )
    assert "Not saved yet" not in page.text, "nobody has sent anything"
    page = page.press(SAVE, **{"injury.home.0.d68": "61"})
    assert page.status == 200
    assert "† : Dead" in two_teams.page(two_teams.coach, match).text
    assert unsent_of(match).fields["injury.home.0.player"] == victim


def test_an_injury_of_a_sent_report_is_read_unchanged(two_teams: TwoTeams, match: Match) -> None:
    healed = Injury(player=match_builders.players_of(match, "home")[2], casualty=0, cause="eaten")
    reporting.report_match(
        match=match,
        expected=match.version,
        reported=match_builders.report_with(match, home_injuries=[healed]),
        by=two_teams.cast.coach,
    )
    assert "not rolled yet" not in two_teams.page(two_teams.coach, match).text
