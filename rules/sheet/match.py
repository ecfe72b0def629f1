"""A match as the rules see it: its terms, what each side fielded, and what was reported."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, Literal, TypeVar

from rules.sequence.sequence import Side, other
from rules.sheet.sheet import TeamSheet

Stage = Literal["league", "play_off", "semi_final", "final"]
STAGES: tuple[Stage, ...] = ("league", "play_off", "semi_final", "final")
T = TypeVar("T")
CAUSES = ("block", "foul", "crowd", "weapon", "eaten", "other")
DECISIONS = ("overtime", "shoot_out")
INDUCED_KINDS = ("star", "mercenary", "journeyman")
BROUGHT_BY_CARD, RAISED = "card", "raised"


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What kind of match it is: its stage and, in a tournament, whose trophy it is about."""

    stage: Stage = "league"
    tournament: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Treatment:
    """What was done about an injury; 0 and False are not done. Dice as they fell.

    ``card`` is the special play card that healed him, or was to, with its die where it wants one (S5).
    """

    apothecary_reroll: int = 0
    apothecary_reserves: bool = False
    healer: int = 0
    chirurgeon: bool = False
    regeneration: int = 0
    card: str = ""
    card_roll: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Injury:
    """A casualty suffered by one of a side's own players.

    ``casualty`` is the D68 of the opponent's roll, ``second_casualty`` the second one of a player with Decay; ``by``
    is the id of the opponent's player, 0 for nobody or an induced player.
    """

    player: int
    casualty: int
    treatment: Treatment = Treatment()
    second_casualty: int = 0
    by: int = 0
    by_induced: bool = False
    cause: str = "block"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerLine:
    """What a player did in the match. ``player`` is his id on the sheet."""

    player: int
    completions: int = 0
    touchdowns: int = 0
    interceptions: int = 0
    casualties: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class InducedLine:
    """What an induced player (star, mercenary, journeyman) did; he earns no SPP (G6).

    ``casualty`` is the D68 that stands of one who was hurt, 0 for nothing: of a star where the league does not waive
    that (I3), and of whomever an opposing Necromancer may raise if he is dead (J8).
    So also somebody whom a card brings (S5), and a Zombie raised in the match, who is on no roster before its end (J8).
    """

    kind: str
    name: str
    casualty: int = 0
    completions: int = 0
    touchdowns: int = 0
    interceptions: int = 0
    casualties: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedCard:
    """A special play card that a side played, and the id of the player on whom, 0 for nobody."""

    card: str
    player: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class SideReport:
    """One side of a match report.

    ``took_part`` is None where it was not noted: then all who were eligible did. ``bought`` are the keys of the
    inducements that the side bought and ``cards`` the special play cards that it played, None where that is not known.
    """

    score: int = 0
    lines: tuple[PlayerLine, ...] = ()
    injuries: tuple[Injury, ...] = ()
    induced: tuple[InducedLine, ...] = ()
    took_part: tuple[int, ...] | None = None
    bought: tuple[str, ...] | None = None
    cards: tuple[PlayedCard, ...] | None = None

    def line(self, player: int) -> PlayerLine:
        """The line of a player; an empty one if he did nothing of note."""
        for line in self.lines:
            if line.player == player:
                return line
        return PlayerLine(player=player)


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """How a match ended beyond the score: a concession, or overtime or a shoot-out with its winner."""

    conceded_by: Side | None = None
    conceded_before_kick_off: bool = False
    decided_by: str = ""
    decided_for: Side | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair(Generic[T]):
    """Something that both sides have."""

    home: T
    away: T

    def of(self, side: Side) -> T:
        """What that side has."""
        return self.home if side == "home" else self.away


NOBODY_HIRED = Pair(home=0, away=0)


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchPlayed:
    """All that the post-match sequence starts from.

    ``sheets`` are the rosters as they were fielded, ``hired`` how many hired players could play beside them, known from
    what was bought; a report may list fewer. ``may_be_level``: though its stage needs a winner this match may
    have none, because another leg decides with it.
    """

    terms: Terms
    sheets: Pair[TeamSheet]
    fame: Pair[int]
    reports: Pair[SideReport]
    result: Result = Result()
    hired: Pair[int] = NOBODY_HIRED
    may_be_level: bool = False

    def winner(self) -> Side | None:
        """The side that won: not the one that conceded, else by score, else by overtime or shoot-out."""
        if self.result.conceded_by is not None:
            return other(self.result.conceded_by)
        if self.reports.home.score != self.reports.away.score:
            return "home" if self.reports.home.score > self.reports.away.score else "away"
        return self.result.decided_for
