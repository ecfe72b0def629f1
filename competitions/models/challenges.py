"""Written challenges with their answers, and the reminders that were sent."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from teams.models import Team


class ChallengeQuerySet(models.QuerySet["Challenge"]):
    """Challenges by their teams, coaches and state."""

    def open(self) -> ChallengeQuerySet:
        """Challenges with an answer due."""
        return self.filter(state__in=Challenge.OPEN)

    def of_team(self, team: Team) -> ChallengeQuerySet:
        """Challenges by or to a team."""
        return self.filter(Q(challenger=team) | Q(challenged=team))

    def of_coach(self, user: User) -> ChallengeQuerySet:
        """Challenges by, to or with a substitute from the teams that a user coaches now."""
        return self.filter(Q(challenger__coach=user) | Q(challenged__coach=user) | Q(substitute__coach=user))

    def waiting_for(self, user: User) -> ChallengeQuerySet:
        """Challenges that one of the user's teams has to answer next."""
        own = Q(state=Challenge.State.WAITING, challenged__coach=user)
        own |= Q(state=Challenge.State.NAMED, substitute__coach=user)
        own |= Q(state=Challenge.State.OFFERED, challenger__coach=user)
        return self.filter(own)


class Challenge(models.Model):
    """A written challenge of one team to another, and how it was answered (L5, p40).

    ``answer_by`` is the deadline for the answer due now, by the challenged team, the substitute it named, or the
    challenger who is offered that substitute. ``unwilling`` are the named substitutes that declined. ``fixture`` is the
    resulting match, or the 2-0.
    """

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting for an answer")
        NAMED = "named", _("waiting for the substitute")
        OFFERED = "offered", _("waiting for the challenger")
        ACCEPTED = "accepted", _("accepted")
        REFUSED = "refused", _("refused")
        LAPSED = "lapsed", _("not answered in time")
        SUBSTITUTED = "substituted", _("a substitute plays")
        DECLINED = "declined", _("the challenger declined the substitute")
        CALLED_OFF = "called_off", _("called off by the commissioner")

    OPEN = (State.WAITING, State.NAMED, State.OFFERED)

    competition = models.ForeignKey("competitions.Competition", on_delete=models.PROTECT, related_name="written")
    challenger = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="challenges_made")
    challenged = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="challenges_received")
    substitute = models.ForeignKey(Team, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    unwilling = models.ManyToManyField(Team, related_name="+")
    state = models.CharField(max_length=12, choices=State, default=State.WAITING)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    made_at = models.DateTimeField()
    answer_by = models.DateTimeField()
    answered_at = models.DateTimeField(null=True, blank=True)
    fixture = models.OneToOneField(
        "competitions.Fixture", null=True, blank=True, on_delete=models.SET_NULL, related_name="challenge"
    )
    version = models.PositiveIntegerField(default=1)

    objects = ChallengeQuerySet.as_manager()

    class Meta:
        ordering = ["competition", "-id"]
        indexes = [models.Index(fields=["state", "answer_by"], name="challenges_to_be_answered")]
        constraints = [
            models.CheckConstraint(name="challenge_teams_differ", condition=~Q(challenger=F("challenged"))),
        ]

    def __str__(self) -> str:
        return f"{self.challenger_id} challenges {self.challenged_id}"

    @property
    def open(self) -> bool:
        """Whether an answer is due."""
        return self.state in self.OPEN


class Reminder(models.Model):
    """A coach was reminded of a deadline. The row is written before the e-mail is sent, so they get at most one."""

    round = models.ForeignKey("competitions.Round", on_delete=models.CASCADE, related_name="reminders")
    coach = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    deadline = models.DateTimeField()
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["round", "coach", "deadline"], name="reminder_round_coach_deadline_unique"),
        ]

    def __str__(self) -> str:
        return f"{self.coach_id} of round {self.round_id}"
