"""Correct a team's figures by hand (L1): one dated entry with the commissioner's reason, which everybody can read."""

from __future__ import annotations

from dataclasses import asdict

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from leagues import log
from leagues.agreements.own_teams import deed_about_team, refuse_alone
from leagues.agreements.who_agrees import Deed
from leagues.services import locked
from notices.telling import tell
from rules.correcting.manual_correction import ManualCorrection, entry_for
from rules.sequence.explanations import RuleBroken
from teams.extensions import sheet_corrected
from teams.ledger import ledger
from teams.models import Team, TeamState
from teams.notices import CORRECTED as CORRECTED_NOTICE
from web.errors import Message, Refusal

CORRECT = "teams.correct_figure"
CORRECTED = log.kind("teams.corrected_by_word", _("{by} corrected a figure of {team}."), reasoned=True)
NOT_POSSIBLE = Message(
    id="teams.word_not_possible",
    text=_("This correction is not possible for {team}."),
    remedy=_("Fix the problems listed and send it again."),
    purpose="commissioner",
)


@transaction.atomic
def correct_figure(
    *, team: Team, by: User, expected: int, word: ManualCorrection, reason: str, agreed_by: User | None = None
) -> TeamState:
    """Correct one figure of a team by an entry in its journal, also during a match.

    ``expected`` is the seq of the state that the commissioner saw. A match in progress continues from the corrected
    sheet. A commissioner who coaches the team does not decide that alone: ``agreed_by`` agreed. Raises ``Refusal``,
    ``StaleVersion``.
    """
    locked(team.league)
    refuse_alone(correcting(team, by, word), agreed_by)
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


def correcting(team: Team, by: User, word: ManualCorrection) -> Deed:
    """Correcting a figure of a team, as others may have to agree to it."""
    return deed_about_team(
        kind=CORRECT,
        subject=subject_of(team),
        league=team.league,
        by=by,
        coaches={team.coach_id},
        name=team.name,
        args={"team": team.pk, **asdict(word)},
    )


def subject_of(team: Team) -> str:
    """The name of a team in agreements."""
    return f"team:{team.public_id}"
