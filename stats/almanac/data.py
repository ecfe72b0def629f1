"""The plain data of an almanac: words, figures, and what teams wear. All is read and worded before it is drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from competitions.prints.standings_pdf import StandingsPrint
from teams.roster.printed import RosterLine
from web.crests.paper import Worn


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """A match in a team's list: when and in what, against whom, how it ended."""

    when: str
    competition: str
    opponent: str
    score: str
    result: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Squad:
    """A team at the end of the season. ``players`` is None for one without a roster, known from records alone.

    ``columns`` are those of its book's roster (`rules.book.rows.shape.ROSTER_COLUMNS`), the heads those of its columns.
    ``facts`` are labels with values, ``honours`` what it won this season.
    """

    name: str
    about: str
    worn: Worn
    facts: Sequence[tuple[str, str]]
    columns: Sequence[str] = ()
    characteristics: Sequence[str] = ()
    deeds: Sequence[str] = ()
    points: str = ""
    skills: str = ""
    players: Sequence[RosterLine] | None = None
    games: Sequence[Game] = ()
    honours: Sequence[str] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """A match: the day, both sides, the score, lines about it, and the write-ups of its coaches by team."""

    day: str
    home: str
    away: str
    home_worn: Worn
    away_worn: Worn
    score: str
    lines: Sequence[str] = ()
    stories: Sequence[tuple[str, str]] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Matches:
    """The matches of a competition, under the name of each round."""

    competition: str
    rounds: Sequence[tuple[str, Sequence[Told]]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A line of a list: what it is about, the figure, and more in small letters. ``place`` stands before it."""

    name: str
    figure: str = ""
    more: str = ""
    place: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """Entries under a heading."""

    heading: str
    entries: Sequence[Entry]


@dataclass(frozen=True, slots=True, kw_only=True)
class Chapter:
    """Listings under one title; ``parts`` have the names that the contents show, or an empty one."""

    title: str
    parts: Sequence[tuple[str, Sequence[Listing]]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Honoured:
    """Somebody in the hall of fame, in words. A player has a ``shirt``, its cut and number; a coach a ``letter``."""

    name: str
    below: str
    citation: str
    figures: str
    chosen: str
    worn: Worn
    shirt: tuple[str, str] | None = None
    letter: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Almanac:
    """A season as a book. ``champions`` are competitions with their winners; ``when`` is how far the season is.

    ``hall`` has who is in the hall of fame, under headings.
    """

    league: str
    season: str
    when: str
    worn: Worn
    champions: Sequence[tuple[str, str, Worn]] = ()
    tables: Sequence[StandingsPrint] = ()
    squads: Sequence[Squad] = ()
    matches: Sequence[Matches] = ()
    chapters: Sequence[Chapter] = field(default_factory=tuple)
    hall: Sequence[tuple[str, Sequence[Honoured]]] = ()
