"""Each competition plays by one book of its league: its teams, and those that qualify for it, play by the same."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from django.utils.translation import gettext_lazy as _

from competitions.models import Competition
from teams.models import Team
from web.errors import Message, Refusal

NOT_ITS_BOOK = Message(
    id="competitions.not_its_book",
    text=_("{teams} cannot enter {competition}: they play by another book."),
    remedy=_("Choose teams that play by the book of the competition."),
)
SEVERAL_BOOKS = Message(
    id="competitions.several_books",
    text=_("These play by different books, so they cannot meet."),
    remedy=_("Choose those that play by one book."),
)


class HasEdition(Protocol):
    """A team or a competition: empty is the book that the league was created with."""

    edition: str


def need_its_book(competition: Competition, teams: Iterable[Team], field: str) -> None:
    """Raises ``Refusal`` for teams that play by another book than the competition."""
    other = sorted({team.name for team in teams if team.edition != competition.edition})
    if other:
        raise Refusal(NOT_ITS_BOOK, field=field, teams=", ".join(other), competition=competition.name)


def edition_of(those: Iterable[HasEdition], field: str) -> str:
    """The book that all of them play by, as it is stored. Raises ``Refusal`` if there are several."""
    found = {each.edition for each in those}
    if len(found) > 1:
        raise Refusal(SEVERAL_BOOKS, field=field)
    return next(iter(found), "")
