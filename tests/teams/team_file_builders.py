"""An imported team for tests: as a file, as a draft, submitted, approved."""

from __future__ import annotations

import json
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from leagues.models import League
from teams.building import approval
from teams.models import Team
from tests.leagues.cast import Cast, form_data, signed_in
from tests.teams import pages

OLD_HAND = {
    "number": 7,
    "name": "Griff Oberwald",
    "position": "Blitzer",
    "spp": 40,
    "gained": ["Dodge", "+ST", "Guard"],
    "lost": ["AV"],
    "niggling": 1,
    "touchdowns": 9,
}
UNLISTED = {
    "number": 9,
    "name": "Mungo",
    "position": "Star Catcher",
    "profile": {"MA": 8, "ST": 2, "AG": 3, "AV": 7},
    "skills": ["Catch"],
    "cost": 80_000,
}
PAST = {"won": 12, "drawn": 3, "lost": 5, "touchdowns_for": 31, "story": "Champions of the old league.\nTwice."}


def team_json(**changes: Any) -> dict[str, Any]:
    """A legal Human team: the two above and nine linemen."""
    linemen = [{"number": number, "name": "", "position": "Lineman"} for number in range(11, 20)]
    plain = {
        "format": "dugout-team",
        "version": 1,
        "edition": "lrb-4",
        "name": "Old Reavers",
        "team_list": "Human",
        "players": [OLD_HAND, UNLISTED, *linemen],
        "rerolls": 3,
        "fan_factor": 5,
        "staff": {"apothecary": 1},
        "treasury": 60_000,
        "bank": 20_000,
        "record": PAST,
    }
    return plain | changes


# Griff 90 + 30 (Dodge on a double) + 50 + 20, Mungo 80, nine at 50, re-rolls 150, fans 50, apothecary 50, treasury 60
VALUE = 190_000 + 80_000 + 450_000 + 150_000 + 50_000 + 50_000 + 60_000


def upload(value: Any) -> SimpleUploadedFile:
    content = value if isinstance(value, bytes) else json.dumps(value).encode()
    return SimpleUploadedFile("team.json", content, content_type="application/json")


def bring_url(league: League) -> str:
    return reverse("teams:bring", args=[league.slug])


def brought_team(cast: Cast, value: Any = None) -> Team:
    """A draft from a file, made on the page."""
    response = signed_in(cast.coach).post(bring_url(cast.league), form_data(file=upload(value or team_json())))
    assert response.status_code == 302, pages.text_of(response)
    return Team.objects.get(from_elsewhere=True)


def arrival_form(client: Client, team: Team) -> dict[str, Any]:
    """The page's form as a browser sends it."""
    from html.parser import HTMLParser

    response = client.get(pages.url("arrival", team))
    assert response.status_code == 200
    found: dict[str, Any] = {}

    class Chosen(HTMLParser):
        name = ""

        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            at = dict(attrs)
            if tag in ("select", "textarea"):
                self.name = str(at.get("name"))
                found.setdefault(self.name, "")
            elif tag == "option" and "selected" in at:
                found[self.name] = at.get("value") or ""

        def handle_data(self, data: str) -> None:
            if self.lasttag == "textarea" and self.name and not self.closed:
                found[self.name] += data.removeprefix("\r\n").removeprefix("\n")

        closed = False

        def handle_endtag(self, tag: str) -> None:
            self.closed = tag == "textarea"

    Chosen().feed(response.content.decode())
    return {**found, **pages.fields_of(response)}


def submitted_file_team(cast: Cast) -> Team:
    team = brought_team(cast)
    return approval.submit_team(team=team, expected=team.version, by=cast.coach)


def joined_team(cast: Cast, value: Any = None) -> Team:
    """An approved imported team."""
    team = brought_team(cast, value)
    team = approval.submit_team(team=team, expected=team.version, by=cast.coach)
    return approval.approve_team(team=team, expected=team.version, by=cast.commissioner)
