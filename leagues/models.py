"""Leagues, their members, invitations, requests to join, log and rulesets.

No row is ever deleted: leagues are archived, memberships end, invitations are revoked.
"""

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from accounts.models import PageSize
from accounts.zones import check_zone
from rules import editions
from rules.book.book import Book
from rules.book.edition import Ruleset as PlayedRules
from web.models import Command
from web.written_once import WrittenOnce

RESERVED_SLUGS = ("new", "join")


class Ruleset(WrittenOnce):
    """An edition with a league's house rules: the value of every option. A change makes a new row."""

    edition = models.CharField(max_length=40)
    revision = models.CharField(max_length=80, help_text=_("of the edition's data when the row was made"))
    values = models.JSONField()
    made_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.edition} #{self.pk}"

    @property
    def book(self) -> Book:
        """The edition's tables. Raises KeyError for an edition that no longer exists."""
        return editions.edition(self.edition).book

    def rules(self) -> PlayedRules:
        """The rules for a match. Raises KeyError for an edition that no longer exists, HouseRulesError."""
        return editions.ruleset(self.edition, self.values)


class League(models.Model):
    """A group of coaches who play by the same rules."""

    class Joining(models.TextChoices):
        INVITATION = "invitation", _("by invitation only")
        REQUEST = "request", _("on request, or by invitation")

    class Dice(models.TextChoices):
        SERVER = "server", _("the server rolls")
        TYPED = "typed", _("coaches enter the rolls of their own dice")

    name = models.CharField(_("name"), max_length=80)
    slug = models.SlugField(max_length=90, unique=True)
    description = models.TextField(_("description"), max_length=4000, blank=True)
    zone = models.CharField(_("time zone"), max_length=60, default="UTC", validators=[check_zone])
    public = models.BooleanField(_("public"), default=True)
    joining = models.CharField(_("joining"), max_length=10, choices=Joining, default=Joining.INVITATION)
    dice = models.CharField(_("dice"), max_length=6, choices=Dice, default=Dice.SERVER)
    teams_need_approval = models.BooleanField(_("teams need approval"), default=True)
    page_size = models.CharField(_("paper"), max_length=8, choices=PageSize, default=PageSize.A4)
    friendlies_by_coaches = models.BooleanField(_("coaches arrange friendlies"), default=True)
    confirm_days = models.PositiveSmallIntegerField(
        _("days to answer a report"), default=0, help_text=_("0: no deadline")
    )
    confirm_since = models.DateTimeField(null=True, help_text=_("older reports count their days from here"))
    ruleset = models.ForeignKey(Ruleset, on_delete=models.PROTECT, related_name="+")
    version = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(auto_now_add=True)
    archived_at = models.DateTimeField(null=True, blank=True)
    members = models.ManyToManyField(settings.AUTH_USER_MODEL, through="Membership", related_name="leagues")

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="league_private_joining_invitation",
                condition=Q(public=True) | Q(joining="invitation"),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def archived(self) -> bool:
        """Whether the league is archived, and so closed for changes."""
        return self.archived_at is not None


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


class LogEntry(WrittenOnce):
    """An entry of the league's log, which members can read: who did what, when and why."""

    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="log")
    at = models.DateTimeField(auto_now_add=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    kind = models.CharField(max_length=60)
    about = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    ruleset = models.ForeignKey(Ruleset, null=True, on_delete=models.PROTECT, related_name="+")
    args: Any = models.JSONField(default=dict)
    reason = models.CharField(max_length=500, blank=True)

    class Meta:
        verbose_name = _("log entry")
        verbose_name_plural = _("log entries")
        indexes = [models.Index(fields=["league", "-id"], name="log_of_a_league")]

    def __str__(self) -> str:
        return f"{self.kind} in {self.league_id}"


class AgreementQuerySet(models.QuerySet["Agreement"]):
    """Decisions about own matches for which commissioners asked others to agree."""

    def open(self) -> "AgreementQuerySet":
        """Those that nobody has agreed to or withdrawn."""
        return self.filter(state=Agreement.State.WAITING)


class Agreement(models.Model):
    """A commissioner's decision about a match in which they coach: it waits until somebody else agrees.

    `kind` is one of `leagues.extensions.agreement_kinds`; `subject` names the match or fixture (`match:` and its public
    id), `args` what would be done. `coaches` are the ids of the people who coach in it, `opened_at` says since when.
    """

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        AGREED = "agreed", _("agreed")
        WITHDRAWN = "withdrawn", _("withdrawn")
        LAPSED = "lapsed", _("nobody answered in time")

    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="agreements")
    kind = models.CharField(max_length=40)
    subject = models.CharField(max_length=60)
    args: Any = models.JSONField(default=dict)
    coaches: Any = models.JSONField(default=list)
    opened_at = models.DateTimeField(null=True, blank=True)
    reason = models.CharField(max_length=500)
    state = models.CharField(max_length=9, choices=State, default=State.WAITING)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    answered_at = models.DateTimeField(null=True, blank=True)

    objects = AgreementQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["league", "subject"], condition=Q(state="waiting"), name="agreement_waiting_unique"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} of {self.subject}"


class CommandChain(models.Model):
    """Where the chain of a league's commands ends. Its row is the lock under which the chain grows."""

    league = models.OneToOneField(League, on_delete=models.PROTECT, primary_key=True, related_name="command_chain")
    length = models.PositiveIntegerField(default=0)
    head = models.CharField(max_length=64)

    class Meta:
        verbose_name = _("chain of a league's commands")
        verbose_name_plural = _("chains of leagues' commands")

    def __str__(self) -> str:
        return f"{self.length} commands of {self.league_id}"


class CommandLink(WrittenOnce):
    """The hash of a command in a league and of all commands before it there (``leagues.command_chain``)."""

    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="command_links")
    number = models.PositiveIntegerField()
    command = models.OneToOneField(Command, on_delete=models.PROTECT, related_name="link")
    hash = models.CharField(max_length=64)

    class Meta:
        verbose_name = _("link of a chain of commands")
        verbose_name_plural = _("links of chains of commands")
        constraints = [models.UniqueConstraint(fields=["league", "number"], name="command_link_league_number_unique")]
        ordering = ["league", "number"]

    def __str__(self) -> str:
        return f"link {self.number} of {self.league_id}"


class ChangeCounter(models.Model):
    """How often anything that pages of a league show was changed. Triggers of the database count (`dugout.counting`).

    What was made from a league's rows is still true while the count is the same. Only equal and not equal mean
    something: a command can count once or many times.
    """

    league = models.OneToOneField(League, on_delete=models.PROTECT, primary_key=True, related_name="change_counter")
    count = models.PositiveBigIntegerField(default=0)

    class Meta:
        verbose_name = _("counter of a league's changes")
        verbose_name_plural = _("counters of leagues' changes")

    def __str__(self) -> str:
        return f"{self.count} changes in {self.league_id}"
