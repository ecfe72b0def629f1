"""A correction asks about players who get their ids only when it is accepted."""

from __future__ import annotations

import random
from functools import partial

from matches.correction import correcting
from matches.correction.corrected import CorrectedMatch
from matches.correction.new_players import with_ids
from matches.models import Match, MatchCorrection
from matches.sequence.answering import Given
from matches.sequence.sequences import MatchState
from rules.sequence.codec import encode
from rules.sequence.forms import Basket, Pick
from rules.sequence.sequence import SIDES, Answer
from teams.ledger import ledger
from teams.models import TeamState
from tests.audits import audit
from tests.dice import DICE
from tests.editions.pages.on_pages import answer_for
from tests.matches import match_builders
from tests.matches.answer_operations import first_allowed
from tests.matches.league_operations import Operations, create_teams
from tests.matches.reports_at_random import random_report


def replaced(state: CorrectedMatch) -> bool:
    """Whether a player is new by this correction: in 1986 another one comes for a dead player of an endless race."""
    return any(given.question.kind == "mint" for side in SIDES for given in state.outcomes[side].fresh)


def answered(chance: random.Random, made: MatchCorrection) -> MatchCorrection:
    """The correction with an answer to its first open question."""
    question = CorrectedMatch(made).questions()[0]
    given = [answer_for(question, chance), match_builders.answer_for(made.match, question, {})]
    if isinstance(question.form, Basket):
        given = [Given(side=question.side, key=question.key, value={question.form.goods[0].key: 1})]
    return first_allowed(partial(correcting.answer_question, correction=made, given=each) for each in given)


def with_a_new_player(operations: Operations, chance: random.Random) -> MatchCorrection:
    """A correction of the first match that brings a new player."""
    match = Match.objects.get(league=operations.league)
    made = correcting.begin_correction(match=match, by=operations.commissioner, reason="It was so.")
    for _try in range(60):
        report = random_report(chance, CorrectedMatch(made))
        made = correcting.correct_report(correction=made, expected=made.version, reported=report)
        while (state := CorrectedMatch(made)).questions() and not replaced(state):
            made = answered(chance, made)
        if replaced(state):
            return made
    raise AssertionError("nobody is new")


def test_a_decision_that_names_a_new_player_stays_when_the_correction_is_accepted(db: None) -> None:
    DICE.seed("new players")
    operations, chance = Operations(create_teams("first-1986")), random.Random(4)
    operations.play_first_match(chance)
    made = with_a_new_player(operations, chance)
    given = [each for side in SIDES for each in CorrectedMatch(made).outcomes[side].fresh]
    (role,) = [each.question for each in given if each.question.key == "roles.kicking" and "-1" in options(each)]
    kicks = {"side": role.side, "key": role.key, "question": encode(role), "value": ["-1"], "rolled": False}
    made.answers = [*(each for each in made.answers if each["key"] != role.key), kicks]
    made.save()
    seen = {journal.label: journal.seq for journal in CorrectedMatch(made).touched}
    correcting.accept(correction=made, expected=made.version, by=operations.commissioner, seen=seen, commissioner=True)
    match = Match.objects.select_related("league", "ruleset").get(pk=made.match_id)
    assert all(outcome.done for outcome in MatchState(match).outcomes.values())
    (new,) = match.answers.get(side=role.side, key=role.key).value
    line = ledger.sheet_in(TeamState.objects.get(team=match.sides.get(side=role.side).team)).player(int(new))
    assert line is not None and "kicking" in line.marks
    assert [difference for finding in audit() for difference in finding.differences] == []


def options(given: Answer) -> tuple[str, ...]:
    return given.question.form.options if isinstance(given.question.form, Pick) else ()


def test_what_was_asked_of_new_players_is_read_with_their_ids() -> None:
    facts, known = [["player", -1], ["player.-2", 8], ["more", -1]], [["player", 41], ["player.42", 8], ["more", -1]]
    stored = {"key": "level.-1.2", "question": {"args": facts}, "value": ["-2", "7"]}
    read = {"key": "level.41.2", "question": {"args": known}, "value": ["42", "7"]}
    assert with_ids(stored, {-1: 41, -2: 42}) == read
