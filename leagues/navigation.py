"""A league's tabs: one list for all rooms, shown by role. `templates/base.html` draws them on a league's pages."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext_lazy as _

from leagues import policy
from leagues.models import League
from web.errors import Text


@dataclass(frozen=True, slots=True)
class Tab:
    """A page of every league: its label, its route (which takes the league's slug alone), the routes `under` it."""

    label: Text
    route: str
    under: frozenset[str] = frozenset()


TABS = (
    Tab(
        _("League"),
        "competitions:league",
        frozenset(
            f"competitions:{page}"
            for page in (
                *("season", "open_season", "rename_season", "create", "change", "manage", "enter", "draw"),
                *("competition", "table", "fixtures", "players", "paper", "friendly"),
                *("friendlies", "offer_friendly", "friendly_offer"),
                *("fixture", "date_fixture", "move_fixture", "add_fixture"),
            )
        ),
    ),
    Tab(
        _("Teams"),
        "teams:list",
        frozenset(
            f"teams:{page}"
            for page in (
                *("create", "build", "judge", "submit", "approvals", "send_back", "history", "rename", "retire"),
                *("trades", "trade", "offer_trade"),
            )
        ),
    ),
    Tab(
        _("Members"),
        "leagues:members",
        frozenset(
            {
                "leagues:member",
                "leagues:invite",
                "leagues:ask",
                "leagues:remove_member",
                "leagues:dismiss",
                "leagues:leave",
            }
        ),
    ),
    Tab(_("House rules"), "leagues:house_rules", frozenset({"leagues:change_house_rules"})),
    Tab(_("Log"), "leagues:log"),
    Tab(_("Settings"), "leagues:settings", frozenset({"leagues:archive", "leagues:restore"})),
)


def league_tabs(request: HttpRequest) -> dict[str, Any]:
    """Context processor: the league of the page, and its tabs as the request's user may see them.

    Nothing for whoever was not let in: an error page must not name a private league.
    """
    if not getattr(request, "let_in", False):
        return {}
    return {"league": request.league, "league_tabs": tabs_of(request, request.league)}


def tabs_of(request: HttpRequest, league: League) -> list[dict[str, Any]]:
    """The tabs open to the request's user; those of rooms that have no such page yet are left out."""
    here = request.resolver_match.view_name
    tabs = []
    for tab in TABS:
        url = url_of(tab.route, league)
        if url and tab.route in policy.POLICY and policy.may(tab.route, request.league_roles, public=league.public):
            tabs.append({"label": tab.label, "url": url, "current": here == tab.route or here in tab.under})
    return tabs


def front_page(league: League) -> str:
    """Where a league begins."""
    return url_of("competitions:league", league) or reverse("leagues:members", args=[league.slug])


def url_of(route: str, league: League) -> str:
    """A league's page by its route; empty where no room has it."""
    try:
        return reverse(route, args=[league.slug])
    except NoReverseMatch:
        return ""
