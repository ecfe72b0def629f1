"""What the pre-match page shows beside its questions: both values, the inducement gold, who waits for whom."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.utils.translation import gettext as _

from matches import services, wording
from matches.buying import clocks
from matches.card_page import shown_hand
from matches.logbook import logbook
from matches.models import MatchAnswer
from matches.presentation import shown_sides
from matches.progress import pre_match_steps
from matches.sequences import Table
from rules.sequence import SIDES, Side, other
from rules.words import k


def pre_match_context(table: Table, side: Side, hands: Collection[Side]) -> dict[str, Any]:
    """The context of a side's pre-match page, for somebody who may see the cards of ``hands``."""
    state = table.prepared.state
    return {
        "sides": shown_sides(table),
        "steps": pre_match_steps(table),
        "gold": [
            {"team": table.teams[each].name, "gold": state.gold.get(each, 0), "value": table.sides[each].team_value}
            for each in SIDES
        ],
        "order": order_words(table),
        "clocks": [
            {
                "side": clock.side,
                "team": table.teams[clock.side].name,
                "mine": clock.side == side,
                "ends": clock.ends,
                "over": clock.over,
            }
            for clock in clocks(table)
        ],
        "hand": shown_hand(table, side) if side in hands else [],
        "waiting": waiting_words(table, side),
        "log": logbook(table, sequence=MatchAnswer.Sequence.PRE_MATCH, hands=hands),
        "undo": services.may_be_taken_back(table, side),
    }


def order_words(table: Table) -> str:
    """Who buys inducements first, and what the other one has for it (P2, P3)."""
    values = {side: table.sides[side].team_value or 0 for side in SIDES}
    if values["home"] == values["away"]:
        return _("Both teams are worth the same: neither has inducement gold, and either may buy first.")
    strong: Side = "home" if values["home"] > values["away"] else "away"
    weak = other(strong)
    words = {
        "strong": table.teams[strong].name,
        "weak": table.teams[weak].name,
        "gold": k(table.prepared.state.gold.get(weak, 0)),
    }
    if not table.prepared.state.gold.get(weak):
        return _("%(strong)s is worth more and buys first. In this match there is no inducement gold.") % words
    return _("%(strong)s is worth more and buys first; then %(weak)s buys, with %(gold)s of inducement gold.") % words


def waiting_words(table: Table, side: Side) -> list[str]:
    """What is asked of the other side now."""
    theirs = [question for question in table.questions() if question.side != side]
    return [
        _("%(team)s: %(what)s")
        % {"team": table.teams[question.side].name, "what": wording.question(question, table.names).title}
        for question in theirs
    ]
