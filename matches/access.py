"""The one way from a URL to a match or a team's page, with the roles that the user has there."""

from __future__ import annotations

from django.http import Http404, HttpRequest

from leagues import policy
from leagues.access import find_league
from matches.models import Match
from matches.sequences import Table
from rules.sequence import SIDES, Side


def table_for(request: HttpRequest, public_id: str) -> Table:
    """A match with all that belongs to it, if the request's user may see the page.

    Raises ``Http404``, or what ``leagues.policy.require`` raises.
    """
    match = Match.objects.select_related("ruleset", "league").filter(public_id=public_id).first()
    if match is None:
        raise Http404
    match.league = find_league(request, match.league.slug)
    table = Table(match)
    roles = {f"{side}_coach" for side in my_sides(request, table)}
    policy.require(request, match.league, roles)
    return table


def my_sides(request: HttpRequest, table: Table) -> tuple[Side, ...]:
    """The sides whose team the user coaches; both in a match between two teams of one coach."""
    return tuple(side for side in SIDES if request.user.pk and table.sides[side].team.coach_id == request.user.pk)


def is_commissioner(request: HttpRequest) -> bool:
    """Whether the user may act for the league."""
    return "commissioner" in request.league_roles
