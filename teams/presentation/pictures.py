"""The crest of a team of which only columns were read."""

from __future__ import annotations

from teams.models import picture_address
from web.crests.crest import crest_in
from web.crests.shown import Shown


def shown_of(public_id: str, stored: object) -> Shown:
    """The crest of the team with this public id, as it is stored."""
    return Shown(crest_in(stored), picture_address(public_id, stored))
