"""Who may use the routes of this room, and which tab of a league each belongs to (`web.policy`, `web.tabs`)."""

from django.utils.translation import gettext_lazy as _

from web.policy import ANYBODY, OPEN, Rule
from web.tabs import RowLink

SITE_ROUTES = {"search:search": ANYBODY}

LEAGUE_ROUTES: dict[str, dict[str, Rule]] = {"league": {"search:in_league": OPEN}}

ROWS = {"footer": (RowLink("search", _("Search"), "search:search", 2),)}
