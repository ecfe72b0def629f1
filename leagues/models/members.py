"""Who is in a league, who is invited, and who asks."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from leagues.models.leagues import League


class Membership(models.Model):
    """A period in which a person is in a league. A person who leaves and comes back has two."""

    class Role(models.TextChoices):
        COMMISSIONER = "commissioner", _("commissioner")
        COACH = "coach", _("coach")

    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="memberships")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="memberships")
    role = models.CharField(max_length=12, choices=Role, default=Role.COACH)
    joined_at = models.DateTimeField(auto_now_add=True)
    left_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["league", "user"], condition=Q(left_at__isnull=True), name="membership_current_unique"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} in {self.league_id} as {self.role}"

    @property
    def role_word(self) -> str:
        """The role in the reader's language; faster than Django's `get_role_display`, which translates all roles."""
        return str(self.Role(self.role).label)


class Invitation(models.Model):
    """An invitation link. Of its 128-bit token only the hash is stored, and the seed.

    The seed and the site's secret make the token again (`memberships.token_of`). An invitation without a seed was made
    by an older version, and its command is not known.
    """

    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="invitations")
    token_hash = models.CharField(max_length=64, unique=True)
    seed = models.UUIDField(null=True, editable=False)
    role = models.CharField(max_length=12, choices=Membership.Role, default=Membership.Role.COACH)
    note = models.CharField(_("for whom"), max_length=80, blank=True)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    max_uses = models.PositiveSmallIntegerField(default=1)
    uses = models.PositiveSmallIntegerField(default=0)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(name="invitation_uses_lte_max_uses", condition=Q(uses__lte=F("max_uses"))),
        ]

    def __str__(self) -> str:
        return f"invitation {self.pk} to {self.league_id}"


class JoinRequest(models.Model):
    """A request to join. A commissioner answers it, or the person withdraws it."""

    class State(models.TextChoices):
        PENDING = "pending", _("waiting for an answer")
        ACCEPTED = "accepted", _("accepted")
        REFUSED = "refused", _("refused")
        WITHDRAWN = "withdrawn", _("withdrawn")

    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="join_requests")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="join_requests")
    message = models.CharField(_("message"), max_length=500, blank=True)
    state = models.CharField(max_length=9, choices=State, default=State.PENDING)
    asked_at = models.DateTimeField(auto_now_add=True)
    answered_at = models.DateTimeField(null=True, blank=True)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["league", "user"], condition=Q(state="pending"), name="join_request_pending_unique"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} asks to join {self.league_id}"


class Enquiry(models.Model):
    """A message from outside a league to its commissioners, and their answer, perhaps with an invitation."""

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting for an answer")
        ANSWERED = "answered", _("answered")
        CLOSED = "closed", _("closed without an answer")

    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="enquiries")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="enquiries")
    message = models.TextField(_("message"), max_length=1000, blank=True)
    state = models.CharField(max_length=8, choices=State, default=State.WAITING)
    asked_at = models.DateTimeField(auto_now_add=True)
    answer = models.TextField(_("answer"), max_length=1000, blank=True)
    invitation = models.ForeignKey(Invitation, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    answered_at = models.DateTimeField(null=True, blank=True)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )

    class Meta:
        verbose_name_plural = _("enquiries")
        constraints = [
            models.UniqueConstraint(
                fields=["league", "user"], condition=Q(state="waiting"), name="enquiry_waiting_unique"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} asks {self.league_id}"
