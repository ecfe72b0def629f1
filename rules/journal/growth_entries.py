"""The facts of what players earn and learn: points, skills, better characteristics."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.journal.entries import Entry
from rules.sheet.sheet import Counts, deeds_as_pairs


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsEarned(Entry):
    """What a player did in a match, by the edition's deeds, and the star player points for it.

    ``by`` is the key of a fact of the match that paid the points besides, such as a prayer.
    """

    kind: ClassVar[str] = "points_earned"
    earlier: ClassVar = deeds_as_pairs
    player: int
    spp: int
    deeds: Counts = ()
    by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SkillGained(Entry):
    """A player gets a skill worth ``cost`` gp, as an improvement (``by_roll``) or as a gift.

    ``points`` are what the player spent for it, ``result`` is what was rolled, in books that keep that.
    """

    kind: ClassVar[str] = "skill_gained"
    player: int
    skill: str
    cost: int
    by_roll: bool = True
    points: int = 0
    result: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CharacteristicRaised(Entry):
    """A characteristic becomes better by ``change``, which is negative where lower is better; worth ``cost`` gp.

    ``points`` are what the player spent for it, ``result`` is what was rolled, in books that keep that. If it is
    ``gained``, the player did not have it, and the whole ``change`` is one improvement.
    """

    kind: ClassVar[str] = "characteristic_raised"
    player: int
    characteristic: str
    cost: int
    by_roll: bool = True
    change: int = 1
    points: int = 0
    result: str = ""
    gained: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsSpent(Entry):
    """A player spends star player points. What they got for them is in entries of its own, if they got anything."""

    kind: ClassVar[str] = "points_spent"
    player: int
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SkillLost(Entry):
    """A player no longer has a skill that they had gained without an improvement."""

    kind: ClassVar[str] = "skill_lost"
    player: int
    skill: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CharacteristicHealed(Entry):
    """A player has a characteristic back that an injury made worse, by ``change`` (negative where lower is better)."""

    kind: ClassVar[str] = "characteristic_healed"
    player: int
    characteristic: str
    change: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class ImprovementLost(Entry):
    """A player uses up an improvement that brings nothing, because what was rolled cannot rise any further."""

    kind: ClassVar[str] = "improvement_lost"
    player: int
