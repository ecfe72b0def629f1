"""A team's match record (R1, p32): the matches that count, as its page and the back of its sheet list them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import QuerySet
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.extensions import rounds_of
from matches.models import Match, MatchSide
from matches.report.result_words import STOPPED_WORDS
from rules.book.book import Book
from teams.models import Team
from teams.presentation.pictures import shown_of
from teams.roster.printed import MatchLine
from web import addresses
from web.crests.shown import Shown
from web.errors import Text
from web.prepared import Prepared

NOTES: dict[str, Text] = {
    "conceded": gettext_lazy("conceded"),
    "forfeit": gettext_lazy("forfeited"),
    "bye": gettext_lazy("without play"),
    "walkover": gettext_lazy("without play"),
}
DECIDED: dict[str, Text] = {
    "overtime": gettext_lazy("after overtime"),
    "shoot_out": gettext_lazy("after a shoot-out"),
    **STOPPED_WORDS,
}
"""How a level match got its winner, or why a match was not played to its end, by the stored word."""
WON, LOST = ("win", "bye", "walkover"), ("loss", "conceded", "forfeit")


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordLine:
    """One match of a team, from its own side; unknown numbers are None."""

    match: int
    address: str
    played_on: date | None
    opponent: str
    opponent_address: str
    at_home: bool
    score: int | None
    against: int | None
    casualties: int | None
    casualties_against: int | None
    gate: int | None
    winnings: int | None
    result: str
    stage: str
    badge: Shown
    """The other team's crest."""
    decided_by: str = ""

    @property
    def url(self) -> str:
        """The match's page."""
        return addresses.address("matches:match", self.address)

    @property
    def opponent_url(self) -> str:
        """The other team's page."""
        return addresses.address("matches:team", self.opponent_address)

    @property
    def outcome(self) -> str:
        """The class of the result: w, d or l."""
        return "w" if self.result in WON else "l" if self.result in LOST else "d"

    @property
    def day(self) -> str:
        """The day of the match in words; empty if unknown."""
        return date_format(self.played_on, "j M Y") if self.played_on else ""

    @property
    def letter(self) -> str:
        """W, D or L."""
        return {"w": _("W"), "d": _("D"), "l": _("L")}[self.outcome]

    @property
    def note(self) -> str:
        """Anything unusual: a concession, a result without play, overtime or a shoot-out."""
        return note_of(self.result, self.decided_by)

    @property
    def remarks(self) -> str:
        """The note and the stage of a competition, as far as there are any."""
        return ", ".join(filter(None, (self.note, self.stage)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Columns:
    """The columns of a record that its book has; of gate, gold and day, those that are known of a match at least."""

    injuries: bool
    gate: bool
    gold: bool
    day: bool

    @classmethod
    def of(cls, book: Book, record: Sequence[RecordLine]) -> Columns:
        """Those of a team's whole record, so that each page of it has the same."""
        return cls(
            injuries=book.credited is not None,
            gate=book.with_gate and any(line.gate is not None for line in record),
            gold=book.with_costs and any(line.winnings is not None for line in record),
            day=any(line.played_on for line in record),
        )


def note_of(result: str, decided_by: str) -> str:
    """What is unusual about a match, by its stored result and how it was decided; else empty."""
    return str(NOTES.get(result) or DECIDED.get(decided_by, ""))


def record_of(team: Team) -> list[RecordLine]:
    """A team's matches that count, the oldest first; two queries at most."""
    return records_of([team])[team.pk]


def records_of(teams: Sequence[Team]) -> dict[int, list[RecordLine]]:
    """The records of several teams by their ids; two queries at most."""
    return _lines(teams, _sides_of_teams([team.pk for team in teams]))


def lines_of(teams: Sequence[Team], matches: Collection[int]) -> dict[int, list[RecordLine]]:
    """The lines of these matches (as far as they count) in the records of these teams, by their ids; two queries."""
    return _lines(teams, _sides(list(matches)))


@Prepared
def _sides(matches: Collection[int]) -> QuerySet[MatchSide, Any]:
    return _columns(MatchSide.objects.played().filter(match__in=matches))


@Prepared
def _sides_of_teams(teams: Collection[int]) -> QuerySet[MatchSide, Any]:
    matches = MatchSide.objects.filter(team__in=teams).values("match")
    return _columns(MatchSide.objects.played().filter(match__in=matches))


def _columns(sides: QuerySet[MatchSide]) -> QuerySet[MatchSide, Any]:
    """What a line says of these sides, in the order of play."""
    return sides.order_by("match__played_on", "match__confirmed_at", "match").values(
        "match", "match__public_id", "match__played_on", "match__stage", "match__gate", "match__decided_by", "side",
        "team", "team__name", "team__public_id", "team__crest", "score", "casualties", "winnings", "result",
    )  # fmt: skip


def _lines(teams: Sequence[Team], rows: Sequence[Mapping[str, Any]]) -> dict[int, list[RecordLine]]:
    wanted = {team.pk for team in teams}
    later = {row["match"] for row in rows if row["match__stage"] != Match.Stage.LEAGUE}
    rounds = rounds_of(later) if later else {}
    found: dict[int, list[RecordLine]] = {team.pk: [] for team in teams}
    pairs: dict[int, dict[str, Mapping[str, Any]]] = {}
    for row in rows:
        pairs.setdefault(row["match"], {})[row["side"]] = row
    for sides in pairs.values():
        for side, row in sides.items():
            theirs = sides.get("away" if side == "home" else "home")
            if row["team"] in wanted and theirs is not None:
                found[row["team"]].append(_line(row, theirs, rounds))
    return found


def _line(row: Mapping[str, Any], theirs: Mapping[str, Any], rounds: Mapping[int, str]) -> RecordLine:
    return RecordLine(
        match=row["match"],
        address=row["match__public_id"],
        played_on=row["match__played_on"],
        opponent=theirs["team__name"],
        opponent_address=theirs["team__public_id"],
        badge=shown_of(theirs["team__public_id"], theirs["team__crest"]),
        at_home=row["side"] == "home",
        score=row["score"],
        against=theirs["score"],
        casualties=row["casualties"],
        casualties_against=theirs["casualties"],
        gate=row["match__gate"],
        winnings=row["winnings"],
        result=row["result"],
        decided_by=row["match__decided_by"],
        stage=""
        if row["match__stage"] == Match.Stage.LEAGUE
        else rounds.get(row["match"]) or str(Match.Stage(row["match__stage"]).label),
    )


def record_lines(team: Team, competitions: Mapping[int, str] | None = None) -> list[MatchLine]:
    """A team's record for its print; ``competitions`` are names by the match's id."""
    return record_lines_of([team], competitions or {})[team.pk]


def record_lines_of(teams: Sequence[Team], competitions: Mapping[int, str]) -> dict[int, list[MatchLine]]:
    """The records of several teams for their prints, by the teams' ids; two queries at most."""
    records = records_of(teams)
    return {
        team: [_printed(line, competitions.get(line.match, "")) for line in lines] for team, lines in records.items()
    }


def _printed(line: RecordLine, competition: str) -> MatchLine:
    return MatchLine(
        date=line.day,
        opponent=line.opponent if line.at_home else _("at %(team)s") % {"team": line.opponent},
        competition=competition,
        sides=None if line.score is None or line.against is None else (line.score, line.against),
        casualties_for=line.casualties,
        casualties_against=line.casualties_against,
        gate=line.gate,
        winnings=line.winnings,
        result=line.letter,
        notes=line.remarks,
    )


def tally(lines: Sequence[RecordLine]) -> dict[str, int]:
    """Won, drawn and lost."""
    return {
        "won": sum(line.result in WON for line in lines),
        "drawn": sum(line.result == "draw" for line in lines),
        "lost": sum(line.result in LOST for line in lines),
    }
