"""Who may use the routes of this room, and which tab of a league each belongs to (`web.policy`, `web.tabs`)."""

from django.utils.translation import gettext_lazy as _

from web.policy import COMMISSIONER, MEMBER, OPEN, USER, league
from web.tabs import NO_TAB, RowLink, Tab

ROLES = ("team_coach", "offering_coach", "asked_coach")
"""The coach of the team, the coach who makes an offer, and the coach who gets it."""
TEAM = league("team_coach", "commissioner")

TABS = (Tab("teams", _("Teams"), "teams:list", bar=_("Teams")),)

ROWS = {
    "menu": (RowLink("teams", _("My teams"), "teams:mine", 1, icon="people"),),
    "team": (RowLink("history", _("History"), "teams:history", 3),),
}

SITE_ROUTES = {"teams:mine": USER}

LEAGUE_ROUTES = {
    NO_TAB: {"teams:crest_picture": OPEN},  # a picture
    "teams": {
        "teams:list": OPEN,
        "teams:history": OPEN,
        "teams:roster_on": OPEN,
        "teams:roster_text": OPEN,
        "teams:create": MEMBER,
        "teams:bring": MEMBER,
        "teams:arrival": TEAM,
        "teams:submit_arrival": TEAM,
        "teams:build": TEAM,
        "teams:change_list": TEAM,
        "teams:judge": TEAM,
        "teams:draw_names": TEAM,
        "teams:submit": TEAM,
        "teams:founding": TEAM,
        "teams:submit_founded": TEAM,
        "teams:withdraw": TEAM,
        "teams:rename": TEAM,
        "teams:crest": TEAM,
        "teams:retire": TEAM,
        "teams:correct": COMMISSIONER,
        "teams:offer_team": COMMISSIONER,
        "teams:take_over": league("asked_coach"),
        "teams:decline_takeover": league("asked_coach"),
        "teams:withdraw_takeover": COMMISSIONER,
        "teams:own_rules": COMMISSIONER,
        "teams:approvals": COMMISSIONER,
        "teams:approve": COMMISSIONER,
        "teams:approve_legal": COMMISSIONER,
        "teams:send_back": COMMISSIONER,
        "teams:trades": OPEN,
        "teams:trade": OPEN,
        "teams:offer_trade": league("team_coach"),
        "teams:accept_trade": league("asked_coach"),
        "teams:withdraw_trade": league("offering_coach"),
        "teams:refuse_trade": league("asked_coach", "commissioner"),
        "teams:approve_trade": COMMISSIONER,
        "teams:end_loan": league("offering_coach", "asked_coach", "commissioner"),
    },
}
