"""The team roster as a PDF: the official sheet's front, with the match record on its back.

The bytes depend only on plain data (`teams.roster.printed`). Signs, bold and italics mark improvements and injuries,
never colour alone, so a black and white printer is enough.
"""

from collections.abc import Sequence

from printing.document import Document
from printing.paper import paper_named
from teams.roster.back import back_pages, draw_back
from teams.roster.front import draw_front, front_pages
from teams.roster.paper import Sheet
from teams.roster.printed import Characteristic, GoodsLine, Mark, MatchLine, RosterLine, RosterPrint, ValueTerm

__all__ = [
    "Characteristic",
    "GoodsLine",
    "Mark",
    "MatchLine",
    "RosterLine",
    "RosterPrint",
    "ValueTerm",
    "roster_pdf",
]


def roster_pdf(
    prints: Sequence[RosterPrint],
    *,
    page_size: str = "A4",
    title: str = "",
    language: str = "en",
    with_records: bool = True,
) -> bytes:
    """The rosters of these teams in one landscape document, in the order given.

    With their match records, each team starts on the front of a sheet of paper, so that a two-sided printer keeps teams
    apart; without, most rosters are one page.
    `title` is the title of the document, by default the team or the league. Raises ValueError for an unknown
    page size or for no team at all.
    """
    if not prints:
        raise ValueError("There is no team to print.")
    document = Document(title=title or _title(prints), paper=paper_named(page_size).turned, language=language)
    for roster in prints:
        if document.pages % 2 and with_records:
            document.page()
        _draw(document, roster, with_records)
    if len(prints) > 1:
        document.open_with_outline()
    return document.finish()


def _draw(document: Document, roster: RosterPrint, with_record: bool) -> None:
    fronts, backs = front_pages(roster), back_pages(roster) if with_record else []
    sheet = Sheet(document, roster, len(fronts) + len(backs))
    for place, players in enumerate(fronts):
        sheet.turn("Roster", bookmark=roster.team if place == 0 else "")
        draw_front(sheet, players, last=place == len(fronts) - 1)
    for place, matches in enumerate(backs):
        sheet.turn("Match record")
        if place == 0:
            document.bookmark("Match record", level=1)
        draw_back(sheet, matches, first=1 + sum(map(len, backs[:place])), last=place == len(backs) - 1)


def _title(prints: Sequence[RosterPrint]) -> str:
    if len(prints) == 1:
        return f"{prints[0].team} – roster"
    return f"{prints[0].league} – {len(prints)} rosters"
