"""Who may do what: one table for the whole site, and the one function that decides by it.

Every route of the site stands in `POLICY` by its name (`matches:report`); a route that does not is refused, by
`leagues.middleware` when it is asked for and by `tests/leagues/test_policy.py` before that.

Roles, each a set of people:

- `visitor`: everybody; `user`: whoever is signed in; `staff`: site staff, who may do all that a commissioner may
- `member`: whoever is in the league now; `commissioner`: those of the members who run it
- `owner`: those to whom something outside leagues belongs, as its room says
- roles in one team or match, which the room's own access helper computes (`OBJECT_ROLES`)

A private league is for its members: where a public league lets visitors or users in, a private one lets members in, and
to all others nothing of it exists (404). In a public league a visitor is sent to sign in and a user gets 403.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest

from leagues.models import League, Membership
from web.policy import PolicyError

Scope = Literal["site", "own", "league"]

SITE_ROLES = frozenset({"visitor", "user", "staff"})
LEAGUE_ROLES = frozenset({"member", "commissioner"})
IN_MATCHES = ("home_coach", "away_coach", "fixture_coach", "entrant_coach", "challenge_coach")
OBJECT_ROLES = frozenset({"team_coach", "offering_coach", "asked_coach", *IN_MATCHES})
ROLES = SITE_ROLES | LEAGUE_ROLES | OBJECT_ROLES


@dataclass(frozen=True, slots=True)
class Rule:
    """Who may use a route. Scope `site`: the middleware decides alone; `own`: the room shows it to whom it belongs, and
    to all others, visitors included, it does not exist; `league`: the view asks, through its access helper."""

    scope: Scope
    roles: frozenset[str]


class SignInNeeded(Exception):
    """A visitor asked for what somebody signed in may have; the middleware sends him to sign in."""


def site(*roles: str) -> Rule:
    """A page outside leagues."""
    assert roles and SITE_ROLES.issuperset(roles), roles
    return Rule("site", frozenset(roles))


def league(*roles: str) -> Rule:
    """A page inside a league."""
    assert roles and ROLES.issuperset(roles), roles
    return Rule("league", frozenset(roles))


ANYBODY, USER, OWNER = site("visitor"), site("user"), Rule("own", frozenset({"owner"}))
OPEN, MEMBER, COMMISSIONER = league("visitor"), league("member"), league("commissioner")
TEAM = league("team_coach", "commissioner")
COACHES = league("home_coach", "away_coach")
PLAYERS = league("home_coach", "away_coach", "commissioner")

POLICY: dict[str, Rule] = {
    # dugout
    "home": ANYBODY,
    "health": ANYBODY,
    "robots": ANYBODY,
    # allauth: it sends on by itself whoever is signed in already, or not yet
    "account_login": ANYBODY,
    "account_signup": ANYBODY,
    "account_logout": ANYBODY,
    "account_inactive": ANYBODY,
    "account_confirm_email": ANYBODY,
    "account_email_verification_sent": ANYBODY,
    "account_confirm_login_code": ANYBODY,
    "account_reset_password": ANYBODY,
    "account_reset_password_done": ANYBODY,
    "account_reset_password_from_key": ANYBODY,
    "account_reset_password_from_key_done": ANYBODY,
    "account_reauthenticate": USER,
    "account_email": USER,
    "account_change_password": USER,
    "account_set_password": USER,
    # accounts
    "accounts:preferences": USER,
    "accounts:delete": USER,
    # jobs: a job's kind says whose it is, at each request anew; a print is everybody's who may see what it shows
    "jobs:list": USER,
    "jobs:show": OWNER,
    "jobs:progress": OWNER,
    "jobs:download": OWNER,
    # leagues
    "leagues:list": ANYBODY,
    "leagues:create": USER,
    "leagues:join": ANYBODY,  # the token is the right
    "leagues:accept": USER,
    "leagues:ask": league("user"),
    "leagues:withdraw_request": league("user"),
    "leagues:members": OPEN,
    "leagues:house_rules": OPEN,
    "leagues:log": MEMBER,
    "leagues:leave": MEMBER,
    "leagues:settings": COMMISSIONER,
    "leagues:change_house_rules": COMMISSIONER,
    "leagues:invite": COMMISSIONER,
    "leagues:revoke_invitation": COMMISSIONER,
    "leagues:answer_request": COMMISSIONER,
    "leagues:member": COMMISSIONER,
    "leagues:remove_member": COMMISSIONER,
    "leagues:appoint": COMMISSIONER,
    "leagues:dismiss": COMMISSIONER,
    "leagues:archive": COMMISSIONER,
    "leagues:restore": COMMISSIONER,
    # teams
    "teams:mine": USER,
    "teams:list": OPEN,
    "teams:history": OPEN,
    "teams:roster_on": OPEN,
    "teams:create": MEMBER,
    "teams:bring": MEMBER,
    "teams:arrival": TEAM,
    "teams:submit_arrival": TEAM,
    "teams:build": TEAM,
    "teams:change_list": TEAM,
    "teams:judge": TEAM,
    "teams:submit": TEAM,
    "teams:withdraw": TEAM,
    "teams:rename": TEAM,
    "teams:retire": TEAM,
    "teams:correct": COMMISSIONER,
    "teams:offer_team": COMMISSIONER,
    "teams:take_over": league("asked_coach"),
    "teams:decline_takeover": league("asked_coach"),
    "teams:withdraw_takeover": COMMISSIONER,
    "teams:approvals": COMMISSIONER,
    "teams:approve": COMMISSIONER,
    "teams:send_back": COMMISSIONER,
    "teams:trades": OPEN,
    "teams:trade": OPEN,
    "teams:offer_trade": league("team_coach"),
    "teams:accept_trade": league("asked_coach"),
    "teams:withdraw_trade": league("offering_coach"),
    "teams:refuse_trade": league("asked_coach", "commissioner"),
    "teams:approve_trade": COMMISSIONER,
    "teams:end_loan": league("offering_coach", "asked_coach", "commissioner"),
    # matches
    "matches:match": OPEN,
    "matches:log": OPEN,
    "matches:at_the_table": OPEN,
    "matches:cards": OPEN,
    "matches:play_card": PLAYERS,
    "matches:strike_play": PLAYERS,
    "matches:team": OPEN,
    "matches:player": OPEN,
    "matches:export_team": OPEN,
    "matches:print_roster": league("user"),
    "matches:begin_correction": PLAYERS,
    "matches:begin_annulment": COMMISSIONER,
    "matches:correction": PLAYERS,
    "matches:correct_report": PLAYERS,
    "matches:save_correction": PLAYERS,
    "matches:begin_correction_anew": PLAYERS,
    "matches:decide_correction": PLAYERS,
    "matches:propose_correction": PLAYERS,
    "matches:accept_correction": PLAYERS,
    "matches:give_up_correction": PLAYERS,
    "matches:print_sheet": league("user"),
    "matches:open": PLAYERS,
    "matches:pre_match": PLAYERS,
    "matches:report": PLAYERS,
    "matches:check": PLAYERS,
    "matches:save_report": PLAYERS,
    "matches:begin_report_anew": PLAYERS,
    "matches:close_purchase": PLAYERS,
    "matches:post_match": PLAYERS,
    "matches:take_back": PLAYERS,
    "matches:confirm": COACHES,
    "matches:dispute": COACHES,
    "matches:story": COACHES,
    "matches:call_off": COMMISSIONER,
    "matches:ask_anew": COMMISSIONER,
    "matches:settle": COMMISSIONER,
    # competitions
    "competitions:cabinet": OPEN,
    "competitions:trophy": OPEN,
    "competitions:trophy_picture": OPEN,
    "competitions:make_trophy": COMMISSIONER,
    "competitions:change_trophy": COMMISSIONER,
    "competitions:hand_over": COMMISSIONER,
    "competitions:best_player": COMMISSIONER,
    "competitions:gifts": TEAM,
    "competitions:take_back_trophy": COMMISSIONER,
    "competitions:play_offs": COMMISSIONER,
    "competitions:entrants": COMMISSIONER,
    "competitions:end_season": COMMISSIONER,
    "competitions:carry_on": COMMISSIONER,
    "competitions:leave": COMMISSIONER,
    "competitions:league": OPEN,
    "competitions:season": OPEN,
    "competitions:competition": OPEN,
    "competitions:table": OPEN,
    "competitions:fixtures": OPEN,
    "competitions:players": OPEN,
    "competitions:paper": OPEN,
    "competitions:bracket": OPEN,
    "competitions:send_on": COMMISSIONER,
    "competitions:take_back_word": COMMISSIONER,
    "competitions:pair": COMMISSIONER,
    "competitions:pair_again": COMMISSIONER,
    "competitions:bulk": COMMISSIONER,
    "competitions:deadlines": COMMISSIONER,
    "competitions:owed": COMMISSIONER,
    "competitions:owed_in_season": COMMISSIONER,
    "competitions:groups": COMMISSIONER,
    "competitions:order": COMMISSIONER,
    "competitions:conferences": COMMISSIONER,
    "competitions:deal_conferences": COMMISSIONER,
    "competitions:feeds": COMMISSIONER,
    "competitions:remove_feed": COMMISSIONER,
    "competitions:bring_in": COMMISSIONER,
    "competitions:bring_in_anew": COMMISSIONER,
    "competitions:ladder": OPEN,
    "competitions:report_game": league("commissioner", "entrant_coach"),
    "competitions:challenges": OPEN,
    "competitions:write_challenge": league("commissioner", "entrant_coach"),
    "competitions:challenge": OPEN,
    "competitions:answer_challenge": league("commissioner", "challenge_coach"),
    "competitions:call_off_challenge": COMMISSIONER,
    "competitions:print_standings": league("user"),
    "competitions:print_rosters": league("user"),
    "competitions:open_season": COMMISSIONER,
    "competitions:rename_season": COMMISSIONER,
    "competitions:reopen_season": COMMISSIONER,
    "competitions:create": COMMISSIONER,
    "competitions:change": COMMISSIONER,
    "competitions:change_ranking": COMMISSIONER,
    "competitions:adjust": COMMISSIONER,
    "competitions:withdraw_adjustment": COMMISSIONER,
    "competitions:draw_lots": COMMISSIONER,
    "competitions:manage": COMMISSIONER,
    "competitions:enter": COMMISSIONER,
    "competitions:withdraw": COMMISSIONER,
    "competitions:draw": COMMISSIONER,
    "competitions:start": COMMISSIONER,
    "competitions:start_group": COMMISSIONER,
    "competitions:finish_played": COMMISSIONER,
    "competitions:take_back": COMMISSIONER,
    "competitions:finish": COMMISSIONER,
    "competitions:resume": COMMISSIONER,
    "competitions:add_fixture": COMMISSIONER,
    "competitions:move_fixture": COMMISSIONER,
    "competitions:swap_fixture": COMMISSIONER,
    "competitions:delete_fixture": COMMISSIONER,
    "competitions:decide_fixture": COMMISSIONER,
    "competitions:take_back_decision": COMMISSIONER,
    "competitions:friendly": COMMISSIONER,
    "competitions:friendlies": MEMBER,
    "competitions:offer_friendly": MEMBER,
    "competitions:friendly_offer": league("offering_coach", "asked_coach", "commissioner"),
    "competitions:accept_friendly": league("asked_coach"),
    "competitions:decline_friendly": league("asked_coach"),
    "competitions:withdraw_friendly": league("offering_coach"),
    "competitions:call_off_friendly": PLAYERS,
    "competitions:fixture": league("commissioner", "fixture_coach"),
    "competitions:date_fixture": league("commissioner", "fixture_coach"),
}


def roles_of(user: object, membership_role: str | None = None) -> frozenset[str]:
    """The roles of a request's user, given his current role in the league in question, if he has one there."""
    if not getattr(user, "is_authenticated", False):
        return frozenset({"visitor"})
    roles = {"visitor", "user"}
    if membership_role:
        roles.add("member")
    if membership_role == Membership.Role.COMMISSIONER:
        roles.add("commissioner")
    if getattr(user, "is_staff", False):
        roles |= {"staff", "member", "commissioner"}
    return frozenset(roles)


def may_see_league(user: Any, league: League) -> bool:
    """Whether somebody, who may be a visitor, sees a league's open pages, and so what is printed from them.

    For jobs and whatever else has no route: on a page `require` says the same (an `OPEN` route), without a query.
    """
    return "it" in seen_in_leagues(user, {"it": league})


def seen_in_leagues(user: Any, things: Mapping[str, League | None]) -> set[str]:
    """Which of these somebody sees, each being on the open pages of its league; of no league it is seen by nobody.

    As `may_see_league` for each, in one query at most.
    """
    leagues = {league.pk: league for league in things.values() if league is not None}
    seen = {pk for pk, league in leagues.items() if league.public}
    if user.is_authenticated and user.is_active and len(seen) < len(leagues):
        his = Membership.objects.filter(user=user, left_at__isnull=True, league__in=leagues.keys() - seen)
        seen |= leagues.keys() if user.is_staff else set(his.values_list("league", flat=True))
    return {thing for thing, league in things.items() if league is not None and league.pk in seen}


def rule_of(route: str) -> Rule:
    """The table's line for a route. Raises PolicyError for one that it does not know."""
    try:
        return POLICY[route]
    except KeyError:
        raise PolicyError(f"leagues/policy.py does not know the route {route!r}") from None


def may(route: str, roles: Iterable[str], *, public: bool = True) -> bool:
    """Whether somebody with these roles may use the route, in a public or private league."""
    held = set(roles)
    if not public and "member" not in held:
        return False
    return not rule_of(route).roles.isdisjoint(held)


def require(request: HttpRequest, league: League, object_roles: Iterable[str] = ()) -> None:
    """Let the request's user through, or raise; called by `league_for` and the access helpers of the rooms above.

    `league` is as `find_league` found it; `object_roles` are the user's roles in the team or match of the route, which
    count only while he is in the league.
    Raises Http404 (a private league's stranger), SignInNeeded (a visitor) or PermissionDenied (anybody else).
    """
    held = frozenset(object_roles)
    assert held <= OBJECT_ROLES, held
    roles = request.league_roles | held if "member" in request.league_roles else request.league_roles
    request.policy_asked = True
    if may(request.resolver_match.view_name, roles, public=league.public):
        request.let_in = True
        return
    if not league.public and "member" not in roles:
        raise Http404
    if "user" not in roles:
        raise SignInNeeded
    raise PermissionDenied
