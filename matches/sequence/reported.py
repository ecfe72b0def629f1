"""What a report says of a match: both sides, how it ended, and in which order things happened, as far as it says so."""

from __future__ import annotations

from dataclasses import dataclass, field

from rules.sequence.sequence import Side
from rules.sheet.match import Pair, Result, SideReport


@dataclass(frozen=True, slots=True, kw_only=True)
class Happening:
    """A deed of a player, or an injury of one, in the order in which they were entered. No rule reads it.

    ``player`` is the id of the player on the roster who did it or was hurt; 0 for a hired one, whose place in
    the report of their side, from 1, is ``hired``. ``deed`` is its key, empty for an injury. ``half`` and ``turn`` are
    0 where nobody said when.
    """

    side: Side
    player: int = 0
    hired: int = 0
    deed: str = ""
    half: int = 0
    turn: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Reported:
    """What a report says: both sides, how the match ended, and in which ``order`` it happened, as far as it says."""

    home: SideReport
    away: SideReport
    result: Result = field(default_factory=Result)
    order: tuple[Happening, ...] = ()

    @property
    def sides(self) -> Pair[SideReport]:
        """Both sides' parts."""
        return Pair(home=self.home, away=self.away)
