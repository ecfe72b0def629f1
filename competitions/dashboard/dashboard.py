"""The home page of a signed-in user: their to-do list, next matches, teams and leagues."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any

from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import ngettext

from accounts.models import User
from competitions.dashboard.agreement_todo import agreement_tasks, agreements_waiting
from competitions.dashboard.correction_todo import correction_tasks, corrections_waiting
from competitions.dashboard.kept_facts import kinds_for, tasks_to_run
from competitions.dashboard.play_todo import (
    challenge_tasks,
    challenges_waiting,
    date_tasks,
    deadline_tasks,
    fixtures_of,
    friendlies_waiting,
    friendly_tasks,
)
from competitions.dashboard.todo import UNDER_WAY, Task, tasks_of, waiting_matches
from competitions.dashboard.trade_todo import takeover_tasks, takeovers_waiting, trade_tasks, trades_waiting
from competitions.fixtures.next_matches import next_matches
from competitions.match_rows import as_matches, sides_of
from competitions.models import Season
from competitions.names import TeamName, as_names, names_of
from leagues.changes import version_of
from leagues.models import League, Membership
from leagues.selectors import Row, counted, memberships_of, my_leagues, my_requests, public_leagues, requests_waiting
from matches.models import Match, MatchSide
from notices.inbox import inbox_sign
from teams.models import Team
from web.drawing.waiting import sign_of
from web.prepared import Prepared
from web.tabs import front_page


def dashboard_of(user: User, memberships: Sequence[Membership] | None = None) -> dict[str, Any]:
    """The context of ``templates/home.html``; the number of queries does not depend on leagues and teams.

    ``memberships`` are those that `memberships_of` gave, if they were read before.
    """
    memberships = memberships_of(user) if memberships is None else memberships
    roles = {each.league: each.role for each in memberships}
    leagues = {league.pk: league for league in roles}
    run = {league.pk: league for league, role in roles.items() if role == Membership.Role.COMMISSIONER}
    matches = as_matches(_waiting(user.pk, list(leagues), list(run)))
    playing = {side.team for match in matches.values() for side in (match.home, match.away)}
    names = as_names(_teams(user.pk, list(leagues), list(run), list(playing)), user)
    teams = [
        team for team in names.values() if team.mine and team.league_id in leagues and team.state != Team.State.RETIRED
    ]
    tasks = tasks_of(
        user,
        matches=sorted(matches.values(), key=lambda match: match.id),
        names=names,
        teams=teams,
        run=run,
        submitted=[team for team in names.values() if team.league_id in run and team.state == Team.State.SUBMITTED],
    )
    fixtures = fixtures_of(user, leagues)
    return {
        "to_do": [
            _row(task, leagues)
            for task in (
                *tasks,
                *tasks_to_run(run),
                *date_tasks(fixtures, user),
                *deadline_tasks(fixtures),
                *asked_tasks(user, leagues, run),
            )
        ],
        "next_matches": next_matches(fixtures, user),
        "my_teams": [_card(team, leagues) for team in teams],
        "without_team": [_place(league) for league in leagues.values()] if not teams else [],
        "my_leagues": [*my_leagues(memberships), *my_requests(requests_waiting(user))],
    }


def home_sign(user: User, memberships: Iterable[Membership]) -> str:
    """What tells one state of a user's home page from another. One query, beside that for the memberships.

    It changes with each of their leagues, their memberships and their notices, and at midnight.
    """
    leagues = [(each.league.pk, each.role, version_of(each.league)) for each in memberships]
    return sign_of(leagues, inbox_sign(user), timezone.localdate())


def _own(user: int, leagues: Collection[int]) -> Q:
    return Q(coach=user, league__in=leagues) & ~Q(state=Team.State.RETIRED)


@Prepared
def _waiting(user: int, leagues: Collection[int], run: Collection[int]) -> QuerySet[MatchSide, Any]:
    """The sides of the matches that wait for a user in their leagues, some of which they run."""
    found = waiting_matches(Team.objects.filter(_own(user, leagues)).values("pk"), run)
    # With their leagues and states beside it they are found by an index; else those of the whole site are read.
    matches = Match.objects.filter(found, league__in=leagues, state__in=UNDER_WAY)
    return sides_of(MatchSide.objects.filter(match__in=matches.values("pk")))


@Prepared
def _teams(user: int, leagues: Collection[int], run: Collection[int], playing: Collection[int]) -> QuerySet[Team, Any]:
    """A user's teams in their leagues, the submitted ones of those that they run, and those that are ``playing``."""
    submitted = Q(league__in=run, state=Team.State.SUBMITTED)
    return names_of(Team.objects.filter(_own(user, leagues) | submitted | Q(pk__in=playing)))


def leagues_to_look_at(most: int = 12) -> list[Row]:
    """Public leagues for visitors of the home page, with the number of teams and the season. One query."""
    latest = Season.objects.filter(league=OuterRef("pk")).order_by("-number").values("name")[:1]
    playing = Team.objects.filter(league=OuterRef("pk"), state__in=(Team.State.ACTIVE, Team.State.RECORDED))
    shown = public_leagues().annotate(playing=counted(playing, "league"), latest=Subquery(latest))[:most]
    return [Row(league.name, front_page(league), _league_note(league.playing, league.latest)) for league in shown]


def _league_note(teams: int, season: str | None) -> str:
    count = ngettext("%(teams)s team", "%(teams)s teams", teams) % {"teams": teams}
    return " · ".join(filter(None, (count, season)))


def waiting_rows(user: User, leagues: dict[int, League], run: dict[int, League]) -> dict[str, list[Any]]:
    """What else a user has to act on, by kind.

    Only the kinds of which something may wait for them are read: for most people there are none on most days.
    """
    kinds: dict[str, Callable[[], Iterable[Any]]] = {
        "challenges": lambda: challenges_waiting(user, leagues),
        "friendlies": lambda: friendlies_waiting(user, leagues),
        "corrections": lambda: corrections_waiting(user, leagues, run),
        "agreements": lambda: agreements_waiting(user, leagues),
        "trades": lambda: trades_waiting(user, leagues, run),
        "takeovers": lambda: takeovers_waiting(user, leagues),
    }
    there = kinds_for(user, leagues)
    return {kind: list(rows()) if kind in there else [] for kind, rows in kinds.items()}


def asked_tasks(user: User, leagues: dict[int, League], run: dict[int, League]) -> list[Task]:
    """What other people have asked a member of ``leagues`` (by id), who is a commissioner of those in ``run``."""
    asked = waiting_rows(user, leagues, run)
    return [
        *challenge_tasks(asked["challenges"]),
        *friendly_tasks(asked["friendlies"]),
        *correction_tasks(asked["corrections"]),
        *agreement_tasks(asked["agreements"], user),
        *trade_tasks(asked["trades"], user),
        *takeover_tasks(asked["takeovers"]),
    ]


def _row(task: Task, leagues: dict[int, League]) -> dict[str, Any]:
    return {"text": task.text, "url": task.url, "note": leagues[task.league].name}


def _card(team: TeamName, leagues: dict[int, League]) -> dict[str, Any]:
    parts = [leagues[team.league_id].name, team.team_list]
    if team.state != Team.State.ACTIVE:
        parts.append(str(Team.State(team.state).label))
    return {"name": team.name, "url": team.url, "badge": team.badge, "note": " · ".join(parts)}


def _place(league: League) -> dict[str, Any]:
    """A league in which the user can build a team."""
    return {"name": league.name, "url": reverse("teams:create", args=[league.slug])}
