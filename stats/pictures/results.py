"""Who beat whom in a competition, as a grid."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from django.db.models.functions import Coalesce
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from competitions.models import VOID, Competition, Fixture
from competitions.models.bracket_names import Rounds
from competitions.models.fixtures import rounds_of_bracket
from competitions.names import TeamName, page
from competitions.ranking.points import Outcome
from competitions.standings.chart import worn_by
from competitions.standings.fixture_list import OUTCOMES
from competitions.standings.standings import Standings
from matches.models import Match
from stats.played.matches import DRAWN, WON
from web.charts import Cell, GridRow, ResultsGrid
from web.charts.drawing import NOTHING
from web.kept import kept_html

MOST_TEAMS = 24
"""With more teams, nobody finds anything in a grid."""
PLACE = "0000000000"
GRID = "components/_results_grid.html"
SIGNS = {outcome.value: outcome.sign for outcome in Outcome}
"""1 for outcomes like a win, 0 for a draw, -1 for outcomes like a loss."""


def results_grid(competition: Competition, standings: Standings, teams: Mapping[int, TeamName]) -> ResultsGrid | None:
    """The grid in the order of the table; one query. None for one team, or for too many."""
    points = _points(standings, teams)
    return _grid(points, _rows(competition), teams) if points else None


def kept_grid(competition: Competition, standings: Standings, teams: Mapping[int, TeamName]) -> SafeString:
    """The same laid out; empty if there is none."""
    points = _points(standings, teams)
    if not points:
        return NOTHING
    rows = _rows(competition)
    worn = [(each.name, each.url, each.crest, each.mine) for each in map(teams.__getitem__, points)]

    def draw(_name: str) -> str:
        return render_to_string(GRID, {"grid": _grid(points, rows, teams)})

    return kept_html("chart", {"grid": ("grid", points, rows, worn)}, draw)["grid"]


def _points(standings: Standings, teams: Mapping[int, TeamName]) -> dict[int, int]:
    """The points of the teams in the order of the table; empty for one team, or for too many."""
    points = {int(line.team): line.points for line in standings.lines if int(line.team) in teams}
    return points if 2 <= len(points) <= MOST_TEAMS else {}


def _grid(points: Mapping[int, int], rows: Iterable[_Row], teams: Mapping[int, TeamName]) -> ResultsGrid:
    order, rows = list(points), list(rows)
    cells = _cells(rows, teams)
    return ResultsGrid(
        name="results",
        title=_("Results"),
        rows=tuple(
            GridRow(
                wearer=worn_by(teams[team]),
                url=teams[team].url,
                cells=tuple(None if team == other else tuple(cells[team, other]) for other in order),
                points=str(points[team]),
            )
            for team in order
        ),
        points=_("Points"),
        letters=(
            ("won", _("W"), _("won")),
            ("drawn", _("D"), _("drawn")),
            ("lost", _("L"), _("lost")),
        ),
        to_come=_to_come(rows),
    )


class _Row(NamedTuple):
    """A fixture of two teams, with the score and result of each team in its match, if it is played.

    ``round`` is its round in words, ``letters`` the same in a few letters, which only rounds of a bracket have.
    """

    round: str
    letters: str
    number: int
    home: int
    away: int
    public_id: str | None
    outcomes: tuple[str, str]
    sides: dict[int, tuple[int | None, str]]

    @property
    def to_come(self) -> bool:
        """Whether it has no result yet."""
        return not any(self.outcomes) and not {self.home, self.away} <= set(self.sides)


_ROUND = ("round__number", Coalesce("tie__stage", "round__stage"))
_COLUMNS = ("home", "away", "match__public_id", "match__state", "home_outcome", "away_outcome")
_SIDE = ("match__sides__team", "match__sides__score", "match__sides__result")


def _rows(competition: Competition) -> list[_Row]:
    """The fixtures in their order; one query, with a row for each side."""
    found: dict[int, _Row] = {}
    fixtures = Fixture.objects.filter(round__competition=competition, away__isnull=False)
    fixtures = fixtures.order_by("round__number", "order", "pk")
    bracket = rounds_of_bracket("round__competition", "round__stage")
    for pk, drawn, number, stage, home, away, match, state, one, other, team, score, result in fixtures.values_list(
        "pk", bracket, *_ROUND, *_COLUMNS, *_SIDE
    ):
        if pk not in found:
            rounds = Rounds(competition.scheduling, drawn, competition.legs)
            letters = rounds.letters(number, stage)
            found[pk] = _Row(rounds.words(number, stage), letters, number, home, away, match, (one, other), {})
        if state in Match.PLAYED:
            found[pk].sides[team] = score, result
    return list(found.values())


def _to_come(rows: Iterable[_Row]) -> tuple[str, ...]:
    """What the rounds in the cells of matches to come mean: each in letters, and then all that have a number."""
    rounds = {row.letters: row.round for row in rows if row.to_come}
    numbered = rounds.pop("", None)
    words = [
        _("%(letters)s: %(round)s, still to be played") % {"letters": letters, "round": name}
        for letters, name in rounds.items()
    ]
    return (*words, *([_("R and a number: still to be played in that round")] if numbered is not None else []))


def _cells(rows: Iterable[_Row], teams: Mapping[int, TeamName]) -> dict[tuple[int, int], list[Cell]]:
    """The matches of each team against each other, in their order."""
    address = page("matches:match", PLACE)
    found: dict[tuple[int, int], list[Cell]] = defaultdict(list)
    for row in rows:
        if row.home not in teams or row.away not in teams or VOID in row.outcomes:
            continue
        url = address.replace(PLACE, row.public_id) if row.public_id else ""
        ways = ((row.home, row.away, row.outcomes[0]), (row.away, row.home, row.outcomes[1]))
        for own, other, outcome in ways:
            pair = f"{teams[own].name} – {teams[other].name}"
            if {own, other} <= set(row.sides):
                cell = _played(pair, row.sides[own], row.sides[other], url)
            elif outcome:
                cell = _decided(pair, outcome)
            else:
                told = ", ".join(filter(None, (pair, row.round)))
                short = row.letters or _("R%(number)d") % {"number": row.number}
                cell = Cell(words=short, told=told, url=url)
            found[own, other].append(cell)
    return found


def _played(pair: str, own: tuple[int | None, str], other: tuple[int | None, str], url: str) -> Cell:
    (score, result), (against, _result) = own, other
    outcome = "won" if result == WON else "drawn" if result == DRAWN else "lost"
    words = f"{score}–{against}" if score is not None and against is not None else "–"
    said = "drawn" if score == against else "won" if (score or 0) > (against or 0) else "lost"
    names: dict[str, Any] = {"won": _("won"), "drawn": _("drawn"), "lost": _("lost")}
    letters = {"won": _("W"), "drawn": _("D"), "lost": _("L")}
    told = _("%(teams)s: %(score)s, %(outcome)s") % {"teams": pair, "score": words, "outcome": names[outcome]}
    return Cell(words=words, told=told, outcome=outcome, letter=letters[outcome] if said != outcome else "", url=url)


def _decided(pair: str, outcome: str) -> Cell:
    """A result without a match: a walkover, a forfeit."""
    word = str(OUTCOMES.get(outcome, outcome))
    told = _("%(teams)s: %(outcome)s") % {"teams": pair, "outcome": word}
    kinds = {1: ("won", _("W")), 0: ("drawn", _("D")), -1: ("lost", _("L"))}
    kind, letter = kinds[SIGNS[outcome]]
    return Cell(words=letter, told=told, outcome=kind)
