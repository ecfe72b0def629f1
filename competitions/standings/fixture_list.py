"""Fixtures as pages show them: the teams, the date, the state or the result."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import lru_cache
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from accounts.zones import zone
from competitions.match_rows import MatchRow, SideRow
from competitions.models import Competition, Decision, Fixture
from competitions.names import PLACE, TeamName, page
from competitions.ranking.points import WINNING, Outcome
from matches.models import Match, MatchSide
from matches.pages.records import DECIDED
from web.errors import Text
from web.prepared import Prepared

Teams = Mapping[int, TeamName]

TAGS: dict[str, tuple[Text, str, str]] = {
    Match.State.PRE_MATCH: (gettext_lazy("pre-match"), "news", "list-ol"),
    Match.State.PLAYING: (gettext_lazy("being played"), "news", "circle"),
    Match.State.REPORTED: (gettext_lazy("waiting for confirmation"), "wait", "hourglass-split"),
    Match.State.DISPUTED: (gettext_lazy("disputed"), "bad", "exclamation-triangle"),
    Match.State.POST_MATCH: (gettext_lazy("post-match"), "news", "list-ol"),
}
"""The tag of a match under way: text, kind and icon of ``components/_tag.html``."""

OUTCOMES: dict[str, Text] = {
    Outcome.BYE: gettext_lazy("bye"),
    Outcome.WALKOVER: gettext_lazy("walkover"),
    Outcome.FORFEIT: gettext_lazy("forfeit"),
    Outcome.CONCEDED: gettext_lazy("conceded"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownFixture:
    """A line of a fixture list. ``away`` is None for a bye, ``score`` None until the result counts.

    A friendly is a match without a fixture: it has no ``id`` and ``round``. ``competition`` is a name, in lists of
    several competitions. ``proposed``: only one coach has named the date. ``url`` is empty if there is no match yet.
    ``changes_url`` leads to the page for its date and changes; empty without a fixture. ``in_round`` is the round in
    words, in lists that are not grouped by it. ``decided``: by a commissioner. ``winner`` is a side, since the score
    does not always tell, as is ``conceded_by``.
    """

    id: int | None
    round: int | None
    home: TeamName
    away: TeamName | None
    state: str
    score: tuple[int, int] | None
    note: str
    agreed_for: datetime | None
    proposed: bool = False
    played_on: date | None
    url: str
    changes_url: str = ""
    decided: bool = False
    competition: str = ""
    winner: str = ""
    conceded_by: str = ""
    in_round: str = ""

    @property
    def when(self) -> SafeString:
        """The day it was played, or the agreed date and time, as HTML."""
        if self.played_on is not None:
            return day(self.played_on)
        if self.agreed_for is None or self.score is not None:
            return SafeString()
        return format_html(_("{} (proposed)"), hour(self.agreed_for)) if self.proposed else hour(self.agreed_for)

    @property
    def result(self) -> str:
        """The score, as on a scoreboard."""
        return f"{self.score[0]} – {self.score[1]}" if self.score else ""

    @property
    def home_won(self) -> str:
        """The CSS class of the home team's name if it won."""
        return " won" if self.winner == "home" else ""

    @property
    def away_won(self) -> str:
        """The CSS class of the away team's name if it won."""
        return " won" if self.winner == "away" else ""

    @property
    def tag(self) -> tuple[Text, str, str] | None:
        """The tag of a match under way; None before and after."""
        return TAGS.get(self.state)

    @property
    def marks(self) -> str:
        """The marks of its coaches as readers, for pieces of kept parts (``web.kept``)."""
        return f"{self.home.mark} {self.away.mark}" if self.away else self.home.mark

    @property
    def movable(self) -> bool:
        """Whether it is not opened yet."""
        return self.state in ("", Match.State.SCHEDULED) and not self.note

    @property
    def mine(self) -> bool:
        """Whether the reader coaches one of the teams."""
        return self.home.mine or (self.away is not None and self.away.mine)


def shown_fixtures(fixtures: QuerySet[Fixture], teams: Teams) -> list[ShownFixture]:
    """These fixtures in their order, with two queries. ``teams`` has all their teams."""
    return _all_shown(list(fixtures.values(*_COLUMNS)), teams)


def shown_rounds(rounds: Sequence[int], teams: Teams) -> list[ShownFixture]:
    """The fixtures of these rounds, by id: round by round, in the order of the draw. ``teams`` has all their teams."""
    return _all_shown(_of_rounds(rounds), teams)


@Prepared
def _of_rounds(rounds: Collection[int]) -> QuerySet[Fixture, Any]:
    rows = Fixture.objects.filter(round__in=rounds).order_by("round__number", "order", "pk")
    return rows.values(*_COLUMNS)


def _all_shown(rows: Sequence[dict[str, Any]], teams: Teams) -> list[ShownFixture]:
    scores = _scores([row["match"] for row in rows if row["match__state"] in Match.PLAYED])
    matches, changes = page("matches:match", PLACE), _fixture_pages()
    sides = [
        (scores[row["match"], row["home"]], scores[row["match"], row["away"]])
        if row["match__state"] in Match.PLAYED
        else None
        for row in rows
    ]
    return [
        ShownFixture(
            id=row["id"],
            changes_url=f"{changes}{row['id']}/",
            round=row["round__number"],
            home=teams[row["home"]],
            away=teams[row["away"]] if row["away"] else None,
            state=row["match__state"] or "",
            score=_score(row, both),
            winner=_winner(row, both),
            conceded_by=_conceded(both) if both else "",
            note=_note(row, teams, both),
            decided=bool(row["decision__kind"]),
            agreed_for=row["agreed_for"],
            proposed=bool(row["date_waits_for"]),
            played_on=row["match__played_on"],
            url=matches.replace(PLACE, row["match__public_id"]) if row["match"] else "",
        )
        for row, both in zip(rows, sides, strict=True)
    ]


def shown_matches(rows: Iterable[MatchRow], teams: Teams) -> list[ShownFixture]:
    """These matches, including friendlies. ``teams`` has all their teams."""
    matches, changes = page("matches:match", PLACE), _fixture_pages()
    return [
        ShownFixture(
            id=row.fixture,
            changes_url=f"{changes}{row.fixture}/" if row.fixture else "",
            round=row.round,
            in_round=row.in_round,
            competition=row.competition or "",
            home=teams[row.home.team],
            away=teams[row.away.team],
            state=row.state,
            score=row.score,
            winner=_winning(row.home, row.away) if row.score else "",
            conceded_by=_conceded((row.home, row.away)) if row.score else "",
            note=_ending(row.decided_by, (row.home, row.away), teams) if row.score else "",
            agreed_for=row.agreed_for,
            proposed=bool(row.date_waits_for),
            played_on=row.played_on,
            url=matches.replace(PLACE, row.public_id),
        )
        for row in rows
    ]


def _fixture_pages() -> str:
    """The start of the address of every fixture's page."""
    return page("competitions:fixture", 0).removesuffix("0/")


@lru_cache(maxsize=1000)
def _day(value: date, language: str | None) -> SafeString:
    return format_html('<time datetime="{}">{}</time>', value.isoformat(), date_format(value, "j M Y"))


def day(value: date) -> SafeString:
    """A day in the reader's language; cached, since lists repeat the same few days."""
    return _day(value, get_language())


def hour(value: datetime, where: str = "") -> SafeString:
    """A date and time in the active time zone, or in the one named ``where``, then with its name."""
    local = timezone.localtime(value, zone(where) if where else None)
    words = date_format(local, "D j M, H:i T" if where else "D j M, H:i")
    return format_html('<time datetime="{}">{}</time>', local.isoformat(), words)


def fixtures_of(competition: Competition) -> QuerySet[Fixture]:
    """All fixtures of a competition, round by round, in the order of the draw; imported records in that of play."""
    rows = Fixture.objects.filter(round__competition=competition)
    return rows.order_by("round__number", "order", "pk")


_COLUMNS = (
    "id",
    "round__number",
    "home",
    "away",
    "home_outcome",
    "away_outcome",
    "counted",
    "decision__kind",
    "decision__winner",
    "agreed_for",
    "date_waits_for",
    "match",
    "match__public_id",
    "match__state",
    "match__played_on",
    "match__decided_by",
)


Sides = tuple[SideRow, SideRow]
"""How a match that counts ended: the home side, the away side."""


def _scores(matches: Collection[int]) -> dict[tuple[int, int], SideRow]:
    """How each (match, team) ended."""
    if not matches:
        return {}
    rows = _sides(matches)
    return {(match, team): SideRow(team, score, result) for match, team, score, result in rows}


@Prepared
def _sides(matches: Collection[int]) -> QuerySet[MatchSide, Any]:
    return MatchSide.objects.filter(match__in=matches).order_by().values_list("match", *SideRow._fields)


def _score(row: dict[str, Any], sides: Sides | None) -> tuple[int, int] | None:
    if sides:
        return sides[0].score, sides[1].score
    if row["away"] and row["home_outcome"] and "score" in row["counted"].get("home", {}):
        return row["counted"]["home"]["score"], row["counted"]["away"]["score"]
    return None


def _winner(row: dict[str, Any], sides: Sides | None) -> str:
    """The side that won, by the match or by the outcome that replaces it."""
    said = next((side for side in ("home", "away") if row[f"{side}_outcome"] in WINNING), "")
    return said or (_winning(*sides) if sides else "")


def _winning(home: SideRow, away: SideRow) -> str:
    return "home" if home.result == Outcome.WIN else "away" if away.result == Outcome.WIN else ""


def _conceded(sides: Sides) -> str:
    return next((side for side, row in zip(("home", "away"), sides, strict=True) if row.result == Outcome.CONCEDED), "")


def _note(row: dict[str, Any], teams: Teams, sides: Sides | None) -> str:
    """Anything unusual: a bye, a result without play, or one that the score does not show."""
    if row["away"] is None:
        return _("bye")
    if row["decision__kind"] == Decision.Kind.VOID:
        return _("void")
    if row["decision__kind"] == Decision.Kind.DRAW:
        return _("a draw without play")
    if row["decision__kind"] == Decision.Kind.COIN_TOSS:
        return _("%(team)s by coin toss") % {"team": teams[row[row["decision__winner"]]].name}
    parts = [
        f"{teams[row[side]].name}: {OUTCOMES[row[f'{side}_outcome']]}"
        for side in ("home", "away")
        if row[f"{side}_outcome"] in OUTCOMES
    ]
    if sides and not parts:
        return _ending(row["match__decided_by"], sides, teams)
    return ", ".join(parts)


def _ending(decided_by: str, sides: Sides, teams: Teams) -> str:
    """How a match ended, if the score does not show it."""
    if decided_by in DECIDED:
        return str(DECIDED[decided_by])
    conceded = next((side.team for side in sides if side.result == Outcome.CONCEDED), None)
    return f"{teams[conceded].name}: {OUTCOMES[Outcome.CONCEDED]}" if conceded else ""
