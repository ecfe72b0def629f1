"""Who may use the routes of this room, and its links in rows of several rooms; see `web.policy` and `web.tabs`.

On each request the job's kind says who may see it: a print is for everyone who may see its data.
"""

from django.utils.translation import gettext_lazy as _

SITE_ROUTES = {
    "jobs:list": ("site", "user"),
    "jobs:show": ("own", "owner"),
    "jobs:progress": ("own", "owner"),
    "jobs:cancel": ("own", "owner"),
    "jobs:download": ("own", "owner"),
}

ROWS = {"account": (("prints", _("My prints and jobs"), "jobs:list", 4),)}
