"""What a correction would change in the rooms above: they register a function that tells it, and nothing is written."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from matches.lines import Ending
from matches.models import Match
from rules.sequence import Side


@dataclass(frozen=True, slots=True, kw_only=True)
class TableLine:
    """A team's line of a table that would change: rank and points as they are and as they would be."""

    team: str
    rank: str
    new_rank: str
    points: int
    new_points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePreview:
    """A table in which something would change."""

    name: str
    url: str
    lines: tuple[TableLine, ...]


Preview = Callable[[Match, Mapping[Side, Ending] | None], list[TablePreview]]
TABLES: list[Preview] = []


def previews_tables(function: Preview) -> Preview:
    """Registers a function that tells which tables would change if a match had ended so."""
    TABLES.append(function)
    return function


def table_previews(match: Match, ended: Mapping[Side, Ending] | None) -> list[TablePreview]:
    """All tables that would change if the match had ended so, or, with None, had not been played."""
    return [preview for function in TABLES for preview in function(match, ended)]
