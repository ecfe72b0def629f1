"""Who may use the routes of this room; `web.policy` says what the rules mean.

A job's kind tells on each request who its owners are: a print is for everyone who may see what it shows.
"""

SITE_ROUTES = {
    "jobs:list": ("site", "user"),
    "jobs:show": ("own", "owner"),
    "jobs:progress": ("own", "owner"),
    "jobs:download": ("own", "owner"),
}
