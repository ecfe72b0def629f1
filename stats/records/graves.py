"""The graveyard of a league: every dead player with their career, who killed them, and how. The same for everybody."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.names import key_of
from competitions.names import PLACE, TeamName, page
from competitions.trophies.deaths import Death, deaths_of_league, deaths_where
from leagues.models import League
from matches.models import Report
from matches.report.causes import ACCIDENTS
from matches.wording import called
from stats.played.career_words import careers_of
from stats.played.names import names_for
from stats.played.scope import Scope
from stats.records.choices import Chosen
from teams.models import Player, Team
from teams.presentation.shirts import cut_of
from teams.selectors import known_to_all
from web.crests.svg import used_shirt
from web.drawing.choices import Choice, Choices
from web.kept import worth_keeping
from web.prepared import Prepared

PAGE_LENGTH = 40
SHIRT = 44
SIDES = ("home", "away")


@dataclass(frozen=True, slots=True, kw_only=True)
class Grave:
    """A dead player as the page shows them. ``killed`` says how, with the killer's name where they have a page;
    ``unknown`` what nobody recorded."""

    name: str
    url: str
    team: TeamName
    position: str
    shirt: SafeString
    career: str
    killed: str
    killer: str
    killer_url: str
    killer_team: str
    unknown: str
    when: date | None
    where: str
    match_url: str


def gather(league: League, asked: Mapping[str, str], number: str) -> dict[str, Any]:
    """One page of graves, the latest first. Eight queries at most, and one if a team was asked for."""
    chosen = Chosen(league, {name: value for name, value in asked.items() if name != "team"})
    scope = chosen.scope
    everywhere = scope.season is None and scope.competition is None
    if everywhere and not getattr(league, "several_books", True):
        deaths = deaths_of_league(league.pk)
    else:
        of_friendlies = Scope(league=league, edition=scope.edition, friendlies=True) if everywhere else scope
        deaths = deaths_where(of_friendlies.matches("side__match__"))
    team_asked = _team_asked(league, asked.get("team", ""))
    in_deaths = {team for death in deaths for team in (death.team, death.opponent)}
    teams = names_for(teams=in_deaths | ({team_asked} if team_asked else set())).teams
    team = teams.get(team_asked)
    buried = [death for death in deaths if team is None or death.team == team.id]
    shown = Paginator(buried, PAGE_LENGTH).get_page(number)
    return {
        "league": league,
        "choices": Choices([*chosen.fields(lists=False), *_teams({death.team for death in deaths}, teams, team)]),
        "graves": list(_graves(chosen, list(shown.object_list), teams)),
        "page_obj": shown,
        "count": len(buried),
        "address": f"?{urlencode(asked)}" if asked else "",
        **worth_keeping(_known(chosen, asked, team) and number in {"", *map(str, shown.paginator.page_range)}),
    }


def _known(chosen: Chosen, asked: Mapping[str, str], team: TeamName | None) -> bool:
    return chosen.known and ("team" not in asked or team is not None)


def _team_asked(league: League, public_id: str) -> int:
    """The row id of the team in an address; 0 for all teams, and for one that the league does not have."""
    known = Team.objects.filter(known_to_all(), league=league)
    rows = known.filter(public_id=public_id) if public_id else Team.objects.none()
    return rows.values_list("pk", flat=True).first() or 0


def _teams(dead: Collection[int], teams: Mapping[int, TeamName], now: TeamName | None) -> list[Choice]:
    """The choice of a team: those that lost a player, and the one that is shown."""
    named = sorted(
        (each for each in teams.values() if each.id in dead or each == now), key=lambda each: key_of(each.name)
    )
    values = [("", _("All teams")), *((each.public_id, each.name) for each in named)]
    return [Choice("team", _("Team"), values, now.public_id if now else "")] if len(named) > 1 else []


def _graves(chosen: Chosen, deaths: Sequence[Death], teams: Mapping[int, TeamName]) -> Iterator[Grave]:
    players = {death.player for death in deaths}
    wanted = players | {death.killer for death in deaths if death.killer is not None}
    names: Mapping[int, str] = dict(_names(sorted(wanted))) if wanted else {}
    careers, injuries, book = careers_of(players), _injuries(deaths), chosen.book
    lists = chosen.scope.lists if deaths else {}
    match_page = page("matches:match", PLACE)
    for death in deaths:
        team, other = teams[death.team], teams.get(death.opponent)
        cause, by = _cause(injuries.get((death.match, death.player), ()), death), death.killer is not None
        cut = cut_of(lists.get(team.team_list), death.position)
        yield Grave(
            name=names.get(death.player) or _nameless(death),
            url=team.player_url(death.player),
            team=team,
            position=_(death.position) if death.position else "",
            shirt=used_shirt(team.crest.crest, cut, "" if death.number is None else str(death.number), SHIRT),
            career=careers(death.player).words(book),
            killed=_how(cause, by),
            killer=(names.get(death.killer or 0) or _("a player without a name")) if by else "",
            killer_url=other.player_url(death.killer) if other is not None and death.killer is not None else "",
            killer_team=other.name if by and other is not None else "",
            unknown="" if cause else _("how is not recorded") if by else _("By whom and how is not recorded"),
            when=death.when,
            where=chosen.seasons.get(death.season or 0, ""),
            match_url=match_page.replace(PLACE, death.match),
        )


def _nameless(death: Death) -> str:
    return called(death.number, "", death.position) if death.number is not None else _("(no name)")


BY_SOMEBODY = {
    "block": gettext_lazy("Killed by a block of"),
    "foul": gettext_lazy("Killed by a foul of"),
    "weapon": gettext_lazy("Killed with a weapon by"),
    "crowd": gettext_lazy("Pushed into the crowd by"),
}
BY_NOBODY = {
    "block": gettext_lazy("Killed by a block"),
    "foul": gettext_lazy("Killed by a foul"),
    "weapon": gettext_lazy("Killed with a weapon"),
    "crowd": gettext_lazy("Killed by the crowd"),
    "eaten": gettext_lazy("Eaten by a team-mate"),
    "other": gettext_lazy("Killed in another way"),
}


def _how(cause: str, by_player: bool) -> str:
    """How somebody died: before the killer's name, or without one. Empty if neither is known."""
    if by_player:
        return str(BY_SOMEBODY.get(cause) or _("Killed by"))
    if cause in ACCIDENTS:
        return _("Died of a %(accident)s") % {"accident": ACCIDENTS[cause]}
    return str(BY_NOBODY[cause]) if cause in BY_NOBODY else ""


def _cause(injuries: Sequence[Mapping[str, Any]], death: Death) -> str:
    """What the last injury by the killer was caused by, or the last one at all, or what records say; empty if nobody
    knows."""
    by_killer = [each for each in injuries if death.killer is not None and each.get("by") == death.killer]
    return next((str(each.get("cause", "block")) for each in reversed(by_killer or injuries)), death.cause)


@Prepared
def _names(players: Collection[int]) -> QuerySet[Player, Any]:
    return Player.objects.filter(pk__in=players).order_by().values_list("pk", "name")


@Prepared
def _reports(matches: Collection[str]) -> QuerySet[Report, Any]:
    rows = Report.objects.filter(match__public_id__in=matches, state=Report.State.CONFIRMED)
    return rows.values_list("match__public_id", "data")


def _injuries(deaths: Collection[Death]) -> Mapping[tuple[str, int], list[Mapping[str, Any]]]:
    """The injuries of the dead in the matches of deaths by match (public id) and player, in the order of the confirmed
    report; one query."""
    matches, players = sorted({death.match for death in deaths}), {death.player for death in deaths}
    reports = _reports(matches) if matches else ()
    found: dict[tuple[str, int], list[Mapping[str, Any]]] = defaultdict(list)
    for match, data in reports:
        for injury in (each for side in SIDES for each in (data.get(side) or {}).get("injuries", ())):
            if injury.get("player") in players:
                found[match, injury["player"]].append(injury)
    return found
