"""A league's front page for its reader: what everybody sees is kept, beside it stand their teams, tasks and links."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.db.models import Q
from django.http import HttpRequest
from django.utils.translation import gettext as _

from competitions.access import runs_it
from competitions.dashboard.dashboard import asked_tasks
from competitions.dashboard.front_page import NOT_OVER, Stand, current_season, everybodys, turn
from competitions.dashboard.kept_facts import tasks_to_run
from competitions.dashboard.public_parts import league_front
from competitions.dashboard.todo import Task, for_commissioners, tasks_of
from competitions.extensions import front_page_parts
from competitions.match_rows import MatchRow, match_rows
from competitions.models import Competition, Season
from competitions.names import TeamName, page, teams_named
from competitions.rulings.going_on import competitions_of
from competitions.standings.fixture_list import ShownFixture, shown_matches
from leagues.changes import version_of
from leagues.models import League
from teams.models import Team
from web.kept import Kept, kept_values

RUN_PARTS = tuple(f"competitions/dashboard/_league_{part}.html" for part in ("start", "run"))


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnTeam:
    """One of the reader's teams, how it stands, and its next match."""

    team: TeamName
    stand: Stand
    next_match: ShownFixture | None


def front_page(request: HttpRequest, league: League) -> dict[str, Any]:
    """The context of the page."""
    gathered = cache(lambda: everybodys(league))
    version, runs = version_of(league), runs_it(request)
    matches, teams = waiting_for(request, league)
    mine = [team for team in teams.values() if team.mine]
    marks = {team.mark for team in mine} | ({"runs"} if runs else set())
    current = [team for team in mine if team.state != Team.State.RETIRED]
    run_parts = Kept(RUN_PARTS, version=version, args=(league.pk,), gather=lambda: commissioners(league))
    return {
        "parts": league_front(league, gathered, marks),
        "run_parts": run_parts if runs else None,
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
    gathered: Callable[[], Mapping[str, Any]],
) -> list[OwnTeam]:
    """The reader's teams; ``matches`` are their open ones, the next first."""
    if not mine:
        return []
    stands = kept_values("stands", {league.pk: version_of(league)}, lambda _all: {league.pk: gathered()["stands"]})
    shown = []
    for team in mine:
        coming = (row for row in matches if row.score is None and team.id in (row.home.team, row.away.team))
        next_match = shown_matches([row for row in (next(coming, None),) if row is not None], teams)
        stand = stands[league.pk].get(team.id, Stand())
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


def commissioners(league: League) -> dict[str, Any]:
    """What all commissioners of a league see beside it: the steps of a new league, and links to run it."""
    seasons = list(league.seasons.order_by("-number"))
    season = current_season(seasons)
    competitions = competitions_of(season) if season else []
    steps = first_steps(league, seasons, competitions, teams_named(league.teams.all(), None))
    return {"league": league, "season": season, "steps": steps, "cards": competitions}


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A step that a new league takes before its first match; ``state`` as in ``components/_steps.html``."""

    label: str
    url: str
    state: str


def first_steps(
    league: League, seasons: Sequence[Season], competitions: Sequence[Competition], teams: Mapping[int, TeamName]
) -> list[Step]:
    """The commissioner's steps to a first match; empty once a competition has started."""
    if any(competition.state != Competition.State.DRAFT for competition in competitions) or len(seasons) > 1:
        return []
    active = sum(team.state == Team.State.ACTIVE for team in teams.values())
    first = competitions[0] if competitions else None
    chosen = first is not None and first.format.chosen_by_coaches
    season = seasons[0] if seasons else None
    opening = page("competitions:open_season", league.slug)
    set_up = page("competitions:create", league.slug, season.number) if season else ""
    manage = page("competitions:manage", first.public_id) if first else ""
    ways = [
        (_("Invite coaches"), page("leagues:invite", league.slug), len(teams) > 1),
        (_("Approve two teams or more"), page("teams:approvals", league.slug), active > 1),
        (_("Open a season"), opening, season is not None),
        (_("Create a competition"), set_up, first is not None),
        *([] if chosen else [(_("Draw fixtures"), manage, bool(first and first.seed))]),
        (_("Start it"), manage, False),
    ]
    now = next(place for place, (_label, _url, done) in enumerate(ways) if not done)
    return [
        Step(label=label, url="" if done else url, state="done" if done else "now" if place == now else "to come")
        for place, (label, url, done) in enumerate(ways)
    ]
