"""A match's score, and how it ended beyond the score."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from matches.sequence.sequences import MatchState
from rules.book.book import Book
from web.errors import Text

STOPPED_WORDS: dict[str, Text] = {
    "abandoned": gettext_lazy("abandoned"),
    "wiped_out": gettext_lazy("nobody left to play"),
}
"""Why a match was not played to its end, by the stored word."""


def score(state: MatchState) -> dict[str, Any]:
    """The score for ``components/_score.html``: from the rows once the match counts, before that from the report."""
    reported = state.reported if not state.match.counts else None
    shown = {}
    for side, row in state.sides.items():
        shown[side] = {"score": reported.sides.of(side).score if reported is not None else row.score}
    return shown


def early_words(book: Book) -> str:
    """When a team concedes early by a book, as the report asks it. The number is absent where the book has none."""
    few = book.result.few_to_concede
    if not few:
        return _("before a kick-off, with too few players to set up")
    words = ngettext(
        "before a kick-off, with %(few)d player or none to set up",
        "before a kick-off, with %(few)d players or fewer to set up",
        few,
    )
    return words % {"few": few}


def ending_words(state: MatchState) -> str:
    """How the match ended beyond the score."""
    result = state.reported.result if state.reported is not None else None
    if result is None:
        return ""
    if result.conceded_by:
        team = state.teams[result.conceded_by].name
        if result.conceded_before_kick_off:
            return _conceded_early(team, state.ruleset.book.result.few_to_concede)
        return _("%(team)s conceded.") % {"team": team}
    if result.decided_for:
        team = state.teams[result.decided_for].name
        texts = {
            "overtime": _("%(team)s won in overtime."),
            "shoot_out": _("%(team)s won the shoot-out."),
            "abandoned": _("The match was abandoned, and %(team)s won."),
            "wiped_out": _("%(team)s won: their opponent had nobody left who could play."),
        }
        return texts.get(result.decided_by, "%(team)s") % {"team": team}
    return _("The match was abandoned: a draw.") if result.was_stopped else ""


def _conceded_early(team: str, few: int) -> str:
    if not few:
        return _("%(team)s conceded before a kick-off with too few players to set up.") % {"team": team}
    words = ngettext(
        "%(team)s conceded before a kick-off with %(few)d player or none to set up.",
        "%(team)s conceded before a kick-off with %(few)d players or fewer to set up.",
        few,
    )
    return words % {"team": team, "few": few}
