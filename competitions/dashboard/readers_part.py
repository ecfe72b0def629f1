"""A league's front page for its reader: what everybody sees is kept, beside it stand their teams, tasks and links."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Q, QuerySet
from django.http import HttpRequest

from competitions.access import runs_it
from competitions.dashboard.dashboard import asked_tasks
from competitions.dashboard.front_page import NOT_OVER, Stand, turn
from competitions.dashboard.kept_facts import tasks_to_run
from competitions.dashboard.public_parts import Gather, front_gathered, league_front, run_parts, stands_in
from competitions.dashboard.todo import Task, for_commissioners, tasks_of
from competitions.extensions import front_page_parts
from competitions.match_rows import MatchRow, as_matches, sides_of
from competitions.names import TeamName, as_names, names_of
from competitions.standings.fixture_list import ShownFixture, shown_matches
from leagues.models import League
from matches.models import Match, MatchSide
from teams.models import Team
from web.prepared import Prepared


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
        "more_parts": front_page_parts.call(league),
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
    reader, run = request.user.pk, [league.pk] if runs_it(request) else []
    rows = as_matches(_waiting(reader, league.pk, run))
    playing = {side.team for match in rows.values() for side in (match.home, match.away)}
    return sorted(rows.values(), key=turn), as_names(_teams(reader, league.pk, run, list(playing)), request.user)


@Prepared
def _waiting(coach: int, league: int, run: Collection[int]) -> QuerySet[MatchSide, Any]:
    """The sides of a coach's open matches in a league, and of those that wait for who runs it."""
    # All of them are open, which is said by itself: else the sides of every match are read before its state is known.
    shown = Q(sides__team__coach=coach) | Q(for_commissioners(), league__in=run)
    found = Match.objects.filter(shown, league=league, state__in=NOT_OVER).values("pk")
    return sides_of(MatchSide.objects.filter(match__in=found))


@Prepared
def _teams(coach: int, league: int, run: Collection[int], playing: Collection[int]) -> QuerySet[Team, Any]:
    """A coach's teams in a league, those that are ``playing``, and for who runs it those that wait for approval."""
    shown = Q(coach=coach) | Q(pk__in=playing) | Q(state=Team.State.SUBMITTED, league__in=run)
    return names_of(Team.objects.filter(shown, league=league))


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
