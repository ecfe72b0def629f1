"""A season in stages, as its pages show it. Each stage lists the divisions, conferences or groups that belong together.

Competitions without qualification come first. One for which teams qualify comes after all competitions that they
qualify from. Pure.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from competitions.models import Competition


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """Competitions shown together: their ``stage`` (0 if the season has only one) and the name of their group.

    The name is empty for competitions without a group.
    """

    stage: int
    name: str
    competitions: tuple[Competition, ...]


def sections_of(competitions: Sequence[Competition], feeds: Iterable[tuple[int, int]]) -> list[Section]:
    """The sections of a season. ``feeds`` are pairs of ids (source, target) without a circle."""
    sources: dict[int, set[int]] = {}
    for source, target in feeds:
        sources.setdefault(target, set()).add(source)
    known: dict[int, int] = {}
    several = bool(sources)
    found: dict[tuple[int, str], list[Competition]] = {}
    for competition in competitions:
        stage = _stage_of(competition.pk, sources, known) if several else 0
        found.setdefault((stage, competition.group_name), []).append(competition)
    order = sorted(found, key=lambda key: (key[0], not key[1]))  # competitions without a group come last in their stage
    return [Section(stage=stage, name=name, competitions=tuple(found[stage, name])) for stage, name in order]


def _stage_of(competition: int, sources: dict[int, set[int]], known: dict[int, int]) -> int:
    """1 for a competition without sources, otherwise one more than the latest stage of its sources."""
    if competition not in known:
        known[competition] = 1 + max(
            (_stage_of(each, sources, known) for each in sources.get(competition, ())), default=0
        )
    return known[competition]
