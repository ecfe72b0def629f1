"""The tables of this room in the read-only admin."""

from web.read_only_admin import register

register("news")
