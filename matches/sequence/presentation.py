"""Both sides of a match for templates: team, badge, value, fans, FAME, inducements, result."""

from __future__ import annotations

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from matches.models import MatchSide
from matches.sequence.bought import bought_words
from matches.sequence.closing import figures_of
from matches.sequence.sequences import MatchState
from rules.sequence.sequence import SIDES, Side, other
from teams.presentation.badges import badge_for
from teams.presentation.figures import ShownFigure, ShownTerm, shown_figure

FIGURES = ("fans", "inducements", "winnings", "spiralling_expenses", "fan_factor")


def shown_sides(state: MatchState) -> dict[Side, dict[str, Any]]:
    """Both sides, home first."""
    return {side: shown_side(state, side) for side in SIDES}


def shown_side(state: MatchState, side: Side) -> dict[str, Any]:
    """One side with all that is known about it so far."""
    row = state.sides[side]
    stored = figures_of({name: row.figures[name] for name in FIGURES if name in row.figures})
    figures = {name: shown_figure(figure, state.names) for name, figure in stored.items()}
    return {
        "side": side,
        "name": row.team.name,
        "url": reverse("matches:team", args=[row.team.public_id]),
        "badge": badge_for(row.team.name, row.team.colours),
        "coach": row.team.coached_by,
        "team_list": row.team.team_list,
        "touchdowns": row.score,
        "casualties": row.casualties,
        "value": row.team_value,
        "fans": figures.get("fans"),
        "fan_count": row.fans,
        "fame": fame(state, side),
        "inducements": bought_words(state, side),
        "bill": figures.get("inducements"),
        "winnings": row.winnings,
        "winnings_figure": figures.get("winnings"),
        "after": [figures[name] for name in ("spiralling_expenses", "fan_factor") if name in figures],
        "value_after": row.figures.get("team_value", {}).get("amount"),
        "story": row.story,
        "result": result_words(row),
    }


def fame(state: MatchState, side: Side) -> ShownFigure | None:
    """FAME and its explanation (M1): 0, 1 for more fans than the opponent, 2 for at least twice as many."""
    row, theirs = state.sides[side], state.sides[other(side)]
    if row.fame is None or row.fans is None or theirs.fans is None:
        return None
    times = state.ruleset.book.gate.many_times
    why = _("more fans than the opponent") if row.fans > theirs.fans else _("not more fans than the opponent")
    if row.fans > theirs.fans and row.fans >= times * theirs.fans:
        why = _("at least twice as many fans as the opponent")
        if times != 2:
            why = _("at least %(times)s times as many fans as the opponent") % {"times": times}
    page = state.ruleset.source("fans")["page"]
    note = _("%(own)s fans against %(theirs)s") % {"own": f"{row.fans:,}", "theirs": f"{theirs.fans:,}"}
    return ShownFigure("FAME", str(row.fame), (ShownTerm(why, str(row.fame), page=page),), page=page, note=note)


def result_words(row: MatchSide) -> str:
    """The result of the match for a side, in words."""
    return {
        "win": _("won"),
        "loss": _("lost"),
        "draw": _("drew"),
        "conceded": _("conceded"),
        "forfeit": _("forfeited"),
        "bye": _("won without play"),
        "walkover": _("won without play"),
    }.get(row.result, "")
