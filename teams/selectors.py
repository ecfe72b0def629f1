"""What other rooms and pages read about teams. Reads only."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any, NamedTuple

from django.db.models import Q, QuerySet
from django.urls import reverse

from accounts.models import User
from leagues.models import League
from rules.sheet.sheet import TeamSheet
from teams.extensions import team_pages
from teams.models import Player, PlayerMove, Team, TeamState
from web.prepared import Prepared

UNFOUNDED = (Team.State.DRAFT, Team.State.SUBMITTED)


def known_to_all(to: str = "") -> Q:
    """Teams that everybody may know of: no drafts, and none that was given up as one.

    ``to`` is the way to the team (``team__``), empty for teams themselves.
    """
    given_up = Q(**{f"{to}state": Team.State.RETIRED, f"{to}founded_at__isnull": True})
    return ~Q(**{f"{to}state__in": UNFOUNDED}) & ~given_up


def given_up(team: Team) -> bool:
    """Whether a team is a draft that was deleted."""
    return team.state == Team.State.RETIRED and team.founded_at is None


def players_of(*teams: Team | int) -> QuerySet[Player]:
    """All players that these teams (or teams with these ids) ever had, traded players included."""
    away = PlayerMove.objects.filter(left__in=teams).values("player")
    return Player.objects.filter(Q(team__in=teams) | Q(pk__in=away))


def names_of(*teams: Team | int) -> dict[int, str]:
    """The names of all players that these teams ever had, by id."""
    return dict(_names([each if isinstance(each, int) else each.pk for each in teams]))


@Prepared
def _names(teams: Collection[int]) -> QuerySet[Player, Any]:
    return players_of(*teams).order_by().values_list("pk", "name")


def numbers_in(sheet: TeamSheet) -> dict[int, int]:
    """The shirt numbers of all players that a team ever had, by player id."""
    lines = (*sheet.players, *(gone.line for gone in sheet.departed))
    return {line.player: line.number for line in lines}


class Listed(NamedTuple):
    """The part of a roster line that a list of players shows."""

    player: int
    number: int
    position: str
    spp: int


def rosters_of(teams: Iterable[Team]) -> dict[int, list[Listed]]:
    """The players on the rosters of these teams, by team id, ordered by team name. One query.

    Only what a list shows is decoded: the sheets of a large league are a megabyte.
    """
    rows = TeamState.objects.filter(team__in=teams).order_by("team__name", "team").values_list("team", "sheet")
    return {
        team: [
            Listed(line["player"], line["number"], line["position"], line.get("spp", 0))
            for line in sheet.get("players", ())
        ]
        for team, sheet in rows
    }


def state_of(team: Team) -> TeamState:
    """The state of an approved team. Raises ``TeamState.DoesNotExist`` for any other team."""
    return TeamState.objects.get(team=team)


def teams_in(league: League, user: object, *, all_drafts: bool) -> QuerySet[Team]:
    """A league's teams with coach and state row, without retired ones and, unless ``all_drafts``, others' drafts.

    The state rows come without their sheets, which lists do not show.
    """
    teams = league.teams.not_retired().order_by("name", "pk")
    if not all_drafts:
        me = getattr(user, "pk", None) or 0
        teams = teams.exclude(Q(state__in=UNFOUNDED) & ~Q(coach=me))
    return _for_lists(teams)


def founded_in(league: League) -> list[Team]:
    """The same as everybody sees them: without any drafts."""
    return _of_league(_founded(league.pk), league)


def retired_in(league: League) -> list[Team]:
    """The retired teams of a league that once played, with coach and state row."""
    return _of_league(_retired(league.pk), league)


@Prepared
def _founded(league: int) -> QuerySet[Team]:
    return _for_lists(
        Team.objects.filter(league=league).not_retired().exclude(state__in=UNFOUNDED).order_by("name", "pk")
    )


@Prepared
def _retired(league: int) -> QuerySet[Team]:
    rows = Team.objects.filter(league=league, state=Team.State.RETIRED, founded_at__isnull=False)
    return _for_lists(rows.order_by("name", "pk"))


def _of_league(teams: list[Team], league: League) -> list[Team]:
    """These teams, which know their league."""
    for team in teams:
        team.league = league
    return teams


def retired_of(user: User) -> QuerySet[Team]:
    """The retired teams of a user that once played, in all leagues."""
    rows = user.teams.filter(state=Team.State.RETIRED, founded_at__isnull=False).select_related("league__ruleset")
    return _for_lists(rows.order_by("name", "pk"))


def teams_of(user: User) -> QuerySet[Team]:
    """The teams that a user coaches now, in all leagues, with league and state row."""
    return _for_lists(user.teams.not_retired().select_related("league__ruleset").order_by("name", "pk"))


def mark_of(team: int) -> str:
    """The mark of a team's coach as a reader, for pieces of kept parts (``web.kept``); by the team's id."""
    return f"team:{team}"


def team_url(team: Team) -> str:
    """The URL of a team's page: its own page, or the page on which it is built."""
    if team.state in UNFOUNDED:
        return reverse("teams:build", args=[team.public_id])
    page = team_pages.get("team")
    return reverse(page.route if page else "teams:history", args=[team.public_id])


def _for_lists(teams: QuerySet[Team]) -> QuerySet[Team]:
    return teams.select_related("coach", "ruleset", "state_row").defer(
        "draft", "ruleset__values", "state_row__sheet", "state_row__value_figure"
    )
