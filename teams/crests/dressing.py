"""Give a team another crest, or a picture in its place."""

from __future__ import annotations

from django.db import transaction

from leagues.services import locked
from teams.building.checks import write
from teams.ledger import ledger
from teams.models import Team, TeamPicture
from web.crests.crest import Crest
from web.errors import Refusal
from web.pictures import Picture, smaller

SMALL_SIDE = 64
"""The longest side of a picture in lists, in pixels: it is shown 32 px wide at most, often doubled."""
SAID = 12
"""Characters of a picture's digest that its address has: another picture has another address."""


def dress(*, team: Team, expected: int, crest: Crest, picture: Picture | None = None, bare: bool = False) -> Team:
    """Save a team's crest; ``picture`` is shown in its place, ``bare`` removes the one that is there.

    Raises ``Refusal`` for a retired team or an archived league, ``StaleVersion``.
    """
    if team.state == Team.State.RETIRED:
        raise Refusal(ledger.RETIRED, team=team.name)
    stored = crest.as_json()
    before = team.crest.get("picture") if isinstance(team.crest, dict) else None
    if picture is not None:
        stored["picture"] = picture.digest[:SAID]
    elif before and not bare:
        stored["picture"] = before
    with transaction.atomic():
        locked(team.league)
        dressed = write(team, expected, {"crest": stored})
        if picture is not None:
            columns = {"image": picture.image, "small": smaller(picture, SMALL_SIDE).image, "digest": picture.digest}
            TeamPicture.objects.update_or_create(team=team, defaults=columns)
        elif bare:
            TeamPicture.objects.filter(team=team).delete()
        return dressed
