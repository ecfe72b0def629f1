"""Impossible numbers get a message with the player or team, the field and its range."""

from __future__ import annotations

import pytest

from matches.models import Match
from matches.sequence import answering
from matches.sequence.sequences import MatchState
from tests.matches import match_builders
from tests.matches.conftest import TwoTeams
from tests.teams import team_builders

pytestmark = pytest.mark.once

FRAMEWORK = ("Ensure this", "Enter a whole number", "Enter a valid", "is not one of the available choices", "Null char")
BEYOND = ("many", "-x", "1" * 30, "1.5", "٣")


@pytest.fixture
def match(two_teams: TwoTeams) -> Match:
    return match_builders.ready_match(two_teams.home, two_teams.away)


def text_after_report(two_teams: TwoTeams, match: Match, **fields: str) -> str:
    """The page's text after sending a report."""
    page = two_teams.page(two_teams.coach, match, "report/").press("Send report", **fields)
    assert page.status == 422
    for words in FRAMEWORK:
        assert words not in page.text
    return page.text


def test_an_impossible_count(two_teams: TwoTeams, match: Match) -> None:
    line = MatchState(match).sheets.home.players[2]
    who = f"Ironside Orcs, No. {line.number} Orc {line.number}, {line.position}"
    for typed in BEYOND:
        text = text_after_report(two_teams, match, **{f"line.home.{line.player}.touchdowns": typed})
        assert f"{who}: Touchdowns: “{typed[:20]}” is not possible; enter a number from 0 to 20." in text


def test_the_rules_judge_a_count_beyond_its_range(two_teams: TwoTeams, match: Match) -> None:
    line = MatchState(match).sheets.home.players[2]
    who = f"Ironside Orcs, No. {line.number} Orc {line.number}, {line.position}"
    for typed in ("21", "-1", "99999"):
        text = text_after_report(two_teams, match, **{"score.home": "1", f"line.home.{line.player}.casualties": typed})
        assert f"{who}: {typed} casualties for one" in text
        assert "0 to 20" in text


def test_an_impossible_score(two_teams: TwoTeams, match: Match) -> None:
    for typed in BEYOND:
        text = text_after_report(two_teams, match, **{"score.away": typed})
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
def test_the_dice_of_an_injury(two_teams: TwoTeams, match: Match, field: str, words: str) -> None:
    victim = str(match_builders.players_of(match, "home")[2])
    text = text_after_report(two_teams, match, **{"injury.home.0.player": victim, f"injury.home.0.{field}": "many"})
    assert f"Ironside Orcs, injury 1: {words}" in text


def test_a_story_that_is_too_long_and_an_impossible_day(two_teams: TwoTeams, match: Match) -> None:
    text = text_after_report(two_teams, match, story="x" * 5001, played_on="soon")
    assert "Your write-up: 5001 characters are too many: the limit is 5000. Shorten it." in text
    assert "Played on: Enter the date as year-month-day: 2026-05-31." in text


@pytest.mark.parametrize(("field", "name"), [("count.bribe", "Bribe"), ("journeyman.Lineman", "Lineman")])
def test_inducements(two_teams: TwoTeams, field: str, name: str) -> None:
    match = match_builders.opened_match(two_teams.home, two_teams.away)
    two_teams.page(two_teams.coach, match, "pre-match/").answer("weather")
    page = two_teams.page(two_teams.coach, match, "pre-match/")
    for typed in (*BEYOND, "-1", "1000"):
        after = page.answer("inducements", "Buy and finish", **{field: typed})
        assert after.status == 422, typed
        assert f"{name}: “{typed[:20]}” is not possible; enter a number from 0 to 20." in after.text
        for words in FRAMEWORK:
            assert words not in after.text


def test_shirt_numbers_and_goods_after_the_match(two_teams: TwoTeams) -> None:
    team_builders.add_gold(two_teams.home, 500_000)
    match = match_builders.confirmed_match(two_teams.home, two_teams.away)
    while all(question.key != "buy" or question.side != "home" for question in MatchState(match).questions()):
        question = MatchState(match).questions()[0]
        answering.answer(match=match, given=[match_builders.answer_for(match, question, {})], by=None)
        match = Match.objects.get(pk=match.pk)
    page = two_teams.page(two_teams.coach, match, "post-match/")
    for typed in (*BEYOND, "0", "100"):
        after = page.answer("buy", "Buy", **{"player.1": "Lineman", "number.1": typed})
        assert after.status == 422, typed
        assert f"New player 2: “{typed[:20]}” is not a shirt number. Enter a number from 1 to 99" in after.text
        if typed != "0":
            after = page.answer("buy", "Buy", rerolls=typed)
            assert f"Team re-rolls: “{typed[:20]}” is not possible; enter a number from 0 to 99." in after.text
