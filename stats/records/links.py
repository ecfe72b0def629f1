"""Links to the pages of this room on those of seasons, teams and players."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlencode

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from competitions.extensions import death_links, season_links, season_prints
from competitions.models import Season
from leagues.models import League
from matches.extensions import player_links, team_links
from teams.models import Team
from web import policy
from web.tabs import Link


@season_links.add
def records_of(season: Season) -> Link:
    """The record book of a season."""
    return Link(_("Records of this season"), _address("stats:records", season.league, season=season.number))


@season_prints.add
def almanac_of(season: Season) -> Link:
    """The almanac of a season."""
    return Link(_("Print the almanac"), reverse("stats:print_almanac", args=[season.league.slug, season.number]))


@death_links.add
def graves_of(season: Season) -> Link:
    """The graveyard, with those who died in a season."""
    return Link(_("Their graves"), _address("stats:graveyard", season.league, season=season.number))


@team_links.add
def of_team(request: HttpRequest, team: Team) -> Iterator[Link]:
    """The graves of a team's players; the records of its team list, which are those of the league's first book.

    And for commissioners, the page that chooses it for the hall of fame.
    """
    yield Link(_("Graves of its players"), _address("stats:graveyard", team.league, team=team.public_id))
    if not team.edition:
        yield Link(_("Records of its team list"), _address("stats:records", team.league, list=team.team_list))
    yield from _choosing(request, team, "stats:induct_team", team.public_id)


@player_links.add
def of_player(request: HttpRequest, team: Team, player: int) -> Iterator[Link]:
    """For commissioners, the page that chooses a player for the hall of fame."""
    return _choosing(request, team, "stats:induct_player", team.public_id, player)


def _choosing(request: HttpRequest, team: Team, route: str, *args: object) -> Iterator[Link]:
    """The link, if the reader may use it and the league is not archived."""
    if policy.may(route, request.league_roles) and not team.league.archived_at:
        yield Link(_("Choose for the hall of fame"), reverse(route, args=args))


def _address(route: str, league: League, **asked: object) -> str:
    return f"{reverse(route, args=[league.slug])}?{urlencode(asked)}"
