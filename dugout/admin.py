"""The tables of the rooms below `web` in the read-only admin."""

from web.read_only_admin import register

register("accounts", "jobs")
