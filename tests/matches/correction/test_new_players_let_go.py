"""A correction brings a new player whom the coach lets go at once: by the book of 2025, after hiring (H2)."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

import pytest

from leagues import services
from matches.correction import correcting
from matches.correction.corrected import CorrectedMatch
from matches.models import Match, MatchCorrection
from matches.sequence import answering
from matches.sequence.answering import Given
from matches.sequence.sequences import MatchState
from rules.sequence.sequence import Question
from rules.sheet.match import Injury
from teams.ledger import ledger
from teams.models import JournalEntry, Player, Team, TeamState
from tests.audits import audit
from tests.dice import DICE
from tests.editions.league import drafted
from tests.editions.pages.on_pages import answer_for
from tests.leagues.cast import Cast, add_member, create_cast, signed_in
from tests.matches import match_builders
from tests.matches.answer_operations import first_allowed
from tests.matches.forms import Page, visit

DEAD = 16
"""A casualty roll."""
RELEASE = "release"


@pytest.fixture
def cast(db: None) -> Cast:
    DICE.seed("let go")
    return create_cast()


@pytest.fixture
def undead(cast: Cast) -> Team:
    """Masters of Undeath, who raise one of the dead after a match."""
    league = services.create_league(by=cast.commissioner, details=services.Details(name="Graves"), edition="bb2025")
    add_member(league, cast.coach)
    return drafted(league, cast.commissioner, cast.coach, "Shambling Undead")


@pytest.fixture
def made(undead: Team, cast: Cast) -> MatchCorrection:
    """A correction that asks the undead coach whom they let go: the one of then is dead by it, and another one rose."""
    add_member(undead.league, cast.other_coach)
    humans = drafted(undead.league, cast.commissioner, cast.other_coach, "Human")
    match = after_match(match_builders.opened_match(undead, humans), {})
    mine, theirs = MatchState(match).sheets.home.players, MatchState(match).sheets.away.players
    (killer, let_go), avenger = (line.player for line in mine[:2]), theirs[0].player
    victim = next(line.player for line in theirs[1:] if line.position == "Human Lineman")
    match = after_match(match_builders.confirm_match(match), {RELEASE: [{"player": let_go}]})
    begun = correcting.begin_correction(match=match, by=cast.commissioner, reason="Two deaths were missing.")
    reported = match_builders.report_with(
        match,
        home_lines={killer: {"casualties": 1}},
        home_injuries=[Injury(player=let_go, casualty=DEAD, by=avenger)],
        away_lines={avenger: {"casualties": 1}},
        away_injuries=[Injury(player=victim, casualty=DEAD, by=killer)],
    )
    begun = correcting.correct_report(correction=begun, expected=begun.version, reported=reported)
    return answered(begun, {"risen": "Zombie Lineman"}, until=RELEASE)


def after_match(match: Match, values: Mapping[str, Any]) -> Match:
    """The match when everything that it asks now is answered."""
    by = match.league.memberships.get(role="commissioner").user
    while questions := MatchState(fresh(match)).questions():
        found = answers_to(questions[0], match, values)
        first_allowed(partial(answering.answer, match=match, given=[each], by=by) for each in found)
    return fresh(match)


def answered(made: MatchCorrection, values: Mapping[str, Any], until: str = "") -> MatchCorrection:
    """The correction when everything is answered, or all before one question of the home side."""
    while questions := CorrectedMatch(made).questions():
        if (questions[0].side, questions[0].key) == ("home", until):
            return made
        found = answers_to(questions[0], made.match, values)
        made = first_allowed(partial(correcting.answer_question, correction=made, given=each) for each in found)
    return made


def answers_to(question: Question, match: Match, values: Mapping[str, Any]) -> Iterator[Given]:
    """The home side's answer by the question's key; without one, nothing, or what its form takes."""
    if question.side == "home" and question.key in values:
        yield Given(side="home", key=question.key, value=values[question.key])
    else:
        yield match_builders.answer_for(match, question, {})
        yield answer_for(question, random.Random(1))


def fresh(match: Match) -> Match:
    return Match.objects.select_related("league", "ruleset").get(pk=match.pk)


def accept(made: MatchCorrection, cast: Cast) -> None:
    seen = {journal.label: journal.seq for journal in CorrectedMatch(made).touched}
    correcting.accept(correction=made, expected=made.version, by=cast.commissioner, seen=seen, commissioner=True)


def new_player(made: MatchCorrection) -> int:
    """What stands for the player who rose."""
    return next(line.player for line in CorrectedMatch(made).outcomes["home"].sheet.players if line.player < 0)


def page_of(made: MatchCorrection, cast: Cast) -> Page:
    return visit(signed_in(cast.commissioner), f"/matches/{made.match.public_id}/correction/")


def test_a_new_player_who_is_let_go_at_once_is_gone_when_the_correction_is_accepted(
    made: MatchCorrection, undead: Team, cast: Cast
) -> None:
    accept(answered(made, {RELEASE: [{"player": new_player(made)}]}), cast)
    departed = {gone.line.player: gone for gone in ledger.sheet_in(TeamState.objects.get(team=undead)).departed}
    last = departed[Player.objects.filter(team=undead).latest("pk").pk]
    assert (last.line.position, last.how) == ("Zombie Lineman", "released")
    assert [difference for finding in audit() for difference in finding.differences] == []


def test_the_page_lets_a_new_player_go(made: MatchCorrection, cast: Cast) -> None:
    page_of(made, cast).answer(RELEASE, "Let them go", player=str(new_player(made)))
    (given,) = [each for each in MatchCorrection.objects.get(pk=made.pk).answers if each["key"] == RELEASE]
    assert given["value"] == [{"player": new_player(made)}]


def test_the_page_lets_nobody_go_whom_it_does_not_name(made: MatchCorrection, cast: Cast) -> None:
    page = page_of(made, cast).answer(RELEASE, "Let them go", player="-9")
    assert "Tick players from the list." in page.text


def test_nothing_is_written_if_a_new_players_id_brings_a_question_back(
    made: MatchCorrection, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = answered(made, {RELEASE: [{"player": new_player(made)}]})
    before = JournalEntry.objects.count()
    monkeypatch.setattr("matches.correction.corrected.with_ids", lambda stored, _ids: stored)
    with pytest.raises(AssertionError, match="asked again"):
        accept(made, cast)
    assert MatchCorrection.objects.get(pk=made.pk).state == MatchCorrection.State.DRAFT
    assert JournalEntry.objects.count() == before
