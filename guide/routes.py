"""Who may use the routes of this room: everybody (`web.policy`)."""

from web.policy import ANYBODY

SITE_ROUTES = {
    "guide:index": ANYBODY,
    "guide:compare": ANYBODY,
    "guide:book": ANYBODY,
    "guide:search": ANYBODY,
    "guide:page": ANYBODY,
}
