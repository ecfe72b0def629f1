"""How far a sequence has come: the named steps that ``components/_steps.html`` shows."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext_lazy as _

from matches import wording
from matches.models import Match
from matches.sequence.sequences import MatchState
from rules.sequence.sequence import Side
from web.errors import Text

# Steps that always ask or show something. Others appear only while they ask.
STEPS: dict[str, Text] = {
    "weather": _("Weather"),
    "inducements": _("Inducements"),
    "fans": _("Fans"),
    "mvp": _("MVP"),
    "improvements": _("Improvements"),
    "winnings": _("Winnings"),
    "expenses": _("Expenses"),
    "fan_factor": _("Fan factor"),
    "bank": _("Bank"),
    "release": _("Releasing"),
    "buy": _("Buying"),
    "value": _("Team value"),
}
SOMETIMES: dict[str, Text] = {
    "served": _("Back from a missed match"),
    "points": _("Star player points"),
    "injuries": _("Injuries"),
    "struck_off": _("Departures"),
    "raise": _("Raising the dead"),
}
LIFE: tuple[tuple[Text, tuple[str, ...]], ...] = (
    (_("Pre-match"), (Match.State.SCHEDULED, Match.State.PRE_MATCH)),
    (_("Play"), (Match.State.PLAYING,)),
    (_("Report and confirmation"), (Match.State.REPORTED, Match.State.DISPUTED)),
    (_("Post-match"), (Match.State.POST_MATCH,)),
    (_("Closed"), (Match.State.CLOSED, Match.State.RECORDED)),
)


def step_name(step: str) -> str:
    """The name of a step."""
    return str(STEPS.get(step) or SOMETIMES.get(step) or wording.plain(step))


def sequence_steps(names: Iterable[str], now: str) -> list[dict[str, Any]]:
    """The steps of a sequence; those before ``now`` are done. All are done if ``now`` is ``done``."""
    shown, state = [], "done"
    for name in names:
        if name == now:
            state = "now"
        if name in STEPS or state == "now":
            shown.append({"label": step_name(name), "state": state})
        if name == now:
            state = "to come"
    return shown


def pre_match_steps(state: MatchState) -> list[dict[str, Any]]:
    """The steps of the pre-match."""
    return sequence_steps((name for name, _step in state.ruleset.edition.pre_match), state.prepared.state.step)


def post_match_steps(state: MatchState, side: Side) -> list[dict[str, Any]]:
    """The steps of a side's post-match."""
    return sequence_steps((name for name, _step in state.ruleset.edition.post_match), state.outcomes[side].step)


def life_steps(match: Match) -> list[dict[str, Any]]:
    """The steps of a match from scheduled to closed."""
    at = next(index for index, (_label, states) in enumerate(LIFE) if match.state in states)
    over = match.state in (Match.State.CLOSED, Match.State.RECORDED)
    states = ["done" if index < at or over else "now" if index == at else "to come" for index in range(len(LIFE))]
    return [{"label": label, "state": state} for (label, _states), state in zip(LIFE, states, strict=True)]
