"""The log of a match: everybody sees the same, but for cards that are hidden from some (S4)."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.http import HttpRequest

from leagues.changes import version_of
from matches.access import open_hands
from matches.pages.match_page import head_of
from matches.pages.undone_runs import undone_runs
from matches.questions.logbook import logbook
from matches.sequence.sequences import MatchState
from rules.sequence.sequence import Side
from web.kept import Kept

PARTS = ("matches/pages/_match_name.html", "matches/pages/_match_head.html", "matches/pages/_whole_log.html")


def log_context(request: HttpRequest, state: MatchState) -> dict[str, Any]:
    """The context of the log. Nothing is kept for a reader who sees cards that others do not."""
    hands = open_hands(request, state) if state.with_cards else ()
    parts = Kept(
        PARTS,
        version=None if hands else version_of(state.match.league),
        args=(state.match.public_id,),
        gather=lambda: whole_log(state, hands),
    )
    return {"match": state.match, "parts": parts}


def whole_log(state: MatchState, hands: Collection[Side]) -> dict[str, Any]:
    """The match's head, and all answers, with those of each time that the match was called off or annulled.

    ``hands`` are the sides whose cards the reader may see.
    """
    return head_of(state) | {
        "log": logbook(state, hands=hands),
        "undone": [(run.correction, logbook(run, hands=hands)) for run in undone_runs(state)],
    }
