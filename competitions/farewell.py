"""What binds people to competitions beside their matches: friendlies that are offered and not answered."""

from __future__ import annotations

from django.db.models import Q

from accounts.farewell import Tie, tie
from accounts.models import User
from competitions.friendlies import decline_friendly, withdraw_friendly
from competitions.models import FriendlyOffer


def undo(user: User) -> None:
    """His offers are withdrawn, those to him declined. Raises ``Refusal``, ``StaleVersion``."""
    rows = FriendlyOffer.objects.filter(state=FriendlyOffer.State.OFFERED, league__archived_at__isnull=True)
    rows = rows.select_related("league", "offering", "asked")
    for row in rows.filter(Q(offering__coach=user) | Q(asked__coach=user)).order_by("pk"):
        answer = withdraw_friendly if row.offering.coach_id == user.pk else decline_friendly
        answer(offer=row, by=user, expected=row.version)


tie("competitions", Tie(undo=undo))
