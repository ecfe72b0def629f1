"""How far a sequence has come: the named steps that ``components/_steps.html`` shows."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from matches import wording
from matches.models import Match
from matches.sequence.sequences import MatchState
from rules.book.book import Book
from rules.book.edition import Ruleset
from rules.sequence.sequence import Side
from rules.words import words
from web.errors import Text

LIFE: tuple[tuple[Text, tuple[str, ...]], ...] = (
    (_("Pre-match"), (Match.State.SCHEDULED, Match.State.PRE_MATCH)),
    (_("Play"), (Match.State.PLAYING,)),
    (_("Report and confirmation"), (Match.State.REPORTED, Match.State.DISPUTED)),
    (_("Post-match"), (Match.State.POST_MATCH,)),
    (_("Closed"), (Match.State.CLOSED, Match.State.RECORDED)),
)


def step_name(step: str, book: Book) -> str:
    """The name that an edition gives its step."""
    return gettext(name) if (name := words.step_name(step, book)) else wording.plain(step)


def always_shown(step: str, ruleset: Ruleset) -> bool:
    """Whether a step always asks or shows something in a league; a quiet one appears only while it asks."""
    words = ruleset.book.words.steps.get(step)
    return words is not None and not words.quiet and (not words.option or ruleset.house.flag(words.option))


def sequence_steps(names: Iterable[str], now: str, ruleset: Ruleset) -> list[dict[str, Any]]:
    """The steps of a sequence; those before ``now`` are done. All are done if ``now`` is ``done``."""
    shown, state = [], "done"
    for name in names:
        if name == now:
            state = "now"
        if always_shown(name, ruleset) or state == "now":
            shown.append({"label": step_name(name, ruleset.book), "state": state})
        if name == now:
            state = "to come"
    return shown


def pre_match_steps(state: MatchState) -> list[dict[str, Any]]:
    """The steps of the pre-match."""
    names = (name for name, _step in state.ruleset.edition.pre_match)
    return sequence_steps(names, state.prepared.state.step, state.ruleset)


def post_match_steps(state: MatchState, side: Side) -> list[dict[str, Any]]:
    """The steps of a side's post-match."""
    names = (name for name, _step in state.ruleset.edition.after(state.terms))
    return sequence_steps(names, state.outcomes[side].step, state.ruleset)


def life_steps(match: Match) -> list[dict[str, Any]]:
    """The steps of a match from scheduled to closed."""
    at = next(index for index, (_label, states) in enumerate(LIFE) if match.state in states)
    over = match.state in (Match.State.CLOSED, Match.State.RECORDED)
    states = ["done" if index < at or over else "now" if index == at else "to come" for index in range(len(LIFE))]
    return [{"label": label, "state": state} for (label, _states), state in zip(LIFE, states, strict=True)]
