"""A team as a file, "dugout-team" version 1: with it a team moves from one Dugout to another, history and all (C9).

Reads strictly: whatever is not of the format is refused with the place at fault. What the format can say and the rules
do not allow (a negative number, an unknown skill) is read as it stands, for ``rules.team.arrivals`` to judge.
The same form keeps a draft of such a team (`Team.draft`). ``docs/rules/arriving-teams.md`` describes every field.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from datetime import date
from typing import Any, BinaryIO

from django import forms

from leagues.archive_json import ArchiveError, Limits, Record, quoted, read_json
from rules.sheet.sheet import Counts
from rules.team.arrival_checks import CAREER, Arrival, Veteran
from teams.models import TeamPast
from teams.names import NAME_LENGTH, NameField

FORMAT, VERSION = "dugout-team", 1
LIMITS = Limits(size=512 * 1024, values=50_000)
BIGGEST = 1_000_000_000  # a number that is worth judging
MOST_PLAYERS = 60  # of a file, legal or not: each is a row of the form
MOST_WORDS = 60  # skills of a player, kinds of staff
STORY_LENGTH = 1000

MOST_LOANS = 60

RESULTS = ("won", "drawn", "lost")
SCORES = ("touchdowns_for", "touchdowns_against", "casualties_for", "casualties_against")
COUNTS = (*RESULTS, *SCORES)
GOODS = ("rerolls", "fan_factor", "treasury", "bank")
TEAM_KEYS = {"format", "version", "edition", "name", "team_list", "players", *GOODS, "staff", "record", "loans"}
PLAYER_KEYS = {field.name for field in fields(Veteran)} | {"name"}
LOAN_KEYS = {"way", "team", "until", "gold", "players"}
WAYS = ("out", "in")


@dataclass(frozen=True, slots=True, kw_only=True)
class Loan:
    """A loan that runs: ``out`` to a team or ``in`` from it, until a day (ISO), players and gold (gp) still owed."""

    way: str
    team: str
    until: str
    gold: int = 0
    players: tuple[Veteran, ...] = ()
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Past:
    """What a team did before it joined: its matches, touchdowns and casualties, and whatever else is told."""

    won: int = 0
    drawn: int = 0
    lost: int = 0
    touchdowns_for: int = 0
    touchdowns_against: int = 0
    casualties_for: int = 0
    casualties_against: int = 0
    story: str = ""

    def plus(self, other: Past) -> Past:
        """Both pasts together; the story is this one's."""
        return Past(**{name: getattr(self, name) + getattr(other, name) for name in COUNTS}, story=self.story)


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """A team as it is told: its name, what the rules judge, its players' names in the same order, its past.

    ``loans`` were running when that was told; nobody and nothing of them is among the players and the gold.
    """

    name: str
    arrival: Arrival
    names: tuple[str, ...] = ()
    past: Past = Past()
    loans: tuple[Loan, ...] = ()


def read_team(source: bytes | BinaryIO) -> Told:
    """The team in a file. Raises ``ArchiveError``, with the place, for whatever is not of the format."""
    return told_in(read_json(source, LIMITS))


def told_in(value: object) -> Told:
    """The team that a JSON value tells of. Raises ``ArchiveError``."""
    team = Record(value, "the team", TEAM_KEYS)
    if team.any("format") != FORMAT:
        team.refuse(f'"format" must be "{FORMAT}", not {quoted(team.any("format"))}')
    if team.any("version") != VERSION or team.any("version") is True:
        team.refuse(f'"version" must be {VERSION}, not {quoted(team.any("version"))}; a newer Dugout may read it')
    if team.has("edition"):
        team.text("edition", longest=40)
    players = [_player(value, nth) for nth, value in enumerate(team.items("players", most=MOST_PLAYERS), start=1)]
    return Told(
        name=_name(team, required=True),
        arrival=Arrival(
            team_list=team.text("team_list", longest=NAME_LENGTH).strip(),
            players=tuple(player for player, _name in players),
            staff=_numbers(team, "staff"),
            **{name: _number(team, name) for name in GOODS},
        ),
        names=tuple(name for _player, name in players),
        past=_past(team.any("record")) if team.has("record") else Past(),
        loans=_loans(team.items("loans", most=MOST_LOANS)) if team.has("loans") else (),
    )


def as_json(told: Told, edition: str = "") -> dict[str, Any]:
    """A team as the file has it; what is empty is left out, but for what every team has."""
    arrival = told.arrival
    names = (*told.names, *[""] * (len(arrival.players) - len(told.names)))
    return {
        "format": FORMAT,
        "version": VERSION,
        **({"edition": edition} if edition else {}),
        "name": told.name,
        "team_list": arrival.team_list,
        "players": [_player_json(one, name) for one, name in zip(arrival.players, names, strict=True)],
        **{name: getattr(arrival, name) for name in GOODS},
        "staff": dict(arrival.staff),
        "record": _set(told.past),
        **({"loans": [_loan_json(loan) for loan in told.loans]} if told.loans else {}),
    }


def past_of(row: TeamPast | None) -> Past:
    """The past that a row keeps; an empty one where there is none."""
    return Past(**{name: getattr(row, name) for name in (*COUNTS, "story")}) if row else Past()


def _player(value: object, nth: int, place: str = "player") -> tuple[Veteran, str]:
    player = Record(value, f"{place} no. {nth}", PLAYER_KEYS)
    counts = ("spp", "niggling", *CAREER, "cost")
    one = Veteran(
        number=player.integer("number", -BIGGEST, BIGGEST),
        position=player.text("position", longest=NAME_LENGTH, blank=True).strip(),
        gained=_words(player, "gained"),
        lost=_words(player, "lost"),
        misses_next=player.flag("misses_next"),
        profile=_numbers(player, "profile"),
        skills=_words(player, "skills"),
        **{name: _number(player, name) for name in counts},
    )
    return one, _name(player)


def _loans(values: list[object]) -> tuple[Loan, ...]:
    return tuple(_loan(Record(value, f"loan no. {nth}", LOAN_KEYS)) for nth, value in enumerate(values, start=1))


def _loan(loan: Record) -> Loan:
    until = loan.text("until", longest=10)
    try:
        date.fromisoformat(until)
    except ValueError:
        loan.refuse(f'"until" must be a day such as "2026-12-31", not {quoted(until)}')
    told = loan.items("players", most=MOST_PLAYERS) if loan.has("players") else []
    players = [_player(value, nth, f"{loan.place}, player") for nth, value in enumerate(told, start=1)]
    return Loan(
        way=loan.choice("way", WAYS),
        team=loan.text("team", longest=NAME_LENGTH),
        until=until,
        gold=loan.integer("gold", 0, BIGGEST) if loan.has("gold") else 0,
        players=tuple(player for player, _name in players),
        names=tuple(name for _player, name in players),
    )


def _loan_json(loan: Loan) -> dict[str, Any]:
    players = [_player_json(one, name) for one, name in zip(loan.players, loan.names, strict=True)]
    return {"way": loan.way, "team": loan.team, "until": loan.until, "gold": loan.gold, "players": players}


def _past(value: object) -> Past:
    record = Record(value, "the record", {*COUNTS, "story"})
    counts = {name: record.integer(name, 0, BIGGEST) if record.has(name) else 0 for name in COUNTS}
    return Past(**counts, story=_story(record))


def told_story(text: str, place: str = "the record") -> str:
    """The one text of several lines. Raises ``ArchiveError`` for what no text may hold, or too much of it."""
    lines = [Record({"story": line}, place, {"story"}) for line in text.splitlines()]
    told = "\n".join(line.text("story", longest=STORY_LENGTH, blank=True) for line in lines).strip()
    if len(told) > STORY_LENGTH:
        raise ArchiveError(place, f'"story" is {len(told)} characters long; at most {STORY_LENGTH} are read')
    return told


def _story(record: Record) -> str:
    value = record.any("story") if record.has("story") else ""
    if not isinstance(value, str):
        record.refuse(f'"story" must be a text, not {quoted(value)}')
    return told_story(value, record.place)


def _number(record: Record, key: str) -> int:
    return record.integer(key, -BIGGEST, BIGGEST) if record.has(key) else 0


def _name(record: Record, *, required: bool = False) -> str:
    """A name as forms take it, so that nothing comes in by a file that could not be typed."""
    if not required and not record.has("name"):
        return ""
    text = record.text("name", longest=NAME_LENGTH, blank=not required)
    try:
        return str(NameField(required=required).clean(text))
    except forms.ValidationError as error:
        record.refuse(f'"name": {" ".join(error.messages)}')


def _words(record: Record, key: str) -> tuple[str, ...]:
    """A list of short texts, each asked for as if it were a record of its own; empty where there is none."""
    if not record.has(key):
        return ()
    places = [Record({key: item}, record.place, {key}) for item in record.items(key, most=MOST_WORDS)]
    return tuple(" ".join(place.text(key, longest=NAME_LENGTH).split()) for place in places)


def _numbers(record: Record, key: str) -> Counts:
    """An object of numbers, such as the staff by kind; empty where there is none."""
    value = record.any(key) if record.has(key) else {}
    if not isinstance(value, dict):
        record.refuse(f"{quoted(key)} must be an object, not {quoted(value)}")
    if len(value) > MOST_WORDS or any(len(name) > NAME_LENGTH or not name.isprintable() for name in value):
        record.refuse(f"{quoted(key)} has too many entries, or one whose name is no word")
    inner = Record(value, f"{record.place}, {key}", value)
    return tuple((name, inner.integer(name, -BIGGEST, BIGGEST)) for name in value)


def _player_json(one: Veteran, name: str) -> dict[str, Any]:
    told = _set(one)
    for own in ("gained", "lost", "skills"):
        if own in told:
            told[own] = list(told[own])
    if "profile" in told:
        told["profile"] = dict(told["profile"])
    return {"number": one.number, "name": name, "position": one.position} | told


def _set(row: Any) -> dict[str, Any]:
    """The fields of a dataclass that do not hold their default."""
    return {field.name: value for field in fields(row) if (value := getattr(row, field.name)) != field.default}
