"""What is offered to a side for one match, as the rows of its list say it: the same for everybody who sees it."""

from __future__ import annotations

from dataclasses import dataclass

from rules.book.book import Book
from rules.book.rows.teams import Star


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """An inducement with its price (gp) for this team, or the reasons why the team cannot buy it.

    ``field`` is the id of its field. ``most`` is how many of it a team can buy, ``page`` what the book's pages are.
    ``players`` are a star and the star's partner. A mercenary is of a position of ``team_list``; ``categories`` are
    those of the skills that can be bought with one, None if none can be.
    """

    name: str
    price: int
    why_not: tuple[str, ...]
    field: str = ""
    most: int = 1
    summary: str = ""
    page: str = ""
    doubt: str = ""
    url: str = ""
    too_dear: bool = False
    book: Book | None = None
    players: tuple[Star, ...] = ()
    team_list: str = ""
    categories: tuple[str, ...] | None = None

    @property
    def several(self) -> bool:
        """Whether two stars are hired together."""
        return len(self.players) > 1
