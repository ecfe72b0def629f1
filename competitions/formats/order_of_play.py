"""Whom teams played last: in the order of play, and in the whole league (L2, p31)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection
from typing import Any

from django.db.models import Case, DateField, F, OrderBy, OuterRef, Q, Subquery, Value, When, Window
from django.db.models.functions import Coalesce, RowNumber, TruncDate
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from competitions.models import Competition
from matches.models import Match, MatchSide
from teams.models import Team
from web.errors import Message, Refusal

IN_A_ROW = 2
"""How many times two teams may play each other without another opponent in between (L2)."""
ROUND = 0
"""Games of open play have no rounds: all belong to this one, in the order in which they were reported."""

THIRD_IN_A_ROW = Message(
    id="competitions.third_in_a_row",
    text=gettext_lazy(
        "{team} has played its last {games} games against {opponent}, counting all matches of the league. No team may "
        "play the same opponent three times in a row."
    ),
    remedy=gettext_lazy("Play another opponent first."),
    purpose="open_play",
)


def last_opponents(teams: Collection[int]) -> dict[int, list[int]]:
    """The opponents of each team's last ``IN_A_ROW`` matches, the latest first, in one query.

    All matches of the league count, of any competition or none: those that have kicked off, and games of open play that
    were reported but not opened yet. Results without a match (walkovers, refused challenges) do not.
    """
    opponents = MatchSide.objects.filter(match=OuterRef("match")).exclude(team=OuterRef("team"))
    latest = (
        MatchSide.objects.filter(_played(), team__in=teams)
        .annotate(
            opponent=Subquery(opponents.values("team")[:1]),
            nth=Window(RowNumber(), partition_by=F("team"), order_by=_latest_first()),
        )
        .filter(nth__lte=IN_A_ROW)
        .order_by("nth")
    )
    found: defaultdict[int, list[int]] = defaultdict(list)
    for team, opponent in latest.values_list("team", "opponent"):
        found[team].append(opponent)
    return found


def _played() -> Q:
    fixture = "match__fixture"
    reported = Q(**{f"{fixture}__round__number": ROUND, f"{fixture}__challenge": None, f"{fixture}__home_outcome": ""})
    before = (Match.State.SCHEDULED, Match.State.PRE_MATCH)
    return ~Q(match__state__in=(*before, Match.State.DROPPED)) | (reported & Q(match__state__in=before))


def _latest_first() -> list[OrderBy]:
    """Imported records are the oldest. Then the day counts, and on one day the moment of report or opening."""
    day: Any = Coalesce(
        "match__played_on",
        TruncDate("match__fixture__reported_at"),
        TruncDate("match__opened_at"),
        output_field=DateField(),
    )
    recorded = Case(When(match__state=Match.State.RECORDED, then=Value(1)), default=Value(0))
    return [
        recorded.asc(),
        OrderBy(day, descending=True, nulls_first=True),
        Coalesce("match__fixture__reported_at", "match__opened_at").desc(nulls_first=True),
        F("match").desc(),
    ]


def refuse_third_in_a_row(competition: Competition, home: Team, away: Team) -> None:
    """Raises ``Refusal`` if either team's last two matches in the league were against the other (L2)."""
    last = last_opponents([home.pk, away.pk])
    for team, opponent in ((home, away), (away, home)):
        if last[team.pk] == [opponent.pk] * IN_A_ROW:
            raise Refusal(THIRD_IN_A_ROW, field="away", team=team.name, opponent=opponent.name, games=IN_A_ROW)


def refuse_challenge_in_a_row(competition: Competition, challenger: Team, challenged: Team) -> None:
    """Raises ``Refusal`` for a challenge to a team that may not be the next opponent (L2, L5)."""
    refuse_third_in_a_row(competition, challenger, challenged)


def why_no_third_in_a_row(competition: Competition) -> Callable[[Team, Team], str]:
    """A function that gives the reason against a challenge, or an empty text. One query for all teams."""
    last = last_opponents(competition.entrants.values_list("team", flat=True))

    def why_not(challenger: Team, challenged: Team) -> str:
        words = {"name": challenger.name, "games": IN_A_ROW}
        if last[challenger.pk] == [challenged.pk] * IN_A_ROW:
            return _("was the opponent of the last %(games)s games of %(name)s") % words
        if last[challenged.pk] == [challenger.pk] * IN_A_ROW:
            return _("played its last %(games)s games against %(name)s") % words
        return ""

    return why_not
