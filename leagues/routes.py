"""Who may use the routes of this room, and which tab of a league each belongs to (`web.policy`, `web.tabs`)."""

from django.utils.translation import gettext_lazy as _

from web.policy import ANYBODY, COMMISSIONER, MEMBER, OPEN, OWNER, USER, league
from web.tabs import RowLink, Tab

TABS = (
    Tab("members", _("Members"), "leagues:members"),
    Tab("house_rules", _("House rules"), "leagues:house_rules"),
    Tab("log", _("Log"), "leagues:log"),
    Tab("settings", _("Settings"), "leagues:settings"),
)

ROWS = {
    "menu": (RowLink("leagues", _("Leagues"), "leagues:list", 2, icon="trophy"),),
    "footer": (RowLink("leagues", _("Leagues"), "leagues:list", 1),),
}

SITE_ROUTES = {
    "leagues:list": ANYBODY,
    "leagues:create": USER,
    "leagues:join": ANYBODY,  # the token is the right
    "leagues:accept": USER,
    "leagues:contact_by_link": USER,
    "leagues:my_enquiry": OWNER,
    "leagues:simulate": USER,
    "leagues:simulation": USER,  # the address is the right
    "leagues:simulation_figures": USER,
}

LEAGUE_ROUTES = {
    "members": {
        "leagues:members": OPEN,
        "leagues:ask": league("user"),
        "leagues:contact": league("user"),
        "leagues:enquiry": COMMISSIONER,
        "leagues:withdraw_request": league("user"),
        "leagues:leave": MEMBER,
        "leagues:invite": COMMISSIONER,
        "leagues:invitation": COMMISSIONER,
        "leagues:revoke_invitation": COMMISSIONER,
        "leagues:answer_request": COMMISSIONER,
        "leagues:member": COMMISSIONER,
        "leagues:appoint": COMMISSIONER,
        "leagues:dismiss": COMMISSIONER,
    },
    "house_rules": {
        "leagues:house_rules": OPEN,
        "leagues:change_house_rules": COMMISSIONER,
        "leagues:add_book": COMMISSIONER,
        "leagues:own_lists": COMMISSIONER,
        "leagues:own_list": COMMISSIONER,
    },
    "league": {
        "leagues:agree": MEMBER,  # the service knows who can
        "leagues:withdraw_agreement": MEMBER,
    },
    "log": {"leagues:log": MEMBER},
    "settings": {
        "leagues:settings": COMMISSIONER,
        "leagues:crest": COMMISSIONER,
        "leagues:archive": COMMISSIONER,
        "leagues:restore": COMMISSIONER,
    },
}
