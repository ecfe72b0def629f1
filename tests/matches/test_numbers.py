"""Impossible numbers get a message with the player or team, the field and its range."""

from __future__ import annotations

import pytest

from matches.models import Match
from matches.sequence import answering
from matches.sequence.sequences import MatchState
from tests.matches import scene
from tests.matches.conftest import Ground

pytestmark = pytest.mark.once

FRAMEWORK = ("Ensure this", "Enter a whole number", "Enter a valid", "is not one of the available choices", "Null char")
BEYOND = ("many", "-x", "1" * 30, "1.5", "٣")


@pytest.fixture
def match(ground: Ground) -> Match:
    return scene.ready(ground.home, ground.away)


def told(ground: Ground, match: Match, **fields: str) -> str:
    """What the page says to a report."""
    page = ground.page(ground.coach, match, "report/").press("Send report", **fields)
    assert page.status == 422
    for words in FRAMEWORK:
        assert words not in page.text
    return page.text


def test_a_count_that_cannot_be(ground: Ground, match: Match) -> None:
    line = MatchState(match).sheets.home.players[2]
    who = f"Ironside Orcs, No. {line.number} Orc {line.number}, {line.position}"
    for typed in BEYOND:
        text = told(ground, match, **{f"line.home.{line.player}.touchdowns": typed})
        assert f"{who}: Touchdowns: “{typed[:20]}” is not possible; enter a number from 0 to 20." in text


def test_a_count_beyond_its_range_is_the_rules_affair(ground: Ground, match: Match) -> None:
    line = MatchState(match).sheets.home.players[2]
    who = f"Ironside Orcs, No. {line.number} Orc {line.number}, {line.position}"
    for typed in ("21", "-1", "99999"):
        text = told(ground, match, **{"score.home": "1", f"line.home.{line.player}.casualties": typed})
        assert f"{who}: {typed} casualties for one" in text
        assert "0 to 20" in text


def test_a_score_that_cannot_be(ground: Ground, match: Match) -> None:
    for typed in BEYOND:
        text = told(ground, match, **{"score.away": typed})
        assert f"Harbour Humans: Score: “{typed[:20]}” is not possible; enter a number from 0 to 20." in text


@pytest.mark.parametrize(
    ("field", "words"),
    [
        ("d68", "D68: “many” is not possible; enter a number from 11 to 68."),
        ("second", "Second D68: “many” is not possible; enter a number from 11 to 68."),
        ("reroll", "Apothecary's D68: “many” is not possible; enter a number from 11 to 68."),
        ("healer", "Healer's D6: “many” is not possible; enter a number from 1 to 6."),
        ("regeneration", "D6 for Regeneration: “many” is not possible; enter a number from 1 to 6."),
        ("by", "Choose from the list."),
    ],
)
def test_an_injurys_dice(ground: Ground, match: Match, field: str, words: str) -> None:
    victim = str(scene.players_of(match, "home")[2])
    text = told(ground, match, **{"injury.home.0.player": victim, f"injury.home.0.{field}": "many"})
    assert f"Ironside Orcs, injury 1: {words}" in text


def test_a_story_that_is_too_long_and_a_day_that_is_none(ground: Ground, match: Match) -> None:
    text = told(ground, match, story="x" * 5001, played_on="soon")
    assert "Your write-up: 5001 characters are too many: the limit is 5000. Shorten it." in text
    assert "Played on: Enter the date as year-month-day: 2026-05-31." in text


@pytest.mark.parametrize(("field", "name"), [("count.bribe", "Bribe"), ("journeyman.Lineman", "Lineman")])
def test_inducements(ground: Ground, field: str, name: str) -> None:
    match = scene.opened(ground.home, ground.away)
    ground.page(ground.coach, match, "pre-match/").answer("weather")
    page = ground.page(ground.coach, match, "pre-match/")
    for typed in (*BEYOND, "-1", "1000"):
        after = page.answer("inducements", "Buy and finish", **{field: typed})
        assert after.status == 422, typed
        assert f"{name}: “{typed[:20]}” is not possible; enter a number from 0 to 20." in after.text
        for words in FRAMEWORK:
            assert words not in after.text


def test_shirt_numbers_and_goods_after_the_match(ground: Ground) -> None:
    scene.paid(ground.home, 500_000)
    match = scene.confirmed(ground.home, ground.away)
    while all(question.key != "buy" or question.side != "home" for question in MatchState(match).questions()):
        question = MatchState(match).questions()[0]
        answering.answer(match=match, given=[scene.answer_to(match, question, {})], by=None)
        match = Match.objects.get(pk=match.pk)
    page = ground.page(ground.coach, match, "post-match/")
    for typed in (*BEYOND, "0", "100"):
        after = page.answer("buy", "Buy", **{"player.1": "Lineman", "number.1": typed})
        assert after.status == 422, typed
        assert f"New player 2: “{typed[:20]}” is not a shirt number. Enter a number from 1 to 99" in after.text
        if typed != "0":
            after = page.answer("buy", "Buy", rerolls=typed)
            assert f"Team re-rolls: “{typed[:20]}” is not possible; enter a number from 0 to 99." in after.text
