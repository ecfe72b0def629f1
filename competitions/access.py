"""The one way from a URL to a season, a competition or a fixture, if the request's user may see the page."""

from __future__ import annotations

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from competitions.models import Competition, Fixture, Season
from leagues import policy
from leagues.access import come_to, find_league


def season_for(request: HttpRequest, slug: str, number: int) -> Season:
    """A league's season by its number. Raises Http404, or what ``leagues.policy.require`` raises."""
    league = find_league(request, slug)
    policy.require(request, league)
    season = get_object_or_404(league.seasons, number=number)
    season.league = league
    return season


def competition_for(request: HttpRequest, competition: str) -> Competition:
    """A competition by its public id, with its season and league."""
    rows = Competition.objects.select_related("season__league").filter(public_id=competition)
    found = next(iter(rows[:1]), None)
    if found is None:
        raise Http404
    come_to(request, found.season.league)
    policy.require(request, found.season.league)
    return found


def fixture_for(request: HttpRequest, fixture: int) -> Fixture:
    """A fixture with its teams and all above it; the coaches of both teams have a role in it."""
    related = ("round__competition__season__league", "home", "away", "match")
    found = next(iter(Fixture.objects.select_related(*related).filter(pk=fixture)[:1]), None)
    if found is None:
        raise Http404
    season = found.round.competition.season
    come_to(request, season.league)
    coaches = {team.coach_id for team in (found.home, found.away) if team is not None}
    policy.require(request, season.league, {"fixture_coach"} if request.user.pk in coaches - {None} else ())
    return found


def runs_it(request: HttpRequest) -> bool:
    """Whether the user may do a commissioner's work in the league of the page, which is not in the archive."""
    return "commissioner" in request.league_roles and not request.league.archived
