"""Who may use which route: what the rules mean, and the one function that decides by them.

Each room declares the rules of its own routes in its `routes.py`. The project collects them when it starts
(`declare`). A route without a rule is refused: by `web.middleware` on a request, and by `tests/leagues/test_policy.py`
before that.

Roles, each a set of people:

- `visitor`: everyone; `user`: a person who is signed in; `staff`: site staff, who may do all that a commissioner may
- `owner`: the person something outside leagues belongs to; its room decides who that is
- roles in a league: `member` is in the league now, `commissioner` is a member who runs it. `leagues` tells who has them
  (`web.extensions.league_roles`).
- roles in one team or match: the room's own access helper works them out. A room lists their names in `ROLES`.

A private league is for its members. Where a public league lets in visitors or users, a private one lets in members;
for all others it does not exist (404). In a public league a visitor is sent to sign in, and a user gets 403.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, Protocol, cast

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest

from web.extensions import league_roles

Scope = Literal["site", "own", "league"]

SITE_ROLES = frozenset({"visitor", "user", "staff"})
LEAGUE_ROLES = frozenset({"member", "commissioner"})


class PolicyError(Exception):
    """A bug: a route without a rule, a rule that cannot be right, or a view that did not ask. Never shown to people."""


class SignInNeeded(Exception):
    """A visitor asked for something that needs an account; the middleware sends them to sign in."""


class HasPrivacy(Protocol):
    """What a rule needs to know of a league."""

    @property
    def public(self) -> bool: ...


@dataclass(frozen=True, slots=True)
class Rule:
    """Who may use a route.

    Scope `site`: only the middleware decides. `own`: the room shows it to its owner; for all others, visitors
    included, it does not exist. `league`: the view asks `require` through its access helper.
    """

    scope: Scope
    roles: frozenset[str]


Declared = Rule | tuple[str, ...]
"""A rule as a room declares it. Rooms below this one write a tuple: the scope, then the roles."""


def site(*roles: str) -> Rule:
    """A page outside leagues."""
    return Rule("site", frozenset(roles))


def league(*roles: str) -> Rule:
    """A page inside a league."""
    return Rule("league", frozenset(roles))


ANYBODY, USER, OWNER = site("visitor"), site("user"), Rule("own", frozenset({"owner"}))
OPEN, MEMBER, COMMISSIONER = league("visitor"), league("member"), league("commissioner")

POLICY: dict[str, Rule] = {}
"""The rule of every route of the site, by the route's name (`matches:report`)."""
OBJECT_ROLES: set[str] = set()
"""The roles in one team or match that rooms declared."""


def declare(rules: Mapping[str, Declared], roles: Iterable[str] = ()) -> None:
    """Add the rules of some routes, and the names of the object roles they use.

    Raises PolicyError for a route that has a rule already, and for an unknown scope or role.
    """
    OBJECT_ROLES.update(roles)
    for route, declared in rules.items():
        if route in POLICY:
            raise PolicyError(f"the route {route!r} has two rules")
        rule = declared if isinstance(declared, Rule) else Rule(cast(Scope, declared[0]), frozenset(declared[1:]))
        known = {"site": SITE_ROLES, "own": {"owner"}, "league": SITE_ROLES | LEAGUE_ROLES | OBJECT_ROLES}
        if not rule.roles or not rule.roles <= known.get(rule.scope, frozenset()):
            raise PolicyError(f"the rule of the route {route!r} is wrong: {rule}")
        POLICY[route] = rule


def rule_of(route: str) -> Rule:
    """The rule of a route. Raises PolicyError for a route that has none."""
    try:
        return POLICY[route]
    except KeyError:
        raise PolicyError(f"no routes.py has a rule for the route {route!r}") from None


def site_roles(user: Any) -> frozenset[str]:
    """What a user, who may be a visitor, is on the site."""
    if not getattr(user, "is_authenticated", False):
        return frozenset({"visitor"})
    return SITE_ROLES if getattr(user, "is_staff", False) else SITE_ROLES - {"staff"}


def roles_in(user: Any, league: HasPrivacy) -> frozenset[str]:
    """What a user, who may be a visitor, is on the site and in a league that an access helper found."""
    found = site_roles(user)
    return found.union(*(roles(user, league) for roles in league_roles)) if "user" in found else found


def may(route: str, roles: Iterable[str], *, public: bool = True) -> bool:
    """Whether a person with these roles may use the route, in a public or private league."""
    held = set(roles)
    if not public and "member" not in held:
        return False
    return not rule_of(route).roles.isdisjoint(held)


def require(request: HttpRequest, league: HasPrivacy, object_roles: Iterable[str] = (), *, route: str = "") -> None:
    """Let the request's user in, or raise. Access helpers of the rooms above call it.

    `object_roles` are the user's roles in the team or match of the route; they count only while the user is in the
    league. `route` is another route whose rule holds, for what the page does not show to all whom it lets in.

    Raises Http404 (no member of a private league), SignInNeeded (a visitor) or PermissionDenied (a user).
    """
    held = frozenset(object_roles)
    assert held <= OBJECT_ROLES, held
    roles = request.league_roles | held if "member" in request.league_roles else request.league_roles
    request.policy_asked = True
    if may(route or request.resolver_match.view_name, roles, public=league.public):
        request.let_in = True
        return
    if not league.public and "member" not in roles:
        raise Http404
    if "user" not in roles:
        raise SignInNeeded
    raise PermissionDenied
