"""A league's front page. The number of queries does not depend on the league's size."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf
from typing import Any

from django.db.models import Case, F, IntegerField, Q, QuerySet, Value, When
from django.http import HttpRequest
from django.utils.translation import gettext as _

from competitions.access import runs_it
from competitions.dashboard.kept_facts import tasks_to_run
from competitions.dashboard.todo import Task, for_commissioners, tasks_of
from competitions.formats.knock_out.card import BracketCard, bracket_cards
from competitions.match_rows import MatchRow, match_rows
from competitions.models import Competition, Season
from competitions.names import TeamName, page, teams_named
from competitions.rulings.going_on import competitions_of
from competitions.standings.columns import Column, card_columns
from competitions.standings.fixture_list import ShownFixture, shown_matches
from competitions.standings.ladders import order_shown
from competitions.standings.standings import Standings, standings_of_all
from competitions.standings.view import ConferenceRows, StandingsRow, conference_rows, table_rows
from leagues.models import League
from leagues.selectors import PastRules, rules_unlike_todays
from matches.models import Match
from teams.models import Team

WITHOUT_RESULT = tuple(state for state in Match.State if state not in (*Match.PLAYED, Match.State.DROPPED))
NOT_OVER = (*WITHOUT_RESULT, Match.State.POST_MATCH)
NEXT, LAST = 8, 6
"""How many next matches and latest results are listed."""
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


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnTeam:
    """One of the reader's teams with its places in tables, how far it got in knock-outs, and its next match."""

    team: TeamName
    places: list[tuple[Competition, StandingsRow]]
    cups: list[tuple[Competition, str]]
    next_match: ShownFixture | None


def front_page(request: HttpRequest, league: League) -> dict[str, Any]:
    """The context of the page."""
    runs = runs_it(request)
    seasons = list(league.seasons.order_by("-number"))
    season = current_season(seasons)
    competitions = competitions_of(season, going_on=runs) if season else []
    teams = teams_named(league.teams.all(), request.user)
    mine = [team for team in teams.values() if team.mine and team.state != Team.State.RETIRED]
    coming, results, own = _matches(league, mine, runs)
    cards = cards_of(competitions, teams, length=SHORT)
    return {
        "season": season,
        "seasons": seasons,
        "cards": cards[:TABLES],
        "more_cards": cards[TABLES:],
        "several": len(competitions) > 1 or len(seasons) > 1,
        "coming": shown_matches(coming, teams),
        "results": shown_matches(results, teams),
        "own_teams": own_teams(mine, cards, shown_matches(own, teams)),
        "tasks": tasks_for(request, league, mine, teams, own),
        "runs_it": runs,
        "steps": first_steps(league, seasons, competitions, teams) if runs else [],
        "team_count": sum(team.state == Team.State.ACTIVE for team in teams.values()),
        "may_found": "member" in request.league_roles and not league.archived,
    }


def _matches(
    league: League, mine: Sequence[TeamName], runs: bool
) -> tuple[list[MatchRow], list[MatchRow], list[MatchRow]]:
    """Next matches; latest results; the open matches of the reader's teams, with those that may need a commissioner."""
    coming = list(coming_matches(league).values_list("pk", flat=True)[:NEXT])
    results = list(last_results(league).values_list("pk", flat=True)[:LAST])
    own: set[int] = set()
    if mine or runs:
        open_ones = Q(sides__team__in=[team.id for team in mine], state__in=NOT_OVER)
        waiting = for_commissioners() if runs else Q()
        own = set(league.matches.filter(open_ones | waiting).values_list("pk", flat=True))
    rows = match_rows({*coming, *results, *own})
    found_coming, found_results, found_own = ([rows[pk] for pk in ids] for ids in (coming, results, own))
    return found_coming, found_results, sorted(found_own, key=turn)


def current_season(seasons: Sequence[Season]) -> Season | None:
    """The latest open season, or the latest if none is open; ``seasons`` come latest first."""
    return next((season for season in seasons if season.state == Season.State.OPEN), seasons[0] if seasons else None)


def cards_of(
    competitions: Sequence[Competition], teams: Mapping[int, TeamName], length: int, *, for_all: bool = False
) -> list[Card]:
    """A season's competitions with the first lines of their tables, or their brackets.

    More competitions need no more queries, except ladders that are not in the cache. If there is only one, its table is
    longer and has more columns. A ladder's table is in the order of the ladder. ``for_all``: for all readers together.
    """
    tables = standings_of_all(competitions)
    brackets = bracket_cards(competitions, teams)
    roomy = len(competitions) == 1
    length = LONG if roomy else length
    return [
        Card(
            competition=competition,
            standings=tables[competition.pk],
            rows=table_rows(
                competition,
                tables[competition.pk],
                teams,
                rungs=order_shown(competition),
                length=length,
                for_all=for_all,
            ),
            columns=card_columns(roomy),
            roomy=roomy,
            bracket=brackets.get(competition.pk),
            conferences=conference_rows(competition, tables[competition.pk], teams, length=length, for_all=for_all),
        )
        for competition in competitions
    ]


def coming_matches(league: League) -> QuerySet[Match]:
    """A league's matches without a result yet, the next first."""
    return coming_first(league.matches.filter(state__in=WITHOUT_RESULT))


def coming_first(matches: QuerySet[Match]) -> QuerySet[Match]:
    """Matches under way first, then round by round, then friendlies."""
    begun = Case(When(state=Match.State.SCHEDULED, then=Value(1)), default=Value(0), output_field=IntegerField())
    number, agreed = F("fixture__round__number"), F("fixture__agreed_for")
    return matches.order_by(begun, number.asc(nulls_last=True), agreed.asc(nulls_last=True), "pk")


def turn(row: MatchRow) -> tuple[bool, float, float, int]:
    """A sort key: the order of ``coming_first``."""
    agreed = row.agreed_for.timestamp() if row.agreed_for else inf
    return row.state == Match.State.SCHEDULED, inf if row.round is None else row.round, agreed, row.id


def last_results(league: League) -> QuerySet[Match]:
    """Matches that count, the latest first; imported records have no dates and come last, the latest import first."""
    return league.matches.filter(state__in=Match.PLAYED).order_by(F("confirmed_at").desc(nulls_last=True), "-pk")


def own_teams(mine: Sequence[TeamName], cards: Sequence[Card], coming: Sequence[ShownFixture]) -> list[OwnTeam]:
    """The reader's teams; ``coming`` are their open matches, including those in the post-match."""
    return [
        OwnTeam(
            team=team,
            places=[
                (card.competition, row)
                for card in cards
                if card.bracket is None
                for row in card.rows
                if row.team == team
            ],
            cups=[
                (card.competition, card.bracket.reached[team.id])
                for card in cards
                if card.bracket is not None and team.id in card.bracket.reached
            ],
            next_match=next(
                (match for match in coming if match.score is None and team in (match.home, match.away)), None
            ),
        )
        for team in mine
    ]


def tasks_for(
    request: HttpRequest,
    league: League,
    mine: Sequence[TeamName],
    teams: Mapping[int, TeamName],
    matches: Sequence[MatchRow],
) -> list[Task]:
    """The reader's to-do list in this league; ``matches`` are their open ones, and disputes to settle."""
    if not request.user.is_authenticated or league.archived:
        return []
    run = {league.pk: league} if runs_it(request) else {}
    tasks = tasks_of(
        request.user,
        teams=mine if "member" in request.league_roles else [],
        run=run,
        submitted=[team for team in teams.values() if team.state == Team.State.SUBMITTED] if run else [],
        matches=matches,
        names=teams,
    )
    return [*tasks, *tasks_to_run(run)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A step that a new league takes before its first match; ``state`` as in ``components/_steps.html``."""

    label: str
    url: str
    state: str


def first_steps(
    league: League, seasons: Sequence[Season], competitions: Sequence[Competition], teams: Mapping[int, TeamName]
) -> list[Step]:
    """The commissioner's steps to a first match; empty once a competition has started."""
    if any(competition.state != Competition.State.DRAFT for competition in competitions) or len(seasons) > 1:
        return []
    active = sum(team.state == Team.State.ACTIVE for team in teams.values())
    first = competitions[0] if competitions else None
    chosen = first is not None and first.format.chosen_by_coaches
    season = seasons[0] if seasons else None
    opening = page("competitions:open_season", league.slug)
    set_up = page("competitions:create", league.slug, season.number) if season else ""
    manage = page("competitions:manage", first.public_id) if first else ""
    ways = [
        (_("Invite coaches"), page("leagues:invite", league.slug), len(teams) > 1),
        (_("Approve two teams or more"), page("teams:approvals", league.slug), active > 1),
        (_("Open a season"), opening, season is not None),
        (_("Create a competition"), set_up, first is not None),
        *([] if chosen else [(_("Draw fixtures"), manage, bool(first and first.seed))]),
        (_("Start it"), manage, False),
    ]
    now = next(place for place, (_label, _url, done) in enumerate(ways) if not done)
    return [
        Step(label=label, url="" if done else url, state="done" if done else "now" if place == now else "to come")
        for place, (label, url, done) in enumerate(ways)
    ]


def past_rules_of(season: Season) -> list[PastRules]:
    """Older house rules under which matches of a season were played."""
    matches = Match.objects.filter(fixture__round__competition__season=season, state__in=Match.PLAYED)
    return rules_unlike_todays(season.league, matches.filter(ruleset__isnull=False).values("ruleset"))
