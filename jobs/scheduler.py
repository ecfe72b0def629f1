"""Work that falls due by the clock: rooms above say what finds it, and every worker's pulse has it done.

A finder reads what is due now and gives back jobs; asked again, it gives the same ones with the same versions, so that
each waits or runs once however many workers ask. One that is over, and leaves no result, is made again as long as it is
found: a finder leaves out what was done. One that was refused or set aside is made again too, for what stood in its way
may be gone, but an hour later, not at every look. Nothing is kept here but the finders.
"""

import logging
from datetime import datetime, timedelta

from django.core.cache import cache
from django.utils import timezone

from accounts.registry import place_of
from jobs.extensions import Due, due_work
from jobs.models import Job, State
from jobs.queue import enqueue

logger = logging.getLogger(__name__)

EVERY = 60
"""Seconds between two looks, of all workers together; where the cache is lost, each of them looks."""
REST = timedelta(hours=1)
"""How long work is left alone that came to nothing."""


def look(now: datetime | None = None) -> int:
    """Have all jobs made that are due; returns how many. A finder that fails keeps no other from its work."""
    now = now or timezone.now()
    found = 0
    for finder in due_work:
        try:
            # Read first: nobody should wait for a writer that mostly finds nothing to write.
            for due in _rested(list(finder(now))):
                enqueue(due.kind, due.params, version=due.version, scope=due.scope)
                found += 1
        except Exception:
            logger.exception("%s could not find what is due", place_of(finder))
    return found


def _rested(found: list[Due]) -> list[Due]:
    """Those of which none came to nothing within the last hour."""
    if not found:
        return found
    late = Job.objects.filter(state__in=(State.FAILED, State.SET_ASIDE), finished__gt=timezone.now() - REST)
    late = late.filter(owner__isnull=True, kind__in={due.kind for due in found})
    came_to_nothing = list(late.values_list("kind", "params", "version"))
    return [due for due in found if (due.kind, dict(due.params), due.version) not in came_to_nothing]


def look_in_turn() -> None:
    """What a pulse does: look, if nobody did within the last minute."""
    if cache.add("jobs.clockwork", True, EVERY):
        look()
