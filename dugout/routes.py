"""The routes of the whole site: the project's own, and the list of rooms whose `routes.py` it collects."""

from django.conf import settings
from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from accounts import routes as accounts
from competitions import routes as competitions
from guide import routes as guide
from jobs import routes as jobs
from leagues import routes as leagues
from matches import routes as matches
from news import routes as news
from notices import routes as notices
from search import routes as search
from stats import routes as stats
from teams import routes as teams
from web import policy, read_only_admin, tabs
from web.policy import ANYBODY
from web.tabs import SitePart

OWN = {"home": ANYBODY, "health": ANYBODY, "robots": ANYBODY}

ROOMS = (competitions, matches, teams, stats, news, leagues, search, guide, notices, jobs, accounts)
"""In the order of their tabs on a league's page. A room's `routes.py` has some of these names:

- `SITE_ROUTES`: the rules of its routes outside leagues
- `LEAGUE_ROUTES`: those of its routes inside leagues, by the key of the tab that is current on them
- `TABS`: the tabs whose page it has
- `ROWS`: its links in rows that several rooms fill, such as the tabs of a team (`web.tabs.ROWS`)
- `ROLES`: its roles in one object, such as a team
"""


SITE_PARTS = (
    SitePart(_("Leagues"), "leagues:list", ("leagues",)),
    SitePart(_("My teams"), "teams:mine", ("teams",)),
    SitePart(_("Rules"), "guide:index", ("guide",)),
)
"""What the bar has outside leagues."""


def collect() -> None:
    """Give policy and tabs what all rooms declare; called once, when the site starts."""
    policy.declare(OWN, roles=[role for room in ROOMS for role in getattr(room, "ROLES", ())])
    tabs.SITE_PARTS[:] = SITE_PARTS
    for room in ROOMS:
        inside = getattr(room, "LEAGUE_ROUTES", {})
        policy.declare(getattr(room, "SITE_ROUTES", {}))
        for rules in inside.values():
            policy.declare(rules)
        tabs.declare(getattr(room, "TABS", ()), inside, getattr(room, "ROWS", {}))
    if settings.ADMIN:
        policy.declare(admin_rules())


def admin_rules() -> dict[str, tuple[str, str]]:
    """Who may use the read-only admin: site staff."""
    admin.autodiscover()
    return dict.fromkeys(read_only_admin.routes(), ("site", "staff"))
