"""Each competition plays by one book of its league: its teams, and those that qualify for it, play by the same.

If it has a pack, its teams are built by that instead of the one of the house rules, as in a tournament beside a league.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Protocol

from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from competitions.models import Competition, Entrant, Season
from leagues.models import League
from rules.book.entered.packs import pack_option, read_pack
from rules.guide.packs import pack_words
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

FOR_A_TOURNAMENT = Message(
    id="competitions.for_a_tournament",
    text=_("{teams} cannot be in {competition}: they were built by the pack of another competition, for that alone."),
    remedy=_("Where coaches may have several teams (house rules), such teams enter other competitions too."),
)
PACK_BUILT_BY = Message(
    id="competitions.pack_built_by",
    text=_("{teams} were founded by the pack of {competition}, so it stays as it is."),
    remedy=_("Set up another competition for another pack, or have these teams retired first."),
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


def need_its_pack(
    competition: Competition, teams: Iterable[Team], field: str = "", sources: Collection[Competition] = ()
) -> None:
    """Raises ``Refusal`` for teams that were not built by the pack of a competition that has one, and for those that
    were built for another tournament, where coaches have one team each for the league.

    With ``league_teams`` a competition with a pack takes teams of the league as they are. One without a pack takes all
    teams of the competitions that they qualify from: those that feed it, and ``sources``.
    """
    other = [team for team in teams if not _may_enter(team, competition)]
    if other and not competition.pack:
        there = set(_of_sources(competition, sources).filter(team__in=other).values_list("team", flat=True))
        other = [team for team in other if team.pk not in there]
    if not other:
        return
    of_tournament = not competition.pack or competition.league_teams
    message = FOR_A_TOURNAMENT if of_tournament and all(team.pack_of for team in other) else NOT_BY_ITS_PACK
    names = ", ".join(sorted({team.name for team in other}))
    raise Refusal(message, field=field, teams=names, competition=competition.name)


def pack_shared_by(league: League, edition: str, teams: Iterable[Team]) -> tuple[str, bool]:
    """The pack that a new competition for these teams takes over from the tournament for which some were built, and
    its ``league_teams``; ("", False) if none was, if they were built by several, or if coaches have several teams.
    """
    if _several_teams_by(league, edition):
        return "", False
    option = pack_option(league.ruleset_for(edition).book)
    built = [team for team in teams if team.pack_of]
    texts = {str(team.own_rules.get(option, "")) for team in built}
    if len(texts) != 1:
        return "", False
    tournaments = Competition.objects.filter(season__league=league, public_id__in={team.pack_of for team in built})
    return texts.pop(), tournaments.filter(league_teams=True).exclude(pack="").exists()


def let_in(competition: Competition, teams: QuerySet[Team]) -> QuerySet[Team]:
    """Those of these teams that can enter a competition, as ``need_its_pack`` says."""
    of_league = Q(own_rules__pack_of__isnull=True)
    if not competition.pack:
        of_sources = Q(pk__in=_of_sources(competition).values("team"))
        own = of_league | Q(**_built_for(competition)) | of_sources
        return teams if _several_teams(competition) else teams.filter(own)
    built = Q(from_elsewhere=False, **{f"own_rules__{pack_option(competition.book)}": competition.pack})
    return teams.filter(built | of_league if competition.league_teams else built)


def _may_enter(team: Team, competition: Competition) -> bool:
    if competition.pack:
        return _is_by_pack(team, competition) or (competition.league_teams and not team.pack_of)
    return not team.pack_of or team.pack_of == competition.public_id or _several_teams(competition)


def _of_sources(competition: Competition, sources: Collection[Competition] = ()) -> QuerySet[Entrant]:
    """The teams of the competitions from which teams qualify for this one."""
    return Entrant.objects.filter(Q(competition__feeds_into__target=competition) | Q(competition__in=sources))


def _is_by_pack(team: Team, competition: Competition) -> bool:
    """Whether a team was built by the pack of a competition; one from elsewhere was not."""
    return not team.from_elsewhere and team.own_rules.get(pack_option(competition.book)) == competition.pack


def _built_for(competition: Competition) -> dict[str, str]:
    return {"own_rules__pack_of": competition.public_id}


def _several_teams(competition: Competition) -> bool:
    """Whether coaches of its league have several teams, so that those of tournaments are teams like others."""
    return _several_teams_by(competition.season.league, competition.edition)


def _several_teams_by(league: League, edition: str) -> bool:
    return bool(league.ruleset_for(edition).rules().house["several_teams_per_coach"])


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownPack:
    """The pack of a competition: what its teams have at most, in words, its text, and the names of the teams in the
    competition that were not built by it and play ``as_they_are``."""

    words: tuple[str, ...]
    text: str
    as_they_are: tuple[str, ...]


def shown_pack(competition: Competition) -> ShownPack | None:
    """The pack of a competition as its page shows it; None if it has none. A query, and one for a further book."""
    if not competition.pack:
        return None
    book = competition.season.league.ruleset_for(competition.edition).known_rules().book_without_pack
    pack = read_pack(book, competition.pack).pack
    teams = Team.objects.filter(entries__competition=competition, entries__withdrawal=None).only(
        "name", "from_elsewhere", "own_rules"
    )
    others = tuple(sorted(team.name for team in teams if not _is_by_pack(team, competition)))
    return ShownPack(words=pack_words(pack) if pack else (), text=competition.pack, as_they_are=others)


def change_pack(competition: Competition) -> None:
    """Lets the teams that are being built for a competition follow its new pack.

    Raises ``Refusal`` for teams in it that were built otherwise, or that were founded by its pack.
    """
    need_its_pack(competition, Team.objects.filter(entries__competition=competition), field="pack")
    league = competition.season.league
    if competition.pack:
        founded = league.teams.active().filter(**_built_for(competition))
        built = sorted({team.name for team in founded.defer("draft") if not _is_by_pack(team, competition)})
        if built:
            raise Refusal(PACK_BUILT_BY, field="pack", teams=", ".join(built), competition=competition.name)
    follow_pack(league, offer_of(competition))


offered_packs.add(offered)
