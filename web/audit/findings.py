"""What an audit of stored rows finds: `manage.py audit` prints it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """The result for one thing, such as a match, that `subject` names: how many rows were checked, and what differs."""

    subject: str
    rows: int
    differences: tuple[str, ...]
