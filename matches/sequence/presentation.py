"""Both sides of a match for templates: team, badge, value, fans, FAME, inducements, result."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

from django.utils.translation import gettext as _

from matches.models import MatchSide
from matches.sequence.bought import bought_links
from matches.sequence.closing import BEFORE, figures_of, is_before_match
from matches.sequence.match_facts import stored
from matches.sequence.sequences import MatchState
from rules.book.rows.shape import FactKind
from rules.match_day.facts import meaning
from rules.sequence.explanations import Unit
from rules.sequence.sequence import SIDES, Side, other
from rules.sheet.match import Fact
from rules.words.words import say_amount, say_earnings, say_worth
from teams.presentation.figures import ShownFigure, ShownTerm, shown_figure
from web.addresses import address
from web.crests.shown import shown_crest

WORTH = "team_value"
"""The id of the figure of what a team is worth, in every edition."""
AFTER = ("spiralling_expenses", "fan_factor")
"""The figures of the post-match that are shown first, in this order; an edition may have others."""


def shown_sides(state: MatchState) -> dict[Side, dict[str, Any]]:
    """Both sides, home first."""
    return {side: shown_side(state, side) for side in SIDES}


def shown_side(state: MatchState, side: Side) -> dict[str, Any]:
    """One side with all that is known about it so far."""
    row, book = state.sides[side], state.match.book
    kept = figures_of({name: figure for name, figure in row.figures.items() if name != WORTH})
    figures = {name: shown_figure(figure, state.names, book) for name, figure in kept.items()}
    return {
        "side": side,
        "name": row.team.name,
        "url": address("matches:team", row.team.public_id),
        "badge": shown_crest(row.team),
        "coach": row.team.coached_by,
        "coach_id": row.team.coach_id,
        "team_list": row.team.team_list,
        "score": row.score,
        "casualties": row.casualties,
        "worth": book.worth.name if book.worth is not None else "",
        "value": say_worth(book, row.team_value),
        "fans": figures.get("fans"),
        "fan_count": row.fans,
        "fame": fame(state, side),
        "before": [*known_facts(state, side), *(figures[name] for name in figures if name.startswith(BEFORE))],
        "inducements": bought_links(state, side),
        "bill": figures.get("inducements"),
        "earned": say_earnings(book, _) if "winnings" in figures or row.winnings is not None else "",
        "winnings": row.winnings,
        "winnings_figure": figures.get("winnings"),
        "after": [figures[name] for name in after_the_match(figures)],
        "value_after": say_worth(book, row.figures.get(WORTH, {}).get("amount")),
        "story": row.story,
        "result": result_words(row),
    }


def after_the_match(stored: Iterable[str]) -> list[str]:
    """Which of a side's stored figures are effects of the match, in their order, without what the team is worth."""
    return sorted(filter(_is_after, stored), key=_place)


def _place(name: str) -> tuple[int, str]:
    return (AFTER.index(name) if name in AFTER else len(AFTER), name)


def _is_after(name: str) -> bool:
    """Whether a stored figure is shown among the effects of the match: not the winnings and worth, shown elsewhere."""
    return not is_before_match(name) and name not in ("winnings", WORTH)


def known_facts(state: MatchState, side: Side) -> list[ShownFigure]:
    """The facts of the match about a side that everybody may see, except those that a figure explains."""
    explained, book = {name.removeprefix(BEFORE) for name in state.sides[side].figures}, state.match.book
    explained |= {kind.key for kind in book.facts.values() if kind.shown_elsewhere}
    return [
        _shown_fact(state, book.facts[fact.key], fact)
        for fact in stored(state.match)
        if fact.side in (side, None) and fact.audience is None and fact.key in book.facts.keys() - explained
    ]


def _shown_fact(state: MatchState, kind: FactKind, fact: Fact) -> ShownFigure:
    who = state.who.get(fact.player, "") if fact.player else ""
    about = ", ".join(filter(None, (who, fact.detail)))
    means, page = meaning(state.match.book, kind), fact.page or kind.page
    if means and fact.amount == 1:
        return ShownFigure(str(kind.name), about or _("yes"), page=page, note=means)
    label = f"{kind.name}: {about}" if about else str(kind.name)
    return ShownFigure(label, say_amount(fact.amount, cast(Unit, kind.unit)), page=page, note=means)


def fame(state: MatchState, side: Side) -> ShownFigure | None:
    """FAME and its explanation (M1): 0, 1 for more fans than the opponent, 2 for at least twice as many.

    None as long as the fans are not counted, and in a book without FAME.
    """
    row, theirs = state.sides[side], state.sides[other(side)]
    if row.fame is None or row.fans is None or theirs.fans is None:
        return None
    gate = state.ruleset.book.gate
    if gate is None:
        return None
    times = gate.many_times
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
