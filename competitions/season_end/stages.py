"""A season as its pages show it: stage after stage, in each the divisions, conferences or groups that belong together.

A stage is what the feeds make it: whatever nothing feeds comes first, whatever is fed comes after all that feeds it.
Pure.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from competitions.models import Competition


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """Competitions shown together: the ``stage`` they are part of (0 in a season of one), and what they call
    themselves together (empty for those that belong to nothing)."""

    stage: int
    name: str
    competitions: tuple[Competition, ...]


def sections_of(competitions: Sequence[Competition], feeds: Iterable[tuple[int, int]]) -> list[Section]:
    """The sections of a season, whose ``feeds`` are pairs of ids (source, target) without a circle."""
    sources: dict[int, set[int]] = {}
    for source, target in feeds:
        sources.setdefault(target, set()).add(source)
    known: dict[int, int] = {}
    several = bool(sources)
    found: dict[tuple[int, str], list[Competition]] = {}
    for competition in competitions:
        stage = _stage_of(competition.pk, sources, known) if several else 0
        found.setdefault((stage, competition.group_name), []).append(competition)
    order = sorted(found, key=lambda key: (key[0], not key[1]))  # what belongs to nothing comes last in its stage
    return [Section(stage=stage, name=name, competitions=tuple(found[stage, name])) for stage, name in order]


def _stage_of(competition: int, sources: dict[int, set[int]], known: dict[int, int]) -> int:
    """1 for what nothing feeds, otherwise one more than the latest of what feeds it."""
    if competition not in known:
        known[competition] = 1 + max(
            (_stage_of(each, sources, known) for each in sources.get(competition, ())), default=0
        )
    return known[competition]
