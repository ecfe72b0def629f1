"""Jobs, their results, and the signs of life of workers.

A job's row is the record. The broker only carries a message that there is one. Only `jobs.queue` (creates, tries again)
and `jobs.claims` (claims, ends) change a row's state.
"""

import secrets
from datetime import datetime
from typing import Any, NamedTuple

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Scope(NamedTuple):
    """What a job is about, by name: `jobs` is below `leagues`, so a job has no foreign key to a league."""

    kind: str = ""
    id: str = ""


NOTHING = Scope()
"""The scope of jobs that are about the whole site."""


JUST_ASKED = "new"
"""In the address of a job's page: its reader has just asked for the file, so its download starts by itself."""


class State(models.TextChoices):
    """The state of a job. All but the first two are final."""

    QUEUED = "queued", _("Waiting")
    RUNNING = "running", _("Running")
    DONE = "done", _("Done")
    FAILED = "failed", _("Refused")
    SET_ASIDE = "set_aside", _("Failed")
    CANCELLED = "cancelled", _("Cancelled")


class Reason(models.TextChoices):
    """Why the last try of a job failed. Shown after a colon, so without a capital."""

    REFUSED = "refused", _("it was refused")
    RIGHTS = "rights", _("its owner can no longer see the data")
    FAULT = "fault", _("an error in the program")
    SILENT = "silent", _("it took too long")
    LOST = "lost", _("its worker stopped")


def new_public_id() -> str:
    """128 random bits for an address. It never begins with "-", so it is no option on a command line."""
    while (found := secrets.token_urlsafe(16)).startswith("-"):
        pass
    return found


class JobQuerySet(models.QuerySet["Job"]):
    """Jobs."""

    def ready(self, now: datetime) -> "JobQuerySet":
        """Those that a worker may claim now."""
        return self.filter(state=State.QUEUED, not_before__lte=now)


class Job(models.Model):
    """Work that is done once, outside the request that asked for it."""

    public_id = models.CharField(max_length=22, unique=True, default=new_public_id, editable=False)
    kind = models.CharField(max_length=60)
    params = models.JSONField(default=dict)
    """Ids only. The job reads the data when it runs."""
    parsed: Any = None
    """The params as the kind's `parse` returns them; set while the job runs."""
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.CASCADE, related_name="jobs"
    )
    """Who asked for it; empty for jobs of the server."""
    scope_kind = models.CharField(max_length=30, blank=True)
    scope_id = models.CharField(max_length=40, blank=True)
    lane = models.CharField(max_length=80)
    """Jobs of one lane wait behind each other. Lanes take turns: a hundred jobs of one owner delay no other owner."""

    version = models.CharField(max_length=64, blank=True)
    """The version of the data. A finished job answers later requests for the same version."""
    current_key = models.CharField(max_length=64, null=True, blank=True, unique=True)
    """The request that this job answers. Only one job at a time answers a request."""

    state = models.CharField(max_length=10, choices=State, default=State.QUEUED)
    not_before = models.DateTimeField(default=timezone.now)
    told = models.DateTimeField(null=True, blank=True)
    """When a message about it was last sent to the broker."""
    attempts = models.PositiveSmallIntegerField(default=0)
    claim = models.CharField(max_length=32, blank=True)
    """A random key of the try that may write to this row. Each try has its own."""
    claimed_by = models.CharField(max_length=120, blank=True)
    lease_until = models.DateTimeField(null=True, blank=True)

    progress_done = models.PositiveIntegerField(default=0)
    progress_total = models.PositiveIntegerField(default=0)
    progress_message = models.CharField(max_length=60, blank=True)
    """The id of one of the kind's messages."""

    reason = models.CharField(max_length=10, choices=Reason, blank=True)
    error = models.TextField(blank=True)
    """For the owner: what is wrong and what to do."""
    trace = models.TextField(blank=True)
    """For site staff and the log."""

    created = models.DateTimeField(default=timezone.now)
    started = models.DateTimeField(null=True, blank=True)
    finished = models.DateTimeField(null=True, blank=True)
    keep_until = models.DateTimeField(null=True, blank=True)

    objects = JobQuerySet.as_manager()

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
        """The address of the page that shows its progress."""
        return reverse("jobs:show", args=[self.public_id])

    def file_address(self) -> str:
        """Where to send a person who asked for its file: to it, or to a page that downloads it once it is there."""
        if self.state == State.DONE:
            return reverse("jobs:download", args=[self.public_id])
        return f"{self.get_absolute_url()}?{JUST_ASKED}"

    @property
    def scope(self) -> Scope:
        """What it is about."""
        return Scope(self.scope_kind, self.scope_id)

    @property
    def is_over(self) -> bool:
        """Whether its state is final, unless site staff try it again."""
        return self.state not in (State.QUEUED, State.RUNNING)


class JobResult(models.Model):
    """The file that a job made. It is deleted when its time is over; the job's row stays."""

    job = models.OneToOneField(Job, on_delete=models.CASCADE, related_name="result")
    filename = models.CharField(max_length=160)
    content_type = models.CharField(max_length=100)
    size = models.PositiveIntegerField()
    content = models.BinaryField()

    def __str__(self) -> str:
        return self.filename


class WorkerSign(models.Model):
    """A worker's sign of life. Only the worker itself writes it."""

    name = models.CharField(max_length=120, unique=True)
    since = models.DateTimeField()
    seen = models.DateTimeField(db_index=True)
    stopped = models.DateTimeField(null=True, blank=True)
    """When it ended normally."""
    broker_lost = models.BooleanField(default=False)
    """Whether it failed to reach the broker when it last tried."""

    class Meta:
        verbose_name = _("worker heartbeat")
        verbose_name_plural = _("worker heartbeats")

    def __str__(self) -> str:
        return self.name
