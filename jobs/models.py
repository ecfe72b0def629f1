"""What the database keeps of jobs: the job, its result, and the workers that gave a sign of life.

A job's row is the record; the broker only carries the word that there is one. Rows change state through
`jobs.queue` (made, tried again) and `jobs.claims` (claimed, ended) alone.
"""

import secrets
from typing import Any, NamedTuple

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Scope(NamedTuple):
    """What a job is about, by name: jobs stand below leagues, so no foreign key can point up there."""

    kind: str = ""
    id: str = ""


NOTHING = Scope()
"""For jobs that are about the whole site."""


class State(models.TextChoices):
    """Where a job stands. The last three are final."""

    QUEUED = "queued", _("Waiting")
    RUNNING = "running", _("Running")
    DONE = "done", _("Done")
    FAILED = "failed", _("Refused")
    SET_ASIDE = "set_aside", _("Set aside")


class Reason(models.TextChoices):
    """Why the last try of a job came to nothing."""

    REFUSED = "refused", _("its kind said why")
    RIGHTS = "rights", _("its owner may not see it any more")
    FAULT = "fault", _("a fault in the program")
    SILENT = "silent", _("no sign of life for too long")
    LOST = "lost", _("its worker died")


def new_public_id() -> str:
    """128 random bits, as they stand in an address; never like an option of a command line."""
    while (found := secrets.token_urlsafe(16)).startswith("-"):
        pass
    return found


class Job(models.Model):
    """One piece of work to be done once, outside the request that asked for it."""

    public_id = models.CharField(max_length=22, unique=True, default=new_public_id, editable=False)
    kind = models.CharField(max_length=60)
    params = models.JSONField(default=dict)
    """Ids only: what they mean is read when the job runs."""
    parsed: Any = None
    """What the kind's parser made of the params; set while it runs."""
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.CASCADE, related_name="jobs"
    )
    """Who asked for it; empty for the server's own."""
    scope_kind = models.CharField(max_length=30, blank=True)
    scope_id = models.CharField(max_length=40, blank=True)
    lane = models.CharField(max_length=80)
    """Jobs of one lane wait behind each other; lanes take turns, so one owner's hundred hold nobody else up."""

    version = models.CharField(max_length=64, blank=True)
    """What the result would be made from; a finished job answers for it as long as it is the version asked for."""
    current_key = models.CharField(max_length=64, null=True, blank=True, unique=True)
    """The request that this job answers; only one at a time does."""

    state = models.CharField(max_length=10, choices=State, default=State.QUEUED)
    not_before = models.DateTimeField(default=timezone.now)
    told = models.DateTimeField(null=True, blank=True)
    """When the broker was last given the word of it."""
    attempts = models.PositiveSmallIntegerField(default=0)
    claim = models.CharField(max_length=32, blank=True)
    """The try that may write to this row; another try has another one."""
    claimed_by = models.CharField(max_length=120, blank=True)
    lease_until = models.DateTimeField(null=True, blank=True)

    progress_done = models.PositiveIntegerField(default=0)
    progress_total = models.PositiveIntegerField(default=0)
    progress_message = models.CharField(max_length=60, blank=True)
    """The id of one of the kind's messages."""

    reason = models.CharField(max_length=10, choices=Reason, blank=True)
    error = models.TextField(blank=True)
    """For people: what is wrong and what to do."""
    trace = models.TextField(blank=True)
    """For site staff and the log."""

    created = models.DateTimeField(default=timezone.now)
    started = models.DateTimeField(null=True, blank=True)
    finished = models.DateTimeField(null=True, blank=True)
    keep_until = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [
            models.Index(fields=["state", "not_before"], name="job_waiting"),
            models.Index(fields=["lane", "started"], name="job_turns"),
            models.Index(fields=["owner", "-created"], name="job_of_owner"),
            models.Index(fields=["scope_kind", "scope_id"], name="job_scope"),
            models.Index(fields=["keep_until"], name="job_keep_until"),
        ]
        constraints = [
            models.CheckConstraint(
                name="job_running_has_lease",
                condition=models.Q(state="running", lease_until__isnull=False) & ~models.Q(claim="")
                | ~models.Q(state="running") & models.Q(lease_until__isnull=True, claim=""),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.public_id}"

    def get_absolute_url(self) -> str:
        """The page that shows how it goes."""
        return reverse("jobs:show", args=[self.public_id])

    @property
    def scope(self) -> Scope:
        """What it is about."""
        return Scope(self.scope_kind, self.scope_id)

    @property
    def is_over(self) -> bool:
        """Whether nothing more will happen by itself."""
        return self.state not in (State.QUEUED, State.RUNNING)


class JobResult(models.Model):
    """The file that a job made. It goes when its time is over; the job's row stays."""

    job = models.OneToOneField(Job, on_delete=models.CASCADE, related_name="result")
    filename = models.CharField(max_length=160)
    content_type = models.CharField(max_length=100)
    size = models.PositiveIntegerField()
    content = models.BinaryField()

    def __str__(self) -> str:
        return self.filename


class WorkerSign(models.Model):
    """A worker's sign of life, written by the worker itself and by nobody else."""

    name = models.CharField(max_length=120, unique=True)
    since = models.DateTimeField()
    seen = models.DateTimeField(db_index=True)
    stopped = models.DateTimeField(null=True, blank=True)
    """When it went in good order."""
    broker_lost = models.BooleanField(default=False)
    """Whether it could not reach the broker when it last had to."""

    def __str__(self) -> str:
        return self.name
