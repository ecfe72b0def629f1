"""How a competition ranks, as its commissioner sets it: points, tie-breakers, and the lines across its table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from competitions.models import Competition
from competitions.ranking.lines import CutLine
from competitions.ranking.tables import Points, Scheme
from competitions.ranking.tie_breakers import tie_breaker_of
from competitions.setup.services import CHANGED, hold, reread
from competitions.standings.standings import results_changed
from leagues import log
from rules.book.book import Book
from web.errors import Message, Refusal

MOST_LINES = 4
LABEL = 40

TWICE = Message(
    id="competitions.tie_breaker_twice",
    text=_("The tie-breaker {tie_breaker} is in the order twice. Nothing was changed."),
    remedy=_("Choose each tie-breaker only once."),
)
LINE_TWICE = Message(
    id="competitions.line_twice",
    text=_("There are two lines after place {after}. Nothing was changed."),
    remedy=_("Enter only one line after a place."),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranking:
    """The ranking settings that a commissioner enters. Its properties raise ValueError for what ``Scheme`` refuses."""

    points: Points = field(default_factory=Points)
    tie_breakers: Sequence[str]
    lines: Sequence[CutLine] = ()

    @property
    def scheme(self) -> Scheme:
        """The scheme that ranks tables."""
        return Scheme(points=self.points, tie_breakers=tuple(self.tie_breakers))

    def as_columns(self) -> dict[str, Any]:
        """The settings by column of Competition."""
        scheme = self.scheme
        return {
            "points": asdict(scheme.points),
            "tie_breakers": list(scheme.tie_breakers),
            "cut_lines": [line._asdict() for line in sorted(self.lines)],
        }


@transaction.atomic
def change_ranking(*, competition: Competition, by: User, expected: int, ranking: Ranking) -> Competition:
    """Change how a competition ranks. It takes effect at once, also for matches already played.

    Raises ``Refusal`` for a tie-breaker given twice or two lines after one place, ``StaleVersion``.
    """
    _refuse_twice(ranking, competition.book)
    current = hold(competition, expected, Competition.State.DRAFT, Competition.State.RUNNING)
    columns = ranking.as_columns()
    changed = [name for name, value in columns.items() if _as_it_counts(name, getattr(current, name)) != value]
    Competition.objects.filter(pk=current.pk).update(**columns)
    results_changed([current.pk])
    if changed:
        words = {"competition": current.name, "competition_settings": changed}
        log.record(CHANGED, league=current.season.league, by=by, **words)
    return reread(current)


def _as_it_counts(column: str, value: Any) -> Any:
    """The value with its defaults: points stored by older versions have no bonuses."""
    return asdict(Points(**value)) if column == "points" else value


def _refuse_twice(ranking: Ranking, book: Book) -> None:
    for key, times in Counter(ranking.tie_breakers).items():
        if times > 1:
            raise Refusal(TWICE, tie_breaker=tie_breaker_of(key).named(book))
    for after, times in Counter(line.after for line in ranking.lines).items():
        if times > 1:
            raise Refusal(LINE_TWICE, after=after)
