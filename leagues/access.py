"""Finds the league of a URL, and what the user may see of it.

Rooms above use `prepare_request` in their own helpers (`team_for`, `match_for`):

def team_for(request, team_id):
    team = get_object_or_404(Team.objects.select_related("league"), public_id=team_id)
    prepare_request(request, team.league)
    policy.require(request, team.league, {"team_coach"} if team.coach_id == request.user.pk else ())
    return team
"""

from collections.abc import Iterable, Mapping
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery
from django.http import Http404, HttpRequest
from django.utils import timezone

from accounts.zones import zone
from leagues.models import JoinRequest, League, LeagueBook, Membership, Ruleset
from web import policy
from web.extensions import league_roles
from web.prepared import Prepared
from web.tabs import front_page


def league_for(request: HttpRequest, slug: str) -> League:
    """The league of a page, if the request's user may see the page. Raises Http404, or what `policy.require` raises."""
    league = find_league(request, slug)
    policy.require(request, league)
    return league


def find_league(request: HttpRequest, slug: str) -> League:
    """The league with that slug, before the policy is asked; does what `prepare_request` does. Raises Http404.

    Its `several_books` says whether it plays by more than one book (`leagues.books`).
    """
    membership = next(iter(_memberships(request.user.pk, slug)), None) if request.user.pk else None
    league = membership.league if membership else next(iter(_leagues(slug)), None)
    if league is None:
        raise Http404
    league.several_books = (membership or league).several_books
    return _prepare_as(request, league, membership.role if membership else None)


@Prepared
def _memberships(user: int, slug: str) -> QuerySet[Membership]:
    mine = Membership.objects.filter(user=user, left_at__isnull=True, league__slug=slug)
    mine = mine.select_related("league__change_counter", "league__ruleset")
    return mine.annotate(several_books=Exists(LeagueBook.objects.filter(league=OuterRef("league")))).order_by()[:1]


@Prepared
def _leagues(slug: str) -> QuerySet[League]:
    rows = League.objects.select_related("change_counter", "ruleset").filter(slug=slug)
    return rows.annotate(several_books=Exists(LeagueBook.objects.filter(league=OuterRef("pk")))).order_by()[:1]


def chosen_ruleset(request: HttpRequest, rulesets: Iterable[Ruleset], asked: str | None = None) -> Ruleset:
    """Those of a league's rules (`leagues.books.rulesets_of`) whose book `?book=` names; the first for none.

    Raises Http404 for a book that the league does not have.
    """
    edition = request.GET.get("book", "") if asked is None else asked
    found = next((ruleset for ruleset in rulesets if edition in ("", ruleset.edition)), None)
    if found is None:
        raise Http404
    return found


def prepare_request(request: HttpRequest, league: League) -> League:
    """Prepare a request for the league of the object it asks for, before the policy is asked.

    - Sets `request.league` and `request.league_roles`.
    - Sets `request.page_now`, unless a room above has set a nearer page: the link back on a refusal's page.
    - Shows times in the league's zone from here on.
    - Sets the league's `my_role`, and `my_request_at` if the user asked to join and has no answer yet.
    """
    if not request.user.pk:
        return _prepare_as(request, league, None)
    return _prepare_as(request, league, next(iter(_roles(request.user.pk, league.pk)), None))


@Prepared
def _roles(user: int, league: int) -> QuerySet[Membership, str]:
    mine = Membership.objects.filter(user=user, left_at__isnull=True, league=league)
    return mine.order_by().values_list("role", flat=True)[:1]


def leagues_seen_by(user: Any, to: str = "") -> Q:
    """The rows whose league a reader may see: that of public leagues, of their own, and for site staff of all.

    ``to`` is the way to the league (``team__league``), empty for leagues themselves.
    """
    if user.is_authenticated and user.is_staff:
        return Q()
    public = Q(**{f"{to}__public" if to else "public": True})
    if not user.is_authenticated:
        return public
    return public | Q(**{f"{to}__in" if to else "pk__in": _current(user).values("league")})


def _current(user: object) -> QuerySet[Membership]:
    return Membership.objects.filter(user=getattr(user, "pk", None), left_at__isnull=True)


def _prepare_as(request: HttpRequest, league: League, role: str | None) -> League:
    league.my_role, league.my_request_at = role, None
    if role is None and request.user.pk:
        asked = JoinRequest.objects.filter(league=league, user=request.user.pk, state=JoinRequest.State.PENDING)
        league.my_request_at = next(iter(asked.values_list("asked_at", flat=True)[:1]), None)
    request.league = league
    if not getattr(request, "page_now", ""):
        request.page_now = front_page(league)
    request.league_roles = policy.roles_in(request.user, league)
    timezone.activate(zone(league.zone))
    return league


@league_roles.add
def roles_of(user: Any, league: League) -> frozenset[str]:
    """The roles of a signed-in user in a league that `prepare_request` prepared; site staff run every league."""
    if user.is_staff or league.my_role == Membership.Role.COMMISSIONER:
        return policy.LEAGUE_ROLES
    return frozenset({"member"}) if league.my_role else frozenset()


def may_see_league(user: Any, league: League) -> bool:
    """Whether a user, who may be a visitor, sees a league's open pages and what is printed from them.

    For jobs and other code without a route. On a page `policy.require` decides the same (an `OPEN` route).
    """
    return "it" in seen_in_leagues(user, {"it": league})


def seen_in_leagues(user: Any, things: Mapping[str, League | None]) -> set[str]:
    """Which of these things a user sees, if each is on the open pages of its league; at most one query.

    Only things with a league are seen. As `may_see_league` decides for each league.
    """
    leagues = {league.pk: league for league in things.values() if league is not None}
    seen = {pk for pk, league in leagues.items() if league.public}
    if user.is_authenticated and user.is_active and len(seen) < len(leagues):
        mine = _current(user).filter(league__in=leagues.keys() - seen)
        seen |= leagues.keys() if user.is_staff else set(mine.values_list("league", flat=True))
    return {thing for thing, league in things.items() if league is not None and league.pk in seen}


def with_my_role(leagues: QuerySet[League], user: object) -> QuerySet[League]:
    """The leagues, each with the user's `my_role` there, and `my_request_at`: when they asked to join, if they have no
    answer yet. Either is None if there is nothing to say."""
    own = {"league": OuterRef("pk"), "user": getattr(user, "pk", None) or 0}
    mine = Membership.objects.filter(**own, left_at__isnull=True)
    asked = JoinRequest.objects.filter(**own, state=JoinRequest.State.PENDING)
    return leagues.annotate(
        my_role=Subquery(mine.values("role")[:1]), my_request_at=Subquery(asked.values("asked_at")[:1])
    )
