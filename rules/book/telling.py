"""What an edition can say of its players besides the roster, and of its scenarios besides the shared format."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from rules.sequence.explanations import Violation
from rules.sequence.sequence import Question


@dataclass(frozen=True, slots=True, kw_only=True)
class Derived:
    """A figure that follows from the others of a player, worth showing beside them: a saving throw, a range."""

    key: str
    name: str
    figure: int
    written: str


class Telling(Protocol):
    """How the scenarios of an edition tell one side's answers and players more shortly than by the questions' forms.

    A scenario names players by their numbers; a player's id is the number and the side's first id.
    """

    @property
    def keys(self) -> tuple[str, ...]:
        """Names of answers that are no steps or questions of the edition."""

    def told(self, question: Question) -> tuple[Any, str] | None:
        """What the scenario says to a question, and the place where it stands; None if the shared reader finds it.

        Raises ``RuleBroken`` where what was told cannot have happened.
        """

    def unmarked(self, mark: str) -> Violation:
        """What stands against a player of a new team who is said to have a mark, and cannot."""

    def label(self, label: str) -> str:
        """What the scenario calls what a step refused."""


class TellingFor(Protocol):
    """Makes the telling of one side: from its answers, and the id of a player by number."""

    def __call__(self, ruleset: Any, answers: Mapping[str, Any], first_id: int) -> Telling: ...
