"""Who may use the routes of this room; `web.policy` says what the rules mean.

On each request the job's kind says who may see it: a print is for everyone who may see its data.
"""

SITE_ROUTES = {
    "jobs:list": ("site", "user"),
    "jobs:show": ("own", "owner"),
    "jobs:progress": ("own", "owner"),
    "jobs:cancel": ("own", "owner"),
    "jobs:download": ("own", "owner"),
}
