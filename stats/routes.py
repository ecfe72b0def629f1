"""Who may use the routes of this room, and which tab of a league each belongs to (`web.policy`, `web.tabs`)."""

from django.utils.translation import gettext_lazy as _

from web.policy import ANYBODY, COMMISSIONER, OPEN, Rule, league
from web.tabs import Tab

TABS = (
    Tab("statistics", _("Statistics"), "stats:statistics", bar=_("Statistics"), listed=False),
    Tab("records", _("Records"), "stats:records", bar=_("Records"), listed=False),
)

SITE_ROUTES = {"stats:coach_everywhere": ANYBODY}

LEAGUE_ROUTES: dict[str, dict[str, Rule]] = {
    "league": {
        "stats:competition_pictures": OPEN,
        "stats:competition_records": OPEN,
    },
    "statistics": {
        "stats:statistics": OPEN,
        "stats:league_pictures": OPEN,
        "stats:print_almanac": league("user"),
        "stats:teams": OPEN,
        "stats:coaches": OPEN,
        "stats:lists": OPEN,
        "stats:stars": OPEN,
        "stats:ratings": OPEN,
        "stats:rivalries": OPEN,
        "stats:head_to_head": OPEN,
        "stats:team_rating": OPEN,
        "stats:coach_rating": OPEN,
        "stats:coach": OPEN,
        "stats:coach_dice": OPEN,
    },
    "records": {
        "stats:records": OPEN,
        "stats:streaks": OPEN,
        "stats:graveyard": OPEN,
        "stats:hall": OPEN,
        "stats:choose_inductee": COMMISSIONER,
        "stats:inductee": COMMISSIONER,
        "stats:remove_inductee": COMMISSIONER,
        "stats:induct_team": COMMISSIONER,
        "stats:induct_player": COMMISSIONER,
        "stats:induct_coach": COMMISSIONER,
    },
    "teams": {
        "stats:team_record": OPEN,
        "stats:team_pictures": OPEN,
        "stats:player_pictures": OPEN,
    },
}
