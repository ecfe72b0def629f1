"""Who may use the routes of this room, and which tab of a league each belongs to (`web.policy`, `web.tabs`)."""

from django.utils.translation import gettext_lazy as _

from web.policy import ANYBODY, COMMISSIONER, OPEN, Rule, league
from web.tabs import RowLink, Tab

TABS = (
    Tab("statistics", _("Statistics"), "stats:statistics", bar=_("Statistics"), listed=False),
    Tab("records", _("Records"), "stats:records", bar=_("Records"), listed=False),
)

ROWS = {
    "league": (
        RowLink("records", _("Record book"), "stats:records", 2),
        RowLink("hall", _("Hall of fame"), "stats:hall", 3),
        RowLink("pictures", _("Pictures"), "stats:league_pictures", 4),
    ),
    "records": (
        RowLink("records", _("Record book"), "stats:records", 1),
        RowLink("streaks", _("Streaks"), "stats:streaks", 3),
        RowLink("hall", _("Hall of fame"), "stats:hall", 5),
        RowLink("graveyard", _("Graveyard"), "stats:graveyard", 6),
    ),
    "competition": (
        RowLink("pictures", _("Pictures"), "stats:competition_pictures", 1),
        RowLink("records", _("Records"), "stats:competition_records", 2),
    ),
    "team": (
        RowLink("record", _("Record"), "stats:team_record", 1),
        RowLink("rating", _("Rating"), "stats:team_rating", 2),
        RowLink("pictures", _("Pictures"), "stats:team_pictures", 4),
    ),
}

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
