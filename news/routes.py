"""Who may use the routes of this room, and which tab of a league each belongs to (`web.policy`, `web.tabs`)."""

from django.utils.translation import gettext_lazy as _

from web.policy import COMMISSIONER, MEMBER, OPEN, league
from web.tabs import Tab

TABS = (Tab("news", _("News"), "news:list"),)

LEAGUE_ROUTES = {
    "news": {
        "news:list": OPEN,
        "news:feed": OPEN,
        "news:story": OPEN,
        "news:write": COMMISSIONER,
        "news:edit": COMMISSIONER,
        "news:delete": COMMISSIONER,
        "news:comment": league("user"),  # the service knows who can
        "news:remove_comment": league("user"),  # only their own
        "news:report_comment": MEMBER,
        "news:decide": COMMISSIONER,
    },
}
