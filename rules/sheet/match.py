"""A match as the rules see it: its stage, the roster of each side, and the report."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from operator import attrgetter
from typing import Any, ClassVar, Generic, Literal, TypeVar

from rules.sequence.sequence import Side, other
from rules.sheet.sheet import Counts, TeamSheet, changed, deeds_as_pairs, value_in

Stage = Literal["league", "play_off", "semi_final", "final"]
STAGES: tuple[Stage, ...] = ("league", "play_off", "semi_final", "final")
T = TypeVar("T")
CAUSES = ("block", "foul", "crowd", "weapon", "eaten", "other")
DECISIONS = ("overtime", "shoot_out")
ABANDONED, WIPED_OUT = "abandoned", "wiped_out"
STOPPED = (ABANDONED, WIPED_OUT)
INDUCED_KINDS = ("star", "mercenary", "journeyman")
BROUGHT_BY_CARD, RAISED = "card", "raised"


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What kind of match it is: its stage and, in a tournament, the key of the trophy; or a friendly of the league."""

    stage: Stage = "league"
    tournament: str = ""
    friendly: bool = False


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


UNTREATED = Treatment()
Values = tuple[tuple[str, int | str], ...]
ROLLED = ("casualty", "second_casualty")
TREATED = tuple(each.name for each in fields(Treatment))
TICKED = tuple(each.name for each in fields(Treatment) if each.default is False)
"""The fields of an injury that are stored by their names: rolls, treatments, and which of these are ticks."""
STORED = {key: attrgetter(key) for key in ROLLED} | {key: attrgetter(f"treatment.{key}") for key in TREATED}


def further(key: str, table: str) -> str:
    """The field for the roll on a casualty table to which the roll in the field ``key`` has led."""
    return f"{key}-{table}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Injury:
    """An injury of one of a side's own players.

    ``casualty`` is the casualty roll on the book's first table, ``second_casualty`` the second roll for a player with
    Decay. If the result was ``named`` (its key) and nobody entered the roll, ``casualty`` is the lowest roll with this
    result. ``by`` is the id of the opposing player who caused it, 0 for no one or a hired player (``by_induced``):
    the one in this place of the opponent's hired players (``by_hired``, from 1), 0 if the report does not say which.
    ``values`` are the edition's other fields, by key: the rolls on further tables, and how it was treated; a tick is 1.
    """

    player: int
    casualty: int
    named: str = ""
    treatment: Treatment = UNTREATED
    second_casualty: int = 0
    by: int = 0
    by_induced: bool = False
    by_hired: int = 0
    cause: str = "block"
    values: Values = ()

    @property
    def is_casualty(self) -> bool:
        """Whether the player was really hurt; a book may let a report name a player who was only knocked out.

        Who had to regenerate was hurt, also where that comes before any casualty roll.
        """
        return bool(self.casualty or self.named or self.cause == "eaten" or self.number("regeneration"))

    @property
    def untreated(self) -> bool:
        """Whether the report says nothing but the cause and the casualty rolls."""
        return not self.values and (self.treatment is UNTREATED or self.treatment == UNTREATED)

    def value(self, key: str) -> int | str:
        """What the report says in a field: a number, a choice, 1 for a tick; 0 or "" if it says nothing."""
        if (read := STORED.get(key)) is not None:
            stored: int | str = read(self)
            return stored
        for name, value in self.values:
            if name == key:
                return value
        return 0

    def number(self, key: str) -> int:
        """The number in a field, 1 for a tick; 0 if there is none."""
        if (read := STORED.get(key)) is None and not self.values:
            return 0
        value = read(self) if read is not None else self.value(key)
        return int(value) if isinstance(value, int) else 0

    def text(self, key: str) -> str:
        """The choice in a field; empty if there is none."""
        value = self.value(key)
        return value if isinstance(value, str) else ""


def with_values(injury: Injury, values: Mapping[str, int | str]) -> Injury:
    """An injury with these fields, each where it is stored; a field without a value is left out."""
    stored: dict[str, Any] = {key: value for key, value in values.items() if key in ROLLED}
    if len(stored) == len(values):
        return changed(injury, **stored)
    treated: dict[str, Any] = {key: value for key, value in values.items() if key in TREATED}
    treated |= {key: bool(treated[key]) for key in TICKED if key in treated}
    kept = dict(injury.values) | {key: values[key] for key in values if key not in (*ROLLED, *TREATED)}
    if treated:
        stored["treatment"] = replace(injury.treatment, **treated)
    plain = {key: int(value) if isinstance(value, bool) else value for key, value in kept.items()}
    return changed(injury, **stored, values=tuple((key, plain[key]) for key in sorted(plain) if plain[key]))


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
    injuries of stars (I3), and for a player whom an opposing team may raise from the dead (J8). ``cause``, ``by`` and
    ``by_hired`` say of it what an `Injury` says; only a player who can be infected by their killer needs them.
    """

    earlier: ClassVar = deeds_as_pairs

    kind: str
    name: str
    casualty: int = 0
    cause: str = "block"
    by: int = 0
    by_hired: int = 0
    deeds: Counts = ()

    @property
    def injury(self) -> Injury:
        """What happened to the player, without a player on a roster."""
        return Injury(
            player=0,
            casualty=self.casualty,
            cause=self.cause,
            by=self.by,
            by_induced=bool(self.by_hired),
            by_hired=self.by_hired,
        )

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

    def hired_culprits(self, injury: Injury) -> tuple[InducedLine, ...]:
        """The hired players of this side who may have caused an opponent's injury: one, if the report says which."""
        if not injury.by_induced:
            return ()
        return self.induced[injury.by_hired - 1 : injury.by_hired] if injury.by_hired else self.induced

    def line(self, player: int) -> PlayerLine:
        """The line of a player; an empty one if the report has none."""
        for line in self.lines:
            if line.player == player:
                return line
        return PlayerLine(player=player)


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """How a match ended, apart from the score: a concession, overtime or a shoot-out with its winner, or stopped.

    One that was stopped (`decided_by` is in `STOPPED`) has the winner `decided_for` whatever its score, or none.
    """

    conceded_by: Side | None = None
    conceded_before_kick_off: bool = False
    decided_by: str = ""
    decided_for: Side | None = None

    @property
    def was_stopped(self) -> bool:
        """Whether the match ended before it was over."""
        return self.decided_by in STOPPED


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
class Fact:
    """Something that holds in one match, as a step stated it: petty cash, a handicap, a fee.

    ``key`` is a kind of facts of the edition (`rules.book.rows.shape.FactKind`), which says what ``amount`` counts.
    ``side`` is the side that it is about, None for both, and ``player`` the player's id, 0 for none. Only the side that
    is the ``audience`` may see it; None for everybody. ``left`` is the number of later matches in which it also holds.
    ``detail`` says more in words: a skill, a position.
    """

    key: str
    side: Side | None = None
    player: int = 0
    amount: int = 1
    audience: Side | None = None
    left: int = 0
    rule: str = ""
    page: int = 0
    detail: str = ""


Facts = tuple[Fact, ...]


def facts_about(facts: Facts, key: str, side: Side | None = None, player: int | None = None) -> Facts:
    """The facts of a kind; only those about a side or a player, if they are given."""
    return tuple(
        fact
        for fact in facts
        if fact.key == key and (side is None or fact.side in (side, None)) and (player is None or fact.player == player)
    )


def facts_of(facts: Facts, side: Side) -> Facts:
    """The facts about a side and its players, with those about both sides."""
    return tuple(fact for fact in facts if fact.side in (side, None))


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchPlayed:
    """All that the post-match sequence starts from.

    ``sheets`` are the rosters at the start of the match. ``hired`` is how many hired players each side could field,
    from what it bought; a report may list fewer. ``may_be_level`` is set for a match of two legs, which may be a draw
    although its stage needs a winner. ``facts`` are those that hold after the match too.
    """

    terms: Terms
    sheets: Pair[TeamSheet]
    fame: Pair[int]
    reports: Pair[SideReport]
    result: Result = Result()
    hired: Pair[int] = NO_HIRED_PLAYERS
    may_be_level: bool = False
    facts: Facts = ()

    def winner(self) -> Side | None:
        """The winner: the opponent of a side that conceded, else by score, else by overtime or shoot-out.

        The score of a match that was stopped does not count for that.
        """
        if self.result.conceded_by is not None:
            return other(self.result.conceded_by)
        if self.result.was_stopped:
            return self.result.decided_for
        if self.reports.home.score != self.reports.away.score:
            return "home" if self.reports.home.score > self.reports.away.score else "away"
        return self.result.decided_for
