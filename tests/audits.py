"""Every audit that `manage.py audit` runs, for tests that only want to know that nothing differs."""

from __future__ import annotations

from collections.abc import Iterator

from dugout.management.commands.audit import AUDITS
from teams.ledger import audit as journals
from web.audit.findings import Finding


def audit() -> Iterator[journals.Finding | Finding]:
    """The findings of all audits, those of teams first."""
    yield from journals.audit()
    for each, *_words in AUDITS:
        yield from each()
