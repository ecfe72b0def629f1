"""What the server would settle at once: a deadline that has passed, where what lapses is a walkover or a loss for both.

A slip of the pen would settle a whole season within a minute, and each match has to be taken back by itself: so it is
refused, whichever way it would come about (a deadline, a setting, or a start after the deadline).
"""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from competitions.models import Competition, Fixture
from web.errors import Message, Refusal

AT_ONCE = (Competition.WhenLapsed.WALKOVER, Competition.WhenLapsed.DOUBLE_LOSS)
"""What the server gives out for a deadline that has passed; no taking it back but match by match."""

HAS_PASSED = Message(
    id="competitions.deadline_has_passed",
    text=_("That has passed, so all that is not played would be settled at once."),
    remedy=_("Choose a later moment, or let the commissioner decide what has lapsed (in the settings)."),
)
LAPSED_ALREADY = Message(
    id="competitions.lapsed_already",
    text=_("Deadlines have passed, and what is not played by then would be settled at once. Rounds: {rounds}."),
    remedy=_("Set other deadlines for them first, or let the commissioner decide what has lapsed (in the settings)."),
)


def refuse_passed(competition: Competition, deadline: datetime) -> None:
    """Raises ``Refusal`` for a deadline in the past where the server settles what has lapsed."""
    if deadline <= timezone.now() and competition.when_lapsed in AT_ONCE:
        raise Refusal(HAS_PASSED, field="first")


def refuse_settling(competition: Competition, when_lapsed: str) -> None:
    """Raises ``Refusal``, with the rounds, where this choice would settle what lapsed long since."""
    if when_lapsed not in AT_ONCE:
        return
    waiting = Fixture.objects.not_opened().filter(round__competition=competition)
    lapsed = waiting.filter(round__deadline__lte=timezone.now(), round__settled_at__isnull=True)
    numbers = lapsed.order_by("round__number").values_list("round__number", flat=True).distinct()
    if rounds := ", ".join(map(str, numbers)):
        raise Refusal(LAPSED_ALREADY, field="when_lapsed", rounds=rounds)
