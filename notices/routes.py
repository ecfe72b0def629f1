"""Who may use the routes of this room (`web.policy`), and its links in rows of several rooms (`web.tabs`)."""

from django.utils.translation import gettext_lazy as _

from web.policy import ANYBODY, USER
from web.tabs import RowLink

SITE_ROUTES = {
    "notices:inbox": USER,
    "notices:read": USER,
    "notices:preferences": USER,
    "notices:unsubscribe": ANYBODY,  # the token is the right
}

ROWS = {
    "account": (
        RowLink("inbox", _("Inbox"), "notices:inbox", 1),
        RowLink("mail", _("Mail"), "notices:preferences", 3),
    ),
}
