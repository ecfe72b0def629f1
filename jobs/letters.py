"""Letters: mails that tell one person what happened to one thing. Each is a job.

A room above declares its letters as data, and says who gets them. The text is written when the job runs. A letter that
no longer makes sense then (the question has an answer) is not sent.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.utils.functional import Promise

from accounts.mail import link, write_to
from accounts.models import User
from jobs.extensions import Report
from jobs.kinds import job_kind, site_staff_only
from jobs.models import NOTHING, Job, Scope
from jobs.queue import enqueue


@dataclass(frozen=True, slots=True, kw_only=True)
class Letter:
    """The text of a letter; `%(name)s` is filled from the `words` of its `Letters`."""

    subject: str | Promise
    text: str | Promise
    applies: Callable[[Any, User], bool] = lambda thing, reader: True
    """Whether this reader still gets it, by the thing as it is when the job runs."""


def while_in(state: str) -> Callable[[Any, User], bool]:
    """For a letter's `applies`: while the thing is in this state."""
    return lambda thing, reader: bool(thing.state == state)


@dataclass(frozen=True, slots=True, kw_only=True)
class Letters:
    """All letters about one kind of thing, by what happened to it. Creating one registers its kind of job."""

    kind: str
    """The name of the kind of job. It and the keys of the params must not change: such jobs may be waiting."""
    title: str
    about: str
    """The key of the thing's id in the params."""
    things: QuerySet[Any]
    letters: Mapping[str, Letter]
    words: Callable[[Any], Mapping[str, str]]
    page: Callable[[Any, str], str]
    """The path of the page that a letter links to, by the thing and what happened."""

    def __post_init__(self) -> None:
        def run(job: Job, report: Report) -> None:
            thing, what, reader = job.parsed
            found = self.things.filter(pk=thing).first()
            coach = User.objects.filter(pk=reader).first()
            if found is not None and coach is not None:
                self.tell(found, what, coach)

        # Named like a function of its room, so that an error about two kinds with one name says where they are.
        run.__module__, run.__qualname__ = self.words.__module__, self.words.__qualname__
        job_kind(self.kind, title=self.title, parse=self.parse, seen_by=site_staff_only)(run)

    def send(self, thing: int, what: str, to: Iterable[int | None], *, version: object, scope: Scope = NOTHING) -> None:
        """Send a letter to each of these users, by id (None is left out), after the transaction of what happened."""
        for reader in sorted({each for each in to if each is not None}):
            enqueue(self.kind, self.params(thing, what, reader), version=str(version), scope=scope)

    def params(self, thing: int, what: str, reader: int) -> dict[str, Any]:
        """The params of one letter's job."""
        return {self.about: thing, "what": str(what), "to": reader}

    def parse(self, params: Mapping[str, Any]) -> tuple[int, str, int]:
        """A thing, what happened to it, and the reader. Raises ValueError for other params."""
        known = set(params) == {self.about, "what", "to"} and params["what"] in self.letters
        if not known or not all(type(params[name]) is int for name in (self.about, "to")):
            raise ValueError(f"params should be {self.about!r}, 'what' and 'to', not {dict(params)!r}")
        return params[self.about], str(params["what"]), params["to"]

    def tell(self, thing: Any, what: str, reader: User) -> bool:
        """Send one letter, unless it no longer makes sense. Returns whether it was sent."""
        letter = self.letters[what]
        if not letter.applies(thing, reader):
            return False
        words = self.words(thing)
        page = link(self.page(thing, what))
        return write_to(reader, subject=str(letter.subject % words), text=str(letter.text % words), page=page)
