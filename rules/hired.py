"""The players hired for one match: who of them can play, listed in its report or not (I1-I3, G1)."""

from __future__ import annotations

from collections.abc import Sequence

from rules.edition import Ruleset
from rules.inducements import Item, star_names
from rules.match import INDUCED_KINDS, InducedLine, Pair
from rules.sequence import SIDES

Bought = Pair[tuple[Item, ...]]


def barred_stars(ruleset: Ruleset, bought: Bought) -> frozenset[str]:
    """The stars whom both sides hired: neither may field them, both fees are gone (I3, p35)."""
    home, away = (_stars(ruleset, bought.of(side)) for side in SIDES)
    return home & away


def _stars(ruleset: Ruleset, items: Sequence[Item]) -> frozenset[str]:
    return frozenset(name for item in items if item.kind == "star" for name in star_names(ruleset, item))


def hired_lines(ruleset: Ruleset, bought: Bought) -> Pair[tuple[InducedLine, ...]]:
    """An empty line for each hired player who can play, of both sides: stars by name, the others by position."""
    barred = barred_stars(ruleset, bought)
    home, away = (
        tuple(
            InducedLine(kind=item.kind, name=name)
            for item in bought.of(side)
            if item.kind in INDUCED_KINDS
            for name in _names(ruleset, item)
            if not (item.kind == "star" and name in barred)
        )
        for side in SIDES
    )
    return Pair(home=home, away=away)


def _names(ruleset: Ruleset, item: Item) -> tuple[str, ...]:
    return star_names(ruleset, item) if item.kind == "star" else (item.position,) * item.count


def hired_count(ruleset: Ruleset, bought: Bought) -> Pair[int]:
    """How many hired players each side can field: that many may be MVP, whatever the report lists (G1, p33-34)."""
    lines = hired_lines(ruleset, bought)
    return Pair(home=len(lines.home), away=len(lines.away))
