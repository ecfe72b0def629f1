"""A team as a file, "dugout-team" version 1: it moves a team with its history from one Dugout to another (C9).

Reading is strict: a mistake in the format is refused, with its place. What the format allows and the rules do not (a
negative number, an unknown skill) is read unchanged, and ``rules.team.arriving.arrivals`` judges it.
A draft of such a team is stored in the same format (`Team.draft`). ``docs/rules/arriving-teams.md`` lists all fields.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from datetime import date
from typing import Any, BinaryIO

from django import forms

from leagues.archive_json import ArchiveError, Limits, Record, quoted, read_json
from rules import editions
from rules.sheet.sheet import Counts, counts
from rules.team.arriving.arrival_checks import Arrival, Veteran
from teams.models import TeamPast
from teams.names import NAME_LENGTH, NameField

FORMAT, VERSION = "dugout-team", 1
LIMITS = Limits(size=512 * 1024, values=50_000)
BIGGEST = 1_000_000_000  # larger numbers are refused unread
MOST_PLAYERS = 60  # in a file, legal or not: each is a row of the form
MOST_WORDS = 60  # skills of a player, kinds of staff
STORY_LENGTH = 1000

MOST_LOANS = 60

RESULTS = ("won", "drawn", "lost")
SCORES = ("touchdowns_for", "touchdowns_against", "casualties_for", "casualties_against")
COUNTS = (*RESULTS, *SCORES)
GOODS = ("rerolls", "fan_factor", "treasury", "bank")
TEAM_KEYS = {"format", "version", "edition", "name", "team_list", "players", *GOODS, "staff", "record", "loans"}
DEEDS = tuple(dict.fromkeys(deed for edition in editions.EDITIONS for deed in edition.book.deeds))
PLAYER_KEYS = {field.name for field in fields(Veteran)} - {"deeds"} | {"name", *DEEDS}
LOAN_KEYS = {"way", "team", "until", "gold", "players"}
WAYS = ("out", "in")


@dataclass(frozen=True, slots=True, kw_only=True)
class Loan:
    """A running loan: ``out`` to a team or ``in`` from it, until a day (ISO): players, and gold owed (gp)."""

    way: str
    team: str
    until: str
    gold: int = 0
    players: tuple[Veteran, ...] = ()
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Past:
    """What a team did before it joined: its matches, touchdowns and casualties, and a story."""

    won: int = 0
    drawn: int = 0
    lost: int = 0
    touchdowns_for: int = 0
    touchdowns_against: int = 0
    casualties_for: int = 0
    casualties_against: int = 0
    story: str = ""

    def plus(self, other: Past) -> Past:
        """The sum of both pasts, with the story of this one."""
        return Past(**{name: getattr(self, name) + getattr(other, name) for name in COUNTS}, story=self.story)


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamFile:
    """The content of a team file: its name, what the rules judge, its players' names in the same order, its past.

    ``loans`` were running when the file was written. The players and the gold do not include them. ``edition`` is the
    key of the book that the team played by, empty if the file does not say it.
    """

    name: str
    arrival: Arrival
    names: tuple[str, ...] = ()
    past: Past = Past()
    loans: tuple[Loan, ...] = ()
    edition: str = field(default="", compare=False)


def read_team(source: bytes | BinaryIO) -> TeamFile:
    """The team in a file. Raises ``ArchiveError``, with the place, for a mistake in the format."""
    return team_in(read_json(source, LIMITS))


def team_in(value: object) -> TeamFile:
    """The team in a JSON value. Raises ``ArchiveError``."""
    team = Record(value, "the team", TEAM_KEYS)
    if team.any("format") != FORMAT:
        team.refuse(f'"format" must be "{FORMAT}", not {quoted(team.any("format"))}')
    if team.any("version") != VERSION or team.any("version") is True:
        team.refuse(f'"version" must be {VERSION}, not {quoted(team.any("version"))}; a newer Dugout may read it')
    edition = team.text("edition", longest=40) if team.has("edition") else ""
    players = [_player(value, nth) for nth, value in enumerate(team.items("players", most=MOST_PLAYERS), start=1)]
    return TeamFile(
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
        edition=edition,
    )


def as_json(team_file: TeamFile, edition: str = "") -> dict[str, Any]:
    """The JSON of a team file. Empty values are left out, except for the keys that every team of its edition has."""
    arrival = team_file.arrival
    known = next(({*each.book.purses, *each.book.goods} for each in editions.EDITIONS if each.key == edition), GOODS)
    goods = {name: amount for name in GOODS if (amount := getattr(arrival, name)) or name in known}
    names = (*team_file.names, *[""] * (len(arrival.players) - len(team_file.names)))
    return {
        "format": FORMAT,
        "version": VERSION,
        **({"edition": edition} if edition else {}),
        "name": team_file.name,
        "team_list": arrival.team_list,
        "players": [_player_json(one, name) for one, name in zip(arrival.players, names, strict=True)],
        **goods,
        "staff": dict(arrival.staff),
        "record": _set(team_file.past),
        **({"loans": [_loan_json(loan) for loan in team_file.loans]} if team_file.loans else {}),
    }


def past_of(row: TeamPast | None) -> Past:
    """The past in a row, an empty one if there is no row."""
    return Past(**{name: getattr(row, name) for name in (*COUNTS, "story")}) if row else Past()


def _player(value: object, nth: int, place: str = "player") -> tuple[Veteran, str]:
    player = Record(value, f"{place} no. {nth}", PLAYER_KEYS)
    figures = ("spp", "niggling", "misses", "cost")
    one = Veteran(
        number=player.integer("number", -BIGGEST, BIGGEST),
        position=player.text("position", longest=NAME_LENGTH, blank=True).strip(),
        gained=_words(player, "gained"),
        lost=_words(player, "lost"),
        conditions=_numbers(player, "conditions"),
        misses_next=player.flag("misses_next"),
        marks=_words(player, "marks"),
        profile=_numbers(player, "profile"),
        skills=_words(player, "skills"),
        deeds=counts(**{deed: _number(player, deed) for deed in DEEDS}),
        **{name: _number(player, name) for name in figures},
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
    listed = loan.items("players", most=MOST_PLAYERS) if loan.has("players") else []
    players = [_player(value, nth, f"{loan.place}, player") for nth, value in enumerate(listed, start=1)]
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


def story_text(text: str, place: str = "the record") -> str:
    """The story, the only text of several lines. Raises ``ArchiveError`` for a forbidden character or a long text."""
    lines = [Record({"story": line}, place, {"story"}) for line in text.splitlines()]
    team_file = "\n".join(line.text("story", longest=STORY_LENGTH, blank=True) for line in lines).strip()
    if len(team_file) > STORY_LENGTH:
        raise ArchiveError(place, f'"story" is {len(team_file)} characters long; at most {STORY_LENGTH} are read')
    return team_file


def _story(record: Record) -> str:
    value = record.any("story") if record.has("story") else ""
    if not isinstance(value, str):
        record.refuse(f'"story" must be a text, not {quoted(value)}')
    return story_text(value, record.place)


def _number(record: Record, key: str) -> int:
    return record.integer(key, -BIGGEST, BIGGEST) if record.has(key) else 0


def _name(record: Record, *, required: bool = False) -> str:
    """A name, checked as forms check it: a file cannot bring in a name that nobody could type."""
    if not required and not record.has("name"):
        return ""
    text = record.text("name", longest=NAME_LENGTH, blank=not required)
    try:
        return str(NameField(required=required).clean(text))
    except forms.ValidationError as error:
        record.refuse(f'"name": {" ".join(error.messages)}')


def _words(record: Record, key: str) -> tuple[str, ...]:
    """A list of short texts, each read as a record of its own. Empty if the key is missing."""
    if not record.has(key):
        return ()
    places = [Record({key: item}, record.place, {key}) for item in record.items(key, most=MOST_WORDS)]
    return tuple(" ".join(place.text(key, longest=NAME_LENGTH).split()) for place in places)


def _numbers(record: Record, key: str) -> Counts:
    """An object of numbers, such as the staff by kind. Empty if the key is missing."""
    value = record.any(key) if record.has(key) else {}
    if not isinstance(value, dict):
        record.refuse(f"{quoted(key)} must be an object, not {quoted(value)}")
    if len(value) > MOST_WORDS or any(len(name) > NAME_LENGTH or not name.isprintable() for name in value):
        record.refuse(f"{quoted(key)} has too many entries, or one with a name that is no word")
    inner = Record(value, f"{record.place}, {key}", value)
    return tuple((name, inner.integer(name, -BIGGEST, BIGGEST)) for name in value)


def _player_json(one: Veteran, name: str) -> dict[str, Any]:
    values = _set(one)
    values |= dict(values.pop("deeds", ()))
    for own in ("gained", "lost", "marks", "skills"):
        if own in values:
            values[own] = list(values[own])
    for pairs in ("profile", "conditions"):
        if pairs in values:
            values[pairs] = dict(values[pairs])
    return {"number": one.number, "name": name, "position": one.position} | values


def _set(row: Any) -> dict[str, Any]:
    """The fields of a dataclass that differ from their default."""
    return {field.name: value for field in fields(row) if (value := getattr(row, field.name)) != field.default}
