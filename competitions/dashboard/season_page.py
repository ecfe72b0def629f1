"""A season's page: what everybody sees, and what its commissioners can do next.

The number of queries does not depend on the season's size.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.db.models import Count, QuerySet
from django.utils.translation import gettext as _

from competitions.dashboard.front_page import LONG, Card, cards_of, past_rules_of
from competitions.dashboard.todo import finishable, set_ups
from competitions.extensions import death_links
from competitions.forms import as_seen
from competitions.models import Competition, Entrant, Season, StageFeed
from competitions.names import TeamName, teams_of_season
from competitions.rulings.going_on import competitions_of
from competitions.season_end.stages import Section, sections_of
from competitions.season_end.steps import season_steps
from competitions.season_end.taking_back import is_recorded
from competitions.season_end.team_ends import open_ends
from competitions.trophies.award_rows import versions_before, with_versions
from competitions.trophies.deaths import AT_ONCE
from competitions.trophies.page import honours_in
from competitions.trophies.shown_awards import ShownAwards, shown_awards
from leagues.changes import version_of
from web.drawing.waiting import sign_of
from web.prepared import Prepared

MAIN, SEASONS = "competitions/dashboard/_season.html", "competitions/dashboard/_seasons.html"


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownSection:
    """Competitions under one heading; ``stage`` is 0 if the season has only one."""

    title: str
    stage: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupStart:
    """Competitions that can start together: the name of their group, their ids and versions."""

    name: str
    parts: str


def everybodys(season: Season) -> dict[str, Any]:
    """What everybody sees on a season's page: the tables of all its competitions, awards, deaths, its end."""
    competitions = competitions_of(season)
    teams = teams_of_season(season.pk, None)
    cards = cards_of(competitions, teams, LONG, for_all=True)
    tables = {card.competition.pk: card.standings for card in cards}
    seasons = _seasons(season.league.pk)
    for each in seasons:
        each.league = season.league
    sections = shown_sections(season, cards)
    awards = shown_awards(season, competitions, teams, tables, versions_before(season, seasons))
    end = getattr(season, "end", None) if season.state == Season.State.CLOSED else None
    return {
        "season": season,
        "league": season.league,
        "seasons": seasons,
        "cards": cards,
        "sections": sections,
        "past_rules": past_rules_of(season),
        "awards": awards,
        "champions": champions_of(sections, awards),
        "deaths": awards.deaths if awards else [],
        "at_once": f":{AT_ONCE}",
        "at_rest": f"{AT_ONCE}:",
        "more_of_deaths": partial(death_links.call, season),
        "honours": honours_in(season),
        "end": end,
        "asked": open_ends(season) if end else [],
        "marks": list(season.marks.select_related("team", "source", "into")) if end else [],
    }


@Prepared
def _seasons(league: int) -> QuerySet[Season]:
    return with_versions(Season.objects.filter(league=league).order_by("-number"))


def sign_of_ends(season: Season) -> str:
    """A sign (`web.drawing.waiting`) of a season whose teams are still asked what its end means; empty for others."""
    waits = season.state == Season.State.CLOSED and bool(open_ends(season))
    return sign_of(version_of(season.league)) if waits else ""


def commissioners(season: Season) -> dict[str, Any]:
    """What comes next in a season, for those who run its league."""
    competitions = competitions_of(season, going_on=True)
    under_way = season.state == Season.State.OPEN
    return {
        "competitions": competitions,
        "steps": season_steps(season, competitions),
        "end_recorded": is_recorded(season),
        "tasks": list(set_ups(competitions)) if under_way else [],
        "played": as_seen([each for each in competitions if finishable(each)]) if under_way else "",
        "starts": group_starts(competitions) if under_way else [],
    }


def shown_sections(season: Season, cards: Sequence[Card]) -> list[ShownSection]:
    """A season's cards under the headings of its stages and groups. One query."""
    by_id = {card.competition.pk: card for card in cards}
    sections = sections_of([card.competition for card in cards], _feeds(season.pk))
    return [
        ShownSection(
            title=_title(section, several=len(sections) > 1, cards=len(cards)),
            stage=section.stage,
            cards=tuple(by_id[each.pk] for each in section.competitions),
        )
        for section in sections
    ]


@Prepared
def _feeds(season: int) -> QuerySet[StageFeed, Any]:
    return StageFeed.objects.filter(target__season=season).values_list("source", "target")


def _title(section: Section, *, several: bool, cards: int) -> str:
    if section.stage:
        stage = _("Stage %(number)s") % {"number": section.stage}
        return f"{stage}: {section.name}" if section.name else stage
    if several:
        return section.name or _("Other competitions")
    return section.name or (_("Table") if cards == 1 else _("Tables"))


def champions_of(sections: Sequence[ShownSection], awards: ShownAwards | None) -> list[tuple[Competition, TeamName]]:
    """The winners of a closed season: of the competitions of its last stage, or of all if it has no stages."""
    won = awards.champions if awards else {}
    stage = max((section.stage for section in sections), default=0)
    last = [card.competition for section in sections if section.stage == stage for card in section.cards]
    return [(each, won[each.pk]) for each in last if each.pk in won]


def group_starts(competitions: Sequence[Competition]) -> list[GroupStart]:
    """The groups in which several competitions can start together, each with two teams or more. Two queries at most."""
    drafts = [each for each in competitions if each.group_name and each.state == Competition.State.DRAFT]
    if len(drafts) < 2:
        return []
    entrants = Entrant.objects.filter(competition__in=drafts).order_by().values("competition")
    teams = dict(entrants.annotate(teams=Count("pk")).values_list("competition", "teams"))
    feeds = StageFeed.objects.filter(target__in=competitions).values_list("source", "target")
    starts = []
    for section in sections_of(competitions, feeds):
        waiting = [each for each in section.competitions if each.state == Competition.State.DRAFT]
        ready = all(teams.get(each.pk, 0) > 1 for each in waiting)
        if section.name and len(waiting) > 1 and ready:
            starts.append(GroupStart(name=section.name, parts=as_seen(waiting)))
    return starts
