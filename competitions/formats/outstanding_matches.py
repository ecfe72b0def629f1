"""Outstanding matches: all matches of a competition that are not over, what is missing, and from which teams."""

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
class OutstandingMatch:
    """A match that is not over: ``what`` is missing, and ``who`` are the teams that have to act.

    ``in_round`` is its round in words.

    ``overdue`` says that its round's deadline has passed, ``opened`` that it was opened.
    """

    round: int
    in_round: str
    deadline: datetime | None
    overdue: bool
    opened: bool
    home: TeamName
    away: TeamName
    what: str
    who: tuple[TeamName, ...]
    agreed_for: datetime | None
    proposed: bool
    url: str
    fixture: int


def outstanding_in(competition: Competition, teams: Mapping[int, TeamName], now: datetime) -> list[OutstandingMatch]:
    """The outstanding matches of one competition."""
    return outstanding_in_all([competition], teams, now)[competition.pk]


def outstanding_in_all(
    competitions: Collection[Competition], teams: Mapping[int, TeamName], now: datetime
) -> dict[int, list[OutstandingMatch]]:
    """The outstanding matches by competition id, in the order of the rounds. Always six queries."""
    open_ones = Fixture.objects.not_over().filter(round__competition__in=competitions)
    rows = list(open_ones.with_rounds().select_related("match").order_by("round__number", "order", "pk"))
    states = {row.match_id: row.match.state for row in rows if row.match is not None}
    asked = sides_asked([match for match, state in states.items() if state in IN_TURN])
    reports = waiting_reports([match for match, state in states.items() if state == Match.State.REPORTED])
    found: dict[int, list[OutstandingMatch]] = {competition.pk: [] for competition in competitions}
    for row in rows:
        found[row.round.competition_id].append(_outstanding_match(row, teams, asked, reports, now))
    return found


def due_and_later(
    competition: Competition, outstanding: list[OutstandingMatch], now: datetime
) -> tuple[list[OutstandingMatch], list[OutstandingMatch]]:
    """The matches that are due, and those of later rounds.

    Due are the matches up to the round with the next deadline (without deadlines: up to the first round with an open
    match), and all opened or overdue matches. If coaches find their opponents, all matches are due.
    """
    if competition.format.chosen_by_coaches:
        return outstanding, []
    ahead = [match.round for match in outstanding if match.deadline is not None and match.deadline > now]
    current = min(ahead or [match.round for match in outstanding if match.deadline is None], default=0)
    due: list[OutstandingMatch] = []
    later: list[OutstandingMatch] = []
    for match in outstanding:
        (due if match.round <= current or match.overdue or match.opened else later).append(match)
    return due, later


def by_coach(outstanding: list[OutstandingMatch]) -> list[tuple[str, int, int]]:
    """Each coach who has to act, linked, with the number of matches and of overdue ones, the longest list first."""
    counted: dict[str, list[int]] = {}
    links: dict[str, str] = {}
    for match in outstanding:
        for team in {team.coach: team for team in match.who if team.coach}.values():
            found = counted.setdefault(team.coach, [0, 0])
            found[0] += 1
            found[1] += match.overdue
            links[team.coach] = team.coach_named
    rows = sorted(counted.items(), key=lambda row: (-row[1][1], -row[1][0], row[0].casefold()))
    return [(links[coach], owed, overdue) for coach, (owed, overdue) in rows]


def _outstanding_match(
    row: Fixture,
    teams: Mapping[int, TeamName],
    asked: Mapping[int, Any],
    reports: Mapping[int, Waiting],
    now: datetime,
) -> OutstandingMatch:
    assert row.away_id is not None
    home, away = teams[row.home_id], teams[row.away_id]
    sides = {"home": home, "away": away}
    what, who = _missing(row, sides, asked, reports)
    deadline = row.round.deadline
    return OutstandingMatch(
        round=row.round.number,
        in_round=row.in_round,
        deadline=deadline,
        overdue=deadline is not None and deadline <= now,
        opened=row.match is not None and row.match.state != Match.State.SCHEDULED,
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
    """What is missing in a match, and which teams have to act."""
    both = tuple(sides.values())
    state = row.match.state if row.match is not None else Match.State.SCHEDULED
    if state == Match.State.SCHEDULED:
        retired = [team.name for team in both if team.state == Team.State.RETIRED]
        if retired:
            return _("a commissioner's decision: %(team)s is retired") % {"team": retired[0]}, ()
        offered = {"home": row.home_offered, "away": row.away_offered}
        silent = tuple(sides[side] for side, has in offered.items() if not has)
        if row.agreed_for is None:
            return _("no date yet"), silent or both
        if row.date_waits_for:
            return _("answer to the proposed date"), (sides[row.date_waits_for],)
        return _("to be played"), both
    if state in IN_TURN:
        turns = tuple(sides[side] for side in ("home", "away") if side in (asked.get(row.match_id) or ()))
        text = _("pre-match") if state == Match.State.PRE_MATCH else _("post-match")
        return text, turns or both
    if state == Match.State.REPORTED:
        report = reports.get(row.match_id or 0, Waiting(by=None, deadline=None))
        others = tuple(team for team in both if team.coach_id not in (None, report.by))
        if not others:
            return _("a commissioner's decision on the report"), ()
        text = _("confirmation of the report")
        if report.deadline is not None:
            text = _("confirmation of the report (counts without it from %(when)s)") % {
                "when": in_words(report.deadline)
            }
        return text, others
    if state == Match.State.DISPUTED:
        return _("a commissioner's decision on a disputed report"), ()
    return _("the report"), both
