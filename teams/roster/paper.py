"""Shared parts of the front and back of a printed roster: styles, head and foot, how gold is written."""

from dataclasses import dataclass

from printing.document import BLACK, Document
from printing.text import Style, fit, width
from printing.typefaces import Face
from teams.roster.printed import RosterPrint

TITLE = Style(Face.BOLD, 22)
LABEL = Style(Face.BOLD, 5.2, 0.35)
FIELD = Style(Face.REGULAR, 8.6)
HEADLINE = Style(Face.BOLD, 6.4)
BOLD = Style(Face.BOLD, 8)
ITALIC = Style(Face.ITALIC, 8)
MUTED = Style(Face.REGULAR, 8, 0.62)
SMALL = Style(Face.REGULAR, 5.8, 0.2)
FOOT = Style(Face.REGULAR, 5.6, 0.4)


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
        """The team's name large on the left, a figure on the right, a line below; returns the position below."""
        document = self.document
        y = document.top - 19
        figure = fit(right, TITLE, 170, 12)
        wide = width(figure.text, figure.style)
        room = document.right - document.left - wide - 90
        document.text(document.left, y, self.roster.team, TITLE, room=room, smallest=12)
        document.text(document.right - wide - 6, y, right_label, LABEL, align="right")
        document.runs(document.right, y, (figure,), align="right")
        document.rule(document.left, y - 8, document.right, y - 8, weight=1.8, grey=BLACK)
        return y - 8

    def fields(self, top: float) -> float:
        """Facts about the team as labelled fields in one line; returns the position below."""
        roster, document = self.roster, self.document
        fields = (
            ("TEAM LIST", roster.team_list, 0.17),
            ("COACH", roster.coach, 0.2),
            ("LEAGUE", roster.league, 0.27),
            ("RULES", roster.edition, 0.18),
            ("AS OF", roster.as_of, 0.18),
        )
        x, room = document.left, document.right - document.left
        for label, value, share in fields:
            document.text(x, top - 8, label, LABEL)
            document.text(x, top - 18.5, value, FIELD, room=share * room - 10, smallest=6)
            x += share * room
        return top - 25


def gold_text(gp: int) -> str:
    """An amount of gold as prints show it: 1,430k, 0, or in gp if it is not in whole thousands."""
    if not gp:
        return "0"
    return f"{gp // 1000:,}k" if gp % 1000 == 0 else f"{gp:,} gp"
