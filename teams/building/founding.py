"""The founding of a team: the edition's steps, run with the coach's draft and with what was rolled and decided for it.

Until the team is founded, a player's id is their place in the draft, from 1. So answers stay valid while the draft
changes, and the real ids come last.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from leagues.services import locked
from rules.book.edition import Ruleset
from rules.journal import Entry, PlayerHired
from rules.sequence.sequence import Answer, Question
from rules.sheet.sheet import ENDLESS
from rules.team.beginning import begin
from rules.team.founding_run import player_key
from rules.team.team_run import Outcome
from teams.asking.answers import Answers, TeamSequence, answer
from teams.asking.page import TeamAsker
from teams.building.checks import need_state
from teams.building.drafting import NOT_A_DRAFT, draft_of
from teams.ledger import ledger
from teams.models import Team
from web.errors import Message, Refusal

FOUNDING = "founding"
OPEN_QUESTIONS = Message(
    id="teams.founding_asks",
    text=_("The founding of {team} still has open questions."),
    remedy=_("Answer them on the team's page, then submit it."),
    status=409,
)


def founding_of(rules: Ruleset, team: Team) -> TeamSequence:
    """The founding of a team as its draft is now."""
    draft = draft_of(team)

    def run(answers: Answers) -> Outcome:
        return begin(rules, draft.numbered, answers, _places)

    return TeamSequence(team, FOUNDING, run)


def asker_of(rules: Ruleset, team: Team) -> TeamAsker:
    """The founding of a team, for the forms of its questions."""
    names = dict(enumerate(draft_of(team).all_names, start=1))
    return TeamAsker(founding_of(rules, team), rules.book, names)


def asks(rules: Ruleset, team: Team) -> bool:
    """Whether the founding of a legal draft has open questions."""
    return bool(founding_of(rules, team).outcome.questions)


@transaction.atomic
def answer_founding(*, team: Team, key: str, value: object, by: User) -> bool:
    """Stores an answer to a question of a draft's founding; returns whether there are more questions.

    Raises ``Refusal`` if it is not asked, or not allowed.
    """
    need_state(team, Team.State.DRAFT, refusal=NOT_A_DRAFT)
    league = locked(team.league)
    team.league = league
    found = answer(sequence=founding_of(team.founding_rules, team), key=key, value=value, by=by)
    return bool(found.outcome.questions)


def founding_entries(rules: Ruleset, team: Team) -> tuple[Entry, ...]:
    """The entries that found a team, with real ids for its players.

    Raises ``Refusal`` if its founding still has open questions.
    """
    draft, outcome = draft_of(team), founding_of(rules, team).outcome
    if outcome.refused is not None:
        raise outcome.refused
    if outcome.questions:
        raise Refusal(OPEN_QUESTIONS, team=team.name)
    more = [entry.position for entry in outcome.entries if isinstance(entry, PlayerHired) and entry.joined == ENDLESS]
    ids = dict(enumerate(ledger.mint(team, [*draft.all_names, *more]), start=1))
    return tuple(_with_id(entry, ids) for entry in outcome.entries)


def _places(question: Question) -> Answer | None:
    """Answers a question for a player's id with their place in the draft."""
    nth = question.key.removeprefix(player_key(0)[:-1])
    return Answer(question=question, value=int(nth)) if question.kind == "mint" else None


def _with_id(entry: Entry, ids: Mapping[int, int]) -> Entry:
    """An entry about a player, by the player's real id."""
    named: Any = entry
    place = getattr(entry, "player", 0)
    return replace(named, player=ids[place]) if place else entry
