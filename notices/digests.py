"""The daily mail: at eight in the morning of the reader, with all that they want once a day."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, time, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Min
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.mail import link, write_to
from accounts.models import User
from accounts.zones import zone
from jobs.extensions import Due, Report, due_work
from jobs.kinds import job_kind, site_staff_only
from jobs.models import Job
from notices.inbox import things_of
from notices.mailing import EVERY_DAY, claim, give_back, headers, sent, still_wanted, unsubscribe_link, words_for
from notices.models import Notice

HOUR = time(8)
DIGEST_JOB = "mail_digest"


def last_morning(reader_zone: str, now: datetime) -> datetime:
    """The last eight o'clock in a zone."""
    local = now.astimezone(zone(reader_zone))
    morning = datetime.combine(local.date(), HOUR, tzinfo=zone(reader_zone))
    return (
        morning
        if morning <= now
        else datetime.combine(local.date() - timedelta(days=1), HOUR, tzinfo=zone(reader_zone))
    )


@due_work.add
def digests_due(now: datetime) -> Iterable[Due]:
    """A mail for each person who has something from before their last morning."""
    waiting = Notice.objects.filter(mail=Notice.Mail.DIGEST, reader__is_active=True)
    rows = waiting.values("reader", "reader__time_zone").annotate(oldest=Min("happening__at")).order_by("reader")
    for row in rows:
        morning = last_morning(row["reader__time_zone"], now)
        if row["oldest"] < morning:
            yield Due(DIGEST_JOB, {"reader": row["reader"], "until": morning.isoformat()}, "")


def parse(params: Any) -> tuple[int, datetime]:
    """The reader, and the end of the day that the mail is about. Raises ValueError for other params."""
    if set(params) != {"reader", "until"} or type(params["reader"]) is not int:
        raise ValueError(f"params should be 'reader' and 'until', not {dict(params)!r}")
    return params["reader"], datetime.fromisoformat(params["until"])


@job_kind(DIGEST_JOB, title=gettext_lazy("Daily mail"), parse=parse, seen_by=site_staff_only)
def mail_digest(job: Job, report: Report) -> None:
    """Mail a person what happened until this morning; nothing if all of it was read or is done."""
    reader, until = job.parsed
    user = User.objects.filter(pk=reader).first()
    if user is not None:
        send_digest(user, until)


def send_digest(user: User, until: datetime) -> bool:
    """Mail a person what happened before a moment; returns whether a mail was sent."""
    with transaction.atomic():
        rows = Notice.objects.filter(reader=user, mail=Notice.Mail.DIGEST, happening__at__lt=until)
        notices = list(rows.select_for_update(of=("self",)).select_related("happening", "reader").order_by("pk"))
        if not notices or not claim(notices, Notice.Mail.DIGEST):
            return False
    try:
        lines = _lines(notices, user)
        done = bool(lines) and _mail(user, list(lines.values()), until)
    except Exception:
        give_back(notices, Notice.Mail.DIGEST)
        raise
    sent([each for each in notices if each.pk in lines])
    claim([each for each in notices if each.pk not in lines], Notice.Mail.SENDING, to=Notice.Mail.NONE)
    return done


def _lines(notices: list[Notice], user: User) -> dict[int, str]:
    """What the mail says of each notice that still makes sense, by the notice's id."""
    return {
        notice.pk: f"- {words_for(kind, thing, user)[0]}\n  {link(kind.page(thing))}"
        for notice, kind, thing in things_of(notices)
        if still_wanted(notice, kind, thing)
    }


def _mail(user: User, lines: list[str], until: datetime) -> bool:
    stop = unsubscribe_link(user, EVERY_DAY)
    foot = _("You get this mail once a day. No more of it: %(link)s") % {"link": stop}
    return write_to(
        user,
        subject=ngettext("%(count)s thing happened", "%(count)s things happened", len(lines)) % {"count": len(lines)},
        text=_("what happened in your leagues:") + "\n\n" + "\n".join(lines),
        page=f"{link(reverse('notices:inbox'))}\n\n--\n{foot}",
        headers=headers(stop, f"digest-{user.pk}-{until:%Y%m%d}"),
    )
