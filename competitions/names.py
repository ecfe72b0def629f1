"""Names of teams and players for pages. Names are read for every page, never cached with results."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from django.db.models import QuerySet, TextField
from django.db.models.functions import Cast
from django.urls import NoReverseMatch, get_script_prefix
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from accounts.names import by_name
from competitions.models import Competition
from leagues.members.linked_names import coach_link
from matches.models import PlayerLine
from matches.wording import called
from teams.models import Player, Team
from teams.presentation.pictures import shown_of
from teams.selectors import UNFOUNDED, mark_of
from web.addresses import address
from web.crests import kits
from web.crests.shown import Shown
from web.prepared import Prepared


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamName:
    """A team in a table or a list. ``mine``: the reader coaches it. ``url`` is its page, or the page to build it.

    ``edition`` is that of its row: empty for the book that its league was created with.
    """

    id: int
    league_id: int
    public_id: str
    name: str
    coach: str
    coach_id: int | None
    team_list: str
    state: str
    sent_back: str
    crest: Shown
    mine: bool
    url: str
    league_slug: str = ""
    edition: str = ""

    def __hash__(self) -> int:
        """By its id: drawn lines are looked up by what is in them, and to hash all fields takes ten times as long."""
        return hash(self.id)

    @property
    def mark(self) -> str:
        """The mark of its coach as a reader, for pieces of kept parts (``web.kept``)."""
        return mark_of(self.id)

    @property
    def link(self) -> SafeString:
        """The name, linked to the team's page."""
        return _link(self)

    @property
    def coach_named(self) -> str:
        """Its coach, linked to their page in the league."""
        return coach_link(self.league_slug, self.coach_id, self.coach) if self.league_slug else self.coach

    @property
    def badge(self) -> Shown:
        """Its crest."""
        return self.crest

    @property
    def kit(self) -> str:
        """The classes of what wears its colours (`web.crests.kits`)."""
        badge = self.badge
        return kits.classes(badge.first, badge.second)

    @property
    def row_link(self) -> SafeString:
        """The name after its crest, as the link of a whole row of a table."""
        link = '<a class="tm row" href="{}">{}<span>{}</span></a>'
        return format_html(link, self.url, self.crest.html(22), self.name)

    @property
    def badged(self) -> SafeString:
        """The name after its crest, linked to the team's page."""
        return _badged(self)

    def player_url(self, player: int) -> str:
        """The page of one of its players."""
        return f"{_player_pages(get_script_prefix()).replace(PLACE, self.public_id)}{player}/"

    def player_link(self, player: int, name: str) -> SafeString:
        """The name of one of its players, linked to the player's page."""
        return SafeString(f'<a href="{self.player_url(player)}">{conditional_escape(name)}</a>')


@lru_cache(maxsize=8192)
def _link(team: TeamName) -> SafeString:
    return format_html('<a href="{}">{}</a>', team.url, team.name)


@lru_cache(maxsize=8192)
def _badged(team: TeamName) -> SafeString:
    return format_html('<span class="with-badge">{}{}</span>', team.crest.html(22), team.link)


def teams_named(teams: QuerySet[Team], user: Any) -> dict[int, TeamName]:
    """These teams by id, in the order of their names, with one query; ``user`` is the reader."""
    return as_names(names_of(teams), user)


def teams_of_league(league: int, user: Any) -> dict[int, TeamName]:
    """The teams of a league, by its id."""
    return as_names(_of_league(league), user)


def teams_of_competition(competition: int, user: Any) -> dict[int, TeamName]:
    """The teams that entered a competition, by its id."""
    return as_names(_of_competition(competition), user)


def teams_of_season(season: int, user: Any) -> dict[int, TeamName]:
    """The teams that entered the competitions of a season, by its id."""
    return as_names(_of_season(season), user)


def names_of(teams: QuerySet[Team]) -> QuerySet[Team, Any]:
    """What ``as_names`` needs to know of teams."""
    return teams.values_list(*_COLUMNS, "coach__display_name", "coach__username", Cast("crest", TextField()))


@Prepared
def _of_league(league: int) -> QuerySet[Team, Any]:
    return names_of(Team.objects.filter(league=league).order_by())


@Prepared
def _of_competition(competition: int) -> QuerySet[Team, Any]:
    return names_of(Team.objects.filter(entries__competition=competition).order_by())


@Prepared
def _of_season(season: int) -> QuerySet[Team, Any]:
    return names_of(Team.objects.filter(entries__competition__season=season).order_by().distinct())


def as_names(rows: Iterable[tuple[Any, ...]], user: Any) -> dict[int, TeamName]:
    """The teams of which these are the ``names_of``, by id, in the order of their names; ``user`` is the reader."""
    pages = page("matches:team", PLACE) or page("teams:history", PLACE), page("teams:build", PLACE)
    reader = getattr(user, "pk", None)
    named = [_named(row, pages, reader is not None and row[COACH] == reader) for row in rows]
    named.sort(key=_order)
    return {team.id: team for team in named}


_COLUMNS = (
    "id",
    "league_id",
    "public_id",
    "name",
    "coach_id",
    "team_list",
    "edition",
    "state",
    "sent_back",
    "league__slug",
    "coach_name",
)
COACH = _COLUMNS.index("coach_id")


@lru_cache(maxsize=8192)
def _named(row: tuple[Any, ...], pages: tuple[str, str], mine: bool) -> TeamName:
    """A team by its row. Equal rows give the same object, which is found at once among drawn lines."""
    pk, league, public_id, name, coach, team_list, edition, state, sent_back, slug, recorded, *called, crest = row
    return TeamName(
        id=pk,
        league_id=league,
        public_id=public_id,
        name=name,
        coach=next(filter(None, called), recorded),
        coach_id=coach,
        team_list=team_list,
        state=state,
        sent_back=sent_back,
        crest=shown_of(public_id, json.loads(crest) if crest else None),
        mine=mine,
        url=pages[state in UNFOUNDED].replace(PLACE, public_id),
        league_slug=slug,
        edition=edition,
    )


@lru_cache(maxsize=8192)
def _order(team: TeamName) -> str:
    return by_name(team)


def plain_names(teams: Iterable[TeamName]) -> dict[int | str, str]:
    """The names alone, by id."""
    return {team.id: team.name for team in teams}


def player_names(players: Collection[int]) -> dict[int, str]:
    """The names of these players by id, with one query; a second one for number and position if some have no name."""
    names = dict(_names(list(players)))
    nameless = [player for player in players if not names.get(player)]
    return {player: names.get(player, "") for player in players} | (_called(nameless) if nameless else {})


@Prepared
def _names(players: Collection[int]) -> QuerySet[Player, Any]:
    return Player.objects.filter(pk__in=players).values_list("pk", "name")


def _called(players: Collection[int]) -> dict[int, str]:
    """Words for players without a name, from their last match: ``No. 3, Blitzer``; ``(no name)`` if that is unknown."""
    lines = PlayerLine.objects.filter(player__in=players, number__isnull=False).exclude(position="")
    last = {line[0]: line[1:] for line in lines.order_by("pk").values_list("player", "number", "position")}
    return {
        player: called(last[player][0], "", last[player][1]) if player in last else _("(no name)") for player in players
    }


PLACE = "0000000000"
"""A placeholder for a public id in an address: looking up an address for each of a hundred teams is slow."""


def page(route: str, *parts: Any) -> str:
    """The address of a page; empty if there is no such route."""
    try:
        return address(route, *parts)
    except NoReverseMatch:
        return ""


@cache
def _player_pages(_prefix: str) -> str:
    """The start of the address of every player's page of a team, with a placeholder for the team."""
    return page("matches:player", PLACE, 0).removesuffix("0/")


def name_of_competition(competition: int) -> str:
    """A competition's name by its id; a dash for one that was discarded."""
    return Competition.objects.filter(pk=competition).values_list("name", flat=True).first() or "–"


ARTICLES = ("the", "a", "an")


def with_the(name: str) -> str:
    """A trophy's name within a sentence: "the Chaos Cup", but "The Griffin Tankard" as it is."""
    own = name.partition(" ")[0].casefold() in ARTICLES
    return name if own else str(_("the %(name)s") % {"name": name})
