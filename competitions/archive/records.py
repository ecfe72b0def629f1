"""What an archive of a league's results holds, as typed records; ``competitions.archive.archive`` reads them.

Ids, names, races and editions are the archive's own texts: nothing here is looked up in a rulebook.
"""

from __future__ import annotations

from dataclasses import dataclass

OUTCOMES = ("win", "draw", "loss", "bye_or_walkover", "forfeit", "conceded")
SCHEDULINGS = ("round_robin", "swiss", "open")
KINDS = ("roster", "journeyman", "star", "mercenary", "raised")


@dataclass(frozen=True, slots=True, kw_only=True)
class Death:
    """How a player died: ``by`` is the killer's id where there was one."""

    half: int
    turn: int
    cause: str
    by: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerLine:
    """What one player did in one match; ``spp`` were earned in it, ``spp_before`` before it."""

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
    """One side of a match; the differences are there where the league counted them apart from the score."""

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
    """A match; ``id`` is None where nothing was played, ``number`` its place in the file's list, from 1."""

    id: str | None
    number: int
    round: int
    home: RecordedSide
    away: RecordedSide

    @property
    def played(self) -> bool:
        """Whether the match took place."""
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
    """A row of the table as the league published it; figures are None where the row has none."""

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
    """One competition: what was played, and the table that was published. ``points`` are (outcome, points)."""

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
    """Something odd that can be true, so it was read: where, what kind (``code``), and the two figures."""

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
