"""The rows that previews read twice: before a match changes, and after it, in the same transaction."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from competitions.models import Competition, Fixture
from competitions.standings.standings import Standings, standings_of
from matches.models import Match
from matches.previews import StagePreview

State = TypeVar("State")


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """A match's competition as it is at one moment; ``match`` and ``fixture`` stay as they were before the change.

    ``table`` is its table if it was read already.
    """

    match: Match
    fixture: Fixture
    competition: Competition
    table: Standings | None = None

    @property
    def standings(self) -> Standings:
        """The competition's table; ranked once per moment, since a preview has a cache of its own."""
        return self.table or standings_of(self.competition)


@dataclass(frozen=True, slots=True, kw_only=True)
class Followed(Generic[State]):
    """One thing that may follow from a match: how it is read, and the words for a difference.

    ``read`` returns None where there is nothing to follow; ``describe`` gets the moment after the change.
    """

    read: Callable[[Moment], State | None]
    describe: Callable[[Moment, State, State], list[StagePreview]]
