"""What the demo league's coaches write about their matches."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

SOUNDLY_BEATEN = 2
"""With a difference of so many touchdowns, a win is a rout."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchFacts:
    """A match as one coach saw it. `scorer` is their best scorer, `fallen` a dead player; empty if there is none."""

    team: str
    opponent: str
    own: int
    theirs: int
    scorer: str = ""
    fallen: str = ""
    hurt_them: int = 0


ROUT = (
    "{opponent} came to play. We came to collect. {own}:{theirs}, and the scoreboard boy asked for overtime pay.",
    "At {own}:{theirs} I told the lads to slow down. They said they had been slow the whole time.",
    "Everything worked today, which worries me. {own}:{theirs} against {opponent}; the bill comes next week.",
)
WIN = (
    "A win is a win, said the referee, counting the coins. {own}:{theirs}, and not a drive too early.",
    "We were the better side for exactly one turn. It was the last one. {own}:{theirs}.",
    "{opponent} had a plan for everything but the ball. We had a plan for the ball. {own}:{theirs}.",
    "The dice were cold, the pies were warm, and {own}:{theirs} keeps the landlord quiet for a fortnight.",
)
DRAW = (
    "{own}:{theirs}. Both coaches claim the moral victory; neither could say what morals had to do with it.",
    "A draw, like kissing your own halfback. The second half was mostly two teams standing around the ball in fear.",
    "{own}:{theirs} and nobody happy. The crowd went home early, so at least the beer queue was short.",
)
LOSS = (
    "Two dice, both skulls, in turn one. It never got better, it only got slower. {own}:{theirs}.",
    "We rolled more ones than a toll keeper. {opponent} took the points, we took the lesson, nobody took the blame.",
    "For seven turns we did everything right. Then we passed. {own}:{theirs}.",
    "The plan was sound. The players were the flaw in it. {own}:{theirs} against {opponent}.",
)
DEFEAT = (
    "{theirs} touchdowns against, and the fans started cheering for {opponent} to go home. I joined in.",
    "I will not speak of this match. The sponsor will, at length, on Tuesday.",
    "{own}:{theirs}. We have asked the league whether one may concede retroactively.",
)
SCORER = (
    "{scorer} has asked for a raise, a statue and a parade. The parade is fine, if {scorer} carries the drum.",
    "With a gold piece for every yard today, {scorer} could buy the club. Please do not mention it.",
    "{scorer} scored again and now signs autographs in the shower.",
)
FALLEN = (
    "We buried {fallen} behind the stand in full kit: nobody dared to take the boots off.",
    "{fallen} will be missed, most of all by the tavern: the bill for eleven weeks is open.",
    "Farewell, {fallen}. You always said you would leave this team over your dead body.",
)
HURT_THEM = (
    "Their bench looked like the morning after a wedding; we sent grapes.",
    "The stretcher-bearers of {opponent} have applied to join us, for a rest.",
)


def write_up(rng: Random, facts: MatchFacts) -> str:
    """One to three sentences about a match, chosen by `rng`."""
    parts = [rng.choice(_how_it_went(facts))]
    if facts.fallen:
        parts.append(rng.choice(FALLEN))
    elif facts.scorer:
        parts.append(rng.choice(SCORER))
    if facts.hurt_them > 1:
        parts.append(rng.choice(HURT_THEM))
    return " ".join(part.format(**{name: getattr(facts, name) for name in facts.__slots__}) for part in parts)


def _how_it_went(facts: MatchFacts) -> tuple[str, ...]:
    difference = facts.own - facts.theirs
    if difference == 0:
        return DRAW
    if difference > 0:
        return ROUT if difference >= SOUNDLY_BEATEN else WIN
    return DEFEAT if -difference >= SOUNDLY_BEATEN else LOSS
