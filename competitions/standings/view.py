"""A competition's table as plain data, gathered once: pages and prints draw the same ``StandingsView``.

It holds words and figures, no HTML. Its rows have a figure for each column of ``competitions.standings.columns``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import tzinfo
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.zones import zone
from competitions.models import Competition
from competitions.names import TeamName, plain_names
from competitions.ranking.lines import Cut, Line, cut_lines_of, cuts_in, on_rungs
from competitions.standings.columns import Column, columns_of
from competitions.standings.explanations import how_ranked, points_words, why_here
from competitions.standings.point_adjustments import ShownAdjustment, shown_adjustments
from competitions.standings.rounds import RoundCount, ShownRound
from competitions.standings.standings import Standings, climbs_of
from rules.book.book import Book
from web.errors import Text


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """A short heading or letter, and what it means: an entry of a table's legend. Phones hide it with its column."""

    abbr: Text
    text: Text
    css: str = ""


POINTS = Term(abbr=gettext_lazy("Pts"), text=gettext_lazy("points"))
LETTERS = (
    Term(abbr="W D L", text=gettext_lazy("won, drawn, lost; the latest last"), css="no-p"),
    Term(abbr="B", text=gettext_lazy("bye or walkover"), css="no-p"),
    Term(abbr="F", text=gettext_lazy("forfeit"), css="no-p"),
    Term(abbr="C", text=gettext_lazy("conceded"), css="no-p"),
)
"""The letters of the form."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingsRow:
    """One team's line; ``figures`` are in the order of ``columns``.

    ``place`` is empty for a team without a rank. ``form`` has one letter a result, the latest last. ``walkovers`` and
    ``forfeits`` count what was won (byes among it) and lost without play. ``why`` says why the team is not higher,
    ``points_from`` where its points come from; both are empty if nobody asked. ``cut`` is the line below the row.
    ``only_own``: a line after the first few, for the team's own coach. ``climbed``: how many places it rose in the
    latest round, less than 0 if it fell; None if that is not known.
    """

    place: str
    team: TeamName
    columns: tuple[Column, ...]
    figures: tuple[str, ...]
    points: str
    form: str
    walkovers: int = 0
    forfeits: int = 0
    why: str = ""
    points_from: str = ""
    cut: Cut | None = None
    only_own: bool = False
    climbed: int | None = None

    @property
    def fell(self) -> int:
        """How many places it fell in the latest round."""
        return max(0, -(self.climbed or 0))

    def __hash__(self) -> int:
        """By what differs most, as ``TeamName``."""
        return hash((self.team.id, self.place, self.points))

    def figures_of(self, columns: Sequence[Column]) -> list[tuple[Column, str]]:
        """The figures of some columns; all if none are given."""
        figures = zip(self.columns, self.figures, strict=True)
        return [(column, figure) for column, figure in figures if not columns or column in columns]


@dataclass(frozen=True, slots=True, kw_only=True)
class ConferenceRows:
    """The table of a conference, or of the teams without one."""

    name: str
    rows: tuple[StandingsRow, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingsView:
    """A competition's table, how it is made, and the rounds that are shown with it; all in words.

    ``teams`` counts the lines of the whole table; ``rows`` may be the first of them. ``over`` of the ``matches`` have a
    result. ``order_rule`` says how the rows are ordered if not by the table.
    """

    league: str
    season: str
    competition: str
    zone: tzinfo
    columns: tuple[Column, ...]
    matches: int
    over: int
    points_scheme: str = ""
    tie_breakers: str = ""
    rows: tuple[StandingsRow, ...] = ()
    conferences: tuple[ConferenceRows, ...] = ()
    teams: int = 0
    adjustments: Sequence[ShownAdjustment] = ()
    rounds: Sequence[ShownRound] = ()
    order_rule: str = ""

    @property
    def more(self) -> int:
        """How many lines are not shown."""
        return self.teams - sum(not row.only_own for row in self.rows)

    @property
    def legend(self) -> list[Term]:
        """What the short headings mean; letters of the form only if they occur."""
        written = {letter for row in self.rows for letter in row.form}
        letters = [each for each in LETTERS if written.intersection(str(each.abbr).split())]
        columns = [Term(abbr=each.heading, text=each.name, css="" if each.phone else "no-p") for each in self.columns]
        return [POINTS, *columns, *letters]


def view_without_table(competition: Competition, counts: Sequence[RoundCount]) -> StandingsView:
    """What a competition is called and how far it is: enough where a bracket replaces the table."""
    return StandingsView(
        league=competition.season.league.name,
        season=competition.season.name,
        competition=competition.name,
        zone=zone(competition.season.league.zone),
        columns=columns_of(competition.book),
        matches=sum(each.matches for each in counts),
        over=sum(each.over for each in counts),
    )


def standings_view(
    competition: Competition,
    standings: Standings,
    teams: Mapping[int, TeamName],
    counts: Sequence[RoundCount],
    *,
    rounds: Sequence[ShownRound] = (),
    rungs: Sequence[int] = (),
    length: int = 0,
    up_to: int | None = None,
    why: bool = False,
    for_all: bool = False,
) -> StandingsView:
    """A table with its words, with one query, for its adjustments: those made up to a round.

    ``length`` leaves out lines after the first few; ``rungs`` put them in the order of a ladder; ``why`` adds reasons.
    ``for_all``: for all readers together, so the later lines are there as ``only_own``.
    """
    points_scheme, tie_breakers = how_ranked(competition)
    rule, parted = competition.format.order_rule, bool(standings.conferences)
    climbs = climbs_of(competition) if why and up_to is None else {}
    return replace(
        view_without_table(competition, counts),
        points_scheme=points_scheme,
        tie_breakers="" if rungs else tie_breakers,
        rows=table_rows(
            competition, standings, teams, rungs=rungs, length=length, why=why, for_all=for_all, climbs=climbs
        ),
        conferences=conference_rows(competition, standings, teams, length=length, why=why, for_all=for_all)
        if parted
        else (),
        teams=len(standings.lines),
        adjustments=shown_adjustments(competition, teams, up_to),
        rounds=rounds,
        order_rule=rule(competition) if rungs and rule else "",
    )


def table_rows(
    competition: Competition,
    standings: Standings,
    teams: Mapping[int, TeamName],
    *,
    rungs: Sequence[int] = (),
    length: int = 0,
    why: bool = False,
    for_all: bool = False,
    climbs: Mapping[int, int] = MappingProxyType({}),
) -> tuple[StandingsRow, ...]:
    """The lines of the whole table with the lines across it; those of a ladder in its order, without such lines."""
    book = competition.book
    if rungs:
        lines = on_rungs(standings.lines, rungs)
        first = _first(lines, teams, length, for_all=for_all)
        return tuple(_row(line, teams, book, ranked=True, only_own=only_own) for _place, line, only_own in first)
    drawn = bool(standings.rounds and competition.cut_lines)
    cuts = cuts_in(standings.lines, cut_lines_of(competition)) if drawn else {}
    return _rows(standings, teams, book, length=length, why=why, cuts=cuts, for_all=for_all, climbs=climbs)


def conference_rows(
    competition: Competition,
    standings: Standings,
    teams: Mapping[int, TeamName],
    *,
    length: int = 0,
    why: bool = False,
    for_all: bool = False,
) -> tuple[ConferenceRows, ...]:
    """A table for each conference, under its name in words; nothing if there are no conferences."""
    parts = standings.conferences if competition.format.ranked_by_table else ()
    options: dict[str, Any] = {"length": length, "why": why, "cuts": {}, "for_all": for_all}
    return tuple(
        ConferenceRows(
            name=name or _("Without a conference"),
            rows=_rows(replace(standings, lines=lines), teams, competition.book, **options),
        )
        for name, lines in parts
    )


def _rows(
    standings: Standings,
    teams: Mapping[int, TeamName],
    book: Book,
    *,
    length: int,
    why: bool,
    cuts: Mapping[int, Cut],
    for_all: bool,
    climbs: Mapping[int, int] = MappingProxyType({}),
) -> tuple[StandingsRow, ...]:
    """Lines in words; before the first result there are no ranks and no reasons."""
    begun = bool(standings.rounds)
    explained = why and begun
    names = plain_names(teams.values()) if explained else {}
    return tuple(
        _row(
            line,
            teams,
            book,
            ranked=begun,
            only_own=only_own,
            why=why_here(standings, place, names, book) if explained else "",
            points_from=points_words(line, book) if explained else "",
            cut=cuts.get(place),
            climbed=climbs.get(int(line.team)),
        )
        for place, line, only_own in _first(standings.lines, teams, length, for_all=for_all)
    )


def _first(
    lines: Sequence[Line], teams: Mapping[int, TeamName], length: int, *, for_all: bool
) -> list[tuple[int, Line, bool]]:
    """The first lines with their places (from 0), and those of the reader's own teams; all without a length.

    ``for_all`` adds the lines of all other teams that have a coach, and says of each that only the coach sees it.
    """
    found = []
    for place, line in enumerate(lines):
        team = teams[int(line.team)]
        if not length or place < length or team.mine:
            found.append((place, line, False))
        elif for_all and team.coach_id is not None:
            found.append((place, line, True))
    return found


def _row(line: Line, teams: Mapping[int, TeamName], book: Book, **more: Any) -> StandingsRow:
    return _same_row(line, teams[int(line.team)], book, **more)


@lru_cache(maxsize=4096)
def _same_row(
    line: Line,
    team: TeamName,
    book: Book,
    *,
    ranked: bool,
    only_own: bool = False,
    why: str = "",
    points_from: str = "",
    cut: Cut | None = None,
    climbed: int | None = None,
) -> StandingsRow:
    """A line as a row: the same object as long as it is the same, since most lines stay as they are after a result."""
    columns = columns_of(book)
    return StandingsRow(
        place="" if line.rank is None or not ranked else str(line.rank),
        team=team,
        columns=columns,
        figures=tuple([column.value(line) for column in columns]),
        points=str(line.points),
        form=line.recent,
        walkovers=line.walkovers,
        forfeits=line.forfeits,
        why=why,
        points_from=points_from,
        cut=cut,
        only_own=only_own,
        climbed=climbed,
    )
