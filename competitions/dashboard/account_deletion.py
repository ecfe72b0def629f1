"""What a user who deletes their account leaves open in competitions: challenges and friendlies without an answer.

An open challenge prevents the deletion, since its answer counts in a table. Offers of friendlies are called off.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.extensions import AccountDeletion, Obstacle, account_deletions
from accounts.models import User
from competitions.friendlies.friendlies import decline_friendly, withdraw_friendly
from competitions.models import Challenge, Competition, FriendlyOffer


def obstacles(user: User) -> Iterable[Obstacle]:
    """Open challenges by or to the user's teams."""
    rows = Challenge.objects.open().of_coach(user)
    rows = rows.filter(
        competition__state=Competition.State.RUNNING, competition__season__league__archived_at__isnull=True
    )
    for row in rows.select_related("challenger", "challenged", "competition").order_by("pk"):
        words = {
            "challenger": row.challenger.name,
            "challenged": row.challenged.name,
            "competition": row.competition.name,
        }
        yield Obstacle(
            text=_("The challenge of %(challenger)s to %(challenged)s in %(competition)s is not settled.") % words,
            remedy=_(
                "Answer it if it is your turn, wait until its deadline passes, or ask a commissioner to call it off."
            ),
            url=reverse("competitions:challenge", args=[row.pk]),
        )


def undo(user: User) -> None:
    """Withdraw the user's offers, decline offers to them, and delete the notes on all offers that they made.

    Raises ``Refusal``, ``StaleVersion``.
    """
    rows = FriendlyOffer.objects.open().of_coach(user).filter(league__archived_at__isnull=True)
    for row in rows.select_related("league", "offering", "asked").order_by("pk"):
        answer = withdraw_friendly if row.offering.coach_id == user.pk else decline_friendly
        answer(offer=row, by=user, expected=row.version)
    FriendlyOffer.objects.filter(offered_by=user).update(note="")


account_deletions.add(AccountDeletion(room="competitions", obstacles=obstacles, undo=undo))
