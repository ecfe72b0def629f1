"""An archive's competitions ranked by the app's own engine, and compared with the tables the league published.

Only drawn lots (``coin_toss``) are taken from a published table, since the format has them nowhere else. A team
without results has no rank.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from competitions.archive.records import PublishedRow, RecordedCompetition, RecordedMatch, RecordedSide
from competitions.ranking.lines import Line, line_of
from competitions.ranking.tables import Outcome, Points, Result, Row, Scheme, Side, rank_teams

OUTCOME_OF = {
    "win": Outcome.WIN,
    "draw": Outcome.DRAW,
    "loss": Outcome.LOSS,
    "bye_or_walkover": Outcome.WALKOVER,
    "forfeit": Outcome.FORFEIT,
    "conceded": Outcome.CONCEDED,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """One figure that differs: ``published`` by the league, ``computed`` here; None for no figure."""

    field: str
    published: int | str | None
    computed: int | str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RowComparison:
    """The two rows of one team; they are equal if ``differences`` is empty."""

    team: str
    name: str
    rank: int | None
    differences: tuple[Difference, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """The two tables of one competition, row by row in the computed order."""

    competition: str
    name: str
    rows: tuple[RowComparison, ...] = field(default_factory=tuple)

    @property
    def equal(self) -> bool:
        """Whether every row is the same."""
        return not self.differing

    @property
    def differing(self) -> tuple[RowComparison, ...]:
        """The rows that are not the same."""
        return tuple(row for row in self.rows if row.differences)

    @property
    def ranked(self) -> tuple[RowComparison, ...]:
        """The rows that the league ranked."""
        return tuple(row for row in self.rows if row.rank is not None)


def compare_table(competition: RecordedCompetition) -> Comparison:
    """Compare the table computed from the records alone with the published one."""
    return compare_lines(competition, map(line_of, computed_table(competition)))


def compare_lines(competition: RecordedCompetition, lines: Iterable[Line]) -> Comparison:
    """Compare a computed table, with the archive's team ids, with the published one.

    A team that has no published row counts as not ranked there.
    """
    names = {team.id: team.name for team in competition.teams}
    published = {row.team: row for row in competition.table}
    return Comparison(
        competition=competition.id,
        name=competition.name,
        rows=tuple(_compare(line, names[str(line.team)], published.get(str(line.team))) for line in lines),
    )


def computed_table(competition: RecordedCompetition) -> tuple[Row, ...]:
    """The table as the app ranks it."""
    return rank_teams(
        [team.id for team in competition.teams],
        results_of(competition),
        scheme=scheme_of(competition),
        coin_tosses={row.team: row.coin_toss for row in competition.table if row.coin_toss is not None},
    )


def scheme_of(competition: RecordedCompetition) -> Scheme:
    """The competition's points and tie-breakers; a bye and a walkover have the same points in this format."""
    given = dict(competition.points)
    points = {OUTCOME_OF[outcome].value: value for outcome, value in given.items()}
    if "bye_or_walkover" in given:
        points[Outcome.BYE.value] = given["bye_or_walkover"]
    return Scheme(points=Points(**points), tie_breakers=competition.tie_breakers, idle_teams_ranked=False)


def results_of(competition: RecordedCompetition) -> tuple[Result, ...]:
    """The competition's matches as results, in the order in which they were played.

    A result's key is the match's number in the competition's list.
    """
    given = dict(competition.points)
    return tuple(
        Result(
            key=match.number,
            round=match.round,
            home=_side(match.home, given),
            away=_side(match.away, given),
            played=match.played,
            order=order,
        )
        for match, order in zip(competition.matches, order_of_play(competition.matches), strict=True)
    )


def _side(side: RecordedSide, scheme: dict[str, int]) -> Side:
    return Side(
        team=side.team,
        outcome=OUTCOME_OF[side.outcome],
        score=side.score,
        casualties=side.casualties,
        points=None if side.points == scheme[side.outcome] else side.points,
        score_difference=side.touchdown_difference,
        casualty_difference=side.casualty_difference,
    )


def order_of_play(matches: tuple[RecordedMatch, ...]) -> list[int]:
    """The place of each match in the order of play, from 0.

    The format has no dates. Ids are numbers that rise with every match played, while rounds can be played out of order
    or be missing; so ids decide. A match that was not played comes right after the earlier matches of its teams in
    the list. If ids are not numbers, the order of the list counts.
    """
    if not all(match.id is None or (match.id.isascii() and match.id.isdecimal()) for match in matches):
        return list(range(len(matches)))
    latest: dict[str, tuple[int, int]] = {}
    places: list[tuple[int, int]] = []
    for index, match in enumerate(matches):
        teams = (match.home.team, match.away.team)
        behind = max(latest.get(team, (0, 0)) for team in teams)
        place = (behind[0] if match.id is None else int(match.id), index)
        for team in teams:
            latest[team] = max(place, latest.get(team, place))
        places.append(place)
    order = {place: number for number, place in enumerate(sorted(places))}
    return [order[place] for place in places]


def _compare(line: Line, name: str, published: PublishedRow | None) -> RowComparison:
    if published is None:
        pairs: list[tuple[str, int | str | None, int | str | None]] = [("rank", None, line.rank)]
    else:
        pairs = [("rank", published.rank, line.rank), ("results", published.results, line.form)]
        pairs += _figures(line, published)
    differences = tuple(
        Difference(field=field, published=theirs, computed=ours) for field, theirs, ours in pairs if theirs != ours
    )
    return RowComparison(
        team=str(line.team), name=name, rank=published.rank if published else None, differences=differences
    )


def _figures(line: Line, published: PublishedRow) -> list[tuple[str, int | str | None, int | str | None]]:
    """The figures that the published row gives, each with the computed one."""
    met = line.value("head_to_head")
    head_to_head = None if met is None else "undecided" if met.undecided else met.amount
    given = "undecided" if published.head_to_head_undecided else published.head_to_head
    pairs: list[tuple[str, int | str | None, int | str | None]] = [
        ("points", published.points, line.points),
        ("head_to_head", given, head_to_head),
        ("touchdown_difference", published.touchdown_difference, line.score_difference),
        ("casualty_difference", published.casualty_difference, line.casualty_difference),
    ]
    return [pair for pair in pairs if pair[1] is not None]
