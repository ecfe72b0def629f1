"""What the pre-match page shows beside its questions: both values, inducement gold, open steps."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from django.utils.translation import gettext as _

from leagues.citations import cited
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
from rules.match_day.pre_match import inducement_gold_for
from rules.sequence.sequence import SIDES, Side, other
from rules.words.words import k


def pre_match_context(state: MatchState, side: Side, hands: Collection[Side]) -> dict[str, Any]:
    """The context of a side's pre-match page, for a user who may see the cards of ``hands``."""
    gold = inducement_gold_for(state.ruleset, state.terms, values_of(state))
    sides = shown_sides(state)
    return {
        "sides": sides,
        "steps": pre_match_steps(state),
        "gold": [{"side": sides[each], "gold": gold[each], "value": state.sides[each].team_value} for each in SIDES],
        "buys": bool(state.ruleset.book.inducements),
        "order": " ".join(filter(None, (order_words(state, gold), closed_words(state)))),
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


def values_of(state: MatchState) -> dict[Side, int]:
    """Both teams' values in this match, in gp."""
    return {side: state.sides[side].team_value or 0 for side in SIDES}


def order_words(state: MatchState, gold: Mapping[Side, int]) -> str:
    """Who buys inducements first, and the other side's inducement gold (P2, P3); empty if nobody can buy."""
    if not purchasable(state):
        return ""
    values = values_of(state)
    if values["home"] == values["away"]:
        return _("Both teams have the same value. Neither has inducement gold, and either may buy first.")
    strong: Side = "home" if values["home"] > values["away"] else "away"
    weak = other(strong)
    words = {
        "strong": state.teams[strong].name,
        "weak": state.teams[weak].name,
        "gold": k(gold[weak]),
    }
    if not gold[weak]:
        return _("%(strong)s has the higher value and buys first. There is no inducement gold in this match.") % words
    return (
        _("%(strong)s has the higher value and buys first. Then %(weak)s buys, with %(gold)s of inducement gold.")
        % words
    )


def purchasable(state: MatchState) -> bool:
    """Whether any side can buy anything before this match, even only cards (P4, S2)."""
    market = state.prepared.state.market("home")
    return bool(state.ruleset.book.inducements) and (not market.closed or market.card_budget > 0)


def closed_words(state: MatchState) -> str:
    """The notice that teams can buy nothing, or only cards, in this match (P4, S2); else empty."""
    market = state.prepared.state.market("home")
    if not state.ruleset.book.inducements:
        return ""
    if market.closed:
        found, purpose = _("The house rules allow no inducements in such a match"), "play_off_inducements"
    elif market.nothing_but_cards:
        found, purpose = _("In this league teams can only buy special play cards"), "card_modes"
    else:
        return ""
    return f"{found}{cited(**state.ruleset.source(purpose))}."


def waiting_words(state: MatchState, side: Side) -> list[str]:
    """The open questions of the other side."""
    theirs = [question for question in state.questions() if question.side != side]
    return [
        _("%(team)s: %(what)s")
        % {"team": state.teams[question.side].name, "what": wording.question(question, state.names).title}
        for question in theirs
    ]
