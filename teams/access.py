"""Find the team that a URL names, and check who may see it."""

from __future__ import annotations

from functools import cache

from django.db.models import Exists, OuterRef, QuerySet
from django.http import Http404, HttpRequest

from leagues.access import prepare_request
from leagues.models import LeagueBook
from teams.models import Team
from teams.selectors import UNFOUNDED, given_up
from web import policy
from web.prepared import Prepared


def team_for(request: HttpRequest, public_id: str, *more: str) -> Team:
    """Return the team of a page if the user may see the page. Its league becomes the league of the request.

    `more` names further relations to read in the same query, as for `select_related`. Its `several_books` says whether
    its league plays by more than one book.

    Only its coach and the commissioners see a team that is not approved yet; a draft that was deleted has no page for
    anybody, and what is sent to it is answered as for a retired team. Raises Http404, or what
    `policy.require` raises.
    """
    team = next(iter(_with(more)(public_id)), None)
    if team is None:
        raise Http404
    team.league.several_books = team.several_books
    prepare_request(request, team.league)
    request.ruleset = team.ruleset
    mine = coaches(request, team)
    policy.require(request, team.league, {"team_coach"} if mine else ())
    unfounded = team.state in UNFOUNDED or given_up(team)
    if unfounded and not (mine or "commissioner" in request.league_roles):
        raise Http404
    if given_up(team) and request.method in ("GET", "HEAD"):
        raise Http404
    return team


@cache
def _with(more: tuple[str, ...]) -> Prepared:
    """The query for a team by its public id, with its league, coach, rules and these relations."""
    further = Exists(LeagueBook.objects.filter(league=OuterRef("league")))

    def one(public_id: str) -> QuerySet[Team]:
        rows = Team.objects.select_related("league__change_counter", "coach", "ruleset", *more)
        return rows.annotate(several_books=further).filter(public_id=public_id).order_by()[:1]

    return Prepared(one)


def coaches(request: HttpRequest, team: Team) -> bool:
    """Whether the request's user is the team's coach."""
    return bool(request.user.pk) and team.coach_id == request.user.pk
