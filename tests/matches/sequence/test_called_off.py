"""A match that was called off while under way, and then played again."""

from __future__ import annotations

import re
from typing import Any

import pytest

from matches.correction import correcting
from matches.models import Match, MatchAnswer
from matches.sequence import annulling, answering, opening
from matches.sequence.sequences import MatchState
from rules.journal import PlayerLeft
from tests.matches import match_builders
from tests.matches.conftest import TwoTeams
from tests.matches.correction.two_team_corrections import (
    accept_correction,
    answer_everything,
    begin_changed,
    decide_findings,
    send_report,
)
from tests.matches.forms import text_of
from tests.teams.team_builders import append_entries


def test_its_page_says_that_it_was_called_off_and_not_that_it_was_annulled_or_corrected(two_teams: TwoTeams) -> None:
    match = match_builders.ready_match(two_teams.home, two_teams.away)
    annulling.call_off(match=match, by=two_teams.cast.commissioner, reason="snow")
    opening.open_match(match=Match.objects.get(pk=match.pk), by=two_teams.cast.coach)
    match_builders.answer_all(Match.objects.get(pk=match.pk), by=two_teams.cast.coach, at_once=True)
    match_builders.confirm_match(Match.objects.get(pk=match.pk))
    match_builders.answer_all(Match.objects.get(pk=match.pk), by=two_teams.cast.coach, at_once=True)
    text = two_teams.page(two_teams.coach, match).text
    assert "match called off before it was over: snow (by commissioner)" in text
    assert "annulled" not in text and "accepted by" not in text


def rolled(match: Match) -> dict[tuple[str, str], Any]:
    """What the server has rolled and drawn in a match so far, by side and key."""
    rows = MatchAnswer.objects.filter(match=match, rolled=True).exclude(question__kind="mint")
    return {(row.side, row.key): row.value for row in rows}


def answer_lines(two_teams: TwoTeams, match: Match) -> list[str]:
    """The answers and rolls in a match's log, as its home coach reads them."""
    html = two_teams.page(two_teams.coach, match, "log/").response.content.decode()
    lists = re.findall(r'<ol class="answer-log">(.*?)</ol>', html, re.DOTALL)
    return [text_of(line) for each in lists for line in each.split("</li>")[:-1]]


def call_off(two_teams: TwoTeams, match: Match, reason: str = "Snow.") -> Match:
    annulling.call_off(match=match, by=two_teams.cast.commissioner, reason=reason)
    return Match.objects.get(pk=match.pk)


def play_on(two_teams: TwoTeams, match: Match, **report: Any) -> Match:
    """Opens a called-off match and plays it to its end."""
    opening.open_match(match=match, by=two_teams.cast.coach)
    match_builders.answer_all(match, by=two_teams.cast.coach, at_once=True)
    match_builders.confirm_match(Match.objects.get(pk=match.pk), **report)
    match_builders.answer_all(match, by=two_teams.cast.coach, at_once=True)
    return Match.objects.get(pk=match.pk)


@pytest.mark.costly
@pytest.mark.parametrize("again", [1, 2])
def test_the_same_questions_find_the_same_rolls_when_it_is_played_again(two_teams: TwoTeams, again: int) -> None:
    match = match_builders.confirmed_match(two_teams.home, two_teams.away, home=3)
    match_builders.answer_all(match, by=two_teams.cast.coach, only={"home"})
    before = rolled(match)
    assert {key for _side, key in before} >= {"weather", "fans", "mvp.1", "winnings"}
    for _time in range(again):
        match = call_off(two_teams, match)
        assert rolled(match) == {}
        opening.open_match(match=match, by=two_teams.cast.coach)
    match = call_off(two_teams, match)
    match = play_on(two_teams, match, home=3)
    after = rolled(match)
    assert {key: after[key] for key in before} == before
    assert len(after) > len(before)  # the away side's are new


def test_a_roll_that_no_longer_fits_is_rolled_again(two_teams: TwoTeams) -> None:
    """The drawn player of the home side has been released since, so they cannot be drawn again."""
    match = match_builders.confirmed_match(two_teams.home, two_teams.away)
    match_builders.answer_all(match, by=two_teams.cast.coach, only={"home"})
    drawn = int(rolled(match)["home", "mvp.1"])
    match = call_off(two_teams, match)
    append_entries(two_teams.home, PlayerLeft(player=drawn, how="released"))
    match = play_on(two_teams, match)
    assert match.state == Match.State.CLOSED
    assert rolled(match)["home", "mvp.1"] not in ("", str(drawn))


def test_the_log_shows_what_was_answered_and_rolled_until_then(two_teams: TwoTeams) -> None:
    match = match_builders.confirmed_match(two_teams.home, two_teams.away)
    match_builders.answer_all(match, by=two_teams.cast.coach, only={"home"})
    before = answer_lines(two_teams, match)
    drawn = int(rolled(match)["home", "mvp.1"])
    assert any("rolled by the server for coach" in line for line in before)
    match = call_off(two_teams, match, "The pitch is under water.")
    append_entries(two_teams.home, PlayerLeft(player=drawn, how="released"))
    assert f"/matches/{match.public_id}/log/" in two_teams.page(two_teams.coach, match).response.content.decode()
    page = two_teams.page(two_teams.coach, match, "log/")
    assert answer_lines(two_teams, match) == before
    assert "called off by commissioner: The pitch is under water." in page.text
    opening.open_match(match=match, by=two_teams.cast.coach)
    assert answer_lines(two_teams, match) == before


def test_a_match_called_off_in_its_pre_match_keeps_its_rolls_too(two_teams: TwoTeams) -> None:
    match = match_builders.opened_match(two_teams.home, two_teams.away)
    state = MatchState(match)
    (asked,) = [question for question in state.questions() if question.key == "weather"]
    answering.answer(
        match=match, given=[answering.Given(side=asked.side, key="weather", roll=True)], by=two_teams.cast.coach
    )
    before = rolled(match)
    assert before
    match = call_off(two_teams, match)
    assert "Weather" in two_teams.page(two_teams.coach, match, "log/").text
    match = play_on(two_teams, match)
    after = rolled(match)
    assert {key: after[key] for key in before} == before


def test_a_match_called_off_before_the_first_answer_leaves_nothing_behind(two_teams: TwoTeams) -> None:
    match = call_off(two_teams, match_builders.opened_match(two_teams.home, two_teams.away))
    assert not match.corrections.exists()


def test_dice_that_coaches_rolled_are_in_the_log_and_asked_again(two_teams: TwoTeams) -> None:
    two_teams.typed_dice()
    match = match_builders.opened_match(two_teams.home, two_teams.away)
    match_builders.answer_all(match, by=two_teams.cast.coach, at_once=True)
    match = call_off(two_teams, match)
    opening.open_match(match=match, by=two_teams.cast.coach)
    match.refresh_from_db()
    assert [question.key for question in MatchState(match).questions()] == ["weather"]
    assert "called off by" in two_teams.page(two_teams.coach, match, "log/").text


@pytest.mark.rules("S4")
def test_cards_drawn_before_it_was_called_off_stay_hidden(two_teams: TwoTeams, deal_cards: Any) -> None:
    match = call_off(two_teams, deal_cards(home=[("Good Karma", "The Fan")]))
    assert "The Fan" in two_teams.page(two_teams.coach, match, "log/").text
    assert "The Fan" not in two_teams.page(two_teams.other, match, "log/").text


def test_an_annulled_match_keeps_its_answers_and_rolls_in_the_same_way(two_teams: TwoTeams) -> None:
    match = match_builders.closed_match(two_teams.home, two_teams.away)
    before = rolled(match)
    made = correcting.begin_correction(match=match, by=two_teams.cast.commissioner, reason="Wrong pitch.", annuls=True)
    match = accept_correction(two_teams, made)
    page = two_teams.page(two_teams.coach, match, "log/")
    assert "annulled by commissioner: Wrong pitch." in page.text and "Winnings" in page.text
    match = play_on(two_teams, match)
    assert "match annulled: Wrong pitch. (by commissioner)" in two_teams.page(two_teams.coach, match).text
    after = rolled(match)
    assert {key: after[key] for key in before} == before


def correct(two_teams: TwoTeams, match: Match, **report: Any) -> Match:
    correction = answer_everything(send_report(begin_changed(two_teams, match), **report))
    accept_correction(two_teams, decide_findings(correction))
    return Match.objects.get(pk=match.pk)


def rolls_of_scorer(match: Match) -> set[tuple[str, str]]:
    """The home team's roll for its fans, and the first improvement of its first player, who scores."""
    return {("home", "fan_factor"), ("home", f"improvements.{match_builders.players_of(match, 'home')[0]}.1.roll")}


def annul(two_teams: TwoTeams, match: Match) -> Match:
    by = two_teams.cast.commissioner
    made = correcting.begin_correction(match=match, by=by, reason="It was a different match.", annuls=True)
    accept_correction(two_teams, made)
    return Match.objects.get(pk=match.pk)


def test_a_correction_finds_the_rolls_from_before_it_was_called_off(two_teams: TwoTeams) -> None:
    """The report of the second time asks for fewer rolls; its correction asks what was asked the first time."""
    match = match_builders.confirmed_match(two_teams.home, two_teams.away, home=3)
    match_builders.answer_all(match, by=two_teams.cast.coach, only={"home"})
    before = rolled(match)
    match = play_on(two_teams, call_off(two_teams, match), home=0)
    assert before.keys() - rolled(match).keys() >= rolls_of_scorer(match)
    after = rolled(correct(two_teams, match, home=3))
    assert {key: after[key] for key in before} == before


def test_rolls_that_a_correction_removed_are_found_when_it_is_annulled_and_played_again(two_teams: TwoTeams) -> None:
    match = match_builders.closed_match(two_teams.home, two_teams.away, home=3)
    before = rolled(match)
    match = correct(two_teams, match, home=0)
    after = rolled(play_on(two_teams, annul(two_teams, match), home=3))
    assert {key: after[key] for key in before} == before


def test_rolls_of_a_discarded_correction_are_found_when_it_is_annulled_and_played_again(two_teams: TwoTeams) -> None:
    match = match_builders.closed_match(two_teams.home, two_teams.away, home=0)
    made = answer_everything(send_report(begin_changed(two_teams, match), home=3))
    before = {(each["side"], each["key"]): each["value"] for each in made.answers if each["rolled"]}
    assert before.keys() >= rolls_of_scorer(match)
    correcting.discard_correction(correction=made, by=two_teams.cast.commissioner)
    after = rolled(play_on(two_teams, annul(two_teams, match), home=3))
    assert {key: after[key] for key in before} == before
