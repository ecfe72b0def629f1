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


Preview = Callable[[Match, Mapping[Side, Ending] | None], list[TablePreview]]
Sequel = Callable[[Match, Mapping[Side, Ending] | None], list[StagePreview]]
TABLES: list[Preview] = []
STAGES: list[Sequel] = []


def previews_tables(function: Preview) -> Preview:
    """Registers a function that tells which tables would change if a match had ended so."""
    TABLES.append(function)
    return function


def table_previews(match: Match, ended: Mapping[Side, Ending] | None) -> list[TablePreview]:
    """All tables that would change if the match had ended so, or, with None, had not been played."""
    return [preview for function in TABLES for preview in function(match, ended)]


def previews_stages(function: Sequel) -> Sequel:
    """Registers a function that tells what would follow otherwise if a match had ended so."""
    STAGES.append(function)
    return function


def stage_previews(match: Match, ended: Mapping[Side, Ending] | None) -> list[StagePreview]:
    """All that would follow otherwise if the match had ended so, or, with None, had not been played."""
    return [preview for function in STAGES for preview in function(match, ended)]
