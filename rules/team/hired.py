"""The players hired for one match and the re-rolls bought for it (I1-I3, I9, G1)."""

from __future__ import annotations

from collections.abc import Sequence

from rules.book.edition import Ruleset
from rules.book.rows.teams import Pairs, Position
from rules.sequence.sequence import SIDES
from rules.sheet.match import INDUCED_KINDS, InducedLine, Pair
from rules.team.inducements import Item, star_names

DEAD = "dead"
Bought = Pair[tuple[Item, ...]]


def barred_stars(ruleset: Ruleset, bought: Bought) -> frozenset[str]:
    """The stars whom both sides hired: they play for neither side, and both fees are lost (I3, p35).

    In a book or a league whose stars may play for both, there are none.
    """
    row = ruleset.book.inducements.get("star")
    if (row is not None and row.for_both) or shared(ruleset):
        return frozenset()
    home, away = (_stars(ruleset, bought.of(side)) for side in SIDES)
    return home & away


def shared(ruleset: Ruleset) -> bool:
    """Whether stars and named staff whom both sides hire are there for both in this league."""
    return ruleset.house.choice("hired_by_both") == "both"


def barred_named(ruleset: Ruleset, bought: Bought) -> tuple[str, ...]:
    """The keys of named staff whom both sides hired: they work for neither, and both fees are lost."""
    if shared(ruleset):
        return ()
    home, away = ({item.kind for item in bought.of(side)} for side in SIDES)
    rows = (row for row in ruleset.book.inducements.values() if row.named and not row.for_both)
    return tuple(row.key for row in rows if row.key in home & away)


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
    position = _position_of(ruleset, team_list, line)
    return (position.profile, position.skills) if position else None


def keywords_of_line(ruleset: Ruleset, team_list: str, line: InducedLine) -> tuple[str, ...]:
    """The keywords of a hired player by the name in a report; none for an unknown name."""
    if line.kind == "star":
        star = ruleset.book.stars.get(line.name)
        return star.keywords if star else ()
    position = _position_of(ruleset, team_list, line)
    return position.keywords if position else ()


def _position_of(ruleset: Ruleset, team_list: str, line: InducedLine) -> Position | None:
    """The position in which a player was hired, whose name in a report may have a number behind it."""
    name, _space, number = line.name.rpartition(" ")
    called = name if number.isdecimal() else line.name
    positions = ruleset.book.lists[team_list].positions if line.kind in INDUCED_KINDS else ()
    return next((one for one in positions if one.name == called), None)


def keeps_injuries(ruleset: Ruleset) -> bool:
    """Whether any injury or death of a star lasts beyond the match in this league (I3)."""
    row = ruleset.book.inducements.get("star")
    return not ruleset.house.flag("star_injuries_waived") or bool(row and row.deaths_kept)


def star_counts(ruleset: Ruleset, name: str) -> bool:
    """Whether what happens to this star lasts: in a league that waives injuries, the deaths of some kinds may."""
    return not ruleset.house.flag("star_injuries_waived") or _death_lasts(ruleset, name)


def lasting_fate(ruleset: Ruleset, line: InducedLine) -> str:
    """What a star's casualty means for later matches (I3): ``dead``, ``misses_next``, or empty for nothing."""
    fate = star_fate(ruleset, line.casualty) if line.kind == "star" and line.casualty else ""
    if not ruleset.house.flag("star_injuries_waived"):
        return fate
    return fate if fate == DEAD and _death_lasts(ruleset, line.name) else ""


def star_fate(ruleset: Ruleset, casualty: int) -> str:
    """What a casualty roll means for a star player (I3): ``dead``, ``misses_next``, or empty for nothing."""
    row = ruleset.book.casualty_for(casualty)
    return DEAD if row.dead else "misses_next" if row.misses_next or row.leads_to else ""


def _death_lasts(ruleset: Ruleset, name: str) -> bool:
    row, star = ruleset.book.inducements.get("star"), ruleset.book.stars.get(name)
    return row is not None and star is not None and any(kind in row.deaths_kept for kind in star.keywords)


def injury_matters(ruleset: Ruleset, line: InducedLine, opposing_list: str) -> bool:
    """Whether a report needs a hired player's injury: if stars' injuries count (I3), or if they can rise (J8)."""
    counts = line.kind == "star" and star_counts(ruleset, line.name)
    return counts or (line.kind in INDUCED_KINDS and ruleset.book.lists[opposing_list].necromancer)


def is_dead(ruleset: Ruleset, line: InducedLine) -> bool:
    """Whether a hired player died, according to the report."""
    table = ruleset.book.casualty_table
    return table.has(line.casualty) and table.row(line.casualty).dead


def hired_count(ruleset: Ruleset, bought: Bought) -> Pair[int]:
    """How many hired players each side can field. All of them can be MVP, whatever the report lists (G1, p33-34)."""
    lines = hired_lines(ruleset, bought)
    return Pair(home=len(lines.home), away=len(lines.away))


def extra_rerolls(ruleset: Ruleset, items: Sequence[Item]) -> int:
    """The team re-rolls that were bought for this match (I9, p36)."""
    return sum(item.count * ruleset.book.inducements[item.kind].rerolls for item in items)
