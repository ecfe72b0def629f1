"""The front of a printed roster: sixteen numbered lines, and a block with the team's goods and value."""

from collections.abc import Iterator, Sequence
from itertools import count, islice

from printing.document import BLACK, Document
from printing.table import BODY, Cell, Column, Row, Table, laid_out
from printing.text import NO_BREAK, Run, wrap
from teams.roster.paper import BOLD, FIELD, HEADLINE, ITALIC, MUTED, SMALL, Sheet, gold_text
from teams.roster.printed import Characteristic, GoodsLine, Mark, RosterLine, RosterPrint

LINES = 16  # as the official sheet has
MOST_LINES = 22  # on one page
BLOCK_ROWS = 9
BLOCK_ROW = 12.0
BLOCK_HEIGHT = BLOCK_ROW * BLOCK_ROWS + 16
LEGEND_HEIGHT = 24.0

SIGNS = (
    "7↑ and +Skill, in bold: improved.  6↓ and −1, in italics: injured.  INJ, injuries: M and a hatched number, misses "
    "the next match; 2N, two niggling injuries, each +1 on injury rolls against the player.  (70k): does not count in "
    "the team value.  k: thousands of gold pieces."
)


def front_pages(roster: RosterPrint) -> list[Sequence[RosterLine]]:
    """The players by page. One page, unless there are more players than any official team may have."""
    players = roster.players
    pages = -(-len(players) // MOST_LINES) or 1
    most = -(-len(players) // pages)
    return [players[place * most : (place + 1) * most] for place in range(pages)]


def draw_front(sheet: Sheet, players: Sequence[RosterLine], *, last: bool) -> None:
    """Draw one front page. The last one ends with the block of goods and value."""
    document, roster = sheet.document, sheet.roster
    value = gold_text(roster.value) if roster.value_in_gold else f"{roster.value:,}"
    top = sheet.fields(sheet.head("TEAM VALUE", value))
    end = document.bottom + LEGEND_HEIGHT + BLOCK_HEIGHT + 8
    lines = max(LINES, len(players))
    columns = laid_out(_columns(roster), document.right - document.left)
    table = Table(document, columns, document.left, (top - 12.5 - end) / lines)
    y = table.head(top)
    for row in [*map(_player_row, players), *_blank_rows(roster, lines - len(players))]:
        y = table.row(y, row)
    table.foot(y)
    if last:
        _draw_block(document, roster, document.bottom + LEGEND_HEIGHT + BLOCK_HEIGHT)
    _draw_legend(document, roster)


def _columns(roster: RosterPrint) -> tuple[Column, ...]:
    many = len(roster.characteristics) > 4
    narrow = {"align": "center", "smallest": 4.5}
    return (
        Column(heading="#", width=20, align="center"),
        Column(heading="NAME", width=108 if many else 122, style=BOLD),
        Column(heading="POSITION", width=76 if many else 86),
        *(Column(heading=short, width=20 if many else 23, **narrow) for short, _ in roster.characteristics),
        Column(heading="SKILLS AND INJURIES", width=1, flexible=True, wraps=True, smallest=4.5),
        Column(heading="INJ", width=26, **narrow),
        *(Column(heading=short, width=24, **narrow) for short, _ in _tally_heads(roster)),
        Column(heading="COST", width=36, align="right"),
    )


def _blank_rows(roster: RosterPrint, lines: int) -> Iterator[Row]:
    """Empty lines to write on, with the free shirt numbers."""
    worn = {str(player.number) for player in roster.players}
    free = (str(number) for number in count(1) if str(number) not in worn)
    return (Row((Cell((Run(number, MUTED),)),)) for number in islice(free, lines))


def _player_row(player: RosterLine) -> Row:
    absent = player.misses_next_match
    cost = gold_text(player.cost)
    return Row(
        (
            Cell((Run(str(player.number), BODY),), hatched=absent),
            Cell((Run(player.name, BOLD),), note="misses the next match" if absent else ""),
            Cell((Run(player.position, BODY),), note=player.level),
            *map(_characteristic, player.characteristics),
            Cell(tuple(_abilities(player))),
            Cell(tuple(_injuries(player)), pill=absent),
            *map(_tally, (*player.deeds, player.star_player_points)),
            cost if player.counts_in_value else f"({cost})",
        )
    )


def _characteristic(characteristic: Characteristic) -> Cell:
    value = str(characteristic.value)
    if characteristic.mark is Mark.IMPROVED:
        return Cell((Run(f"{value}↑", BOLD),))
    if characteristic.mark is Mark.INJURED:
        return Cell((Run(value, ITALIC), Run("↓", BODY)))
    return Cell((Run(value, BODY),))


def _abilities(player: RosterLine) -> Iterator[Run]:
    """Starting skills, gained skills, lost characteristics. No name is broken between two lines."""
    items = [(skill, BODY) for skill in player.starting_skills]
    items += [(f"+{skill}", BOLD) for skill in player.gained_skills]
    items += [(loss.replace("-", "−"), ITALIC) for loss in player.characteristic_losses]
    for place, (text, style) in enumerate(items):
        yield Run(text.replace(" ", NO_BREAK) + (", " if place < len(items) - 1 else ""), style)


def _injuries(player: RosterLine) -> Iterator[Run]:
    if player.misses_next_match:
        yield Run("M", BOLD)
    if player.niggling_injuries:
        yield Run(f"{' ' * player.misses_next_match}{player.niggling_injuries}N", BOLD)


def _tally_heads(roster: RosterPrint) -> list[tuple[str, str]]:
    """The short and full names of what is counted for a player."""
    return [*((short.upper(), full) for short, full in roster.deeds), ("SPP", "star player points")]


def _tally(count: int) -> Cell:
    return Cell((Run(str(count), BODY if count else MUTED),))


def _draw_block(document: Document, roster: RosterPrint, top: float) -> None:
    room = document.right - document.left
    gap = 12.0
    goods, value, gold = 0.31 * room, 0.25 * room, 0.19 * room
    x = document.left
    _draw_goods(document, roster, x, top, goods)
    x += goods + gap
    _draw_value(document, roster, x, top, value)
    x += value + gap
    _draw_gold(document, roster, x, top, gold)
    x += gold + gap
    _draw_notes(document, roster, x, top, document.right - x)


def _panel(document: Document, heading: str, x: float, top: float, width: float) -> float:
    document.text(x, top - 8, heading, HEADLINE)
    document.rule(x, top - 11.5, x + width, top - 11.5, weight=0.9, grey=BLACK)
    return top - 11.5


def _draw_goods(document: Document, roster: RosterPrint, x: float, top: float, width: float) -> None:
    y = _panel(document, "RE-ROLLS, FANS AND STAFF", x, top, width)
    columns = (
        Column(heading="", width=1, flexible=True),
        Column(heading="", width=22, align="right", style=BOLD),
        Column(heading="", width=56),
        Column(heading="", width=60, align="right"),
    )
    table = Table(document, laid_out(columns, width), x, BLOCK_ROW)
    for line in _goods(roster):
        price = "" if line.price is None else f"× {gold_text(line.price)}"
        y = table.row(y, Row((line.name, str(line.number), price, f"= {gold_text(line.total)}")))


def _goods(roster: RosterPrint) -> list[GoodsLine]:
    """One line for each kind that fits. If an edition has more kinds, the last line sums up the rest."""
    lines = [roster.rerolls, roster.fan_factor, *roster.staff]
    if len(lines) <= BLOCK_ROWS:
        return lines
    rest = lines[BLOCK_ROWS - 1 :]
    number, total = sum(line.number for line in rest), sum(line.total for line in rest)
    return [*lines[: BLOCK_ROWS - 1], GoodsLine(name=f"{len(rest)} other kinds", number=number, total=total)]


def _draw_value(document: Document, roster: RosterPrint, x: float, top: float, width: float) -> None:
    y = _panel(document, "TEAM VALUE", x, top, width)
    columns = (
        Column(heading="", width=14),
        Column(heading="", width=1, flexible=True),
        Column(heading="", width=64, align="right"),
    )
    terms = roster.terms
    rows_high = min(BLOCK_ROW, BLOCK_ROW * BLOCK_ROWS / (len(terms) + 1))
    table = Table(document, laid_out(columns, width), x, rows_high)
    amount = gold_text if roster.value_in_gold else "{:,}".format
    for place, term in enumerate(terms):
        last = place == len(terms) - 1
        y = table.row(y, Row(("+" if place else "", term.name, amount(term.amount)), ruled=last))
    table.row(y, Row(("=", Cell((Run("Team value", BOLD),)), Cell((Run(amount(roster.value), BOLD),)))))


def _draw_gold(document: Document, roster: RosterPrint, x: float, top: float, width: float) -> None:
    y = _panel(document, "GOLD AND TROPHIES", x, top, width)
    columns = (Column(heading="", width=1, flexible=True), Column(heading="", width=58, align="right", style=BOLD))
    table = Table(document, laid_out(columns, width), x, BLOCK_ROW)
    y = table.row(y, Row(("Treasury", gold_text(roster.treasury))))
    if roster.bank is not None:
        y = table.row(y, Row(("Bank", gold_text(roster.bank))))
    trophies = list(roster.trophies)
    room = BLOCK_ROWS - 2
    if len(trophies) > room:
        trophies = [*trophies[: room - 1], f"and {len(trophies) - room + 1} more"]
    names = Table(document, laid_out((Column(heading="", width=1, flexible=True),), width), x, BLOCK_ROW)
    for trophy in trophies:
        y = names.row(y, Row((f"★ {trophy}",)))


def _draw_notes(document: Document, roster: RosterPrint, x: float, top: float, width: float) -> None:
    """Inducements that are part of the roster, and empty lines for notes by hand."""
    y = _panel(document, "INDUCEMENTS AND NOTES" if roster.inducements else "NOTES", x, top, width)
    lines = 6
    step = BLOCK_ROW * BLOCK_ROWS / lines
    held = list(roster.inducements)
    if len(held) > lines:
        held = [*held[: lines - 1], ", ".join(held[lines - 1 :])]
    for line, text in enumerate(held, start=1):
        document.text(x, y - line * step + 2.5, text, FIELD, room=width, smallest=5)
    document.rules((x, y - line * step, x + width, y - line * step) for line in range(1, lines + 1))


def _draw_legend(document: Document, roster: RosterPrint) -> None:
    names = [*roster.characteristics, *_tally_heads(roster)]
    words = [f"{short}{NO_BREAK}{full.replace(' ', NO_BREAK)}" for short, full in names]
    text = ",  ".join(words) + ".  " + SIGNS
    y = document.bottom + LEGEND_HEIGHT - 8
    for line in wrap((Run(text, SMALL),), document.right - document.left)[:3]:
        document.runs(document.left, y, line)
        y -= 7
