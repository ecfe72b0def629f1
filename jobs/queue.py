"""Asks for work: writes the job's row with the caller's change, and sends a message to the workers after the commit."""

import hashlib
import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from jobs import tasks
from jobs.extensions import JobKind
from jobs.kinds import kind_named
from jobs.models import NOTHING, Job, Scope, State

RACES = 5


def enqueue(
    kind: str,
    params: Mapping[str, Any],
    *,
    owner: Any = None,
    scope: Scope = NOTHING,
    version: str = "",
    not_before: datetime | None = None,
) -> Job:
    """Ask for a job of this kind. Returns its row; the caller redirects to its page.

    - `params`: ids only, as JSON.
    - `owner`: the user who asks, None for the server.
    - `version`: the version of the data that the result is made from (a team's seq, for example). The same request for
      the same version finds the job that runs or is done. Without a version it finds one that has not started yet.
    - `not_before`: the earliest time to start, if not now.

    Call it inside the transaction of the change that it belongs to. It waits for the broker no longer than `jobs.tasks`
    says, and does not fail if there is none.

    Raises UnknownKind, and ValueError if the kind's parser refuses the params.
    """
    found = kind_named(kind)
    found.parse(params)
    job = Job(
        kind=kind,
        params=dict(params),
        owner=owner,
        scope_kind=scope.kind,
        scope_id=str(scope.id),
        lane=f"user:{owner.pk}" if owner is not None else f"server:{kind}",
        version=version,
        current_key=_key(found, params, owner, version),
    )
    if not_before is not None:
        job.not_before = not_before
    with transaction.atomic():
        current = _current_or_new(job)
        if current is job and job.not_before <= timezone.now():
            transaction.on_commit(lambda: tasks.tell_workers([job.public_id]), robust=True)
    return current


def _key(kind: JobKind, params: Mapping[str, Any], owner: Any, version: str) -> str:
    request = [kind.name, kind.revision, params, owner.pk if owner is not None else None, version]
    return hashlib.sha256(json.dumps(request, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def _current_or_new(job: Job) -> Job:
    """The job that already answers this request, or else this one, now stored. The unique key stops a second one."""
    for _ in range(RACES):
        holder = Job.objects.filter(current_key=job.current_key).first()
        if holder is not None and _answers(holder):
            return holder
        if holder is not None:
            Job.objects.filter(pk=holder.pk).update(current_key=None)
        try:
            with transaction.atomic():
                job.told = timezone.now()
                job.save(force_insert=True)
                return job
        except IntegrityError as why:
            lost = why
    raise lost


def _answers(holder: Job) -> bool:
    if holder.state == State.DONE:
        return holder.keep_until is not None and holder.keep_until > timezone.now()
    return not holder.is_over


def try_again(job: Job) -> bool:
    """Give a job that was set aside three more tries; False if it is no longer set aside."""
    now = timezone.now()
    changes = {"state": State.QUEUED, "attempts": 0, "not_before": now, "told": now, "finished": None}
    with transaction.atomic():
        won = bool(Job.objects.filter(pk=job.pk, state=State.SET_ASIDE).update(**changes))
        if won:
            transaction.on_commit(lambda: tasks.tell_workers([job.public_id]), robust=True)
    return won
