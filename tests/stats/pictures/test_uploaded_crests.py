"""A picture that was uploaded as a crest is drawn in every chart that shows crests, and gone from it at once."""

from __future__ import annotations

import re
from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from PIL import Image

from competitions.models import Competition
from teams.crests.dressing import dress
from teams.models import Team
from tests.competitions.competition_builders import matches_of
from web.crests.crest import crest_in
from web.pictures import Picture, redrawn

IMAGE = re.compile(r'<svg [^>]*class="chart-crest[^>]*><image href="([^"]+)" width="40" height="48"/></svg>')
pytestmark = pytest.mark.django_db


def picture(colour: str) -> Picture:
    out = BytesIO()
    Image.new("RGB", (80, 96), colour).save(out, "PNG")
    return redrawn(SimpleUploadedFile("crest.png", out.getvalue()))


def dressed(team: Team, uploaded: Picture | None) -> str:
    """The address of the small picture in charts, after an upload; empty after its removal."""
    team = Team.objects.get(pk=team.pk)
    crest = crest_in(team.crest)
    shown = dress(team=team, expected=team.version, crest=crest, picture=uploaded, bare=uploaded is None)
    return f"{shown.crest_picture}&amp;small" if shown.crest_picture else ""


def addresses(division: Competition) -> dict[str, str]:
    slug = division.season.league.slug
    return {
        "places, points and grid": reverse("stats:competition_pictures", args=[division.public_id]),
        "ratings": reverse("stats:ratings", args=[slug]),
    }


def test_every_chart_shows_the_picture_that_is_uploaded_now(division: Competition) -> None:
    team, visitor = matches_of(division)[0].home, Client()
    drawn = f'<use href="#{crest_in(team.crest).id}"/>'
    seen: dict[str, int] = {}
    for uploaded in (None, picture("teal"), picture("crimson"), None):
        expected = dressed(team, uploaded)
        for name, address in addresses(division).items():
            html = visitor.get(address).content.decode()
            found = IMAGE.findall(html)
            assert set(found) == ({expected} if expected else set()), name
            assert visitor.get(found[0].replace("&amp;", "&")).status_code == 200 if found else drawn in html
            seen[name] = max(seen.get(name, 0), len(found))
    assert seen == {"places, points and grid": 7, "ratings": 3}, "ends in two sizes, key, grid and causes"
