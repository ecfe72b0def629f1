"""Who may accept or discard a correction, and who has to agree to it.

A commissioner does not decide alone about a match in which they coach (`leagues.agreements`).
"""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from leagues.agreements.who_agrees import Deed, judges
from leagues.models import Membership
from matches.models import MatchCorrection
from matches.report.reporting import is_own
from matches.sequence.own_match import deed_about
from matches.sequence.sequences import MatchState
from rules.sequence.sequence import Side
from teams.models import Team
from web.errors import Message

FOR_COMMISSIONER = Message(
    id="matches.correction_for_commissioner",
    text=_("This correction changes other teams, or needs a commissioner's decision."),
    remedy=_("Ask a commissioner to accept it."),
)
NOT_YOURS = Message(
    id="matches.correction_not_yours",
    text=_("This is another coach's correction; nothing changed."),
    remedy=_("That coach or a commissioner can change it. You can accept it once it is proposed."),
)
ACCEPT, DISCARD = "matches.accept_correction", "matches.discard_correction"


def may_accept(state: MatchState, correction: MatchCorrection, by: User) -> bool:
    """Whether a coach of one of the teams may accept a correction: somebody else has proposed it."""
    coaches = any(team.coach_id == by.pk for team in state.teams.values())
    return coaches and correction.state == MatchCorrection.State.PROPOSED and not is_own(correction, state, by)


def accepting(correction: MatchCorrection, by: User, teams: Mapping[Side, Team] | None = None) -> Deed:
    """Accepting a correction, as others may have to agree to it: by accepting what was proposed to them."""
    proposed = correction.state == MatchCorrection.State.PROPOSED
    asked_at = correction.proposed_at if proposed else None
    return deed_about(correction.match, ACCEPT, by, teams=teams, asked_at=asked_at, correction=correction.pk)


def discarding(correction: MatchCorrection, by: User, teams: Mapping[Side, Team] | None = None) -> Deed:
    """Discarding what another coach started, as that coach may have to agree to it: by discarding it."""
    return deed_about(correction.match, DISCARD, by, teams=teams, asked_at=correction.at, correction=correction.pk)


def may_rule(correction: MatchCorrection, by: User, *, commissioner: bool, deed: Deed | None = None) -> bool:
    """Whether ``by`` may accept what needs a commissioner: one themself, or asked by one, and no other can judge.

    ``deed`` is what ``accepting`` returns, if the caller has it.
    """
    deed = deed or accepting(correction, by)
    if commissioner and not deed.own:
        return True
    return (commissioner or _by_commissioner(correction)) and not judges(deed.league, deed.coaches)


def waits_for_opponent(correction: MatchCorrection) -> bool:
    """Whether only the opponent can accept what a commissioner has proposed about their own match."""
    if correction.state != MatchCorrection.State.PROPOSED or not _by_commissioner(correction):
        return False
    deed = accepting(correction, correction.by)
    return deed.own and not judges(deed.league, deed.coaches)


def _by_commissioner(correction: MatchCorrection) -> bool:
    runs = {"role": Membership.Role.COMMISSIONER, "left_at__isnull": True}
    return correction.match.league.memberships.filter(user=correction.by_id, **runs).exists()
