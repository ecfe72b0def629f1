"""Each competition plays by one book of its league: its teams, and those that qualify for it, play by the same.

If it has a pack, its teams are built by that instead of the one of the house rules, as in a tournament beside a league.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from competitions.models import Competition, Season
from leagues.models import League
from rules.book.entered.packs import pack_option
from teams.building.own_rules import follow_pack
from teams.extensions import OfferedPack, offered_packs
from teams.models import Team
from web.errors import Message, Refusal

NOT_ITS_BOOK = Message(
    id="competitions.not_its_book",
    text=_("{teams} cannot enter {competition}: they play by another book."),
    remedy=_("Choose teams that play by the book of the competition."),
)
SEVERAL_BOOKS = Message(
    id="competitions.several_books",
    text=_("These play by different books, so they cannot meet."),
    remedy=_("Choose those that play by one book."),
)
NOT_BY_ITS_PACK = Message(
    id="competitions.not_by_its_pack",
    text=_("{teams} cannot be in {competition}: they were not built by its pack."),
    remedy=_("Its coaches build teams by the pack on the page on which a team is begun."),
)


class HasEdition(Protocol):
    """A team or a competition: empty is the book that the league was created with."""

    edition: str


def need_its_book(competition: Competition, teams: Iterable[Team], field: str) -> None:
    """Raises ``Refusal`` for teams that play by another book than the competition."""
    other = sorted({team.name for team in teams if team.edition != competition.edition})
    if other:
        raise Refusal(NOT_ITS_BOOK, field=field, teams=", ".join(other), competition=competition.name)


def edition_of(those: Iterable[HasEdition], field: str) -> str:
    """The book that all of them play by, as it is stored. Raises ``Refusal`` if there are several."""
    found = {each.edition for each in those}
    if len(found) > 1:
        raise Refusal(SEVERAL_BOOKS, field=field)
    return next(iter(found), "")


def offered(league: League) -> list[OfferedPack]:
    """The packs of the competitions that still take teams, the newest first."""
    found = Competition.objects.filter(season__league=league, season__state=Season.State.OPEN).exclude(pack="")
    rows = found.order_by("-pk").only("public_id", "name", "edition", "pack", "state", "scheduling")
    return [offer_of(each) for each in rows if each.takes_teams]


def offer_of(competition: Competition) -> OfferedPack:
    """The pack of a competition, as new teams are built by it."""
    of = {"key": competition.public_id, "name": competition.name}
    return OfferedPack(edition=competition.edition, text=competition.pack, **of)


def need_its_pack(competition: Competition, teams: Iterable[Team], field: str = "") -> None:
    """Raises ``Refusal`` for teams that were not built by the pack of a competition that has one."""
    if not competition.pack:
        return
    other = sorted({team.name for team in teams if not _is_by_pack(team, competition)})
    if other:
        raise Refusal(NOT_BY_ITS_PACK, field=field, teams=", ".join(other), competition=competition.name)


def built_by_its_pack(competition: Competition, teams: QuerySet[Team]) -> QuerySet[Team]:
    """Those of these teams that the pack of a competition lets in; all of them if it has none."""
    if not competition.pack:
        return teams
    return teams.filter(from_elsewhere=False, **{f"own_rules__{pack_option(competition.book)}": competition.pack})


def _is_by_pack(team: Team, competition: Competition) -> bool:
    """Whether a team was built by the pack of a competition; one from elsewhere was not."""
    return not team.from_elsewhere and team.own_rules.get(pack_option(competition.book)) == competition.pack


def change_pack(competition: Competition) -> None:
    """Lets the teams that are being built for a competition follow its new pack.

    Raises ``Refusal`` for teams in it that were built otherwise.
    """
    need_its_pack(competition, Team.objects.filter(entries__competition=competition), field="pack")
    follow_pack(competition.season.league, offer_of(competition))


offered_packs.add(offered)
