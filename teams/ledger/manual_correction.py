"""Correct a team's figures by hand (L1): one dated entry with the commissioner's reason, which everybody can read."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from leagues import log
from leagues.services import locked
from notices.telling import tell
from rules.correcting.manual_correction import ManualCorrection, entry_for
from rules.sequence.explanations import RuleBroken
from teams.extensions import sheet_corrected
from teams.ledger import ledger
from teams.models import Team, TeamState
from teams.notices import CORRECTED as CORRECTED_NOTICE
from web.errors import Message, Refusal

CORRECTED = log.kind("teams.corrected_by_word", _("{by} corrected a figure of {team}."), reasoned=True)
NOT_POSSIBLE = Message(
    id="teams.word_not_possible",
    text=_("This correction is not possible for {team}."),
    remedy=_("Fix the problems listed and send it again."),
    purpose="commissioner",
)


@transaction.atomic
def correct_figure(*, team: Team, by: User, expected: int, word: ManualCorrection, reason: str) -> TeamState:
    """Correct one figure of a team by an entry in its journal, also during a match.

    ``expected`` is the seq of the state that the commissioner saw. A match in progress continues from the corrected
    sheet. Raises ``Refusal``, ``StaleVersion``.
    """
    locked(team.league)
    rules, state = team.ruleset.rules(), TeamState.objects.get(team=team)
    try:
        entry = entry_for(rules, ledger.sheet_in(state), word)
    except RuleBroken as broken:
        raise Refusal(NOT_POSSIBLE, violations=broken.violations, team=team.name) from None
    holder = "" if state.held_by == ledger.RETIREMENT else state.held_by
    state = ledger.append(
        team=team,
        ruleset=rules,
        expected=expected,
        facts=[ledger.Fact(entry)],
        source="word",
        by=by,
        holder=holder,
        reason=reason,
    )
    sheet_corrected.call(team)
    team.state_row = state
    tell(CORRECTED_NOTICE, team, by=by)
    log.record(CORRECTED, league=team.league, by=by, reason=reason, team=team.name)
    return state
