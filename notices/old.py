"""Deletes old notices once a day: those that were read, and those that wait for nobody any more.

What waits stays, however old it is, and so does news that its reader has not read. The happenings stay: they say what
was told, so nothing is told again when its thing is followed.
"""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from jobs.extensions import cleanups
from notices.extensions import kinds
from notices.models import Happening, Notice

BATCH = 500
"""Notices that one transaction deletes."""
MOST_BATCHES = 40


@cleanups.add
def delete_old_notices() -> int:
    """Delete notices that are older than ``NOTICE_DAYS``, in batches; returns how many. The next day does the rest."""
    deleted = 0
    for _batch in range(MOST_BATCHES):
        batch = _delete_batch()
        deleted += batch
        if batch < BATCH:
            break
    return deleted


def _delete_batch() -> int:
    before = timezone.now() - timedelta(days=settings.NOTICE_DAYS)
    waiting = [kind.key for kind in kinds if kind.waits]
    over = Q(done_at__isnull=False) | (Q(read_at__isnull=False) & ~Q(happening__kind__in=waiting))
    with transaction.atomic():
        rows = Notice.objects.filter(over, happening__at__lt=before).order_by("pk")
        found = dict(rows.values_list("pk", "happening")[:BATCH])
        Notice.objects.filter(pk__in=found).delete()
        Happening.objects.filter(pk__in=set(found.values())).update(forgotten=True)
    return len(found)
