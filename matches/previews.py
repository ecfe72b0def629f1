"""What a correction would change in the rooms above: they register a function that tells it, and nothing is written."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from django.utils.functional import Promise

from matches.models import Match
from matches.sequence.lines import Ending
from rules.sequence.sequence import Side

Read = TypeVar("Read")


@dataclass(slots=True, kw_only=True, eq=False)
class Otherwise:
    """A match that might have ended otherwise: ``ended`` by side, None where it would not have been played."""

    match: Match
    ended: Mapping[Side, Ending] | None
    _read: dict[Callable[[Otherwise], Any], Any] = field(default_factory=dict)

    def once(self, read: Callable[[Otherwise], Read]) -> Read:
        """What ``read`` finds for this match: several previews ask, and it is read for the first."""
        if read not in self._read:
            self._read[read] = read(self)
        return self._read[read]


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
    """What becomes of something that followed from the match, in the reader's words; ``url`` is where it stands."""

    text: str
    url: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class StagePreview:
    """A bracket or a later competition in which something would be otherwise."""

    name: str
    url: str
    lines: tuple[StageLine, ...]


Preview = Callable[[Otherwise], list[TablePreview]]
Sequel = Callable[[Otherwise], list[StagePreview]]
TABLES: list[Preview] = []
STAGES: list[Sequel] = []


def previews_tables(function: Preview) -> Preview:
    """Registers a function that tells which tables would change if a match had ended so."""
    TABLES.append(function)
    return function


def table_previews(otherwise: Otherwise) -> list[TablePreview]:
    """All tables that would change."""
    return [preview for function in TABLES for preview in function(otherwise)]


def previews_stages(function: Sequel) -> Sequel:
    """Registers a function that tells what would follow otherwise if a match had ended so."""
    STAGES.append(function)
    return function


def stage_previews(otherwise: Otherwise) -> list[StagePreview]:
    """All that would follow."""
    return [preview for function in STAGES for preview in function(otherwise)]
