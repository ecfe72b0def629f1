"""Who may use the routes of this room (`web.policy`)."""

from web.policy import ANYBODY, USER

SITE_ROUTES = {
    "notices:inbox": USER,
    "notices:read": USER,
    "notices:preferences": USER,
    "notices:unsubscribe": ANYBODY,  # the token is the right
}
