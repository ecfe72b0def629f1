"""Fixtures as pages show them: who meets whom, when, how it stands or ended."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db.models import OuterRef, QuerySet, Subquery
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from competitions.models import Fixture
from competitions.names import TeamName, page
from competitions.tables import Outcome
from leagues.errors import Text
from matches.models import Match, MatchSide

Teams = Mapping[int, TeamName]

TAGS: dict[str, tuple[Text, str, str]] = {
    Match.State.PRE_MATCH: (gettext_lazy("pre-match"), "news", "list-ol"),
    Match.State.PLAYING: (gettext_lazy("being played"), "news", "circle"),
    Match.State.REPORTED: (gettext_lazy("waits for confirmation"), "wait", "hourglass-split"),
    Match.State.DISPUTED: (gettext_lazy("disputed"), "bad", "exclamation-triangle"),
    Match.State.POST_MATCH: (gettext_lazy("post-match"), "news", "list-ol"),
}
"""What is said of a match that is under way: text, kind and icon of ``components/_tag.html``."""

OUTCOMES: dict[str, Text] = {
    Outcome.BYE: gettext_lazy("bye"),
    Outcome.WALKOVER: gettext_lazy("walkover"),
    Outcome.FORFEIT: gettext_lazy("forfeit"),
    Outcome.CONCEDED: gettext_lazy("conceded"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownFixture:
    """A line of a fixture list. ``away`` is None for a bye, ``score`` None until the result counts.

    A friendly is a match without a fixture: it has no ``id`` and ``round``. ``competition`` is the name of the
    competition it is part of, in lists that mix several.
    """

    id: int | None
    round: int | None
    home: TeamName
    away: TeamName | None
    state: str
    score: tuple[int, int] | None
    note: str
    agreed_for: datetime | None
    played_on: date | None
    match: str
    competition: str = ""

    @property
    def url(self) -> str:
        """The match's page; empty where there is none yet."""
        return page("matches:match", self.match) if self.match else ""

    @property
    def tag(self) -> tuple[Text, str, str] | None:
        """How a match under way stands; None before it begins and after it ended."""
        return TAGS.get(self.state)

    @property
    def movable(self) -> bool:
        """Whether nobody has opened it yet."""
        return self.state in ("", Match.State.SCHEDULED) and not self.note

    @property
    def mine(self) -> bool:
        """Whether the reader coaches one of the two."""
        return self.home.mine or (self.away is not None and self.away.mine)


def shown_fixtures(fixtures: QuerySet[Fixture], teams: Teams) -> list[ShownFixture]:
    """These fixtures in their order, with one query. ``teams`` holds all that can occur."""
    rows = fixtures.annotate(home_score=_score("home"), away_score=_score("away")).values(*_COLUMNS)
    return [_shown(row, teams) for row in rows]


def shown_matches(matches: QuerySet[Match], teams: Teams) -> list[ShownFixture]:
    """These matches in their order, friendlies among them, with one query. ``teams`` holds all that can occur."""
    sides = {f"{side}_{column}": _of_side(side, column) for side in ("home", "away") for column in ("team", "score")}
    columns = ("public_id", "state", "played_on", "home_team", "away_team", "home_score", "away_score")
    of_fixture = ("id", "round__number", "round__competition__name", "agreed_for")
    rows = matches.annotate(**sides).values(*columns, *(f"fixture__{column}" for column in of_fixture))
    return [
        ShownFixture(
            id=row["fixture__id"],
            round=row["fixture__round__number"],
            competition=row["fixture__round__competition__name"] or "",
            home=teams[row["home_team"]],
            away=teams[row["away_team"]],
            state=row["state"],
            score=(row["home_score"], row["away_score"]) if row["state"] in Match.PLAYED else None,
            note="",
            agreed_for=row["fixture__agreed_for"],
            played_on=row["played_on"],
            match=row["public_id"],
        )
        for row in rows
    ]


def in_order(fixtures: QuerySet[Fixture]) -> QuerySet[Fixture]:
    """Round by round, as they were drawn or, in records, played."""
    return fixtures.order_by("round__number", "order", "pk")


_COLUMNS = (
    "id",
    "round__number",
    "home",
    "away",
    "home_outcome",
    "away_outcome",
    "counted",
    "agreed_for",
    "match__public_id",
    "match__state",
    "match__played_on",
    "home_score",
    "away_score",
)


def _of_side(side: str, column: str) -> Subquery:
    return Subquery(MatchSide.objects.filter(match=OuterRef("pk"), side=side).order_by().values(column)[:1])


def _score(team: str) -> Subquery:
    side = MatchSide.objects.filter(match=OuterRef("match"), team=OuterRef(team)).order_by()
    return Subquery(side.values("score")[:1])


def _shown(row: dict[str, Any], teams: Teams) -> ShownFixture:
    return ShownFixture(
        id=row["id"],
        round=row["round__number"],
        home=teams[row["home"]],
        away=teams[row["away"]] if row["away"] else None,
        state=row["match__state"] or "",
        score=_counted_score(row),
        note=_note(row, teams),
        agreed_for=row["agreed_for"],
        played_on=row["match__played_on"],
        match=row["match__public_id"] or "",
    )


def _counted_score(row: dict[str, Any]) -> tuple[int, int] | None:
    if row["match__state"] in Match.PLAYED:
        return row["home_score"], row["away_score"]
    if row["away"] and row["home_outcome"] and "score" in row["counted"].get("home", {}):
        return row["counted"]["home"]["score"], row["counted"]["away"]["score"]
    return None


def _note(row: dict[str, Any], teams: Teams) -> str:
    """What is out of the ordinary: a bye, or a result that nobody played."""
    if row["away"] is None:
        return _("bye")
    parts = [
        f"{teams[row[side]].name}: {OUTCOMES[row[f'{side}_outcome']]}"
        for side in ("home", "away")
        if row[f"{side}_outcome"] in OUTCOMES
    ]
    return ", ".join(parts)
