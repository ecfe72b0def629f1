"""Decisions without play as forms and agreements name them: made at once, or once others have agreed to them."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from competitions.fixtures.own_fixture import fixture_of, page_of
from competitions.models import Competition, Decision
from competitions.rulings.decisions import (
    DECIDE,
    REVOKE,
    award_walkover,
    declare_void,
    give_double_loss,
    give_draw,
    revoke_decision,
    toss_coin,
)
from leagues.extensions import AgreementKind, agreement_kinds
from leagues.models import Agreement


def decide(*, how: str, **given: Any) -> Decision:
    """Make the decision of a form: ``how`` is the side that wins a walkover, or the kind of decision.

    Takes what the functions of `competitions.rulings.decisions` take, and raises what they raise.
    """
    if how in ("home", "away"):
        return award_walkover(to=how, **given)
    return {
        Decision.Kind.COIN_TOSS.value: toss_coin,
        Decision.Kind.DRAW.value: give_draw,
        Decision.Kind.DOUBLE_LOSS.value: give_double_loss,
        Decision.Kind.VOID.value: declare_void,
    }[how](**given)


def _still_open(agreement: Agreement) -> bool:
    found = fixture_of(agreement)
    if found is None or found.version != agreement.args["version"]:
        return False
    if found.round.competition.state != Competition.State.RUNNING:
        return False
    scheduled = found.match is None or found.match.state == found.match.State.SCHEDULED
    return scheduled and Decision.objects.filter(fixture=found).exists() == (agreement.kind == REVOKE)


def _carry_out(agreement: Agreement, agreed_by: User) -> None:
    found = fixture_of(agreement)
    assert found is not None
    given = {"fixture": found, "by": agreement.by, "expected": agreement.args["version"], "reason": agreement.reason}
    if agreement.kind == REVOKE:
        revoke_decision(**given, agreed_by=agreed_by)
    else:
        decide(how=agreement.args["how"], **given, agreed_by=agreed_by)


agreement_kinds.add(
    AgreementKind(
        id=DECIDE,
        text=_("{by} asks to decide the match without play"),
        still_open=_still_open,
        carry_out=_carry_out,
        address=page_of,
    )
)
agreement_kinds.add(
    AgreementKind(
        id=REVOKE,
        text=_("{by} asks to revoke the decision on the match"),
        still_open=_still_open,
        carry_out=_carry_out,
        address=page_of,
    )
)
