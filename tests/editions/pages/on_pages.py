"""Answering every question of a match on its page as a person does: by its form, never by its key."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from django.test import Client

from matches.models import Match
from matches.sequence.answering import Given
from matches.sequence.sequences import MatchState
from rules.sequence.forms import Amount, Basket, Pick, Table
from rules.sequence.sequence import Question, Side
from rules.simulation.at_random import at_random
from teams.building.founding import founding_of
from teams.models import Team
from tests.matches.forms import Page, visit


def answer_on_pages(match: Match, browsers: dict[Side, Client], chance: random.Random) -> set[str]:
    """Both coaches answer all questions of the pre- or post-match. Returns the first words of their keys."""
    answered: set[str] = set()
    address = f"/matches/{match.public_id}/{'pre-match' if match.state == Match.State.PRE_MATCH else 'post-match'}/"
    for _ in range(200):
        state = MatchState(Match.objects.select_related("league", "ruleset").get(pk=match.pk))
        asked = [question for question in state.questions() if question.kind != "mint"]
        if not asked:
            return answered
        question = asked[0]
        page = visit(browsers[question.side], address)
        assert question.key in page.keys, f"{question.key} is not on the page of its coach: {page.text[:1500]}"
        after = send(page, question, chance)
        assert after.status == 200, after.text[:1500]
        assert question.key not in after.keys or "take-back" in after.html, f"{question.key}: {after.text[:3000]}"
        answered.add(question.key.split(".")[0])
    raise AssertionError("the sequence does not end")


def answer_founding_on_page(team: Team, browser: Client, chance: random.Random) -> set[str]:
    """The coach answers all questions of a team's founding. Returns the first words of their keys."""
    return _answer_all(
        lambda: founding_of(team.league_rules.rules(), team).outcome.questions,
        lambda: visit(browser, f"/teams/{team.public_id}/founding/"),
        chance,
    )


def _answer_all(
    questions: Callable[[], Sequence[Question]], page_now: Callable[[], Page], chance: random.Random
) -> set[str]:
    """Answers the first open question on its page until there are no more."""
    answered: set[str] = set()
    for _ in range(200):
        asked = questions()
        if not asked:
            return answered
        page = page_now()
        assert asked[0].key in page.keys, f"{asked[0].key} is not on its page: {page.text[:1500]}"
        after = send(page, asked[0], chance)
        assert after.status == 200, after.text[:1500]
        answered.add(asked[0].key.split(".")[0])
    raise AssertionError("the sequence does not end")


def send(page: Page, question: Question, chance: random.Random) -> Page:
    """Sends the answer to a question: dice by the server, the first option, a form at random, else nothing."""
    form = page.form_of(question.key)
    typed = typed_answer(question, chance)
    if typed is None:
        skip = next((label for name, value, label in form.buttons if name == "nothing" or value == "keep"), "")
        return page.send(form, skip)
    go_on = next((label for name, _value, label in form.buttons if not name), "")
    return page.send(form, go_on, **typed)


def answer_for(question: Question, chance: random.Random) -> Given:
    """The answer of a person as a service takes it."""
    if question.kind in ("roll", "draw"):
        return Given(side=question.side, key=question.key, roll=True)
    value: Any = question.options[0] if question.options else None
    if question.form is not None:
        value = at_random(chance, question.form, optional=question.optional)
    return Given(side=question.side, key=question.key, value=value)


def typed_answer(question: Question, chance: random.Random) -> dict[str, Any] | None:
    """What is typed or ticked in the fields; None for nothing."""
    if question.kind in ("roll", "draw"):
        return {}
    if question.options:
        return {"choice": chance.choice(question.possible)}
    if question.form is None:
        return None
    value = at_random(chance, question.form, optional=question.optional)
    if not value:
        skips = question.optional or (isinstance(question.form, Basket) and not question.form.least)
        return None if skips else _fields(question, value)
    return _fields(question, value)


def _fields(question: Question, value: Any) -> dict[str, Any]:
    match question.form:
        case Amount(unit=unit):
            return {"amount": f"{value / 1000:g}k" if unit == "gp" else str(value)}
        case Pick():
            return {"choice": list(value)}
        case Basket():
            return {f"good.{key}": str(count) for key, count in value.items()}
        case Table():
            return {f"cell.{row}.{column}": str(cell) for row, cells in value.items() for column, cell in cells.items()}
    raise AssertionError(f"no fields for {question.form}")
