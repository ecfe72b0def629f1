"""The players hired for one match and the re-rolls bought for it (I1-I3, I9, G1)."""

from __future__ import annotations

from collections.abc import Sequence

from rules.book.book import Pairs
from rules.book.edition import Ruleset
from rules.sequence.sequence import SIDES, face_exists
from rules.sheet.match import INDUCED_KINDS, InducedLine, Pair
from rules.team.inducements import Item, star_names

Bought = Pair[tuple[Item, ...]]


def barred_stars(ruleset: Ruleset, bought: Bought) -> frozenset[str]:
    """The stars whom both sides hired: they play for neither side, and both fees are lost (I3, p35)."""
    home, away = (_stars(ruleset, bought.of(side)) for side in SIDES)
    return home & away


def _stars(ruleset: Ruleset, items: Sequence[Item]) -> frozenset[str]:
    return frozenset(name for item in items if item.kind == "star" for name in star_names(ruleset, item))


def hired_lines(ruleset: Ruleset, bought: Bought) -> Pair[tuple[InducedLine, ...]]:
    """An empty report line for each hired player who can play: stars by name, the others by position."""
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


def profile_of(ruleset: Ruleset, team_list: str, item: Item, name: str) -> tuple[Pairs, tuple[str, ...]]:
    """The characteristics and skills of a hired player: a star's own, or those of the position.

    A player hired by position is also a Loner, and a mercenary has the skills that were paid for (I1, I2, p35).
    """
    if item.kind == "star":
        star = ruleset.book.stars[name]
        return star.profile, star.skills
    position = ruleset.book.lists[team_list].position(item.position)
    brought = ruleset.book.inducements[item.kind].skills
    return position.profile, tuple(dict.fromkeys((*brought, *position.skills, *item.skills)))


def profile_of_line(ruleset: Ruleset, team_list: str, line: InducedLine) -> tuple[Pairs, tuple[str, ...]] | None:
    """The characteristics and skills of a hired player by the name in a report; None for an unknown name.

    If several players were hired in one position, each has a number after the position.
    """
    if line.kind == "star":
        star = ruleset.book.stars.get(line.name)
        return (star.profile, star.skills) if star else None
    name, _space, number = line.name.rpartition(" ")
    called = name if number.isdecimal() else line.name
    position = next((one for one in ruleset.book.lists[team_list].positions if one.name == called), None)
    return (position.profile, position.skills) if position and line.kind in INDUCED_KINDS else None


def injury_matters(ruleset: Ruleset, line: InducedLine, opposing_list: str) -> bool:
    """Whether a report needs a hired player's injury: if stars' injuries count (I3), or if they can rise (J8)."""
    counts = line.kind == "star" and not ruleset.house.flag("star_injuries_waived")
    return counts or (line.kind in INDUCED_KINDS and ruleset.book.lists[opposing_list].necromancer)


def is_dead(ruleset: Ruleset, line: InducedLine) -> bool:
    """Whether a hired player died, according to the report."""
    return face_exists(line.casualty, ruleset.book.casualty_die) and ruleset.book.casualty_for(line.casualty).dead


def hired_count(ruleset: Ruleset, bought: Bought) -> Pair[int]:
    """How many hired players each side can field. All of them can be MVP, whatever the report lists (G1, p33-34)."""
    lines = hired_lines(ruleset, bought)
    return Pair(home=len(lines.home), away=len(lines.away))


def extra_rerolls(ruleset: Ruleset, items: Sequence[Item]) -> int:
    """The team re-rolls that were bought for this match (I9, p36)."""
    return sum(item.count * ruleset.book.inducements[item.kind].rerolls for item in items)
