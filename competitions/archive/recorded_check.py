"""Checks that an imported league shows what its records say: tables row by row, and the SPP of every line."""

from __future__ import annotations

from dataclasses import dataclass, replace

from competitions.archive.checks import earned_spp, points_of
from competitions.archive.published import Comparison, compare_lines
from competitions.archive.records import Archive
from competitions.models import Competition, Entrant
from competitions.standings.standings import Standings, standings_of_all
from leagues.models import League
from matches.models import PlayerLine


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """One competition: the computed table, with the archive's team ids, and its comparison with the published one."""

    comparison: Comparison
    standings: Standings


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedPoints:
    """Players' lines: how many the records have, how many are stored, and how many have the right SPP."""

    recorded: int
    stored: int
    right: int

    @property
    def equal(self) -> bool:
        """Whether no line is missing and none is wrong."""
        return self.recorded == self.stored == self.right


def check_tables(archive: Archive, league: League) -> list[Checked]:
    """Every competition of the archive, with its table computed from the database as for pages."""
    rows = {row.external_id: row for row in Competition.objects.select_related("season").filter(season__league=league)}
    tables = standings_of_all(list(rows.values()))
    ids: dict[int, dict[int, str]] = {row.pk: {} for row in rows.values()}
    entrants = Entrant.objects.filter(competition__season__league=league)
    for competition, team, published in entrants.values_list("competition", "team", "published"):
        ids[competition][team] = published["team"]
    checked = []
    for each in archive.competitions:
        row = rows[each.id]
        standings = _with_ids(tables[row.pk], ids[row.pk])
        checked.append(Checked(comparison=compare_lines(each, standings.lines), standings=standings))
    return checked


def check_points(archive: Archive, league: League) -> CheckedPoints:
    """Work out the SPP of every stored line again."""
    stored = PlayerLine.objects.filter(side__match__league=league).order_by().rows("spp")
    points = points_of(archive)
    right = sum(row["spp"] == earned_spp(row["deeds"], points) for row in stored)
    recorded = sum(
        len(side.players) for each in archive.competitions for match in each.matches for _which, side in match.sides
    )
    return CheckedPoints(recorded=recorded, stored=len(stored), right=right)


def _with_ids(standings: Standings, ids: dict[int, str]) -> Standings:
    return replace(standings, lines=tuple(line._replace(team=ids[int(line.team)]) for line in standings.lines))
