"""Finds the season, competition, fixture or challenge of a URL, if the user may see the page."""

from __future__ import annotations

from django.db.models import Exists, OuterRef, QuerySet
from django.http import Http404, HttpRequest

from competitions.models import Challenge, Competition, Fixture, Season
from leagues.access import find_league, prepare_request
from leagues.models import LeagueBook
from teams.models import Team
from teams.selectors import mark_of
from web import policy
from web.prepared import Prepared


def season_for(request: HttpRequest, slug: str, number: int) -> Season:
    """A league's season by its number, with its end. Raises Http404, or what ``web.policy.require`` raises."""
    league = find_league(request, slug)
    policy.require(request, league)
    season = next(iter(_with_end(league.pk, number)), None)
    if season is None:
        raise Http404
    season.league = league
    return season


@Prepared
def _with_end(league: int, number: int) -> QuerySet[Season]:
    return Season.objects.select_related("end").filter(league=league, number=number).order_by()[:1]


def competition_for(request: HttpRequest, competition: str) -> Competition:
    """A competition by its public id, with its season and league; the coaches of its teams have a role in it."""
    found = next(iter(_with_league(competition)), None)
    if found is None:
        raise Http404
    found.season.league.several_books = found.several_books
    prepare_request(request, found.season.league)
    request.edition = found.edition
    policy.require(request, found.season.league, _role_in(request, found))
    return found


@Prepared
def _with_league(public_id: str) -> QuerySet[Competition]:
    related = ("season__league__change_counter", "season__league__ruleset")
    rows = Competition.objects.select_related(*related).filter(public_id=public_id).order_by()
    return rows.annotate(several_books=Exists(LeagueBook.objects.filter(league=OuterRef("season__league"))))[:1]


def _role_in(request: HttpRequest, competition: Competition) -> set[str]:
    """``entrant_coach`` if the user coaches one of its teams; checked only for pages that this role may see."""
    match = request.resolver_match
    if match is None or "entrant_coach" not in policy.rule_of(match.view_name).roles or request.user.pk is None:
        return set()
    own = competition.entrants.filter(team__coach=request.user.pk, team__state=Team.State.ACTIVE)
    return {"entrant_coach"} if own.exists() else set()


def fixture_for(request: HttpRequest, fixture: int) -> Fixture:
    """A fixture with its teams, competition and league; the coaches of both teams have a role in it."""
    related = ("round__competition__season__league__ruleset", "home", "away", "match", "tie")
    found = next(iter(Fixture.objects.select_related(*related).filter(pk=fixture)[:1]), None)
    if found is None:
        raise Http404
    season = found.round.competition.season
    prepare_request(request, season.league)
    policy.require(request, season.league, _coaches(request, found))
    return found


def require_dating(request: HttpRequest, fixture: Fixture) -> None:
    """Let in who can set a fixture's date. Raises as `policy.require` does."""
    league, own = fixture.round.competition.season.league, _coaches(request, fixture)
    policy.require(request, league, own, route="competitions:date_fixture")


def _coaches(request: HttpRequest, fixture: Fixture) -> set[str]:
    coaches = {team.coach_id for team in (fixture.home, fixture.away) if team is not None}
    return {"fixture_coach"} if request.user.pk in coaches - {None} else set()


def challenge_for(request: HttpRequest, challenge: int) -> Challenge:
    """A challenge with its teams, competition and league; the coaches of its teams have a role in it."""
    found = next(iter(_challenge(challenge)), None)
    if found is None:
        raise Http404
    league = found.competition.season.league
    prepare_request(request, league)
    teams = (found.challenger, found.challenged, found.substitute)
    coaches = {team.coach_id for team in teams if team is not None} - {None}
    policy.require(request, league, {"challenge_coach"} if request.user.pk in coaches else ())
    return found


@Prepared
def _challenge(challenge: int) -> QuerySet[Challenge]:
    related = [f"competition__season__league__{name}" for name in ("ruleset", "change_counter")]
    related += [f"{name}__coach" for name in ("challenger", "challenged", "substitute")]
    return Challenge.objects.select_related(*related, "fixture__match").filter(pk=challenge).order_by()[:1]


def own_teams(request: HttpRequest, competition: Competition) -> set[int] | None:
    """The ids of the teams that the user may act for; None means all, for a commissioner."""
    if runs_it(request):
        return None
    return set(competition.entrants.filter(team__coach=request.user.pk).values_list("team", flat=True))


def marks_of(request: HttpRequest) -> frozenset[str]:
    """The reader's marks for pieces of kept parts (``web.kept``): of their own teams, and ``runs`` if they run it.

    One query, none for visitors.
    """
    if not request.user.is_authenticated:
        return frozenset()
    own = _own_teams(request.league.pk, request.user.pk)
    return frozenset({mark_of(team) for team in own} | ({"runs"} if runs_it(request) else set()))


@Prepared
def _own_teams(league: int, coach: int) -> QuerySet[Team, int]:
    return Team.objects.filter(league=league, coach=coach).order_by().values_list("pk", flat=True)


def runs_it(request: HttpRequest) -> bool:
    """Whether the user is a commissioner of the page's league, and the league is not archived."""
    return "commissioner" in request.league_roles and not request.league.archived
