"""What the post-match page shows beside its questions: finished steps, the provisional sheet, open steps."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from matches import wording
from matches.questions.pre_match_page import waiting_words
from matches.sequence import answering
from matches.sequence.presentation import shown_sides
from matches.sequence.progress import always_shown, post_match_steps, step_name
from matches.sequence.sequences import MatchState
from rules.match_day.run import Outcome
from rules.sequence.sequence import Side
from teams.presentation.figures import shown_figure, shown_worth
from teams.presentation.presentation import shown_team


def post_match_context(state: MatchState, side: Side, hands: Collection[Side] = ()) -> dict[str, Any]:
    """The context of a side's post-match page."""
    outcome = state.outcomes[side]
    value = shown_worth(state.ruleset, outcome.sheet, state.names)
    return {
        "sides": shown_sides(state),
        "team": state.teams[side],
        "steps": post_match_steps(state, side),
        "finished": outcome.done,
        "waiting": waiting_words(state, side),
        "next_steps": next_steps(state, outcome),
        "done": done_so_far(state, outcome),
        "provisional": shown_team(state.ruleset, outcome.sheet, value, state.names),
        "undo": answering.last_undoable(state, side),
    }


def next_steps(state: MatchState, outcome: Outcome) -> list[str]:
    """The steps after the current one."""
    names = [name for name, _step in state.ruleset.edition.after(state.terms)]
    after = names[names.index(outcome.step) + 1 :] if outcome.step in names else []
    return [step_name(name, state.ruleset.book) for name in after if always_shown(name, state.ruleset)]


def done_so_far(state: MatchState, outcome: Outcome) -> list[dict[str, Any]]:
    """The result of each step, in the order of the book: its figure with the sum, its entries as sentences."""
    figures = dict(outcome.figures)
    found = []
    for name, _step in state.ruleset.edition.after(state.terms):
        entries = [
            wording.entry(entry, state.known_as, state.ruleset.book)
            for step, entry in zip(outcome.entry_steps, outcome.entries, strict=True)
            if step == name
        ]
        figure = figures.get(name)
        if entries or figure:
            found.append(
                {
                    "label": step_name(name, state.ruleset.book),
                    "figure": shown_figure(figure, state.names, state.ruleset.book) if figure else None,
                    "entries": entries,
                }
            )
    return found
