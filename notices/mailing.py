"""Mails notices: each at once and alone, or many in a daily mail (``notices.digests``).

A worker claims a notice in the database before it sends the mail, so nobody gets a mail twice. If the mail server does
not take it, the claim is given back and the job is tried again. If a worker dies between the two, the mail may be lost;
the notice is still in the inbox.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any

from django.core import signing
from django.db.models import Exists, OuterRef, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.mail import host, link, write_to
from accounts.models import User
from jobs.extensions import Due, Report, due_work
from jobs.kinds import id_of, job_kind, site_staff_only
from jobs.models import Job
from notices.extensions import Kind, kinds, open_leagues
from notices.models import Happening, MailPreference, Notice, When
from notices.telling import MAIL_JOB

SALT = "notices.unsubscribe"
EVERY_DAY = ""
"""In the place of a key: all of the daily mail."""
LATE = timedelta(hours=1)
OLD = timedelta(days=3)
"""Mail that could not be sent within this time is sent no more: the notice is in the inbox."""


@job_kind(MAIL_JOB, title=gettext_lazy("Mail about a happening"), parse=id_of("happening"), seen_by=site_staff_only)
def mail_happening(job: Job, report: Report) -> None:
    """Mail a happening to all who still wait for it. Raises what the mail server said, after all were tried."""
    happening = Happening.objects.select_related("by").filter(pk=job.parsed).first()
    kind = kinds.get(happening.kind) if happening is not None else None
    if happening is None or kind is None or happening.at + kind.pause > timezone.now():
        return
    thing = kind.subject.things.filter(pk=happening.thing).first()
    failed: Exception | None = None
    for notice in happening.notices.filter(mail=Notice.Mail.NOW).select_related("reader").order_by("pk"):
        if thing is None or not still_wanted(notice, kind, thing):
            claim([notice], Notice.Mail.NOW, to=Notice.Mail.NONE)
        elif wish(notice.reader, kind) == When.DIGEST:  # chosen since it happened
            claim([notice], Notice.Mail.NOW, to=Notice.Mail.DIGEST)
        elif claim([notice], Notice.Mail.NOW):
            try:
                _mail(notice, kind, thing)
            except Exception as why:
                give_back([notice], Notice.Mail.NOW)
                failed = why
            else:
                sent([notice])
    if failed is not None:
        raise failed


@due_work.add
def late_mail(now: datetime) -> Iterable[Due]:
    """Mail that should have been sent by now: its job was set aside because the mail server did not answer."""
    left = Notice.objects.filter(happening=OuterRef("pk"), mail=Notice.Mail.NOW)
    rows = Happening.objects.filter(Exists(left), at__gt=now - OLD, at__lt=now - LATE)
    for pk, kind, at in rows.values_list("pk", "kind", "at"):
        known = kinds.get(kind)
        if known is not None and at + known.pause < now - LATE:
            yield Due(MAIL_JOB, {"happening": pk}, "")


def still_wanted(notice: Notice, kind: Kind, thing: Any) -> bool:
    """Whether a mail still makes sense: it was not read, still waits, and its reader may see it and wants mail."""
    if notice.read_at is not None or notice.done_at is not None or not notice.reader.is_active:
        return False
    league = kind.subject.league(thing).pk
    if any(league not in names(notice.reader, [league]) for names in open_leagues):
        return False
    return kind.applies(thing, notice.reader) and wish(notice.reader, kind) != When.NEVER


def wish(reader: User, kind: Kind) -> When:
    """When a person wants mail about this kind: their choice for it, else for its topic, else the topic's default."""
    rows = MailPreference.objects.filter(Q(kind=kind.key) | Q(topic=kind.topic.key), user=reader)
    row = rows.order_by("-kind").first()
    return When(row.when) if row is not None else kind.topic.when


def claim(notices: Collection[Notice], state: str, *, to: str = Notice.Mail.SENDING) -> bool:
    """Take notices that are in this state, all or none; False if another worker has one of them."""
    rows = Notice.objects.filter(pk__in=[each.pk for each in notices], mail=state)
    taken = rows.update(mail=to, mailed_at=timezone.now())
    if taken not in (0, len(notices)):
        raise RuntimeError("some notices of one mail were taken by another worker")
    return bool(taken)


def give_back(notices: Collection[Notice], state: str) -> None:
    """Undo a claim: the mail was not sent."""
    rows = Notice.objects.filter(pk__in=[each.pk for each in notices], mail=Notice.Mail.SENDING)
    rows.update(mail=state, mailed_at=None)


def sent(notices: Collection[Notice]) -> None:
    """Note that the mail was sent."""
    Notice.objects.filter(pk__in=[each.pk for each in notices]).update(mail=Notice.Mail.SENT)


def words_for(kind: Kind, thing: Any, reader: User) -> tuple[str, str]:
    """The line and the text of a kind about a thing, to a reader."""
    words = kind.subject.words(thing, reader)
    return str(kind.line) % words, str(kind.text) % words


def _mail(notice: Notice, kind: Kind, thing: Any) -> None:
    line, text = words_for(kind, thing, notice.reader)
    stop = unsubscribe_link(notice.reader, kind.key)
    foot = _("You get this mail because of your choice for “%(kind)s”. No more of these: %(link)s")
    page = link(kind.page(thing))
    write_to(
        notice.reader,
        subject=line,
        text=text,
        page=f"{page}\n\n--\n{foot % {'kind': kind.name, 'link': stop}}",
        headers=headers(stop, f"notice-{notice.pk}"),
    )


def headers(stop: str, name: str) -> Mapping[str, str]:
    """The headers of each mail: one click ends them (RFC 8058), and nobody's answering machine answers."""
    return {
        "List-Unsubscribe": f"<{stop}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        "Auto-Submitted": "auto-generated",
        "Message-ID": f"<{name}@{host()}>",
    }


def unsubscribe_link(reader: User, key: str) -> str:
    """The whole address that ends mail about a kind or a topic, by its key; it works without signing in."""
    return link(reverse("notices:unsubscribe", args=[token_for(reader, key)]))


def token_for(reader: User, key: str) -> str:
    """The signed part of the address."""
    return signing.dumps([reader.pk, key], salt=SALT)


def read_token(token: str) -> tuple[User, str] | None:
    """The person and the key of an address; None if it is wrong, or the account is closed."""
    try:
        found = signing.loads(token, salt=SALT)
    except signing.BadSignature:
        return None
    reader = User.objects.filter(pk=found[0], is_active=True).first()
    return (reader, found[1]) if reader is not None else None
