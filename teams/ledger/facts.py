"""Reads the facts of journal entries, each text once in a process: rows of a journal never change."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

from django.db.models import TextField
from django.db.models.functions import Cast

from rules.journal import Entry
from rules.journal.history import Correction, from_json

KEPT = 8192
"""How many facts a process keeps (some MB): the journals of a league's teams that are corrected or shown now."""


def as_text() -> Any:
    """The column ``data`` of entries as the database's own text, which is not parsed on the way."""
    return Cast("data", TextField())


@lru_cache(maxsize=KEPT)
def fact_of(kind: str, text: str) -> Entry | Correction:
    """The fact of an entry, from its kind and the text of its data. Raises ``CodecError``."""
    return from_json(kind, json.loads(text))
