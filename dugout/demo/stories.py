"""What the demo league's coaches write about their matches."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from rules.book.book import Book

SOUNDLY_BEATEN = 2
"""With a difference of so many touchdowns, a win is a rout."""


GOLD, FANS, OVERTIME, HALVES, BLOCK_DICE = "gold", "fans", "overtime", "halves", "block dice"


class OnlyWith(NamedTuple):
    """A text that speaks of something that not every book has."""

    of: frozenset[str]
    text: str


Part = str | OnlyWith


def only_with(*of: str, text: str) -> OnlyWith:
    """A text for books that have all of this."""
    return OnlyWith(frozenset(of), text)


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchFacts:
    """A match as one coach saw it. `scorer` is their best scorer, `fallen` a dead player; empty if there is none.

    `has` is what the book has of `GOLD`, `FANS`, `OVERTIME`, `HALVES` and `BLOCK_DICE`.
    """

    team: str
    opponent: str
    own: int
    theirs: int
    scorer: str = ""
    fallen: str = ""
    hurt_them: int = 0
    has: frozenset[str] = frozenset()

    def told(self, parts: tuple[Part, ...]) -> tuple[str, ...]:
        """The texts among these that speak only of what the book has."""
        return tuple(
            part if isinstance(part, str) else part.text
            for part in parts
            if isinstance(part, str) or self.has.issuperset(part.of)
        )


ROUT: tuple[Part, ...] = (
    only_with(
        OVERTIME,
        text="{opponent} came to play. We came to collect. {own}:{theirs}, and the scoreboard boy asked for overtime "
        "pay.",
    ),
    "At {own}–{theirs} I told the lads to slow down. They said they had been slow the whole time.",
    "Everything worked today, which worries me. {own}:{theirs} against {opponent}; the bill comes next week.",
)
WIN: tuple[Part, ...] = (
    only_with(
        GOLD, text="A win is a win, said the referee, counting the coins. {own}:{theirs}, and not a drive too early."
    ),
    only_with(HALVES, text="We were the better side for exactly one turn. It was the last one. {own}:{theirs}."),
    "{opponent} had a plan for everything but the ball. We had a plan for the ball. {own}:{theirs}.",
    only_with(
        FANS,
        text="The dice were cold, the pies were warm, and {own}:{theirs} keeps the landlord quiet for a fortnight.",
    ),
)
DRAW: tuple[Part, ...] = (
    "{own}:{theirs}. Both coaches claim the moral victory; neither could say what morals had to do with it.",
    only_with(
        HALVES,
        text="A draw, like kissing your own halfback. The second half was mostly two teams standing around the ball "
        "in fear.",
    ),
    only_with(
        FANS, text="{own}:{theirs} and nobody happy. The crowd went home early, so at least the beer queue was short."
    ),
)
LOSS: tuple[Part, ...] = (
    only_with(
        HALVES,
        BLOCK_DICE,
        text="Two dice, both skulls, in turn one. It never got better, it only got slower. {own}:{theirs}.",
    ),
    "We rolled more ones than a toll keeper. {opponent} took the points, we took the lesson, nobody took the blame.",
    only_with(HALVES, text="For seven turns we did everything right. Then we passed. {own}:{theirs}."),
    "The plan was sound. The players were the flaw in it. {own}:{theirs} against {opponent}.",
)
DEFEAT: tuple[Part, ...] = (
    only_with(
        FANS, text="{theirs} touchdowns against, and the fans started cheering for {opponent} to go home. I joined in."
    ),
    only_with(GOLD, text="I will not speak of this match. The sponsor will, at length, on Tuesday."),
    "{own}:{theirs}. We have asked the league whether one may concede retroactively.",
)
SCORER: tuple[Part, ...] = (
    "{scorer} has asked for a raise, a statue and a parade. The parade is fine, if {scorer} carries the drum.",
    only_with(
        GOLD, text="With a gold piece for every yard today, {scorer} could buy the club. Please do not mention it."
    ),
    "{scorer} scored again and now signs autographs in the shower.",
)
FALLEN: tuple[Part, ...] = (
    "We buried {fallen} behind the stand in full kit: nobody dared to take the boots off.",
    only_with(GOLD, text="{fallen} will be missed, most of all by the tavern: the bill for eleven weeks is open."),
    "Farewell, {fallen}. You always said you would leave this team over your dead body.",
)
HURT_THEM: tuple[Part, ...] = (
    "Their bench looked like the morning after a wedding; we sent grapes.",
    "The stretcher-bearers of {opponent} have applied to join us, for a rest.",
)


def told_of(book: Book) -> frozenset[str]:
    """What of these things a book has."""
    having = {
        GOLD: bool(book.purses),
        FANS: "fan_factor" in book.goods,
        OVERTIME: "overtime" in book.result.decided_by,
        HALVES: bool(book.result.halves),
        BLOCK_DICE: "rerolls" in book.goods,
    }
    return frozenset(name for name, is_there in having.items() if is_there)


def write_up(rng: Random, facts: MatchFacts) -> str:
    """One to three sentences about a match, chosen by `rng`."""
    parts = [rng.choice(facts.told(_how_it_went(facts)))]
    if facts.fallen:
        parts.append(rng.choice(facts.told(FALLEN)))
    elif facts.scorer:
        parts.append(rng.choice(facts.told(SCORER)))
    if facts.hurt_them > 1:
        parts.append(rng.choice(facts.told(HURT_THEM)))
    return " ".join(
        part.format(**{name: getattr(facts, name) for name in facts.__slots__ if name != "has"}) for part in parts
    )


def _how_it_went(facts: MatchFacts) -> tuple[Part, ...]:
    difference = facts.own - facts.theirs
    if difference == 0:
        return DRAW
    if difference > 0:
        return ROUT if difference >= SOUNDLY_BEATEN else WIN
    return DEFEAT if -difference >= SOUNDLY_BEATEN else LOSS
