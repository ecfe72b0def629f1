"""What teams wear on paper (``web.crests.paper``)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from teams.models import Team, TeamPicture
from web.crests.crest import crest_in
from web.crests.paper import Worn
from web.crests.shown import Shown


def worn_by(teams: Iterable[Team]) -> dict[int, Worn]:
    """What each team wears on paper, by its id. One query if a team has a picture for its crest, else none."""
    all_teams = list(teams)
    with_picture = [team.pk for team in all_teams if team.crest_picture]
    found = TeamPicture.objects.filter(team__in=with_picture).values_list("team", "image") if with_picture else ()
    pictures = {team: bytes(image) for team, image in found}
    return {team.pk: Worn(crest_in(team.crest), pictures.get(team.pk, b"")) for team in all_teams}


def worn_small(crests: Mapping[int, Shown]) -> dict[int, Worn]:
    """The same for lists of many, from the crests of teams by their ids: with small pictures."""
    with_picture = [team for team, crest in crests.items() if crest.picture]
    found = TeamPicture.objects.filter(team__in=with_picture).values_list("team", "small") if with_picture else ()
    pictures = {team: bytes(image) for team, image in found}
    return {team: Worn(crest.crest, pictures.get(team, b"")) for team, crest in crests.items()}
