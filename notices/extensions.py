"""What this room asks of rooms above it: the catalogue of what can happen, and for whom each state waits.

A room declares its part in a module of its own (`notices.py`), which its app's `ready` imports.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from operator import attrgetter
from typing import Any, Protocol

from django.db import models
from django.db.models import Q, QuerySet

from accounts.models import User
from accounts.registry import Registry
from notices.models import When
from web.errors import Text
from web.prepared import Prepared


class HasPage(Protocol):
    """What a notice needs to know of a league."""

    pk: int
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Topic:
    """Kinds that a person can choose mail for at once. The key is stored, and has no dot: those of kinds have one."""

    key: str
    name: Text
    when: When = When.NOW
    """When people get mail who have chosen neither for the topic nor for the kind."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """A kind of thing that happenings are about."""

    key: str
    things: QuerySet[Any]
    """All of them, with the related rows that `league`, `words` and the pages of its kinds read."""
    league: Callable[[Any], HasPage]
    words: Callable[[Any, User], Mapping[str, str]]
    """The words for the placeholders of lines and texts, by the thing and the reader. Without further queries."""
    links: Callable[[Any], Mapping[str, str]] = lambda thing: {}
    """Those of the words that the inbox links to pages of their own, as HTML: names of coaches. Without queries.

    The line itself leads elsewhere, and links cannot stand in each other: so one at its beginning or end stands beside
    it, and one within it is no link."""
    _find: Prepared | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        if not (things := self.things)._prefetch_related_lookups:  # type: ignore[attr-defined]  # Django has no word for it
            object.__setattr__(self, "_find", Prepared(lambda ids: things.filter(pk__in=ids).order_by()))

    def by_ids(self, ids: Collection[int]) -> dict[int, Any]:
        """Those of the things that have these ids, by id. One query, and one for each kind of related rows."""
        found = self.things.filter(pk__in=ids).order_by() if self._find is None else self._find(sorted(ids))
        return {thing.pk: thing for thing in found}


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """Something that can happen: who is told of it, in what words, and where they go then. The key is stored."""

    key: str
    name: Text
    """What a person chooses mail by: a short sentence without placeholders."""
    topic: Topic
    subject: Subject
    line: Text
    """For the inbox, and the subject of the mail; `%(name)s` is filled from the subject's `words`."""
    text: Text
    """For the mail."""
    readers: Callable[[Any], Iterable[int | None]]
    """The people who are told, by id, from the thing; None (a coach without an account) is left out."""
    page: Callable[[Any], str]
    """The path of the page where the reader acts or reads on."""
    waits: bool = False
    """Whether it waits for its readers, until the thing's state changes."""
    occasion: Callable[[Any], object] = lambda thing: ""
    """What tells two happenings of this kind to one thing apart: a version, the id of a report. Stored as text."""
    pause: timedelta = timedelta()
    """How long mail waits: people who act or read within this time need no mail."""
    for_author: bool = False
    """Whether who brought it about is told like everybody else, since it followed from something else that they did."""
    outsiders: bool = False
    """Whether people who are not in the league are told, if they may see it; else only members are."""
    applies: Callable[[Any, User], bool] = lambda thing, reader: True
    """Whether mail about it still makes sense to this reader, by the thing as it is when the mail is sent; for what
    waits, whether the inbox shows it."""


@dataclass(frozen=True, slots=True)
class Silent:
    """A state that tells nobody, and the reason."""

    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Machine:
    """All states of a kind of thing, each with what it tells people. `notices.telling.follow` reads it.

    ``follow`` writes notices of the kinds of the present state, and ends those that wait in other states.
    """

    model: type[models.Model]
    states: Mapping[str, tuple[Kind, ...] | Silent]
    state: Callable[[Any], str] = attrgetter("state")
    things: QuerySet[Any] | None = None
    """All things, with what the readers of its kinds read; for `notices.telling.follow_at_end`."""
    find: Prepared | None = field(init=False, default=None)
    """Those of the things with an id."""
    kinds: tuple[Kind, ...] = field(init=False)

    def __post_init__(self) -> None:
        if (things := self.things) is not None:
            object.__setattr__(self, "find", Prepared(lambda pk: things.filter(pk=pk).order_by()))
        told = [kind for each in self.states.values() if not isinstance(each, Silent) for kind in each]
        object.__setattr__(self, "kinds", tuple({kind.key: kind for kind in told}.values()))

    def now(self, thing: Any) -> tuple[Kind, ...]:
        """What the present state of a thing tells."""
        told = self.states[self.state(thing)]
        return () if isinstance(told, Silent) else told


topics: Registry[Topic] = Registry(key=attrgetter("key"))
"""The groups of kinds, in the order of the preferences."""

kinds: Registry[Kind] = Registry(key=attrgetter("key"))
"""The catalogue. Read when something happens, inside its transaction; by pages, outside; and by the jobs that mail."""

machines: Registry[Machine] = Registry(key=lambda machine: machine.model._meta.label)
"""The states of everything that can wait for a person, by model. Read inside the transaction of each change."""

viewers: Registry[Callable[[int, bool], Q]] = Registry()
"""Functions (league, outsiders too) -> the condition on users that may be told about the league.

Called without queries of their own, once for the query that is then made inside the transaction of what happened, so
the condition only compares with what it gets (`web.prepared`). Somebody is told only if all conditions hold.
"""

open_leagues: Registry[Callable[[User, Collection[int]], Mapping[int, str]]] = Registry()
"""Functions (user, leagues) -> the names, by id, of those leagues whose notices the user may read now.

Called for the inbox, and before mail is sent, outside any transaction; they only read.
"""


def declare(*added: Kind | Machine) -> None:
    """Add kinds and machines, with the kinds and topics in them. Raises ValueError if a key is taken."""
    for each in added:
        for kind in each.kinds if isinstance(each, Machine) else (each,):
            topics.add(kind.topic)
            kinds.add(kind)
        if isinstance(each, Machine):
            machines.add(each)
