"""The job that ends a loan on its day if no match opens before. Enqueued when the loan starts."""

from __future__ import annotations

from datetime import datetime, time, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.zones import zone
from jobs.artefacts import Artefact
from jobs.extensions import Report
from jobs.kinds import id_of, job_kind, site_staff_only
from jobs.models import Job
from jobs.queue import enqueue
from notices.telling import follow
from teams.models import Trade
from teams.trading.loans import end_due_loans

KIND = "end_loan"
AGAIN = timedelta(hours=1)
"""How long to wait if a team of the loan is in a match. This room does not hear when that match ends."""


def end_on_its_day(row: Trade) -> None:
    """Schedule the end of a loan for the start of its day in the league's time zone. Call in the loan's transaction."""
    assert row.until is not None
    _enqueue(row, datetime.combine(row.until, time.min, tzinfo=zone(row.league.zone)))


def _enqueue(row: Trade, when: datetime) -> None:
    enqueue(KIND, {"trade": row.pk}, version=when.isoformat(), not_before=when)


@job_kind(KIND, title=_("End of a loan"), parse=id_of("trade"), seen_by=site_staff_only)
def end_loan_on_its_day(job: Job, report: Report) -> Artefact | None:
    """End the loan if its day has come and both teams are free. Otherwise try again later.

    The job does not wait for gold that is still owed: it is paid when a match opens or a coach asks for it.
    """
    with transaction.atomic():
        row = Trade.objects.select_related("league", "offering", "asked").get(pk=job.parsed)
        if row.state == Trade.State.LENT and not end_due_loans([row.offering], row.league):
            _enqueue(row, timezone.now() + AGAIN)
            follow(row)
    return None
