"""Who may use the routes of this room, and which tab of a league each belongs to (`web.policy`, `web.tabs`)."""

from web.policy import Rule

LEAGUE_ROUTES: dict[str, dict[str, Rule]] = {}
