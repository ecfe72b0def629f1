"""Who may use the routes of this room, and which tab of a league each belongs to (`web.policy`, `web.tabs`)."""

from web.policy import ANYBODY, OPEN, Rule

SITE_ROUTES = {"search:search": ANYBODY}

LEAGUE_ROUTES: dict[str, dict[str, Rule]] = {"league": {"search:in_league": OPEN}}
