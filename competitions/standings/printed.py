"""What a printed table shows, as plain data: ranks, points and tie-breakers are decided by whoever gathers it."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingsRow:
    """One team's line. `rank` is None for a team that is not ranked.

    A difference that is None is taken from its two counts; where only the difference is known (older records, results
    by default) the counts are None. `form` is worded by the caller, latest result last ("WWDLW"). `line_below` draws
    the line under the last team that goes on to the play-offs.
    """

    rank: int | None
    team: str
    coach: str = ""
    team_list: str = ""
    played: int
    won: int
    drawn: int
    lost: int
    touchdowns_for: int | None = None
    touchdowns_against: int | None = None
    touchdown_difference: int | None = None
    casualties_for: int | None = None
    casualties_against: int | None = None
    casualty_difference: int | None = None
    points: int | str
    form: str = ""
    line_below: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class FixturePrint:
    """One match of a round: `score` as it reads ("2 : 1"), empty before it is played; `note` a date or a walkover."""

    home: str
    away: str
    score: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundPrint:
    """One round with its matches and the teams that rest."""

    name: str
    fixtures: Sequence[FixturePrint] = ()
    byes: Sequence[str] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SidePrint:
    """One side of a tie: a team, or in words whoever will come; `score` as it reads ("2", or "2 1" of two legs)."""

    name: str
    score: str = ""
    won: bool = False
    known: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class TiePrint:
    """A tie of a bracket: two sides, or one that has a bye."""

    sides: Sequence[SidePrint]


@dataclass(frozen=True, slots=True, kw_only=True)
class BracketPrint:
    """A knock-out: its rounds by name, the first one first, each half as long as the one before.

    `third` is the match for third place, under its name; `champion` says who won it, empty until the final is decided.
    """

    rounds: Sequence[tuple[str, Sequence[TiePrint]]]
    third: tuple[str, TiePrint] | None = None
    champion: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingsPrint:
    """One competition's table, with how it is made (`points_scheme`, `tie_breakers`), notes, and, if wanted, rounds.

    Where there is a `bracket`, it is drawn instead of the table. Each of `conferences` has a table of its own above the
    one of all teams, under its name.
    """

    league: str
    season: str
    competition: str
    as_of: str
    points_scheme: str
    tie_breakers: str
    rows: Sequence[StandingsRow] = ()
    conferences: Sequence[tuple[str, Sequence[StandingsRow]]] = ()
    notes: Sequence[str] = ()
    rounds: Sequence[RoundPrint] = ()
    bracket: BracketPrint | None = None
