"""A roster as plain text, to paste into a chat: lines of equal columns, which line up in any font of equal widths.

Column heads are fixed abbreviations of the game in every language, so that a roster reads alike wherever it is pasted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from unicodedata import combining, east_asian_width

from django.utils.translation import gettext as _

from rules.words.words import k
from teams.roster.printed import GoodsLine, Mark, RosterLine, RosterPrint

HEADS = ("#", "NAME", "POS")
FIGURES = ("SPP", "COST")
SKILLS = "SKILLS"
MISSES_NEXT, NIGGLING = "MNG", "NI"
GAP = "  "


def roster_text(roster: RosterPrint) -> str:
    """A printed roster's front as text, without a line break at its end. Gold is in thousands (k)."""
    value = k(roster.value) if roster.value_in_gold else f"{roster.value:,}"
    heads = (*HEADS, *(short for short, _name in roster.characteristics), *FIGURES, SKILLS)
    rows = [heads, *map(_row, roster.players)]
    goods = [roster.rerolls, roster.fan_factor, *(line for line in roster.staff if line.number)]
    own = [_good(line) for line in goods] + list(roster.inducements)
    own += [_("Treasury %(gold)s") % {"gold": k(roster.treasury)}]
    own += [_("Bank %(gold)s") % {"gold": k(roster.bank)}] if roster.bank else []
    lines = [
        f"{roster.team} ({roster.team_list}, {roster.coach}), TV {value}",
        f"{roster.league}, {roster.as_of}",
        "",
        *_aligned(rows),
        "",
        ", ".join(own),
    ]
    return "\n".join([*lines, *([", ".join(roster.trophies)] if roster.trophies else [])])


def _row(player: RosterLine) -> tuple[str, ...]:
    cost = k(player.cost)
    return (
        str(player.number),
        player.name or "-",
        player.position,
        *(str(each.value) for each in player.characteristics),
        str(player.star_player_points),
        cost if player.counts_in_value else f"({cost})",
        ", ".join(_marks(player)) or "-",
    )


def _marks(player: RosterLine) -> Iterator[str]:
    """Skills, then what was gained and lost, then injuries."""
    yield from player.starting_skills
    yield from (f"+{skill}" for skill in player.gained_skills)
    yield from (f"+{each.name}" for each in player.characteristics if each.mark is Mark.IMPROVED)
    yield from player.characteristic_losses
    if player.niggling_injuries:
        yield f"{player.niggling_injuries} {NIGGLING}"
    if player.misses_next_match:
        yield MISSES_NEXT


def _good(line: GoodsLine) -> str:
    return f"{line.name} {line.number}"


def _aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """The rows with equal columns: texts to the left, numbers to the right, the last column as long as it is."""
    widths = [max(map(_width, column)) for column in zip(*rows, strict=True)]
    texts = (HEADS.index("NAME"), HEADS.index("POS"))
    return [
        GAP.join(
            cell + " " * (width - _width(cell)) if place in texts else " " * (width - _width(cell)) + cell
            for place, (cell, width) in enumerate(zip(row[:-1], widths, strict=False))
        )
        + GAP
        + row[-1]
        for row in rows
    ]


def _width(text: str) -> int:
    """How many columns a text takes: none for a combining mark, two for a wide character."""
    return sum(0 if combining(each) else 2 if east_asian_width(each) in "WF" else 1 for each in text)
