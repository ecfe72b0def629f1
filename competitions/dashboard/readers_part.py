"""A league's front page for its reader: what everybody sees is kept, beside it stand their teams, tasks and links."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Q
from django.http import HttpRequest

from competitions.access import runs_it
from competitions.dashboard.dashboard import asked_tasks
from competitions.dashboard.front_page import NOT_OVER, Stand, turn
from competitions.dashboard.kept_facts import tasks_to_run
from competitions.dashboard.public_parts import Gather, front_gathered, league_front, run_parts, stands_in
from competitions.dashboard.todo import Task, for_commissioners, tasks_of
from competitions.extensions import front_page_parts
from competitions.match_rows import MatchRow, match_rows
from competitions.names import TeamName, teams_named
from competitions.standings.fixture_list import ShownFixture, shown_matches
from leagues.models import League
from teams.models import Team


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnTeam:
    """One of the reader's teams, how it stands, and its next match."""

    team: TeamName
    stand: Stand
    next_match: ShownFixture | None


def front_page(request: HttpRequest, league: League) -> dict[str, Any]:
    """The context of the page."""
    gathered, runs = front_gathered(league), runs_it(request)
    matches, teams = waiting_for(request, league)
    mine = [team for team in teams.values() if team.mine]
    marks = {team.mark for team in mine} | ({"runs"} if runs else set())
    current = [team for team in mine if team.state != Team.State.RETIRED]
    return {
        "parts": league_front(league, gathered, marks),
        "run_parts": run_parts(league) if runs else None,
        "more_parts": front_page_parts.call(request, league),
        "own_teams": own_teams(league, current, matches, teams, gathered),
        "tasks": tasks_for(request, league, current, teams, matches),
        "may_found": "member" in request.league_roles and not league.archived,
    }


def waiting_for(request: HttpRequest, league: League) -> tuple[list[MatchRow], dict[int, TeamName]]:
    """The open matches of the reader's teams, the next first, and all teams in them, with the reader's own.

    For a commissioner also matches and teams that wait for one. Two queries; none for a visitor.
    """
    if not request.user.is_authenticated:
        return [], {}
    runs = runs_it(request)
    open_ones = Q(sides__team__coach=request.user, state__in=NOT_OVER)
    if runs:
        open_ones |= for_commissioners()
    rows = match_rows(league.matches.filter(open_ones).values("pk"))
    playing = {side.team for match in rows.values() for side in (match.home, match.away)}
    shown = Q(coach=request.user) | Q(pk__in=playing)
    if runs:
        shown |= Q(state=Team.State.SUBMITTED)
    return sorted(rows.values(), key=turn), teams_named(league.teams.filter(shown), request.user)


def own_teams(
    league: League,
    mine: Sequence[TeamName],
    matches: Sequence[MatchRow],
    teams: Mapping[int, TeamName],
    gathered: Gather,
) -> list[OwnTeam]:
    """The reader's teams; ``matches`` are their open ones, the next first."""
    if not mine:
        return []
    stands = stands_in(league, gathered)
    shown = []
    for team in mine:
        coming = (row for row in matches if row.score is None and team.id in (row.home.team, row.away.team))
        next_match = shown_matches([row for row in (next(coming, None),) if row is not None], teams)
        stand = stands.get(team.id, Stand())
        shown.append(OwnTeam(team=team, stand=stand, next_match=next_match[0] if next_match else None))
    return shown


def tasks_for(
    request: HttpRequest,
    league: League,
    mine: Sequence[TeamName],
    teams: Mapping[int, TeamName],
    matches: Sequence[MatchRow],
) -> list[Task]:
    """The reader's to-do list in this league, from what ``waiting_for`` found."""
    if not request.user.is_authenticated or league.archived:
        return []
    run = {league.pk: league} if runs_it(request) else {}
    own = {league.pk: league} if "member" in request.league_roles else {}
    tasks = tasks_of(
        request.user,
        teams=mine if own else [],
        run=run,
        submitted=[team for team in teams.values() if team.state == Team.State.SUBMITTED] if run else [],
        matches=matches,
        names=teams,
    )
    asked = asked_tasks(request.user, own, run) if own else []
    return [*tasks, *tasks_to_run(run), *asked]
