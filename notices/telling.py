"""Tells people what happened, and ends what no longer waits for them; part of the transaction of what happened.

Nothing is told twice: a happening of one kind to one thing on one occasion is one row, and each person has at most one
notice of it. What waits is told again only if it had ended in between.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone

from accounts.models import User
from jobs.models import Scope
from jobs.queue import enqueue
from notices.extensions import Kind, Machine, kinds, machines, viewers
from notices.models import Happening, MailPreference, Notice, When
from web.commands import acting_user, at_end
from web.prepared import Prepared

MAIL_JOB = "mail_happening"
MAIL_FOR = {When.NOW: Notice.Mail.NOW, When.DIGEST: Notice.Mail.DIGEST, When.NEVER: Notice.Mail.NONE}


def follow(thing: Any, *, by: User | None = None) -> None:
    """Bring the notices about a thing into line with its state: tell what the state tells, end what it does not.

    Call it after each change of the thing, inside its transaction. ``by`` is the person who changed it; without it, the
    person whose command is running. They get no news of what they did themselves, and no mail about what waits for
    them.
    """
    machine = machine_of(thing)
    by = by if by is not None else acting_user()
    told = machine.now(thing)
    with transaction.atomic(savepoint=False):
        present = _present(machine, thing)
        for kind in told:
            people = {each for each in kind.readers(thing) if each is not None}
            place = (kind.key, str(kind.occasion(thing)))
            if kind.waits:
                known = present.waiting.pop(place, {})
                _end(pk for reader, pk in known.items() if reader not in people)
                new = people - known.keys()
            elif place in present.old:
                continue
            else:
                new = people - present.heard.get(place, set())
            if new:
                _tell(kind, thing, new, by, number=present.times.get(place, 0) + 1)
        _end(pk for readers in present.waiting.values() for pk in readers.values())


Place = tuple[str, str]
"""The kind and the occasion of a notice."""


@dataclass(frozen=True, slots=True)
class Present:
    """What was told about a thing: who has which notices that wait, who has heard which news.

    ``old`` is news of which notices were deleted as old: nobody is told of it any more. ``times`` says how often
    something has waited before.
    """

    waiting: dict[Place, dict[int, int]] = field(default_factory=dict)
    heard: dict[Place, set[int]] = field(default_factory=dict)
    old: set[Place] = field(default_factory=set)
    times: dict[Place, int] = field(default_factory=dict)


def _present(machine: Machine, thing: Any) -> Present:
    """The notices about a thing, in one query. A happening stays when its notices are deleted."""
    waits = {kind.key: kind.waits for kind in machine.kinds}
    found = Present()
    for kind, occasion, number, forgotten, pk, reader, done in _told(list(waits), thing.pk) if waits else ():
        place = (kind, occasion)
        found.times[place] = max(number, found.times.get(place, 0))
        if forgotten and not waits[kind]:
            found.old.add(place)
        if pk is None:
            continue
        if not waits[kind]:
            found.heard.setdefault(place, set()).add(reader)
        elif done is None:
            found.waiting.setdefault(place, {})[reader] = pk
    return found


@Prepared
def _told(kinds: Collection[str], thing: int) -> QuerySet[Happening, Any]:
    rows = Happening.objects.filter(kind__in=kinds, thing=thing).order_by("notices__pk")
    columns = ("kind", "occasion", "number", "forgotten", "notices__pk", "notices__reader", "notices__done_at")
    return rows.values_list(*columns)


def follow_at_end(label: str, thing: int) -> None:
    """Follow a thing, by its model and id, at the end of the command that changes it: it may change more than once."""

    def follow_now() -> None:
        machine = machines.get(label)
        for found in machine.find(thing) if machine is not None and machine.find is not None else ():
            follow(found)

    at_end((label, thing), follow_now)


def tell(kind: Kind, thing: Any, *, by: User | None = None) -> None:
    """Tell that something happened to a thing, once on each occasion; for what no state of it says.

    Inside the transaction of what happened. Raises ValueError for a kind that waits: only ``follow`` ends it.
    """
    if kind.waits:
        raise ValueError(f"{kind.key!r} waits, so it belongs to a state")
    people = {each for each in kind.readers(thing) if each is not None}
    _tell(kind, thing, people, by if by is not None else acting_user())


def end_all(labels: Iterable[str], things: Collection[int]) -> None:
    """End what waits about things of these models that are no more."""
    about = [kind.key for machine in machines if machine.model._meta.label in labels for kind in machine.kinds]
    rows = Notice.objects.filter(happening__kind__in=about, happening__thing__in=things, done_at=None)
    rows.update(done_at=timezone.now())


def end_in_league(league: int, reader: User) -> None:
    """Ends all notices of a person who has left a league."""
    Notice.objects.filter(happening__league=league, reader=reader, done_at=None).update(done_at=timezone.now())


def follow_league(league: int) -> None:
    """Follow all that waits in a league, since other people run it now: they are told, and others need do nothing."""
    waits = [kind.key for kind in kinds if kind.waits]
    waiting = Notice.objects.filter(happening__league=league, happening__kind__in=waits, done_at=None)
    followed = set()
    for key, pk in sorted(set(waiting.values_list("happening__kind", "happening__thing"))):
        kind = kinds.get(key)
        thing = kind.subject.things.filter(pk=pk).first() if kind is not None else None
        if thing is not None and (thing._meta.label, pk) not in followed:
            followed.add((thing._meta.label, pk))
            follow(thing)


def silence(league: int) -> None:
    """Marks all notices about an archived league as read. What waits is shown again once the league is restored."""
    Notice.objects.filter(happening__league=league, read_at=None).update(read_at=timezone.now())


def machine_of(thing: Any) -> Machine:
    """The states of a thing. Raises KeyError if its room has declared none."""
    found = machines.get(thing._meta.label)
    if found is None:
        raise KeyError(f"no room has declared the states of {thing._meta.label}")
    return found


def _tell(kind: Kind, thing: Any, people: set[int], by: User | None, *, number: int = 1) -> None:
    author = by.pk if by is not None and not kind.for_author else None
    league = kind.subject.league(thing).pk
    wishes = _wishes(kind, league, people if kind.waits else people - {author})
    if kind.waits and not wishes:
        return
    happening = _happening(kind, thing, league, by, number)
    own = {"read_at": happening.at, "mail": Notice.Mail.NONE}
    rows = Notice.objects.bulk_create(
        (
            Notice(happening=happening, reader_id=reader, **(own if reader == author else {"mail": wishes[reader]}))
            for reader in sorted(wishes)
        ),
        ignore_conflicts=True,
    )
    if any(row.mail == Notice.Mail.NOW for row in rows):
        enqueue(
            MAIL_JOB,
            {"happening": happening.pk},
            scope=Scope("league", str(happening.league)),
            not_before=happening.at + kind.pause if kind.pause else None,
        )


def _happening(kind: Kind, thing: Any, league: int, by: User | None, number: int) -> Happening:
    """The row, which is made unless it is there: the same news has one row, which others may hear of later.

    ``number`` counts how often it has waited, as the notices said that were read: if another transaction tells the same
    at this moment, both find one row. One query, which gives the id of a row that was there, too.
    """
    row = Happening(
        kind=kind.key, thing=thing.pk, occasion=str(kind.occasion(thing)), number=number if kind.waits else 1
    )
    row.league, row.by = league, by
    what = ("kind", "thing", "occasion", "number")
    [row] = Happening.objects.bulk_create([row], update_conflicts=True, update_fields=["league"], unique_fields=what)
    return row


def _wishes(kind: Kind, league: int, people: Collection[int]) -> dict[int, str]:
    """How mail about a kind reaches each of these people. One query.

    Without those who may not be told about the league, and those whose account is closed.
    """
    if not people:
        return {}
    found = (_outsiders if kind.outsiders else _members)(league, kind.key, kind.topic.key, sorted(people))
    return {pk: MAIL_FOR[When(when or kind.topic.when)] if email else Notice.Mail.NONE for pk, email, when in found}


def _viewers(league: int, kind: str, topic: str, people: Collection[int], *, outsiders: bool) -> QuerySet[User, Any]:
    """Those of these people who may be told, with the mail that they chose for a kind or its topic."""
    own = MailPreference.objects.filter(user=OuterRef("pk")).values("when")
    chosen = Coalesce(Subquery(own.filter(kind=kind)), Subquery(own.filter(topic=topic)))
    found = User.objects.filter(*viewers.call(league, outsiders), pk__in=people, is_active=True)
    return found.annotate(chosen=chosen).values_list("pk", "email", "chosen")


_members = Prepared(partial(_viewers, outsiders=False))
_outsiders = Prepared(partial(_viewers, outsiders=True))


def _end(notices: Iterable[int]) -> None:
    rows = list(notices)
    if rows:
        Notice.objects.filter(pk__in=rows, done_at=None).update(done_at=timezone.now())
