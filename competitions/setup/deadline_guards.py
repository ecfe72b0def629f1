"""Refusals of changes that would settle matches at once, because their deadline has already passed.

If the server gives a walkover or a loss for both after a deadline, a typing error could settle a whole season within a
minute, and each ruling would have to be revoked. So this is refused for a deadline, a setting, and a late start.
"""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from competitions.models import Competition, Fixture
from web.errors import Message, Refusal

AT_ONCE = (Competition.WhenLapsed.WALKOVER, Competition.WhenLapsed.DOUBLE_LOSS)
"""Rulings that the server makes after a deadline. They can only be revoked match by match."""

HAS_PASSED = Message(
    id="competitions.deadline_has_passed",
    text=_("This deadline has passed, so all open matches would be settled at once."),
    remedy=_("Choose a later time, or let the commissioner decide after deadlines (in the settings)."),
)
LAPSED_ALREADY = Message(
    id="competitions.lapsed_already",
    text=_("Deadlines have passed, so open matches of these rounds would be settled at once: {rounds}."),
    remedy=_("Set later deadlines first, or let the commissioner decide after deadlines (in the settings)."),
)


def refuse_passed(competition: Competition, deadline: datetime) -> None:
    """Raises ``Refusal`` for a deadline in the past if the server settles matches after deadlines."""
    if deadline <= timezone.now() and competition.when_lapsed in AT_ONCE:
        raise Refusal(HAS_PASSED, field="first")


def refuse_settling(competition: Competition, when_lapsed: str) -> None:
    """Raises ``Refusal``, with the rounds, if this choice would settle matches with a past deadline."""
    if when_lapsed not in AT_ONCE:
        return
    waiting = Fixture.objects.not_opened().filter(round__competition=competition)
    overdue = waiting.filter(round__deadline__lte=timezone.now(), round__settled_at__isnull=True)
    numbers = overdue.order_by("round__number").values_list("round__number", flat=True).distinct()
    if rounds := ", ".join(map(str, numbers)):
        raise Refusal(LAPSED_ALREADY, field="when_lapsed", rounds=rounds)
