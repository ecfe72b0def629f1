"""Shared parts of the front and back of a printed roster: styles, head and foot, how gold is written."""

from dataclasses import dataclass

from printing.document import Document
from printing.text import Style, fit, width
from printing.typefaces import Face
from teams.roster.printed import RosterPrint
from web.crests.paper import HIGH, draw_crest, draw_lines

TITLE = Style(Face.SLAB, 20)
LABEL = Style(Face.BOLD, 6.2, 0.3)
FIELD = Style(Face.REGULAR, 10)
HEADLINE = Style(Face.BOLD, 8)
BOLD = Style(Face.BOLD, 9.4)
ITALIC = Style(Face.ITALIC, 9.4)
MUTED = Style(Face.REGULAR, 9.4, 0.6)
SMALL = Style(Face.REGULAR, 6.8, 0.15)
FOOT = Style(Face.REGULAR, 6.6, 0.35)
CREST = 32.0


@dataclass(slots=True)
class Sheet:
    """One team's pages while they are drawn."""

    document: Document
    roster: RosterPrint
    pages: int
    page: int = 0

    def turn(self, what: str, *, bookmark: str = "") -> None:
        """Start this team's next page, with its foot line."""
        self.page += 1
        number = f"page {self.page} of {self.pages}"
        self.document.page(foot=lambda: self._foot(what, number))
        if bookmark:
            self.document.bookmark(bookmark)

    def _foot(self, what: str, number: str) -> None:
        document, y = self.document, self.document.bottom - 6
        document.text(document.left, y, f"{what} of {self.roster.team}", FOOT, room=320)
        document.text(document.width / 2, y, number, FOOT, align="center")
        document.text(document.right, y, f"Dugout, {self.roster.as_of}", FOOT, align="right", room=260)

    def head(self, right_label: str, right: str) -> float:
        """Crest and name of the team on the left, a figure on the right, its colours below; returns where."""
        document, worn = self.document, self.roster.worn
        y = document.top - 25
        left = document.left + CREST + 8
        figure = fit(right, TITLE, 170, 12)
        wide = width(figure.text, figure.style)
        draw_crest(document, worn, document.left, document.top - CREST * HIGH, CREST)
        document.text(left, y, self.roster.team, TITLE, room=document.right - left - wide - 90, smallest=11)
        document.text(document.right - wide - 6, y, right_label, LABEL, align="right")
        document.runs(document.right, y, (figure,), align="right")
        return draw_lines(document, worn, left, document.right, y - 7.5)

    def fields(self, top: float) -> float:
        """Facts about the team as labelled fields in one line; returns the position below."""
        roster, document = self.roster, self.document
        team_list, more = ", ".join((roster.team_list, *roster.chosen_rules)), 0.12 if roster.chosen_rules else 0
        fields = (
            ("TEAM LIST", team_list, 0.17 + more),
            ("COACH", roster.coach, 0.2 - more / 2),
            ("LEAGUE", roster.league, 0.27 - more / 2),
            ("RULES", roster.edition, 0.18),
            ("AS OF", roster.as_of, 0.18),
        )
        x, room = document.left, document.right - document.left
        for label, value, share in fields:
            wide = document.text(x, top - 12, label, LABEL) + 4
            document.text(x + wide, top - 12.4, value, FIELD, room=share * room - 10 - wide, smallest=6)
            x += share * room
        return top - 18


def gold_text(gp: int) -> str:
    """An amount of gold as prints show it: 1,430k, 0, or in gp if it is not in whole thousands."""
    if not gp:
        return "0"
    return f"{gp // 1000:,}k" if gp % 1000 == 0 else f"{gp:,} gp"
