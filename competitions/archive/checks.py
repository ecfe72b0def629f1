"""Finds contradictions in an archive's records, which are refused, and odd records, which get a remark.

Odd but possible are: a score that the players' touchdowns do not explain (a conceded match has only a score); fewer
casualties of a side than of its players (they are counted separately: crowd and fouls count for the side, not for a
player); points that differ from the competition's scheme (a commissioner's decision); a win with an equal score.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from competitions.archive.records import (
    Archive,
    PlayerLine,
    PublishedRow,
    RecordedCompetition,
    RecordedMatch,
    RecordedSide,
    Remark,
)
from leagues.archive_json import ArchiveError
from rules import editions

DEEDS = ("completions", "interceptions", "casualties", "touchdowns", "mvps")
"""The deeds that the archive format counts, by its own names, which are the keys in the editions."""

AGAINST = {"win": {"loss", "conceded", "forfeit"}, "draw": {"draw"}, "loss": {"win"}}
"""The outcomes that the other side may have; any outcome, for those that are not listed."""


Points = Mapping[str, int]
"""The star player points for one of each deed."""


def points_of(archive: Archive) -> Points:
    """What the archive's book gives for the deeds that the format counts; nothing for one that the book has not."""
    book = editions.edition_called(archive.edition).book
    return {deed: book.deeds[deed].points if deed in book.deeds else 0 for deed in DEEDS}


def earned_spp(did: Mapping[str, int], points: Points) -> int:
    """The star player points for what a player did in a match."""
    return sum(points[deed] * count for deed, count in did.items())


def deeds_in(line: PlayerLine) -> dict[str, int]:
    """What a player did in a match, by the names of the archive, which are the keys in the editions."""
    return {deed: getattr(line, deed) for deed in DEEDS}


def check_archive(archive: Archive) -> Iterator[Remark]:
    """Remarks on odd records, in the order of the file. Raises ArchiveError at the first contradiction."""
    _refuse_repeated("the archive", "competition", (competition.id for competition in archive.competitions))
    seen: dict[str, str] = {}
    points = points_of(archive)
    for competition in archive.competitions:
        yield from _check_competition(competition, points)
        for match in competition.matches:
            if match.id is None:
                continue
            if match.id in seen:
                raise ArchiveError(f"{competition.place}, {match.place}", f"this match is already in {seen[match.id]}")
            seen[match.id] = competition.place


def _check_competition(competition: RecordedCompetition, points: Points) -> Iterator[Remark]:
    teams = [team.id for team in competition.teams]
    _refuse_repeated(competition.place, "team", teams)
    known, scheme = frozenset(teams), dict(competition.points)
    for match in competition.matches:
        place = f"{competition.place}, {match.place}"
        _check_teams(match, known, place)
        _check_outcomes(match, place)
        _check_players(match, place)
        for which, side in match.sides:
            yield from _check_side(match, side, scheme, points, f"{place}, {which}")
        if match.played and match.home.score == match.away.score and match.home.outcome != match.away.outcome:
            yield Remark(place=place, code="decided_on_equal_score", found=match.home.score, expected=match.away.score)
    _refuse_repeated(competition.place, "table row of team", (row.team for row in competition.table))
    for row in competition.table:
        _check_row(row, known, f"{competition.place}, table row of team {row.team}")


def _refuse_repeated(place: str, what: str, ids: Iterable[str]) -> None:
    for id, times in Counter(ids).items():
        if times > 1:
            raise ArchiveError(place, f"{what} {id} is there {times} times")


def _check_teams(match: RecordedMatch, known: frozenset[str], place: str) -> None:
    for which, side in match.sides:
        if side.team not in known:
            raise ArchiveError(
                f"{place}, {which} side", f"team {side.team} is not one of this competition's {len(known)} teams"
            )
    if match.home.team == match.away.team:
        raise ArchiveError(place, f"team {match.home.team} plays itself")


def _check_outcomes(match: RecordedMatch, place: str) -> None:
    for (_, side), (_, other) in (match.sides, match.sides[::-1]):
        if side.outcome in AGAINST and other.outcome not in AGAINST[side.outcome]:
            raise ArchiveError(place, f"one side's result is {side.outcome} and the other's {other.outcome}")
        lost_to_less = match.played and side.outcome == "loss" and side.score > other.score
        drawn_unequal = match.played and side.outcome == "draw" and side.score != other.score
        if lost_to_less or drawn_unequal:
            raise ArchiveError(place, f"the result is a {side.outcome}, but the score is {side.score}-{other.score}")


def _check_players(match: RecordedMatch, place: str) -> None:
    """No player is listed twice for a side; only a star player may be listed for both."""
    for which, side in match.sides:
        _refuse_repeated(f"{place}, {which} side", "player", (line.id for line in side.players))
    away = {line.id for line in match.away.players if line.kind != "star"}
    for line in match.home.players:
        if line.id in away:
            raise ArchiveError(f"{place}, home player {line.id}", "this player plays for both sides")


def _check_side(
    match: RecordedMatch, side: RecordedSide, scheme: dict[str, int], points: Points, place: str
) -> Iterator[Remark]:
    if side.outcome not in scheme:
        raise ArchiveError(f"{place} side", f"the competition's points say nothing about a {side.outcome}")
    if side.points != scheme[side.outcome]:
        yield Remark(place=place, code="points_differ_from_scheme", found=side.points, expected=scheme[side.outcome])
    if not match.played:
        if side.touchdown_difference is None or side.casualty_difference is None:
            missing = "touchdown_difference" if side.touchdown_difference is None else "casualty_difference"
            raise ArchiveError(f"{place} side", f'the match was not played, so "{missing}" must say what counted')
        if side.players:
            raise ArchiveError(f"{place} side", "the match was not played, so it cannot have players")
        return
    for line in side.players:
        earned = earned_spp(deeds_in(line), points)
        if line.spp != earned:
            raise ArchiveError(
                f"{place} player {line.id}",
                f'"spp" is {line.spp}, but {line.completions} completions, {line.interceptions} interceptions, '
                f"{line.casualties} casualties, {line.touchdowns} touchdowns and {line.mvps} MVPs "
                f"make {earned}",
            )
    touchdowns = sum(line.touchdowns for line in side.players)
    if touchdowns > side.score:
        raise ArchiveError(f"{place} side", f"the score is {side.score}, but its players scored {touchdowns}")
    if touchdowns < side.score:
        yield Remark(place=place, code="score_above_touchdowns", found=side.score, expected=touchdowns)
    casualties = sum(line.casualties for line in side.players)
    if casualties > side.casualties:
        yield Remark(place=place, code="casualties_below_players", found=side.casualties, expected=casualties)


def _check_row(row: PublishedRow, known: frozenset[str], place: str) -> None:
    if row.team not in known:
        raise ArchiveError(place, f"this team is not one of the competition's {len(known)} teams")
    if row.rank is None:
        return
    if row.rank > len(known):
        raise ArchiveError(place, f'"rank" is {row.rank}, and there are {len(known)} teams')
    for name in ("points", "touchdown_difference", "casualty_difference"):
        if getattr(row, name) is None:
            raise ArchiveError(place, f'"{name}" is missing from a ranked row')
    if row.head_to_head is not None and row.head_to_head_undecided:
        raise ArchiveError(place, "head-to-head is given a rank and called undecided")
