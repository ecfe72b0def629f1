"""Outstanding matches: every match of a competition that has no end yet, what is missing, and from whom."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from competitions.models import Competition, Fixture
from competitions.names import TeamName, page
from matches.models import Match
from matches.report.deadlines import Waiting, in_words, waiting_reports
from matches.sequence.turns import sides_asked
from teams.models import Team

IN_TURN = (Match.State.PRE_MATCH, Match.State.POST_MATCH)


@dataclass(frozen=True, slots=True, kw_only=True)
class Debt:
    """A match that is not over: ``who`` owes ``what``.

    ``lapsed`` says that its round's deadline has passed, ``begun`` that it was opened.
    """

    round: int
    deadline: datetime | None
    lapsed: bool
    begun: bool
    home: TeamName
    away: TeamName
    what: str
    who: tuple[TeamName, ...]
    agreed_for: datetime | None
    proposed: bool
    url: str
    fixture: int


def debts_of(competition: Competition, teams: Mapping[int, TeamName], now: datetime) -> list[Debt]:
    """Those of one competition."""
    return debts_of_all([competition], teams, now)[competition.pk]


def debts_of_all(
    competitions: Collection[Competition], teams: Mapping[int, TeamName], now: datetime
) -> dict[int, list[Debt]]:
    """By the competition's id, in the order of the rounds; six queries however many there are of either."""
    open_ones = Fixture.objects.not_over().filter(round__competition__in=competitions)
    rows = list(open_ones.select_related("round", "match").order_by("round__number", "order", "pk"))
    states = {row.match_id: row.match.state for row in rows if row.match is not None}
    asked = sides_asked([match for match, state in states.items() if state in IN_TURN])
    reports = waiting_reports([match for match, state in states.items() if state == Match.State.REPORTED])
    found: dict[int, list[Debt]] = {competition.pk: [] for competition in competitions}
    for row in rows:
        found[row.round.competition_id].append(_debt(row, teams, asked, reports, now))
    return found


def due_and_later(competition: Competition, debts: list[Debt], now: datetime) -> tuple[list[Debt], list[Debt]]:
    """What is owed now, and what only later rounds ask for.

    Now is the round whose deadline comes next, or, where none has one, the first in which a match is open; and all that
    was begun. Where coaches find their opponents, all of it is due.
    """
    if competition.format.chosen_by_coaches:
        return debts, []
    ahead = [debt.round for debt in debts if debt.deadline is not None and debt.deadline > now]
    current = min(ahead or [debt.round for debt in debts if debt.deadline is None], default=0)
    due: list[Debt] = []
    later: list[Debt] = []
    for debt in debts:
        (due if debt.round <= current or debt.lapsed or debt.begun else later).append(debt)
    return due, later


def by_coach(debts: list[Debt]) -> list[tuple[str, int, int]]:
    """Each coach who owes something: how many matches, and how many of them are past their deadline; the most first."""
    counted: dict[str, list[int]] = {}
    for debt in debts:
        for coach in {team.coach for team in debt.who if team.coach}:
            found = counted.setdefault(coach, [0, 0])
            found[0] += 1
            found[1] += debt.lapsed
    rows = [(coach, owed, lapsed) for coach, (owed, lapsed) in counted.items()]
    return sorted(rows, key=lambda row: (-row[2], -row[1], row[0].casefold()))


def _debt(
    row: Fixture,
    teams: Mapping[int, TeamName],
    asked: Mapping[int, Any],
    reports: Mapping[int, Waiting],
    now: datetime,
) -> Debt:
    assert row.away_id is not None
    home, away = teams[row.home_id], teams[row.away_id]
    sides = {"home": home, "away": away}
    what, who = _missing(row, sides, asked, reports)
    deadline = row.round.deadline
    return Debt(
        round=row.round.number,
        deadline=deadline,
        lapsed=deadline is not None and deadline <= now,
        begun=row.match is not None and row.match.state != Match.State.SCHEDULED,
        home=home,
        away=away,
        what=what,
        who=who,
        agreed_for=row.agreed_for,
        proposed=bool(row.date_waits_for),
        url=page("matches:match", row.match.public_id) if row.match is not None else "",
        fixture=row.pk,
    )


def _missing(
    row: Fixture,
    sides: Mapping[str, TeamName],
    asked: Mapping[int, Any],
    reports: Mapping[int, Waiting],
) -> tuple[str, tuple[TeamName, ...]]:
    """What a match waits for, and from which teams."""
    both = tuple(sides.values())
    state = row.match.state if row.match is not None else Match.State.SCHEDULED
    if state == Match.State.SCHEDULED:
        retired = [team.name for team in both if team.state == Team.State.RETIRED]
        if retired:
            return _("the commissioner's word: %(team)s is retired") % {"team": retired[0]}, ()
        offered = {"home": row.home_offered, "away": row.away_offered}
        silent = tuple(sides[side] for side, has in offered.items() if not has)
        if row.agreed_for is None:
            return _("no date, and not played"), silent or both
        if row.date_waits_for:
            return _("a date was proposed, and waits for an answer"), (sides[row.date_waits_for],)
        return _("to be played"), both
    if state in IN_TURN:
        turns = tuple(sides[side] for side in ("home", "away") if side in (asked.get(row.match_id) or ()))
        text = _("pre-match") if state == Match.State.PRE_MATCH else _("post-match")
        return text, turns or both
    if state == Match.State.REPORTED:
        report = reports.get(row.match_id or 0, Waiting(by=None, deadline=None))
        others = tuple(team for team in both if team.coach_id not in (None, report.by))
        if not others:
            return _("the commissioner's word on the report"), ()
        text = _("confirmation of the report")
        if report.deadline is not None:
            text = _("confirmation of the report by %(when)s: then it stands") % {"when": in_words(report.deadline)}
        return text, others
    if state == Match.State.DISPUTED:
        return _("the commissioner's word on a disputed report"), ()
    return _("the report"), both
