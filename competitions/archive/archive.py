"""A league's records in the archive format "dugout-results-archive", version 1: bytes in, typed records out.

Defines the format: every field, its type and its bounds. Refuses unknown keys and versions, and the contradictions
that ``competitions.archive.checks`` finds, with an ``ArchiveError`` that names the place. Odd records that can be true
become ``Archive.remarks``. Races and editions are the archive's own texts.
"""

from __future__ import annotations

from dataclasses import replace
from typing import BinaryIO

from competitions.archive.checks import check_archive
from competitions.archive.records import (
    KINDS,
    OUTCOMES,
    SCHEDULINGS,
    Archive,
    Death,
    PlayerLine,
    PublishedRow,
    RecordedCompetition,
    RecordedMatch,
    RecordedSide,
    RecordedTeam,
    Remark,
)
from competitions.ranking.tie_breakers import known_keys
from leagues.archive_json import ArchiveError, Limits, Record, place_of, quoted, read_json

__all__ = [
    "Archive",
    "ArchiveError",
    "Death",
    "Limits",
    "PlayerLine",
    "PublishedRow",
    "RecordedCompetition",
    "RecordedMatch",
    "RecordedSide",
    "RecordedTeam",
    "Remark",
    "read_archive",
]

FORMAT = "dugout-results-archive"
VERSION = 1

# More than any league has. A match has two halves of eight turns, at most one overtime, and turns from kick-offs.
MOST_OF_ONE_THING = 99
MOST_SPP = 9_999
MOST_SQUARES = 9_999
MOST_POINTS = 9_999
MOST_DIFFERENCE = 99_999


def read_archive(source: bytes | BinaryIO, *, limits: Limits | None = None) -> Archive:
    """The archive in ``source``, all of it or nothing.

    Raises ArchiveError, naming the line and column or the record at fault, for a file beyond ``limits``, a file that is
    not JSON or not this format and version, and records that are misshapen or contradict each other.
    """
    archive = _archive(read_json(source, limits or Limits()))
    return replace(archive, remarks=tuple(check_archive(archive)))


def _archive(value: object) -> Archive:
    if not isinstance(value, dict) or value.get("format") != FORMAT:
        raise ArchiveError("the file", f'this is not a results archive: it has no "format": "{FORMAT}" at its top')
    record = Record(value, "the archive", {"format", "version", "edition", "league", "competitions"})
    version = record.any("version")
    if type(version) is not int or version != VERSION:
        record.refuse(f'"version" is {quoted(version)}; this reader knows version {VERSION}')
    return Archive(
        edition=record.text("edition"),
        league=record.text("league"),
        competitions=tuple(
            _competition(item, place_of(item, "competition", number))
            for number, item in enumerate(record.items("competitions"), start=1)
        ),
    )


_COMPETITION_KEYS = frozenset(
    {"id", "name", "year", "season", "scheduling", "points", "tie_breakers", "teams", "matches", "table"}
)


def _competition(value: object, place: str) -> RecordedCompetition:
    record = Record(value, place, _COMPETITION_KEYS)
    return RecordedCompetition(
        id=record.text("id"),
        name=record.text("name"),
        year=record.integer("year", 0, 9_999),
        season=record.text("season", blank=True),
        scheduling=record.choice("scheduling", SCHEDULINGS),
        points=_points(record.any("points"), f"{place}, points"),
        tie_breakers=_tie_breakers(record),
        teams=tuple(
            _team(item, place_of(item, f"{place}, team", number))
            for number, item in enumerate(record.items("teams"), start=1)
        ),
        matches=tuple(_match(item, place, number) for number, item in enumerate(record.items("matches"), start=1)),
        table=tuple(
            _row(item, place_of(item, f"{place}, table row of team", number, key="team"))
            for number, item in enumerate(record.items("table"), start=1)
        ),
    )


def _points(value: object, place: str) -> tuple[tuple[str, int], ...]:
    record = Record(value, place, OUTCOMES)
    return tuple(
        (outcome, record.integer(outcome, -MOST_POINTS, MOST_POINTS)) for outcome in OUTCOMES if record.has(outcome)
    )


def _tie_breakers(record: Record) -> tuple[str, ...]:
    keys: list[str] = []
    for key in record.items("tie_breakers"):
        if not isinstance(key, str) or key not in known_keys():
            record.refuse(f'"tie_breakers" has {quoted(key)}; known are {", ".join(known_keys())}')
        if key in keys:
            record.refuse(f'"tie_breakers" has {key} twice')
        keys.append(key)
    if not keys:
        record.refuse('"tie_breakers" is empty; a table needs at least one')
    return tuple(keys)


_TEAM_KEYS = frozenset({"id", "name", "race", "coach"})


def _team(value: object, place: str) -> RecordedTeam:
    record = Record(value, place, _TEAM_KEYS)
    return RecordedTeam(
        id=record.text("id"),
        name=record.text("name"),
        race=record.text("race", blank=True),
        coach=record.text("coach", blank=True),
    )


_MATCH_KEYS = frozenset({"id", "round", "home", "away"})


def _match(value: object, competition: str, number: int) -> RecordedMatch:
    record = Record(value, place_of(value, f"{competition}, match", number), _MATCH_KEYS)
    return RecordedMatch(
        id=None if record.is_null("id") else record.text("id"),
        number=number,
        round=record.integer("round", 0, 9_999),
        home=_side(record.any("home"), record.place, "home"),
        away=_side(record.any("away"), record.place, "away"),
    )


_SIDE_KEYS = frozenset(
    {"team", "result", "score", "casualties", "points", "players", "touchdown_difference", "casualty_difference"}
)


def _side(value: object, match: str, which: str) -> RecordedSide:
    record = Record(value, f"{match}, {which} side", _SIDE_KEYS)
    return RecordedSide(
        team=record.text("team"),
        outcome=record.choice("result", OUTCOMES),
        score=record.integer("score", 0, MOST_OF_ONE_THING),
        casualties=record.integer("casualties", 0, MOST_OF_ONE_THING),
        points=record.integer("points", -MOST_POINTS, MOST_POINTS),
        players=tuple(
            _line(item, place_of(item, f"{match}, {which} player", number))
            for number, item in enumerate(record.items("players", most=MOST_OF_ONE_THING), start=1)
        ),
        touchdown_difference=record.optional_integer("touchdown_difference", -MOST_OF_ONE_THING, MOST_OF_ONE_THING),
        casualty_difference=record.optional_integer("casualty_difference", -MOST_OF_ONE_THING, MOST_OF_ONE_THING),
    )


_COUNTED = ("turns", "completions", "touchdowns", "interceptions", "casualties", "mvps")
_COUNTED_WHERE_THEY_OCCUR = ("blocks", "fouls")
_SQUARES = ("passing_squares", "rushing_squares")
_LINE_KEYS = frozenset(
    {"id", "name", "kind", "spp_before", "spp", "died", "left_after_match"}.union(
        _COUNTED, _COUNTED_WHERE_THEY_OCCUR, _SQUARES
    )
)


def _line(value: object, place: str) -> PlayerLine:
    record = Record(value, place, _LINE_KEYS)
    counted = {key: record.integer(key, 0, MOST_OF_ONE_THING) for key in _COUNTED}
    for key in _COUNTED_WHERE_THEY_OCCUR:
        counted[key] = record.optional_integer(key, 0, MOST_OF_ONE_THING) or 0
    for key in _SQUARES:  # a ball thrown or carried backwards counts as negative
        counted[key] = record.optional_integer(key, -MOST_SQUARES, MOST_SQUARES) or 0
    return PlayerLine(
        id=record.text("id"),
        name=record.text("name", blank=True),
        kind=record.choice("kind", KINDS),
        spp_before=record.integer("spp_before", 0, MOST_SPP),
        spp=record.integer("spp", 0, MOST_SPP),
        died=_death(record.any("died"), record.place) if record.has("died") else None,
        left_after_match=record.flag("left_after_match"),
        **counted,
    )


_DEATH_KEYS = frozenset({"half", "turn", "cause", "by"})


def _death(value: object, line: str) -> Death:
    record = Record(value, f"{line}, death", _DEATH_KEYS)
    return Death(
        half=record.integer("half", 0, MOST_OF_ONE_THING),
        turn=record.integer("turn", 0, MOST_OF_ONE_THING),
        cause=record.text("cause"),
        by=None if record.is_null("by") else record.text("by"),
    )


_ROW_KEYS = frozenset(
    {
        "rank",
        "team",
        "points",
        "head_to_head",
        "head_to_head_undecided",
        "touchdown_difference",
        "casualty_difference",
        "coin_toss",
        "results",
    }
)


def _row(value: object, place: str) -> PublishedRow:
    record = Record(value, place, _ROW_KEYS)
    most = MOST_DIFFERENCE
    return PublishedRow(
        team=record.text("team"),
        rank=record.optional_integer("rank", 1, most),
        points=record.optional_integer("points", -most, most),
        head_to_head=record.optional_integer("head_to_head", 1, most),
        head_to_head_undecided=record.flag("head_to_head_undecided"),
        touchdown_difference=record.optional_integer("touchdown_difference", -most, most),
        casualty_difference=record.optional_integer("casualty_difference", -most, most),
        coin_toss=record.optional_integer("coin_toss", 0, most),
        results=record.text("results", longest=9_999, blank=True),
    )
