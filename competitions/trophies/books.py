"""What a team's book lets it win: a trophy of that book or of the league, and gold if the book has a treasury."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext_lazy as _

from competitions.models import Trophy
from teams.models import Team
from web.errors import Message, Refusal

NOT_ITS_BOOK = Message(
    id="competitions.trophy_of_another_book",
    text=_("{team} plays by {book}, which does not have this trophy."),
    remedy=_("Choose a team that plays by a book with it, or create your own trophy."),
)
NO_GOLD = Message(
    id="competitions.prize_without_treasury",
    text=_("{team} plays by {book}, which has no gold."),
    remedy=_("Set its prize to 0."),
)


def has_trophy(trophy: Trophy, team: Team) -> bool:
    """Whether a team's book has a trophy, or it is the league's own."""
    return not trophy.major or trophy.key in team.book.trophies


def refuse_other_books(trophy: Trophy, winner: Team, prizes: Iterable[tuple[str, Team | None, int]]) -> None:
    """Raises ``Refusal`` for what a team's book does not have. ``prizes`` are field, team and gold (gp) of each."""
    if not has_trophy(trophy, winner):
        raise Refusal(NOT_ITS_BOOK, field="team", team=winner.name, book=winner.book.name)
    for field, team, prize in prizes:
        if team is not None and prize and "treasury" not in team.book.purses:
            raise Refusal(NO_GOLD, field=field, team=team.name, book=team.book.name)
