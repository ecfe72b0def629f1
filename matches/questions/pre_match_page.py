"""What the pre-match page shows beside its questions: what the run has worked out, open steps."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext as _

from matches import wording
from matches.cards.page import shown_hand
from matches.models import MatchAnswer
from matches.questions.logbook import logbook
from matches.sequence import answering
from matches.sequence.bought import barred_words
from matches.sequence.buying import clocks
from matches.sequence.presentation import shown_sides
from matches.sequence.progress import pre_match_steps
from matches.sequence.sequences import MatchState
from rules.sequence.explanations import Figure
from rules.sequence.sequence import SIDES, Side
from rules.words.words import say_label, say_note
from teams.presentation.figures import shown_figure

SHOWN_ELSEWHERE = ("fans", "inducements")
"""The figures that the match's page shows with the side that they are of."""


def pre_match_context(state: MatchState, side: Side, hands: Collection[Side]) -> dict[str, Any]:
    """The context of a side's pre-match page, for a user who may see the cards of ``hands``."""
    sides = shown_sides(state)
    return {
        "sides": sides,
        "steps": pre_match_steps(state),
        "figures": figures_table(state, sides),
        "notes": notes(state),
        "barred": barred_words(state.ruleset, state.prepared.state.bought),
        "clocks": [
            {
                "side": clock.side,
                "team": state.teams[clock.side].name,
                "mine": clock.side == side,
                "ends": clock.ends,
                "over": clock.over,
            }
            for clock in clocks(state)
        ],
        "hand": shown_hand(state, side) if side in hands else [],
        "waiting": waiting_words(state, side),
        "log": logbook(state, sequence=MatchAnswer.Sequence.PRE_MATCH, hands=hands),
        "undo": answering.last_undoable(state, side),
    }


def figures_table(state: MatchState, sides: Mapping[Side, Any]) -> dict[str, Any]:
    """What the steps have worked out for both sides so far: what the teams are worth, and figures such as gold."""
    found, worth = state.prepared.state, state.ruleset.book.worth
    columns: dict[str, Mapping[Side, Figure]] = {}
    if worth is not None and found.worths:
        columns[worth.name] = found.worths
    for whose, figure in found.figures:
        if figure.id not in SHOWN_ELSEWHERE:
            label = say_label(figure, book=state.ruleset.book, translate=gettext)
            columns[label] = {**columns.get(label, {}), whose: figure}
    return {
        "columns": list(columns),
        "rows": [
            {
                "side": sides[side],
                "cells": [
                    shown_figure(column[side], state.names, state.ruleset.book) if side in column else None
                    for column in columns.values()
                ],
            }
            for side in SIDES
        ],
    }


def notes(state: MatchState) -> list[str]:
    """What the steps tell both sides, such as who buys first."""
    teams = {side: state.teams[side].name for side in SIDES}
    return [say_note(note, teams, book=state.ruleset.book, translate=gettext) for note in state.prepared.state.notes]


def waiting_words(state: MatchState, side: Side) -> list[str]:
    """The open questions of the other side."""
    theirs = [question for question in state.questions() if question.side != side]
    return [
        _("%(team)s: %(what)s")
        % {
            "team": state.teams[question.side].name,
            "what": wording.question(question, state.names, state.ruleset.book).title,
        }
        for question in theirs
    ]
