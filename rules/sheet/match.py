"""A match as the rules see it: its stage, the roster of each side, and the report."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Generic, Literal, TypeVar

from rules.sequence.sequence import Side, other
from rules.sheet.sheet import Counts, TeamSheet, deeds_as_pairs, value_in

Stage = Literal["league", "play_off", "semi_final", "final"]
STAGES: tuple[Stage, ...] = ("league", "play_off", "semi_final", "final")
T = TypeVar("T")
CAUSES = ("block", "foul", "crowd", "weapon", "eaten", "other")
DECISIONS = ("overtime", "shoot_out")
INDUCED_KINDS = ("star", "mercenary", "journeyman")
BROUGHT_BY_CARD, RAISED = "card", "raised"


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What kind of match it is: its stage and, in a tournament, the key of the trophy."""

    stage: Stage = "league"
    tournament: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Treatment:
    """How an injury was treated; 0 and False mean not at all. Numbers are dice as rolled.

    ``card`` is the special play card that was played to heal the player, with a roll if the card needs one (S5).
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
    """An injury of one of a side's own players.

    ``casualty`` is the casualty roll (D68), ``second_casualty`` the second roll for a player with Decay. If the result
    was ``named`` (its key) and nobody entered the roll, ``casualty`` is the lowest roll with this result. ``by`` is the
    id of the opposing player who caused it, 0 if it was no one or a hired player (``by_induced``).
    """

    player: int
    casualty: int
    named: str = ""
    treatment: Treatment = Treatment()
    second_casualty: int = 0
    by: int = 0
    by_induced: bool = False
    cause: str = "block"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerLine:
    """What a player did in the match. ``player`` is the player's id on the sheet, ``deeds`` counts by key."""

    earlier: ClassVar = deeds_as_pairs

    player: int
    deeds: Counts = ()

    def deed(self, key: str) -> int:
        """How often the player did something that the edition counts."""
        return value_in(self.deeds, key)


@dataclass(frozen=True, slots=True, kw_only=True)
class InducedLine:
    """What a hired player (star, mercenary, journeyman) did; they earn no SPP (G6).

    Players whom a card brings (S5) have such a line too, and so has a Zombie raised during the match (J8).
    ``casualty`` is the final casualty roll (D68), 0 for none. It counts only for a star in a league that does not waive
    injuries of stars (I3), and for a player whom an opposing Necromancer may raise from the dead (J8).
    """

    earlier: ClassVar = deeds_as_pairs

    kind: str
    name: str
    casualty: int = 0
    deeds: Counts = ()

    def deed(self, key: str) -> int:
        """How often the player did something that the edition counts."""
        return value_in(self.deeds, key)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedCard:
    """A special play card that a side played, and the id of the player it was played on, 0 for none."""

    card: str
    player: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class SideReport:
    """One side of a match report.

    ``took_part`` lists the players who took part; None means all who were eligible. ``bought`` are the keys of the
    inducements that the side bought and ``cards`` the special play cards that it played, None if that is unknown.
    """

    score: int = 0
    lines: tuple[PlayerLine, ...] = ()
    injuries: tuple[Injury, ...] = ()
    induced: tuple[InducedLine, ...] = ()
    took_part: tuple[int, ...] | None = None
    bought: tuple[str, ...] | None = None
    cards: tuple[PlayedCard, ...] | None = None

    def line(self, player: int) -> PlayerLine:
        """The line of a player; an empty one if the report has none."""
        for line in self.lines:
            if line.player == player:
                return line
        return PlayerLine(player=player)


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """How a match ended, apart from the score: a concession, or overtime or a shoot-out with its winner."""

    conceded_by: Side | None = None
    conceded_before_kick_off: bool = False
    decided_by: str = ""
    decided_for: Side | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair(Generic[T]):
    """One value for each side."""

    home: T
    away: T

    def of(self, side: Side) -> T:
        """The value for that side."""
        return self.home if side == "home" else self.away


NO_HIRED_PLAYERS = Pair(home=0, away=0)


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchPlayed:
    """All that the post-match sequence starts from.

    ``sheets`` are the rosters at the start of the match. ``hired`` is how many hired players each side could field,
    from what it bought; a report may list fewer. ``may_be_level`` is set for a match of two legs, which may be a draw
    although its stage needs a winner.
    """

    terms: Terms
    sheets: Pair[TeamSheet]
    fame: Pair[int]
    reports: Pair[SideReport]
    result: Result = Result()
    hired: Pair[int] = NO_HIRED_PLAYERS
    may_be_level: bool = False

    def winner(self) -> Side | None:
        """The winner: the opponent of a side that conceded, else by score, else by overtime or shoot-out."""
        if self.result.conceded_by is not None:
            return other(self.result.conceded_by)
        if self.reports.home.score != self.reports.away.score:
            return "home" if self.reports.home.score > self.reports.away.score else "away"
        return self.result.decided_for
