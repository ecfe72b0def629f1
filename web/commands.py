"""One command, one transaction, one id.

A form carries an id made when it was drawn. The writes, the answer and the id are stored in one transaction, so a
double click, a reload or a retry finds the first one's answer. A refusal does not use the id up. Ids are kept for ever.
"""

import hashlib
import json
import uuid
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from django.db import IntegrityError, models, transaction
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from web.errors import Message, Refusal, StaleVersion
from web.models import Command

Row = TypeVar("Row", bound=models.Model)

UNHASHED_FIELDS = ("command_id", "csrfmiddlewaretoken")

REUSED = Message(
    id="commands.reused",
    text=_("This form was sent before, with other contents; what was sent first stands, and nothing was changed now."),
    remedy=_("If you want this as well, send it again."),
)


def once(*, user: User | None, command_id: uuid.UUID, kind: str, body: Any, work: Callable[[], Any]) -> Any:
    """Carry out `work` the first time that `user` sends `command_id`; afterwards give back the first one's answer.

    `user` is None for the server itself; `body` is whatever JSON can hold and tells two commands apart; `work` returns
    the answer, as JSON can hold it. Must not be called inside a transaction.
    Raises Refusal (REUSED) for a known id with another kind or body, and whatever `work` raises, with nothing stored.
    """
    digest = hash_of(body)
    try:
        with transaction.atomic(durable=True):
            known = find(user, command_id)
            if known is not None:
                return answer_of(known, kind, digest)
            # Claimed before the work: on PostgreSQL a second submit waits here for the first one's end.
            claim = Command.objects.create(user=user, command_id=command_id, kind=kind, body_hash=digest)
            claim.answer = json.loads(json.dumps(work()))
            claim.save(update_fields=["answer"])
            return claim.answer
    except IntegrityError:
        known = find(user, command_id)
        if known is None:
            raise
        return answer_of(known, kind, digest)


def find(user: User | None, command_id: uuid.UUID) -> Command | None:
    """The command carried out under that id."""
    return Command.objects.filter(user=user, command_id=command_id).first()


def answer_of(known: Command, kind: str, digest: str) -> Any:
    """A known command's answer. Raises Refusal where it was another command."""
    if (known.kind, known.body_hash) != (kind, digest):
        raise Refusal(REUSED)
    return known.answer


def hash_of(body: Any) -> str:
    """SHA-256 of a body, whatever the order of its keys."""
    return hashlib.sha256(json.dumps(body, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def body_of(request: HttpRequest) -> dict[str, Any]:
    """What a request says, apart from ids and tokens: its address, its fields, its files by their contents."""
    fields = {name: values for name, values in request.POST.lists() if name not in UNHASHED_FIELDS}
    files = {name: [digest_of(file) for file in uploads] for name, uploads in request.FILES.lists()}
    return {"path": request.path, "fields": fields, "files": files}


def digest_of(file: Any) -> str:
    """SHA-256 of an uploaded file, which is left at its start."""
    digest = hashlib.sha256()
    for chunk in file.chunks():
        digest.update(chunk)
    file.seek(0)
    return digest.hexdigest()


def write_version(row: Row, *, expected: int, changes: Mapping[str, Any], version: str = "version") -> Row:
    """Write `changes` to the row and count its version up, if it still has the `expected` one; returns it as written.

    Raises StaleVersion, with the row as it stands now, where somebody was faster.
    """
    rows = type(row)._default_manager.filter(pk=row.pk)
    if not rows.filter(**{version: expected}).update(**changes, **{version: expected + 1}):
        raise StaleVersion(rows.get())
    return rows.get()
