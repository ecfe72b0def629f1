"""The block at the foot of a printed roster: what a team owns, what it is worth, and its page's address as a code."""

from collections.abc import Callable, Sequence

from printing.document import Document
from printing.qr import QUIET, code_of
from printing.table import Cell, Column, Row, Table, laid_out
from printing.text import Run
from teams.roster.paper import BOLD, FIELD, HEADLINE, gold_text
from teams.roster.printed import GoodsLine, RosterPrint

BLOCK_ROWS = 9
SPECIAL_RULES = 4
BLOCK_ROW = 12.0
BLOCK_HEIGHT = BLOCK_ROW * BLOCK_ROWS + 16
CODE = 84.0


def amount_of(roster: RosterPrint) -> Callable[[int], str]:
    """How what a team is worth is written."""
    return gold_text if roster.value_in_gold else "{:,}".format


def draw_block(document: Document, roster: RosterPrint, top: float) -> None:
    """Draw what stands below the players, from ``top`` (points) down: goods or an empty score, value, gold, notes."""
    room = document.right - document.left
    gap = 12.0
    goods, value, gold = 0.29 * room, 0.23 * room, 0.17 * room
    x = document.left
    if "score" in roster.columns:
        _draw_score(document, roster, x, top, goods)
    else:
        _draw_goods(document, roster, x, top, goods)
    x += goods + gap
    _draw_value(document, roster, x, top, value)
    x += value + gap
    _draw_gold(document, roster, x, top, gold)
    x += gold + gap
    notes = document.right - x
    if roster.address:
        notes -= CODE + gap
        _draw_code(document, roster, document.right - CODE, top)
    _draw_notes(document, roster, x, top, notes)


def _draw_code(document: Document, roster: RosterPrint, x: float, top: float) -> None:
    """The address of the team's page as a code, under a heading. The white margin of the code needs no room."""
    y = _panel(document, roster, "THE TEAM'S PAGE", x, top, document.right - x)
    code = code_of(roster.address)
    margin = CODE * QUIET / (code.size - 2 * QUIET)
    document.code(code, x - margin, y - 5 - CODE - margin, CODE + 2 * margin)


def _panel(document: Document, roster: RosterPrint, heading: str, x: float, top: float, width: float) -> float:
    document.text(x, top - 8.2, heading, HEADLINE, room=width, smallest=5)
    document.rule(x, top - 11.5, x + width, top - 11.5, weight=1.2, ink=roster.worn.first)
    return top - 11.5


def _draw_score(document: Document, roster: RosterPrint, x: float, top: float, width: float) -> None:
    """Empty lines for the score of a match, where the sheet is also that of the match."""
    y = _panel(document, roster, "FINAL SCORE", x, top, width)
    columns = (Column(heading="", width=60), Column(heading="", width=1, flexible=True))
    table = Table(document, laid_out(columns, width), x, BLOCK_ROW)
    for side in ("Home", "Away"):
        y = table.row(y, Row((side, "")))


def _draw_goods(document: Document, roster: RosterPrint, x: float, top: float, width: float) -> None:
    lines = _goods(roster)
    if not lines:
        return
    y = _panel(document, roster, "RE-ROLLS, FANS AND STAFF" if roster.counted_goods else "STAFF", x, top, width)
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
    y = _panel(document, roster, roster.value_name.upper(), x, top, width)
    columns = (
        Column(heading="", width=14),
        Column(heading="", width=1, flexible=True),
        Column(heading="", width=64, align="right"),
    )
    terms = roster.terms
    rows_high = min(BLOCK_ROW, BLOCK_ROW * BLOCK_ROWS / (len(terms) + 1))
    table = Table(document, laid_out(columns, width), x, rows_high)
    amount = amount_of(roster)
    for place, term in enumerate(terms):
        last = place == len(terms) - 1
        y = table.row(y, Row(("+" if place else "", term.name, amount(term.amount)), ruled=last))
    table.row(y, Row(("=", Cell((Run(roster.value_name, BOLD),)), Cell((Run(amount(roster.value), BOLD),)))))


def _draw_gold(document: Document, roster: RosterPrint, x: float, top: float, width: float) -> None:
    if roster.treasury is None and not roster.trophies and not roster.special_rules:
        return
    heading = "GOLD AND TROPHIES" if roster.treasury is not None else "TROPHIES"
    y = _panel(document, roster, f"{heading}, SPECIAL RULES" if roster.special_rules else heading, x, top, width)
    columns = (Column(heading="", width=1, flexible=True), Column(heading="", width=58, align="right", style=BOLD))
    table = Table(document, laid_out(columns, width), x, BLOCK_ROW)
    if roster.treasury is not None:
        y = table.row(y, Row((roster.treasury_name, gold_text(roster.treasury))))
    if roster.bank is not None:
        y = table.row(y, Row((roster.bank_name, gold_text(roster.bank))))
    rules = _at_most(SPECIAL_RULES, roster.special_rules)
    trophies = _at_most(BLOCK_ROWS - 2 - len(rules), [f"★ {trophy}" for trophy in roster.trophies])
    names = Table(document, laid_out((Column(heading="", width=1, flexible=True),), width), x, BLOCK_ROW)
    for name in (*trophies, *rules):
        y = names.row(y, Row((name,)))


def _at_most(room: int, names: Sequence[str]) -> Sequence[str]:
    return names if len(names) <= room else [*names[: room - 1], f"and {len(names) - room + 1} more"]


def _draw_notes(document: Document, roster: RosterPrint, x: float, top: float, width: float) -> None:
    """Inducements that are part of the roster, and empty lines for notes by hand."""
    y = _panel(document, roster, "INDUCEMENTS AND NOTES" if roster.inducements else "NOTES", x, top, width)
    lines = 6
    step = BLOCK_ROW * BLOCK_ROWS / lines
    held = list(roster.inducements)
    if len(held) > lines:
        held = [*held[: lines - 1], ", ".join(held[lines - 1 :])]
    for line, text in enumerate(held, start=1):
        document.text(x, y - line * step + 2.5, text, FIELD, room=width, smallest=5.6)
    document.rules((x, y - line * step, x + width, y - line * step) for line in range(1, lines + 1))
