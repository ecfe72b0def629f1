"""A league's front page. The number of queries does not depend on the league's size."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from math import inf
from typing import Any, NamedTuple

from django.db.models import Case, F, IntegerField, QuerySet, Value, When
from django.db.models.functions import Coalesce
from django.utils.safestring import SafeString

from competitions.dashboard.round_now import round_now
from competitions.formats.knock_out.card import BracketCard, bracket_cards
from competitions.match_rows import MatchRow, match_rows
from competitions.models import Competition, Season
from competitions.names import TeamName, teams_of_league
from competitions.rulings.going_on import competitions_of
from competitions.standings.columns import Column, card_columns
from competitions.standings.fixture_list import shown_matches
from competitions.standings.ladders import order_shown
from competitions.standings.standings import Standings, climbs_of, standings_of_all
from competitions.standings.view import ConferenceRows, StandingsRow, conference_rows, table_rows
from leagues.members.linked_names import LinkedNames
from leagues.models import League, Membership
from leagues.selectors import PastRules, rules_unlike_todays
from matches.models import Match
from teams.models import Team
from teams.selectors import UNFOUNDED
from web.prepared import Prepared

WITHOUT_RESULT = tuple(state for state in Match.State if state not in (*Match.PLAYED, Match.State.DROPPED))
NOT_OVER = (*WITHOUT_RESULT, Match.State.POST_MATCH)
NEXT, LAST = 8, 6
"""How many next matches and latest results are listed."""
AT_ONCE = 30
"""How many of each the page with a league's fixtures lists."""
TABLES = 4
"""How many competitions show their tables; the others are links."""
SHORT, LONG = 5, 12
"""How many lines a table has if there are several, and if it is the only one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """A competition on the page of a league or a season, with the first lines of its table.

    The ``bracket`` of a knock-out that is drawn replaces the table; so do the tables of ``conferences``.
    """

    competition: Competition
    standings: Standings
    rows: tuple[StandingsRow, ...]
    columns: tuple[Column, ...]
    roomy: bool
    bracket: BracketCard | None = None
    conferences: Sequence[ConferenceRows] = ()

    @property
    def leader(self) -> StandingsRow | None:
        """The first team, once a match is played."""
        return self.rows[0] if self.rows and self.standings.rounds else None

    @property
    def more(self) -> int:
        """How many teams are not shown."""
        return len(self.standings.lines) - sum(not row.only_own for row in self.rows)


class Place(NamedTuple):
    """A team's line of a table in short: the competition's name, the rank (or empty), points and form."""

    competition: str
    place: str
    points: str
    form: str


class Stand(NamedTuple):
    """A team's places in tables, and how far it got in knock-outs, by their names."""

    places: Sequence[Place] = ()
    cups: Sequence[tuple[str, str]] = ()


def everybodys(league: League) -> dict[str, Any]:
    """What everybody sees on the page, with pieces for each coach, and how each team stands (``stands``)."""
    seasons, season, competitions = now_of(league)
    teams = teams_of_league(league.pk, None)
    cards = cards_of(competitions, teams, length=SHORT, for_all=True, first=True)
    coming, results = _coming(league.pk)[:NEXT], [pk for pk, _at in latest_matches(league)[:LAST]]
    rows = match_rows({*coming, *results})
    return {
        "league": league,
        "season": season,
        "seasons": seasons,
        "now": round_now(competitions, teams),
        "runners": run_by(league, teams.values()),
        "cards": cards[:TABLES],
        "others": [card for card in cards[:TABLES] if card.bracket or not (card.roomy and card.rows)],
        "more_cards": cards[TABLES:],
        "several": len(competitions) > 1 or len(seasons) > 1,
        "coming": shown_matches((rows[pk] for pk in coming), teams),
        "results": shown_matches((rows[pk] for pk in results), teams),
        "team_count": sum(team.state == Team.State.ACTIVE for team in teams.values()),
        "stands": how_all_stand(cards),
    }


def now_of(league: League) -> tuple[list[Season], Season | None, list[Competition]]:
    """The seasons of a league, the latest first, the current one, and its competitions.

    Two queries for each ``league`` as it was read: commissioners have another part of the page that needs them.
    """
    held = vars(league)
    if "now_of_league" not in held:
        seasons = _seasons(league.pk)
        for season in seasons:
            season.league = league
        current = current_season(seasons)
        held["now_of_league"] = seasons, current, competitions_of(current) if current else []
    found: tuple[list[Season], Season | None, list[Competition]] = held["now_of_league"]
    return found


@Prepared
def _seasons(league: int) -> QuerySet[Season]:
    return Season.objects.filter(league=league).order_by("-number")


def all_fixtures(league: League) -> dict[str, Any]:
    """The next matches and latest results of a league over all competitions, with four queries."""
    teams = teams_of_league(league.pk, None)
    coming, results = _coming(league.pk), [pk for pk, _at in latest_matches(league)]
    rows = match_rows({*coming, *results})
    return {
        "coming": shown_matches((rows[pk] for pk in coming), teams),
        "results": shown_matches((rows[pk] for pk in results), teams),
    }


def run_by(league: League, teams: Iterable[TeamName]) -> list[SafeString]:
    """The names of a league's commissioners, linked if they coach; a query, and one if some have none of the teams."""
    people = [row.user for row in _runners(league.pk)]
    gone = (*UNFOUNDED, Team.State.RETIRED)
    names = LinkedNames(league, people, {team.coach_id for team in teams if team.coach_id and team.state not in gone})
    return [names.of(each) for each in people]


@Prepared
def _runners(league: int) -> QuerySet[Membership]:
    rows = Membership.objects.filter(league=league, role=Membership.Role.COMMISSIONER, left_at__isnull=True)
    return rows.select_related("user").order_by("pk")


def how_all_stand(cards: Sequence[Card]) -> dict[int, Stand]:
    """How each team stands that has a coach or is near the top, by its id; ``cards`` are for all readers."""
    places, cups = dict[int, list[Place]](), dict[int, list[tuple[str, str]]]()
    for card in cards:
        name = card.competition.name
        if card.bracket is not None:
            for team, reached in card.bracket.reached.items():
                cups.setdefault(team, []).append((name, reached))
            continue
        for row in card.rows:
            places.setdefault(row.team.id, []).append(Place(name, row.place, row.points, row.form))
    return {team: Stand(places.get(team, ()), cups.get(team, ())) for team in {**places, **cups}}


def current_season(seasons: Sequence[Season]) -> Season | None:
    """The latest open season, or the latest if none is open; ``seasons`` come latest first."""
    return next((season for season in seasons if season.state == Season.State.OPEN), seasons[0] if seasons else None)


def cards_of(
    competitions: Sequence[Competition],
    teams: Mapping[int, TeamName],
    length: int,
    *,
    for_all: bool = False,
    first: bool = False,
) -> list[Card]:
    """A season's competitions with the first lines of their tables, or their brackets.

    More competitions need no more queries, except ladders that are not in the cache. If there is only one, its table is
    longer and has more columns; so is the ``first`` table, if wanted, which also says who rose and fell. A ladder's
    table is in the order of the ladder. ``for_all``: for all readers together.
    """
    tables = standings_of_all(competitions)
    brackets = bracket_cards(competitions, teams)
    alone = len(competitions) == 1
    length = LONG if alone else length
    tabled = [each for each in competitions if each.pk not in brackets]
    main = tabled[0].pk if first and tabled else None
    return [
        Card(
            competition=competition,
            standings=tables[competition.pk],
            rows=table_rows(
                competition,
                tables[competition.pk],
                teams,
                rungs=order_shown(competition),
                length=LONG if competition.pk == main else length,
                for_all=for_all,
                climbs=climbs_of(competition) if competition.pk == main else {},
            ),
            columns=card_columns(competition.book, alone or competition.pk == main),
            roomy=alone or competition.pk == main,
            bracket=brackets.get(competition.pk),
            conferences=conference_rows(competition, tables[competition.pk], teams, length=length, for_all=for_all),
        )
        for competition in competitions
    ]


@Prepared
def _coming(league: int) -> QuerySet[Match, int]:
    """Matches without a result yet, the next first."""
    rows = coming_first(Match.objects.filter(league=league, state__in=WITHOUT_RESULT))
    return rows.values_list("pk", flat=True)[:AT_ONCE]


def coming_first(matches: QuerySet[Match]) -> QuerySet[Match]:
    """Matches under way first, then round by round, then friendlies."""
    begun = Case(When(state=Match.State.SCHEDULED, then=Value(1)), default=Value(0), output_field=IntegerField())
    number, agreed = F("fixture__round__number"), F("fixture__agreed_for")
    return matches.order_by(begun, number.asc(nulls_last=True), agreed.asc(nulls_last=True), "pk")


def turn(row: MatchRow) -> tuple[bool, float, float, int]:
    """A sort key: the order of ``coming_first``."""
    agreed = row.agreed_for.timestamp() if row.agreed_for else inf
    return row.state == Match.State.SCHEDULED, inf if row.round is None else row.round, agreed, row.id


def latest_matches(league: League) -> Sequence[tuple[int, datetime | None]]:
    """Matches that count with the moment of their confirmation, the latest first; imported records have none and come
    last, the latest import first. One query for each ``league`` as it was read: the news of the page ask, too."""
    held = vars(league)
    if "latest_matches" not in held:
        held["latest_matches"] = _latest(league.pk)
    found: Sequence[tuple[int, datetime | None]] = held["latest_matches"]
    return found


@Prepared
def _latest(league: int) -> QuerySet[Match, Any]:
    rows = Match.objects.filter(league=league, state__in=Match.PLAYED)
    return rows.order_by(F("confirmed_at").desc(nulls_last=True), "-pk").values_list("pk", "confirmed_at")[:AT_ONCE]


def past_rules_of(season: Season) -> list[PastRules]:
    """Older house rules under which matches of a season were played."""

    def rulesets() -> QuerySet[Match, Any]:
        played = Match.objects.filter(fixture__round__competition__season=season, state__in=Match.PLAYED)
        of_league = Coalesce("ruleset__made_from", "ruleset")
        return played.filter(ruleset__isnull=False).values(of_league=of_league)

    return rules_unlike_todays(season.league, rulesets)
