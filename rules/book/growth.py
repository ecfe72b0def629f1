"""What an edition's own functions say of a player's growth, and of a journal that a correction changes."""

from __future__ import annotations

from dataclasses import dataclass

from rules.sequence.explanations import Args


@dataclass(frozen=True, slots=True, kw_only=True)
class Learnable:
    """Something that a player can learn: a skill by its name, or a characteristic as ``+ST``.

    It adds ``cost`` to the player's worth and takes ``price`` of their points. ``group`` is the category of a skill. A
    ``rare`` one is not open to every roll. With ``closed``, this player cannot learn it by any roll, but may still get
    it as a gift or bring it along.
    """

    key: str
    cost: int
    price: int = 0
    group: str = ""
    rare: bool = False
    closed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Milestone:
    """A level: its title, and the points from which a player has it."""

    title: str
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """What a player's points mean. Where they are levels: those of the book, and how many of them the player reached.

    ``owed`` improvements are due to the player; it is below 0 if they have more than they earned. Where points are
    spent, ``left`` are still to spend.
    """

    milestones: tuple[Milestone, ...] = ()
    reached: int = 0
    owed: int = 0
    left: int = 0

    @property
    def title(self) -> str:
        """The title of the level; empty where the book has none."""
        return self.milestones[self.reached - 1].title if self.reached else ""

    @property
    def here(self) -> int:
        """The points from which the player has this level."""
        return self.milestones[self.reached - 1].points if self.reached else 0

    @property
    def ahead(self) -> Milestone | None:
        """The next level; None on the last one, and where the book has none."""
        return self.milestones[self.reached] if self.reached < len(self.milestones) else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Objection:
    """Something that an edition has against an entry, although it is possible: the id and arguments of a text."""

    id: str
    args: Args = ()
