"""The hash chain of each team's journal, written with the entries and proven by ``teams.ledger.audit``.

A journal only grows: a correction is an entry that names what it strikes, and goes into the chain like any other. The
write of the team's state, which expects the journal's last number, lets only one writer at a time extend a chain.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from teams.models import JournalEntry, JournalLink, Team
from web.audit.hash_chain import START, next_hash

COLUMNS = ("team_id", "seq", "kind", "data", "why", "source", "by_id", "decided_by_id", "at")
"""What of an entry is chained: all that is stored, except the row's own id."""
LATER_COLUMNS = ("decided_by_id",)
"""Columns that older entries do not have. They are chained where they have a value, so that older hashes stay."""


def extend(team: Team, entries: Sequence[JournalEntry]) -> None:
    """Chain new entries, in the transaction that wrote them and holds the team's state."""
    last = JournalLink.objects.filter(team=team).order_by("-seq").values_list("hash", flat=True).first()
    rows = ({name: getattr(entry, name) for name in COLUMNS} for entry in entries)
    hashes = links(rows, after=last or START)
    JournalLink.objects.bulk_create(
        JournalLink(team=team, seq=entry.seq, hash=hash) for entry, hash in zip(entries, hashes, strict=True)
    )


def links(rows: Iterable[Mapping[str, Any]], after: str = START) -> Iterator[str]:
    """The hashes of a team's entries (by ``COLUMNS``), in their order; ``after`` is the hash before the first."""
    for row in rows:
        chained = {name: value for name, value in row.items() if value is not None or name not in LATER_COLUMNS}
        after = next_hash(after, chained)
        yield after
