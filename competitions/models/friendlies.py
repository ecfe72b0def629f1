"""Friendlies that one coach offers another, and the answers."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from leagues.models import League
from matches.models import Match
from teams.models import Team


class FriendlyOfferQuerySet(models.QuerySet["FriendlyOffer"]):
    """Offers of friendlies by their teams, coaches and state."""

    def open(self) -> FriendlyOfferQuerySet:
        """Offers without an answer."""
        return self.filter(state=FriendlyOffer.State.OFFERED)

    def of_coach(self, user: User) -> FriendlyOfferQuerySet:
        """Those by or to the teams that a user coaches now."""
        return self.filter(Q(offering__coach=user) | Q(asked__coach=user))

    def between(self, one: Team, other: Team) -> FriendlyOfferQuerySet:
        """Those that one of two teams made to the other."""
        return self.filter(Q(offering=one, asked=other) | Q(offering=other, asked=one))


class FriendlyOffer(models.Model):
    """A team offers another a match that counts in no table. ``match`` is created when the offer is accepted.

    ``note`` is the coach's message, for example when and where. Every answer checks ``version`` and raises it.
    """

    class State(models.TextChoices):
        OFFERED = "offered", _("waiting for an answer")
        ACCEPTED = "accepted", _("accepted")
        DECLINED = "declined", _("declined")
        WITHDRAWN = "withdrawn", _("withdrawn")

    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="friendly_offers")
    offering = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="friendlies_offered")
    asked = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="friendlies_asked")
    at_home = models.BooleanField(default=False, help_text=_("whether the offering team plays at home"))
    note = models.CharField(_("message to the other coach"), max_length=200, blank=True)
    state = models.CharField(max_length=9, choices=State, default=State.OFFERED)
    version = models.PositiveIntegerField(default=1)
    match = models.OneToOneField(Match, null=True, on_delete=models.PROTECT, related_name="friendly_offer")
    offered_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    offered_at = models.DateTimeField(auto_now_add=True)
    answered_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    answered_at = models.DateTimeField(null=True)

    objects = FriendlyOfferQuerySet.as_manager()

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["offering", "asked"], condition=Q(state="offered"), name="friendly_offer_open_unique"
            ),
            models.CheckConstraint(name="friendly_offer_teams_differ", condition=~Q(offering=F("asked"))),
        ]

    def __str__(self) -> str:
        return f"{self.offering_id} offers {self.asked_id} a friendly"

    @property
    def home(self) -> Team:
        """The team that would play at home."""
        return self.offering if self.at_home else self.asked

    @property
    def away(self) -> Team:
        """The other one."""
        return self.asked if self.at_home else self.offering
