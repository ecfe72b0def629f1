"""The one way from a URL to a league. Higher rooms write `team_for`, `match_for` the same way, on top of `come_to`.

def team_for(request, team_id):
    team = get_object_or_404(Team.objects.select_related("league"), public_id=team_id)
    come_to(request, team.league)
    policy.require(request, team.league, {"team_coach"} if team.coach_id == request.user.pk else ())
    return team
"""

from django.db.models import OuterRef, QuerySet, Subquery
from django.http import Http404, HttpRequest
from django.utils import timezone

from accounts.zones import zone
from leagues import policy
from leagues.models import JoinRequest, League, Membership
from leagues.navigation import front_page


def league_for(request: HttpRequest, slug: str) -> League:
    """The league of a page, if the request's user may see the page. Raises what `policy.require` raises, or Http404."""
    league = find_league(request, slug)
    policy.require(request, league)
    return league


def find_league(request: HttpRequest, slug: str) -> League:
    """The league with that slug, before anybody asked whether the user may see it; times are in its zone from here on.

    As for `come_to`. Raises Http404 where there is none.
    """
    mine = _current(request.user).select_related("league").filter(league__slug=slug)
    membership = next(iter(mine[:1]), None) if request.user.pk else None
    league = membership.league if membership else next(iter(League.objects.filter(slug=slug)[:1]), None)
    if league is None:
        raise Http404
    return _come_as(request, league, membership.role if membership else None)


def come_to(request: HttpRequest, league: League) -> League:
    """The league of what was found, read with it, before anybody asked whether the user may see it.

    Sets `request.league` and `request.league_roles`, and `request.page_now` (where a refusal leads if the page that it
    came from is not known), unless a room above has set a nearer one; times are in its zone from here on. The league
    knows what the user is there: `my_role`, and `my_request_at`, when a stranger asked to be let in and was not
    answered yet.
    """
    roles = _current(request.user).filter(league=league).values_list("role", flat=True)
    return _come_as(request, league, next(iter(roles[:1]), None) if request.user.pk else None)


def _current(user: object) -> QuerySet[Membership]:
    return Membership.objects.filter(user=getattr(user, "pk", None), left_at__isnull=True)


def _come_as(request: HttpRequest, league: League, role: str | None) -> League:
    league.my_role, league.my_request_at = role, None
    if role is None and request.user.pk:
        asked = JoinRequest.objects.filter(league=league, user=request.user.pk, state=JoinRequest.State.PENDING)
        league.my_request_at = next(iter(asked.values_list("asked_at", flat=True)[:1]), None)
    request.league = league
    if not getattr(request, "page_now", ""):
        request.page_now = front_page(league)
    request.league_roles = policy.roles_of(request.user, role)
    timezone.activate(zone(league.zone))
    return league


def with_my_role(leagues: QuerySet[League], user: object) -> QuerySet[League]:
    """The leagues, each with what the user is there now, both None where nothing: `my_role`, and `my_request_at`, when
    he asked to be let in and was not answered yet."""
    his = {"league": OuterRef("pk"), "user": getattr(user, "pk", None) or 0}
    mine = Membership.objects.filter(**his, left_at__isnull=True)
    asked = JoinRequest.objects.filter(**his, state=JoinRequest.State.PENDING)
    return leagues.annotate(
        my_role=Subquery(mine.values("role")[:1]), my_request_at=Subquery(asked.values("asked_at")[:1])
    )
