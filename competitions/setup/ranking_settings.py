"""How a competition ranks, as its commissioner settles it: points, tie-breakers, and the lines across its table."""

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
from web.errors import Message, Refusal

MOST_LINES = 4
LABEL = 40

TWICE = Message(
    id="competitions.tie_breaker_twice",
    text=_("The tie-breaker {tie_breaker} stands in the order twice; nothing was changed."),
    remedy=_("Choose each tie-breaker once: a second time it could decide nothing more."),
)
LINE_TWICE = Message(
    id="competitions.line_twice",
    text=_("Two lines would stand after place {after}; nothing was changed."),
    remedy=_("Draw one line after a place, with one label."),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranking:
    """What a commissioner says about a table. Raises ValueError, when it is read, for what ``Scheme`` refuses."""

    points: Points = field(default_factory=Points)
    tie_breakers: Sequence[str]
    lines: Sequence[CutLine] = ()

    @property
    def scheme(self) -> Scheme:
        """As tables are ranked by."""
        return Scheme(points=self.points, tie_breakers=tuple(self.tie_breakers))

    def as_columns(self) -> dict[str, Any]:
        """By the names of Competition's columns."""
        scheme = self.scheme
        return {
            "points": asdict(scheme.points),
            "tie_breakers": list(scheme.tie_breakers),
            "cut_lines": [line._asdict() for line in sorted(self.lines)],
        }


@transaction.atomic
def change_ranking(*, competition: Competition, by: User, expected: int, ranking: Ranking) -> Competition:
    """Write how a competition ranks; it takes effect at once, for what is played already too.

    Raises ``Refusal`` for a tie-breaker given twice or two lines after one place, ``StaleVersion``.
    """
    _refuse_twice(ranking)
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
    """Points that were kept before there were bonuses count as they do with none."""
    return asdict(Points(**value)) if column == "points" else value


def _refuse_twice(ranking: Ranking) -> None:
    for key, times in Counter(ranking.tie_breakers).items():
        if times > 1:
            raise Refusal(TWICE, tie_breaker=str(tie_breaker_of(key).name))
    for after, times in Counter(line.after for line in ranking.lines).items():
        if times > 1:
            raise Refusal(LINE_TWICE, after=after)
