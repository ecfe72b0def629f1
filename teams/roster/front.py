"""The front of a printed roster: sixteen numbered lines, and a block with the team's goods and value."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import count, islice

from printing.document import Document
from printing.table import BODY, BOX, BOX_GAP, Cell, Column, Row, Table, laid_out
from printing.text import NO_BREAK, Run, Style, wrap
from teams.presentation.injury_words import misses_words
from teams.roster.block import BLOCK_HEIGHT, amount_of, draw_block
from teams.roster.paper import BOLD, ITALIC, MUTED, SMALL, Sheet, gold_text
from teams.roster.printed import Characteristic, Mark, RosterLine, RosterPrint

LINES = 16  # as the official sheet has
MOST_LINES = 22  # on one page
LEGEND_HEIGHT = 24.0

SEVERAL = ("profile:*", "mark:*", "condition:*", "deeds:*")
"""Kinds of columns of which there can be several."""

SIGNS = "7↑ and +Skill, in bold: improved.  6↓ and −1, in italics: injured.  "
TICK = "×"
ABSENT = ("M and a hatched number", "misses the next match")
ABSENT_LONGER = ("2M", "misses the next two matches")
UNCOUNTED = "  (70k): does not count in the {worth}."
COSTS = "  k: thousands of gold pieces."


def front_pages(roster: RosterPrint) -> list[Sequence[RosterLine]]:
    """The players by page. One page, unless there are more players than any official team may have."""
    players = roster.players
    pages = -(-len(players) // MOST_LINES) or 1
    most = -(-len(players) // pages)
    return [players[place * most : (place + 1) * most] for place in range(pages)]


def draw_front(sheet: Sheet, players: Sequence[RosterLine], *, last: bool) -> None:
    """Draw one front page. The last one ends with the block of goods and value."""
    document, roster = sheet.document, sheet.roster
    value = "" if roster.value is None else amount_of(roster)(roster.value)
    top = sheet.fields(sheet.head(roster.value_name.upper() if value else "", value))
    end = document.bottom + LEGEND_HEIGHT + BLOCK_HEIGHT + 8
    lines = max(LINES, len(players))
    columns = laid_out(_columns(roster), document.right - document.left)
    table = Table(document, columns, document.left, (top - 12.5 - end) / lines, roster.worn.first)
    y = table.head(top)
    for row in [*(_player_row(roster, player) for player in players), *_blank_rows(roster, lines - len(players))]:
        y = table.row(y, row)
    table.foot(y)
    if last:
        draw_block(document, roster, document.bottom + LEGEND_HEIGHT + BLOCK_HEIGHT)
    _draw_legend(document, roster)


def _columns(roster: RosterPrint) -> tuple[Column, ...]:
    many = len(roster.characteristics) > 4
    narrow = {"align": "center", "smallest": 5}
    plain = {
        "number": Column(heading="#", width=20, align="center"),
        "name": Column(heading="NAME", width=108, style=BOLD),
        "position": Column(heading="POSITION", width=74),
        "skills": Column(
            heading=roster.skills_heading,
            width=1,
            flexible=True,
            wraps=True,
            smallest=5,
        ),
        "injuries": Column(heading="INJURIES", width=82, align="center", wraps=True, smallest=5)
        if roster.injuries_apart
        else Column(heading="INJ", width=26, **narrow),
        "spp": Column(heading=roster.points[0], width=24, **narrow),
        "cost": Column(heading="COST", width=36, align="right"),
        "notes": Column(heading="NOTES", width=1, flexible=True),
    }
    found = []
    for kind in _kinds(roster):
        wide = (20 if many else 23) if kind == "profile:*" else 24
        heads = [short if kind == "profile:*" else short.upper() for short, _full in _several(roster, kind)]
        boxes = _boxes(roster, kind)
        found += [
            Column(heading=head, width=wide if not more else 14 + more * (BOX + BOX_GAP), **narrow)
            for head, more in zip(heads, boxes, strict=True)
        ]
        found += [plain[kind]] if kind in plain else []
    return tuple(found)


def _kinds(roster: RosterPrint) -> list[str]:
    """The columns that the edition declares; costs only where there is gold or a worth."""
    return [kind for kind in roster.columns if kind != "score" and (kind != "cost" or roster.with_costs)]


def _several(roster: RosterPrint, kind: str) -> Sequence[tuple[str, str]]:
    """The short and full names of columns of which there is one for each characteristic, mark, condition or deed."""
    several = {"mark:*": roster.mark_heads, "condition:*": roster.condition_heads, "deeds:*": roster.deeds}
    return roster.characteristics if kind == "profile:*" else several.get(kind, ())


def _boxes(roster: RosterPrint, kind: str) -> Sequence[int]:
    """How many boxes to tick each column of a kind has."""
    counted = roster.boxes if kind == "deeds:*" else ()
    return counted or [0] * len(_several(roster, kind))


def _blank_rows(roster: RosterPrint, lines: int) -> Iterator[Row]:
    """Empty lines to write on, with the free shirt numbers."""
    worn = {str(player.number) for player in roster.players}
    free = (str(number) for number in count(1) if str(number) not in worn)
    return (Row(tuple(_blank_cells(roster, number))) for number in islice(free, lines))


def _blank_cells(roster: RosterPrint, number: str) -> Iterator[Cell | str]:
    for kind in _kinds(roster):
        if kind == "number":
            yield Cell((Run(number, MUTED),))
        elif kind in SEVERAL:
            yield from (Cell(boxes=boxes) for boxes in _boxes(roster, kind))
        else:
            yield ""


def _player_row(roster: RosterPrint, player: RosterLine) -> Row:
    cells = (_boxed(roster, kind, _cells(kind, player, roster.injuries_apart)) for kind in _kinds(roster))
    return Row(tuple(cell for group in cells for cell in group))


def _boxed(roster: RosterPrint, kind: str, cells: Iterable[Cell | str]) -> Iterable[Cell | str]:
    """The cells of a kind with their boxes to tick."""
    if kind != "deeds:*" or not roster.boxes:
        return cells
    plain = (cell if isinstance(cell, Cell) else Cell((Run(cell, BODY),)) for cell in cells)
    return [replace(cell, boxes=boxes) for cell, boxes in zip(plain, roster.boxes, strict=True)]


def _cells(kind: str, player: RosterLine, apart: bool) -> Iterable[Cell | str]:
    """What stands in a column, or in all columns of a kind."""
    absent, cost = player.misses > 0, gold_text(player.cost)
    match kind:
        case "number":
            yield Cell((Run(str(player.number), BODY),), hatched=absent)
        case "name":
            yield Cell((Run(player.name, BOLD),), note=misses_words(player.misses))
        case "position":
            yield Cell((Run(player.position, BODY),), note=player.level)
        case "profile:*":
            yield from map(_characteristic, player.characteristics)
        case "skills":
            yield Cell(tuple(_abilities(player, with_losses=not apart)))
        case "injuries" if apart:
            yield Cell(tuple(_all_injuries(player)))
        case "injuries":
            yield Cell(tuple(_injuries(player)), pill=absent)
        case "mark:*":
            yield from (Cell((Run(TICK if each else "", BOLD),)) for each in player.marked)
        case "condition:*" | "deeds:*":
            yield from map(_tally, player.lasting if kind == "condition:*" else player.deeds)
        case "spp":
            yield "" if player.star_player_points is None else _tally(player.star_player_points)
        case "cost":
            yield cost if player.counts_in_value else f"({cost})"
        case _:
            yield ""


def _characteristic(characteristic: Characteristic) -> Cell:
    value = str(characteristic.value)
    if characteristic.mark is Mark.IMPROVED:
        return Cell((Run(f"{value}↑", BOLD),))
    if characteristic.mark is Mark.INJURED:
        return Cell((Run(value, ITALIC), Run("↓", BODY)))
    return Cell((Run(value, BODY),))


def _abilities(player: RosterLine, *, with_losses: bool) -> Iterator[Run]:
    """Marks, starting skills, gained skills, lost characteristics. No name is broken between two lines."""
    items = [(mark, BOLD) for mark in player.marks]
    items += [(skill, BODY) for skill in player.starting_skills]
    items += [(f"+{skill}", BOLD) for skill in player.gained_skills]
    items += _losses(player) if with_losses else []
    yield from _listed(items)


def _losses(player: RosterLine) -> list[tuple[str, Style]]:
    return [(loss.replace("-", "−"), ITALIC) for loss in player.characteristic_losses]


def _listed(items: Sequence[tuple[str, Style]]) -> Iterator[Run]:
    for place, (text, style) in enumerate(items):
        yield Run(text.replace(" ", NO_BREAK) + (", " if place < len(items) - 1 else ""), style)


def _all_injuries(player: RosterLine) -> Iterator[Run]:
    """Missed matches and conditions by their letters, then lost characteristics."""
    letters = [(run.text, BOLD) for run in _injuries(player) if run.text]
    yield from _listed([*letters, *_losses(player)])


def _injuries(player: RosterLine) -> Iterator[Run]:
    absence = [f"{player.misses if player.misses > 1 else ''}M"] if player.misses else []
    yield Run(" ".join([*absence, *(f"{count}{sign}" for sign, _short, count in player.conditions)]), BOLD)


def _tally(count: int) -> Cell:
    return Cell((Run(str(count), BODY if count else MUTED),))


def _draw_legend(document: Document, roster: RosterPrint) -> None:
    names = [*roster.characteristics]
    counted = [kind for kind in _kinds(roster) if kind != "profile:*"]
    names += [(short.upper(), full) for kind in counted for short, full in _several(roster, kind)]
    worn = {mark for player in roster.players for mark in player.marks}
    names += [(short, full) for short, full in roster.mark_heads if short in worn]
    names += [roster.points] if "spp" in roster.columns else []
    words = [f"{short}{NO_BREAK}{full.replace(' ', NO_BREAK)}" for short, full in names]
    injured = [ABSENT, *([ABSENT_LONGER] if roster.long_absences else []), *roster.conditions]
    signs = (
        SIGNS
        + ("INJURIES: " if roster.injuries_apart else "INJ, injuries: ")
        + "; ".join(f"{sign}, {meaning}" for sign, meaning in injured)
        + "."
    )
    costs = (
        (UNCOUNTED.format(worth=roster.value_name.lower()) if roster.value_in_gold else "") + COSTS
        if roster.with_costs
        else ""
    )
    text = ",  ".join(words) + ".  " + signs + costs
    y = document.bottom + LEGEND_HEIGHT - 8
    for line in wrap((Run(text, SMALL),), document.right - document.left)[:3]:
        document.runs(document.left, y, line)
        y -= 7.6
