"""Proves that what searches compare is what players are called, and writes it again where it is not."""

from __future__ import annotations

from collections.abc import Iterator

from django.db import transaction

from teams.models import Player
from teams.models.folding import searched
from web.audit.findings import Finding

BATCH = 500


def audit() -> Iterator[Finding]:
    """One finding for all players' names; two queries."""
    rows, wrong = Player.objects.count(), tuple(_wrong())
    said = tuple(f"player {pk} is found as “{stored}” instead of “{right}”" for pk, stored, right in wrong)
    yield Finding(subject="Search", rows=rows, differences=said)


def rebuild() -> int:
    """Write what searches compare for each name where it is something else; how many were wrong."""
    with transaction.atomic():
        wrong = [Player(pk=pk, folded=right) for pk, _stored, right in _wrong()]
        Player.objects.bulk_update(wrong, ["folded"], BATCH)
    return len(wrong)


def _wrong() -> Iterator[tuple[int, str, str]]:
    """Players by id with what is stored for searches, and what it should be."""
    for pk, name, stored in Player.objects.values_list("pk", "name", "folded").iterator(BATCH):
        if stored != (right := searched(name)):
            yield pk, stored, right
