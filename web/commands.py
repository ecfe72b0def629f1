"""Runs each command once: one command, one transaction, one id.

A form carries an id made when it was drawn. The writes, the answer and the id are stored in one transaction, so a
double click, a reload or a retry gets the first answer. A refusal does not use up the id. Ids are stored for ever.
"""

import hashlib
import json
import uuid
from collections.abc import Callable, Mapping
from contextvars import ContextVar
from typing import Any, TypeVar

from django.db import IntegrityError, models, transaction
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from web.errors import Message, Refusal, StaleVersion
from web.extensions import command_done
from web.models import Command

Row = TypeVar("Row", bound=models.Model)

_at_end: ContextVar[dict[Any, Callable[[], object]] | None] = ContextVar("at_end", default=None)
_acting: ContextVar[User | None] = ContextVar("acting", default=None)

UNHASHED_FIELDS = ("command_id", "csrfmiddlewaretoken")

REUSED = Message(
    id="commands.reused",
    text=_(
        "You have already sent this form with different content. The first version counts; nothing was changed now."
    ),
    remedy=_("To save this one too, send it again."),
)

GONE = Message(
    id="commands.gone",
    text=_("This was deleted in the meantime. Nothing was changed."),
    remedy=_("Go back to the page before to see what is there now."),
    status=410,
)


def once(
    *,
    user: User | None,
    command_id: uuid.UUID,
    kind: str,
    body: Any,
    work: Callable[[], Any],
    league: Callable[[], Any] = lambda: None,
) -> Any:
    """Run `work` the first time that `user` sends `command_id`; after that return the first answer.

    `user` is None for the server. `body` is JSON that tells two commands apart; `work` returns its answer as JSON.
    `league` is asked after the work for the league in which the command was done; None for a command outside leagues.
    Must not be called inside a transaction. Raises Refusal (REUSED) for a known id with another kind or body, and any
    error of `work`; then nothing is stored.
    """
    digest = hash_of(body)
    left: dict[Any, Callable[[], object]] = {}
    acting, at_the_end = _acting.set(user), _at_end.set(left)
    try:
        with transaction.atomic(durable=True):
            known = find(user, command_id)
            if known is not None:
                return answer_of(known, kind, digest)
            # Claim the id before the work: on PostgreSQL a second submit waits here until the first one ends.
            claim = Command.objects.create(user=user, command_id=command_id, kind=kind, body_hash=digest)
            claim.answer = json.loads(json.dumps(work()))
            while left:
                left.pop(next(iter(left)))()
            claim.save(update_fields=["answer"])
            if (where := league()) is not None:
                command_done.call(claim, where)
            return claim.answer
    except IntegrityError:
        known = find(user, command_id)
        if known is None:
            raise
        return answer_of(known, kind, digest)
    finally:
        _acting.reset(acting)
        _at_end.reset(at_the_end)


def at_end(key: Any, work: Callable[[], object]) -> None:
    """Do `work` at the end of the running command, inside its transaction, once for each key; outside commands at once.

    For what depends on all that the command writes.
    """
    left = _at_end.get()
    if left is None:
        work()
    else:
        left[key] = work


def acting_user() -> User | None:
    """The user whose command is running; None outside commands, and for the server's own."""
    return _acting.get()


def find(user: User | None, command_id: uuid.UUID) -> Command | None:
    """The command stored under an id, if there is one."""
    return Command.objects.filter(user=user, command_id=command_id).first()


def answer_of(known: Command, kind: str, digest: str) -> Any:
    """The answer of a stored command. Raises Refusal if it was a different command."""
    if (known.kind, known.body_hash) != (kind, digest):
        raise Refusal(REUSED)
    return known.answer


def hash_of(body: Any) -> str:
    """SHA-256 of a body; the order of its keys does not matter."""
    return hashlib.sha256(json.dumps(body, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def body_of(request: HttpRequest) -> dict[str, Any]:
    """A request without ids and tokens: its path, its fields, and its files by their content."""
    fields = {name: values for name, values in request.POST.lists() if name not in UNHASHED_FIELDS}
    files = {name: [digest_of(file) for file in uploads] for name, uploads in request.FILES.lists()}
    return {"path": request.path, "fields": fields, "files": files}


def digest_of(file: Any) -> str:
    """SHA-256 of an uploaded file; its position is set back to the start."""
    digest = hashlib.sha256()
    for chunk in file.chunks():
        digest.update(chunk)
    file.seek(0)
    return digest.hexdigest()


def write_version(row: Row, *, expected: int, changes: Mapping[str, Any], version: str = "version") -> Row:
    """Write `changes` to the row and raise its version by one; returns the row as written.

    Raises StaleVersion, with the current row, unless the row is still at version `expected`; Refusal if it is gone.
    """
    rows = type(row)._default_manager.filter(pk=row.pk)
    if not rows.filter(**{version: expected}).update(**changes, **{version: expected + 1}):
        current = rows.first()
        raise Refusal(GONE) if current is None else StaleVersion(current)
    return rows.get()
