"""What a preview of a correction shows of the rooms above: tables, brackets and later stages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.functional import Promise

from web.errors import Refusal


@dataclass(frozen=True, slots=True, kw_only=True)
class TableLine:
    """A team's line of a table that would change: its rank and figures as they are and as they would be."""

    team: str
    figures: tuple[tuple[str, str], ...]
    """In the order of the table's ``heads``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePreview:
    """A table in which something would change; ``heads`` are the short and whole names of its columns."""

    name: str
    url: str
    heads: tuple[tuple[str | Promise, str | Promise], ...]
    lines: tuple[TableLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class StageLine:
    """One consequence in the reader's words; ``url`` is the page where it shows."""

    text: str
    url: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class StagePreview:
    """A bracket or a later competition in which something would change."""

    name: str
    url: str
    lines: tuple[StageLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """All that would change; ``refused`` says why the change would be refused instead."""

    tables: tuple[TablePreview, ...] = ()
    stages: tuple[StagePreview, ...] = ()
    refused: Refusal | None = None


Compare = Callable[[], Preview]
"""Reads the rows again and says what has changed."""

Read = Callable[[], Compare]
"""Reads the rows before the change."""
