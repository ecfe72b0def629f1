"""Who may use the routes of this room: everybody (`web.policy`); its links in rows of several rooms (`web.tabs`)."""

from django.utils.translation import gettext_lazy as _

from web.policy import ANYBODY
from web.tabs import RowLink

SITE_ROUTES = {
    "guide:index": ANYBODY,
    "guide:compare": ANYBODY,
    "guide:book": ANYBODY,
    "guide:search": ANYBODY,
    "guide:page": ANYBODY,
}

ROWS = {
    "menu": (RowLink("guide", _("Rules"), "guide:index", 3, icon="journal-text"),),
    "footer": (RowLink("guide", _("The rules, book by book"), "guide:index", 3),),
}
