"""The front of a printed roster: sixteen numbered lines, and a block with the team's goods and value."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import count, islice

from printing.document import BLACK, Document
from printing.table import BODY, Cell, Column, Row, Table, laid_out
from printing.text import NO_BREAK, Run, Style, wrap
from teams.presentation.injury_words import misses_words
from teams.roster.paper import BOLD, FIELD, HEADLINE, ITALIC, MUTED, SMALL, Sheet, gold_text
from teams.roster.printed import Characteristic, GoodsLine, Mark, RosterLine, RosterPrint

LINES = 16  # as the official sheet has
MOST_LINES = 22  # on one page
BLOCK_ROWS = 9
BLOCK_ROW = 12.0
BLOCK_HEIGHT = BLOCK_ROW * BLOCK_ROWS + 16
LEGEND_HEIGHT = 24.0

SIGNS = "7↑ and +Skill, in bold: improved.  6↓ and −1, in italics: injured.  "
TICK = "×"
ABSENT = ("M and a hatched number", "misses the next match")
ABSENT_LONGER = ("2M", "misses the next two matches")
COSTS = "  (70k): does not count in the team value.  k: thousands of gold pieces."


def front_pages(roster: RosterPrint) -> list[Sequence[RosterLine]]:
    """The players by page. One page, unless there are more players than any official team may have."""
    players = roster.players
    pages = -(-len(players) // MOST_LINES) or 1
    most = -(-len(players) // pages)
    return [players[place * most : (place + 1) * most] for place in range(pages)]


def draw_front(sheet: Sheet, players: Sequence[RosterLine], *, last: bool) -> None:
    """Draw one front page. The last one ends with the block of goods and value."""
    document, roster = sheet.document, sheet.roster
    value = "" if roster.value is None else _amount(roster)(roster.value)
    top = sheet.fields(sheet.head(roster.value_name.upper() if value else "", value))
    end = document.bottom + LEGEND_HEIGHT + BLOCK_HEIGHT + 8
    lines = max(LINES, len(players))
    columns = laid_out(_columns(roster), document.right - document.left)
    table = Table(document, columns, document.left, (top - 12.5 - end) / lines)
    y = table.head(top)
    for row in [*(_player_row(roster, player) for player in players), *_blank_rows(roster, lines - len(players))]:
        y = table.row(y, row)
    table.foot(y)
    if last:
        _draw_block(document, roster, document.bottom + LEGEND_HEIGHT + BLOCK_HEIGHT)
    _draw_legend(document, roster)


def _columns(roster: RosterPrint) -> tuple[Column, ...]:
    many = len(roster.characteristics) > 4
    narrow = {"align": "center", "smallest": 4.5}
    plain = {
        "number": Column(heading="#", width=20, align="center"),
        "name": Column(heading="NAME", width=108 if many else 122, style=BOLD),
        "position": Column(heading="POSITION", width=76 if many else 86),
        "skills": Column(
            heading=roster.skills_heading,
            width=1,
            flexible=True,
            wraps=True,
            smallest=4.5,
        ),
        "injuries": Column(heading="INJURIES", width=82, align="center", wraps=True, smallest=4.5)
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
        found += [Column(heading=head, width=wide, **narrow) for head in heads]
        found += [plain[kind]] if kind in plain else []
    return tuple(found)


def _kinds(roster: RosterPrint) -> list[str]:
    """The columns that the edition declares; costs only where there is gold or a worth."""
    return [kind for kind in roster.columns if kind != "score" and (kind != "cost" or roster.with_costs)]


def _several(roster: RosterPrint, kind: str) -> Sequence[tuple[str, str]]:
    """The short and full names of columns of which there is one for each characteristic, mark, condition or deed."""
    several = {"mark:*": roster.mark_heads, "condition:*": roster.condition_heads, "deeds:*": roster.deeds}
    return roster.characteristics if kind == "profile:*" else several.get(kind, ())


def _blank_rows(roster: RosterPrint, lines: int) -> Iterator[Row]:
    """Empty lines to write on, with the free shirt numbers."""
    worn = {str(player.number) for player in roster.players}
    free = (str(number) for number in count(1) if str(number) not in worn)
    return (Row((Cell((Run(number, MUTED),)),)) for number in islice(free, lines))


def _amount(roster: RosterPrint) -> Callable[[int], str]:
    """How what a team is worth is written."""
    return gold_text if roster.value_in_gold else "{:,}".format


def _player_row(roster: RosterPrint, player: RosterLine) -> Row:
    return Row(tuple(cell for kind in _kinds(roster) for cell in _cells(kind, player, roster.injuries_apart)))


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


def _draw_block(document: Document, roster: RosterPrint, top: float) -> None:
    room = document.right - document.left
    gap = 12.0
    goods, value, gold = 0.31 * room, 0.25 * room, 0.19 * room
    x = document.left
    if "score" in roster.columns:
        _draw_score(document, x, top, goods)
    else:
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


def _draw_score(document: Document, x: float, top: float, width: float) -> None:
    """Empty lines for the score of a match, where the sheet is also that of the match."""
    y = _panel(document, "FINAL SCORE", x, top, width)
    columns = (Column(heading="", width=60), Column(heading="", width=1, flexible=True))
    table = Table(document, laid_out(columns, width), x, BLOCK_ROW)
    for side in ("Home", "Away"):
        y = table.row(y, Row((side, "")))


def _draw_goods(document: Document, roster: RosterPrint, x: float, top: float, width: float) -> None:
    lines = _goods(roster)
    if not lines:
        return
    y = _panel(document, "RE-ROLLS, FANS AND STAFF" if roster.counted_goods else "STAFF", x, top, width)
    columns = (
        Column(heading="", width=1, flexible=True),
        Column(heading="", width=22, align="right", style=BOLD),
        Column(heading="", width=56),
        Column(heading="", width=60, align="right"),
    )
    table = Table(document, laid_out(columns, width), x, BLOCK_ROW)
    for line in lines:
        price = "" if line.price is None else f"× {gold_text(line.price)}"
        y = table.row(y, Row((line.name, str(line.number), price, f"= {gold_text(line.total)}")))


def _goods(roster: RosterPrint) -> list[GoodsLine]:
    """One line for each kind that fits. If an edition has more kinds, the last line sums up the rest."""
    lines = [*roster.counted_goods, *roster.staff]
    if len(lines) <= BLOCK_ROWS:
        return lines
    rest = lines[BLOCK_ROWS - 1 :]
    number, total = sum(line.number for line in rest), sum(line.total for line in rest)
    return [*lines[: BLOCK_ROWS - 1], GoodsLine(name=f"{len(rest)} other kinds", number=number, total=total)]


def _draw_value(document: Document, roster: RosterPrint, x: float, top: float, width: float) -> None:
    if roster.value is None:
        return
    y = _panel(document, roster.value_name.upper(), x, top, width)
    columns = (
        Column(heading="", width=14),
        Column(heading="", width=1, flexible=True),
        Column(heading="", width=64, align="right"),
    )
    terms = roster.terms
    rows_high = min(BLOCK_ROW, BLOCK_ROW * BLOCK_ROWS / (len(terms) + 1))
    table = Table(document, laid_out(columns, width), x, rows_high)
    amount = _amount(roster)
    for place, term in enumerate(terms):
        last = place == len(terms) - 1
        y = table.row(y, Row(("+" if place else "", term.name, amount(term.amount)), ruled=last))
    table.row(y, Row(("=", Cell((Run(roster.value_name, BOLD),)), Cell((Run(amount(roster.value), BOLD),)))))


def _draw_gold(document: Document, roster: RosterPrint, x: float, top: float, width: float) -> None:
    if roster.treasury is None and not roster.trophies:
        return
    y = _panel(document, "GOLD AND TROPHIES" if roster.treasury is not None else "TROPHIES", x, top, width)
    columns = (Column(heading="", width=1, flexible=True), Column(heading="", width=58, align="right", style=BOLD))
    table = Table(document, laid_out(columns, width), x, BLOCK_ROW)
    if roster.treasury is not None:
        y = table.row(y, Row((roster.treasury_name, gold_text(roster.treasury))))
    if roster.bank is not None:
        y = table.row(y, Row((roster.bank_name, gold_text(roster.bank))))
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
    names = [*roster.characteristics]
    counted = [kind for kind in _kinds(roster) if kind != "profile:*"]
    names += [(short.upper(), full) for kind in counted for short, full in _several(roster, kind)]
    names += [roster.points] if "spp" in roster.columns else []
    words = [f"{short}{NO_BREAK}{full.replace(' ', NO_BREAK)}" for short, full in names]
    injured = [ABSENT, *([ABSENT_LONGER] if roster.long_absences else []), *roster.conditions]
    signs = (
        SIGNS
        + ("INJURIES: " if roster.injuries_apart else "INJ, injuries: ")
        + "; ".join(f"{sign}, {meaning}" for sign, meaning in injured)
        + "."
    )
    text = ",  ".join(words) + ".  " + signs + (COSTS if roster.with_costs else "")
    y = document.bottom + LEGEND_HEIGHT - 8
    for line in wrap((Run(text, SMALL),), document.right - document.left)[:3]:
        document.runs(document.left, y, line)
        y -= 7
