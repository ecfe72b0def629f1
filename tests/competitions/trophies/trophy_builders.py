"""Trophies of a league, their awards and their pictures, for tests."""

from __future__ import annotations

from io import BytesIO

from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image

from competitions.models import Holding, Season, Trophy
from competitions.trophies import awarding, trophies
from competitions.trophies.awarding import TrophyAward
from rules.sheet.sheet import TeamSheet
from teams.ledger import ledger
from teams.models import Team, TeamState
from tests.leagues.cast import Cast


def major(cast: Cast, key: str) -> Trophy:
    """A trophy of the book, stored or not awarded yet."""
    book = cast.league.ruleset.book
    found = Trophy.objects.filter(league=cast.league, key=key).first()
    return found or Trophy(league=cast.league, key=key, name=book.trophies[key].name)


def own(cast: Cast, name: str = "Golden Boot", **more: object) -> Trophy:
    """A trophy that the league made itself."""
    plain = {"description": "", "for_players": False}
    return trophies.make_trophy(league=cast.league, by=cast.commissioner, name=name, **(plain | more))


def hand(cast: Cast, trophy: Trophy, team: Team, season: Season | None = None, **more: object) -> Holding:
    """Award a trophy to a team, or with `more` to a player of the team."""
    to = TrophyAward(team=team, **more)
    version = trophy.version if trophy.pk else 1
    return awarding.award_trophy(trophy=trophy, by=cast.commissioner, expected=version, season=season, to=to)


def sheet(team: Team) -> TeamSheet:
    """A team's current sheet."""
    return ledger.sheet_in(TeamState.objects.get(team=team))


def upload(data: bytes) -> SimpleUploadedFile:
    """A picture as a form sends it."""
    return SimpleUploadedFile("cup.png", data, content_type="image/png")


def picture(width: int, height: int, kind: str = "PNG", **how: object) -> bytes:
    """The file of a picture of one colour."""
    out = BytesIO()
    Image.new("RGB", (width, height), "gold").save(out, kind, **how)
    return out.getvalue()
