"""What the pages of trophies show: a league's trophies, one trophy with its history, and a team's trophies."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Q, QuerySet
from django.db.models.functions import Coalesce
from django.http import Http404
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from competitions.models import Holding, Season, Trophy, TrophyPicture
from leagues.books import majors_of
from leagues.citations import cited
from leagues.models import League
from matches.extensions import ShownHonour, honours
from rules.book.rows.after_match import Trophy as Major
from rules.sheet.sheet import PlayerSheet, TeamSheet
from rules.team.gifts import effect_of
from rules.words.words import k
from teams.ledger import ledger
from teams.models import Player, Team, TeamState
from teams.selectors import Listed, names_of, team_url
from web.addresses import address
from web.crests.cups import BRASS, SILVER, drawn_cup, shape_of
from web.crests.shown import Shown, shown_crest
from web.prepared import Prepared

LARGE, SMALL = 96, 40
"""Widths of drawn trophies in px."""
LATEST_FIRST = (Coalesce("beside", "pk").desc(), "pk")
"""The latest award first, its runner-up after the winner."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownHolding:
    """A line of a trophy's history. ``back_url`` is where the latest is revoked; ``back`` is its row if it was."""

    role: str
    team: str
    url: str
    player: str
    player_url: str
    season: str
    prize: str
    note: str
    at: object
    current: bool
    gifts_url: str
    back_url: str
    back: Holding | None
    crest: Shown


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownTrophy:
    """A trophy in the list. ``effect`` is what it does by the rulebook, ``source`` the page that says so.

    ``drawing`` is how it looks as long as it has no picture.
    """

    name: str
    url: str
    description: str
    effect: str
    source: str
    picture: str
    width: int
    height: int
    holder: ShownHolding | None
    drawing: SafeString


def trophy_in(league: League, address: str) -> Trophy:
    """A league's trophy by its address; a major that was never awarded has no row yet. Raises Http404."""
    rows = _with_pictures(league.trophies.all())
    found = rows.filter(public_id=address).first() or rows.filter(key=address or "-").first()
    if found is None:
        major = majors_of(league).get(address)
        if major is None:
            raise Http404
        found = Trophy(league=league, key=major.key, name=major.name)
    found.league = league
    return found


def cabinet(league: League) -> list[ShownTrophy]:
    """All trophies of a league, the majors first, in the order of the year. Two queries."""
    rows = {trophy.address: trophy for trophy in _with_pictures(league.trophies.all())}
    books = majors_of(league)
    trophies = [
        rows.pop(each.key, None) or Trophy(league=league, key=each.key, name=each.name) for each in books.values()
    ]
    trophies += rows.values()
    current = Holding.objects.filter(trophy__league=league, role=Holding.Role.HOLDER, ended_at__isnull=True)
    holders = {row.trophy_id: row for row in current.select_related("team__ruleset", "player", "season", "trophy")}
    return [_shown(league, trophy, books.get(trophy.key), holders.get(trophy.pk)) for trophy in trophies]


def _with_pictures(trophies: QuerySet[Trophy]) -> QuerySet[Trophy]:
    """Each with its picture's size and digest, but without the picture itself."""
    return trophies.select_related("picture").defer("picture__image")


def shown_trophy(league: League, trophy: Trophy, holder: Holding | None = None) -> ShownTrophy:
    """A trophy with its picture's address and its holder."""
    return _shown(league, trophy, majors_of(league).get(trophy.key) if trophy.key else None, holder)


def _shown(league: League, trophy: Trophy, in_book: Major | None, holder: Holding | None) -> ShownTrophy:
    picture: TrophyPicture | None = getattr(trophy, "picture", None)
    width, height, digest = (picture.width, picture.height, picture.digest) if picture else (0, 0, "")
    place = [league.slug, trophy.address]
    return ShownTrophy(
        name=trophy.name,
        url=address("competitions:trophy", *place),
        description=trophy.description,
        effect=in_book.summary if in_book else "",
        source=cited(in_book.rule, in_book.page) if in_book else "",
        picture=f"{address('competitions:trophy_picture', *place)}?{digest[:10]}" if digest else "",
        width=width,
        height=height,
        holder=shown_holding(holder) if holder else None,
        drawing=cup_of(trophy.address, major=trophy.major, for_players=trophy.for_players, width=LARGE),
    )


def cup_of(address: str, *, major: bool, for_players: bool, width: int, role: str = Holding.Role.HOLDER) -> SafeString:
    """A trophy drawn, by what kind it is; that of a runner-up or third in silver."""
    tone = SILVER if role in (Holding.Role.RUNNER_UP, Holding.Role.THIRD) else BRASS
    return drawn_cup(shape_of(address, major=major, for_players=for_players), width, tone)


def history_of(trophy: Trophy) -> list[ShownHolding]:
    """All awards of a trophy, the latest first."""
    if not trophy.pk:
        return []
    related = ("team__ruleset", "player", "season", "trophy", "taken_back_by")
    rows = trophy.holdings.select_related(*related).order_by(*LATEST_FIRST)
    return [shown_holding(row) for row in rows]


def shown_holding(row: Holding) -> ShownHolding:
    """A line in words."""
    gifts = row.gifts_given_at is None and row.ended_at is None and row.role == Holding.Role.HOLDER
    open_gifts = gifts and row.trophy.major and effect_of_row(row)
    return ShownHolding(
        role=str(row.get_role_display()),
        team=row.team.name,
        url=team_url(row.team),
        player=player_name(row.player) if row.player else "",
        player_url=address("matches:player", row.team.public_id, row.player_id) if row.player_id else "",
        season=row.season.name if row.season else "",
        prize=k(row.prize) if row.prize else "",
        note=row.note,
        at=row.at,
        current=row.ended_at is None,
        gifts_url=address("competitions:gifts", row.pk) if open_gifts else "",
        back_url=address("competitions:take_back_trophy", row.pk) if row.ended_at is None else "",
        back=row if row.taken_back_at is not None else None,
        crest=shown_crest(row.team),
    )


def effect_of_row(row: Holding) -> bool:
    """Whether the trophy of a row has gifts for its winner's players."""
    rules = row.team.ruleset
    return rules is not None and effect_of(rules.rules(), row.trophy.key, "gift") is not None


def player_name(player: Player) -> str:
    """A player's name, or words for a player without one."""
    return player.name or _("a player without a name")


def roster_of(team: Team) -> tuple[TeamSheet, list[tuple[int, str]]]:
    """A team's sheet, and its players (id and label)."""
    sheet = ledger.sheet_in(TeamState.objects.get(team=team))
    return sheet, labels_of(sheet, names_of(team))


def labels_of(sheet: TeamSheet, names: dict[int, str]) -> list[tuple[int, str]]:
    """Players of a sheet as a form offers them."""
    return [(line.player, label_of(line, names)) for line in sheet.players]


def label_of(line: PlayerSheet | Listed, names: Mapping[int, str]) -> str:
    """A player's number, name (if any) and position."""
    return ", ".join(filter(None, (f"{line.number}", names.get(line.player, ""), line.position)))


def honours_in(season: Season) -> list[ShownHonour]:
    """All awards of a season. One query."""
    return _as_honours(_of_season(season.pk))


@Prepared
def _of_season(season: int) -> QuerySet[Holding, Any]:
    return _honours(Holding.objects.filter(season=season).order_by("trophy", *LATEST_FIRST))


@honours.add
def honours_of(team: Team) -> list[ShownHonour]:
    """All awards of a team and its players, the latest first. One query."""
    return _as_honours(_of_team(team.pk))


@Prepared
def _of_team(team: int) -> QuerySet[Holding, Any]:
    return _honours(Holding.objects.filter(team=team).order_by(*LATEST_FIRST))


def honours_of_player(player: int, played: Iterable[tuple[int, int]] = ()) -> list[ShownHonour]:
    """All awards of a player, by id, the latest first, and those of the team in each season that they played for it.

    ``played`` has the ids of team and season. One query.
    """
    pairs = sorted(set(played))
    return _as_honours(_of_player(player, [team for team, _season in pairs], [season for _team, season in pairs]))


@Prepared
def _of_player(player: int, teams: Sequence[int], seasons: Sequence[int]) -> QuerySet[Holding, Any]:
    won = Q(player=player)
    for team, season in zip(teams, seasons, strict=True):
        won |= Q(player__isnull=True, team=team, season=season)
    return _honours(Holding.objects.filter(won).order_by(*LATEST_FIRST))


_HONOUR = (
    "role",
    "prize",
    "trophy__key",
    "trophy__public_id",
    "trophy__name",
    "trophy__for_players",
    "trophy__league__slug",
    "team",
    "team__name",
    "player",
    "player__name",
    "season__name",
)


def _honours(rows: QuerySet[Holding]) -> QuerySet[Holding, Any]:
    return rows.filter(taken_back_at__isnull=True).values_list(*_HONOUR)


def _as_honours(rows: Iterable[Any]) -> list[ShownHonour]:
    return [
        ShownHonour(
            trophy=trophy,
            url=address("competitions:trophy", slug, key or public_id),
            role=str(Holding.Role(role).label),
            team=team,
            team_id=team_id,
            player=(name or _("a player without a name")) if player else "",
            prize=k(prize) if prize else "",
            season=season or "",
            cup=cup_of(key or public_id, major=bool(key), for_players=for_players, width=SMALL, role=role),
        )
        for role, prize, key, public_id, trophy, for_players, slug, team_id, team, player, name, season in rows
    ]
