"""The one way from a URL to a league. Higher rooms write `team_for`, `match_for` the same way, on top of `find_league`.

def team_for(request, slug, team_id):
    league = find_league(request, slug)
    team = get_object_or_404(league.teams, public_id=team_id)
    policy.require(request, league, {"team_coach"} if team.coach_id == request.user.pk else ())
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

    Sets `request.league` and `request.league_roles`, and `request.page_now` (where a refusal leads if the page that it
    came from is not known), unless a room above has set a nearer one. Raises Http404 where there is none.
    """
    league = with_my_role(League.objects.filter(slug=slug), request.user).first()
    if league is None:
        raise Http404
    request.league = league
    if not getattr(request, "page_now", ""):
        request.page_now = front_page(league)
    request.league_roles = policy.roles_of(request.user, league.my_role)
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
