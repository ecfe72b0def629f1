"""What a person's inbox shows: what waits for them, and what happened. Read with a few queries, however long it is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, Max, QuerySet
from django.utils import timezone

from accounts.models import User
from notices.extensions import Kind, kinds, open_leagues
from notices.models import Notice
from web.drawing.waiting import sign_of
from web.prepared import Prepared

PER_PAGE = 30
MOST_WAITING = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A notice in words: the line, the page it leads to, its league, and whether it waits and was read.

    ``leads`` are the ``words`` that lead to the page; a name with a page of its own is ``before`` or ``after`` them.
    """

    id: int
    words: str
    before: str
    leads: str
    after: str
    url: str
    league: str
    at: datetime
    read: bool


def unread_count(user: Any) -> int:
    """How many notices a person has not read. One query; none on a page that has asked for the sign of the inbox."""
    if (state := getattr(user, "inbox_state", None)) is not None:
        return sum(number - read for _latest, number, read in state)
    return next(iter(_unread(user.pk)), 0)


@Prepared
def _unread(reader: int) -> QuerySet[Notice, int]:
    counted = Notice.objects.unread(reader).order_by().values("reader").annotate(number=Count("pk"))
    return counted.values_list("number", flat=True)


def inbox_sign(user: Any) -> str:
    """What tells one state of an inbox from another: it has a new notice, one has ended or was read. One query."""
    user.inbox_state = list(_state(user.pk))
    return sign_of(user.inbox_state)


@Prepared
def _state(reader: int) -> QuerySet[Notice, Any]:
    told = Notice.objects.filter(reader=reader, done_at=None).order_by().values("reader")
    return told.annotate(latest=Max("pk"), number=Count("pk"), read=Count("read_at")).values_list(
        "latest", "number", "read"
    )


def waiting(user: User) -> QuerySet[Notice]:
    """What waits for a person, the oldest first."""
    return _of(user).filter(done_at=None, happening__kind__in=_waiting_kinds()).order_by("pk")


def news(user: User) -> QuerySet[Notice]:
    """What happened, the latest first; nothing from before a person left a league, which ended all their notices."""
    return _of(user).filter(done_at=None).exclude(happening__kind__in=_waiting_kinds()).order_by("-pk")


def lines_of(user: User, notices: Sequence[Notice]) -> list[Line]:
    """The notices in words, without those about leagues that the person may not read now."""
    found = list(things_of(notices))
    leagues = {kind.subject.league(thing).pk for _notice, kind, thing in found}
    names: dict[int, str] = {}
    for known in open_leagues if leagues else ():
        names |= known(user, leagues)
    return [
        Line(
            id=notice.pk,
            **_in_words(kind, thing, user),
            url=kind.page(thing),
            league=names[kind.subject.league(thing).pk],
            at=notice.happening.at,
            read=notice.read_at is not None,
        )
        for notice, kind, thing in found
        if kind.subject.league(thing).pk in names and (not kind.waits or kind.applies(thing, user))
    ]


def _in_words(kind: Kind, thing: Any, user: User) -> dict[str, str]:
    line, words = str(kind.line), kind.subject.words(thing, user)
    parts = {"before": "", "leads": line % words, "after": ""}
    for name, html in kind.subject.links(thing).items():
        place = f"%({name})s"
        if line.startswith(f"{place} "):
            parts = {"before": html, "leads": line.removeprefix(place).strip() % words, "after": ""}
        elif line.endswith(f" {place}"):
            parts = {"before": "", "leads": line.removesuffix(place).strip() % words, "after": html}
    return {"words": line % words, **parts}


def things_of(notices: Iterable[Notice]) -> Iterator[tuple[Notice, Kind, Any]]:
    """Each notice with its kind and its thing, in their order; without those of unknown kinds and lost things."""
    known = [(notice, kind) for notice in notices if (kind := kinds.get(notice.happening.kind)) is not None]
    wanted: dict[str, set[int]] = {}
    for notice, kind in known:
        wanted.setdefault(kind.subject.key, set()).add(notice.happening.thing)
    subjects = {kind.subject.key: kind.subject for _notice, kind in known}
    things = {key: subject.by_ids(wanted[key]) for key, subject in subjects.items()}
    for notice, kind in known:
        thing = things[kind.subject.key].get(notice.happening.thing)
        if thing is not None:
            yield notice, kind, thing


def mark_read(user: User, *, notice: int | None = None, until: int | None = None) -> int:
    """Mark one notice as read, or all up to the latest that the person saw; returns how many were unread."""
    rows = Notice.objects.filter(reader=user, read_at=None)
    rows = rows.filter(pk=notice) if notice is not None else rows.filter(pk__lte=until)
    return rows.update(read_at=timezone.now())


def _of(user: User) -> QuerySet[Notice]:
    return Notice.objects.filter(reader=user).select_related("happening", "reader")


def _waiting_kinds() -> list[str]:
    return [kind.key for kind in kinds if kind.waits]
