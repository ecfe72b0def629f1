"""Typed records of a league's results; ``competitions.archive.archive`` reads them from an archive.

Ids, names, races and editions are the archive's own texts: nothing here is looked up in a rulebook.
"""

from __future__ import annotations

from dataclasses import dataclass

OUTCOMES = ("win", "draw", "loss", "bye_or_walkover", "forfeit", "conceded")
SCHEDULINGS = ("round_robin", "swiss", "open")
KINDS = ("roster", "journeyman", "star", "mercenary", "raised")


@dataclass(frozen=True, slots=True, kw_only=True)
class Death:
    """How a player died; ``by`` is the id of the killer, if there was one."""

    half: int
    turn: int
    cause: str
    by: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerLine:
    """One player in one match; ``spp`` are those of the match, ``spp_before`` those from before it."""

    id: str
    name: str
    kind: str
    spp_before: int
    turns: int
    completions: int
    touchdowns: int
    interceptions: int
    casualties: int
    mvps: int
    spp: int
    blocks: int
    fouls: int
    passing_squares: int
    rushing_squares: int
    died: Death | None
    left_after_match: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedSide:
    """One side of a match; the differences are given if the league did not count them by the score."""

    team: str
    outcome: str
    score: int
    casualties: int
    points: int
    players: tuple[PlayerLine, ...]
    touchdown_difference: int | None
    casualty_difference: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedMatch:
    """A match; ``id`` is None if it was not played, ``number`` is its place in the file's list, from 1."""

    id: str | None
    number: int
    round: int
    home: RecordedSide
    away: RecordedSide

    @property
    def played(self) -> bool:
        """Whether it was played."""
        return self.id is not None

    @property
    def sides(self) -> tuple[tuple[str, RecordedSide], tuple[str, RecordedSide]]:
        """("home", side) and ("away", side)."""
        return ("home", self.home), ("away", self.away)

    @property
    def place(self) -> str:
        """The match in words, as errors name it."""
        return f"match {self.id}" if self.played else f"match no. {self.number} (not played)"


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedTeam:
    """A team as one competition knew it."""

    id: str
    name: str
    race: str
    coach: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedRow:
    """A row of the table as the league published it; figures that it does not have are None."""

    team: str
    rank: int | None
    points: int | None
    head_to_head: int | None
    head_to_head_undecided: bool
    touchdown_difference: int | None
    casualty_difference: int | None
    coin_toss: int | None
    results: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedCompetition:
    """One competition: its matches and its published table. ``points`` are (outcome, points)."""

    id: str
    name: str
    year: int
    season: str
    scheduling: str
    points: tuple[tuple[str, int], ...]
    tie_breakers: tuple[str, ...]
    teams: tuple[RecordedTeam, ...]
    matches: tuple[RecordedMatch, ...]
    table: tuple[PublishedRow, ...]

    @property
    def place(self) -> str:
        """The competition in words, as errors name it."""
        return f"competition {self.id}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Remark:
    """An odd record that can be true: its place, the kind of remark (``code``), and the two figures."""

    place: str
    code: str
    found: int
    expected: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Archive:
    """A league's records."""

    edition: str
    league: str
    competitions: tuple[RecordedCompetition, ...]
    remarks: tuple[Remark, ...] = ()
