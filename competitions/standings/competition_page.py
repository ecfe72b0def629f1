"""A competition's pages: what each of them shows, gathered in as many queries whatever the competition's size."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.core.cache import cache
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from competitions.access import runs_it
from competitions.cache_keys import KEPT_FOR
from competitions.models import Competition, Fixture
from competitions.models.bracket_names import round_names
from competitions.names import TeamName, plain_names, player_names, teams_named
from competitions.ranking.cut_lines import cut_lines_of
from competitions.standings.adjustments import shown_adjustments
from competitions.standings.chart import climb_chart
from competitions.standings.explanations import points_words, why_above
from competitions.standings.fixture_list import ShownFixture, in_order, shown_fixtures
from competitions.standings.leaders import DEEDS, Leader, leaders_of
from competitions.standings.standings import Standings, cache_key, standings_after, standings_of
from competitions.standings.table_page import (
    FULL,
    conference_tables,
    head_of_table,
    heads,
    how_ranked,
    legend,
    shown_lines,
)
from matches.models import Match
from teams.models import Team

WHOLE = 60
"""A list of so many fixtures is shown whole, a longer one round by round."""
GLANCE = 20
"""How many lines of the table stand on the competition's page, the reader's own teams apart."""
LONG_ROUND = 12
"""A round of more matches stands on the competition's page alone, without the one before it."""
BEST = 5
"""How many players of each list stand on the competition's page."""


class RoundCount(NamedTuple):
    """A round: how many of its matches there are, and how many have a result."""

    id: int
    number: int
    name: str
    matches: int
    over: int
    deadline: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownRound:
    """A round with its fixtures, byes apart."""

    number: int
    name: str
    fixtures: list[ShownFixture]
    byes: list[TeamName]
    deadline: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownLeader:
    """A player in a list, by name."""

    rank: int
    name: SafeString
    team: TeamName
    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaderList:
    """The best at one thing."""

    key: str
    name: str
    short: str
    leaders: list[ShownLeader]


def entrants_of(competition: Competition, request: HttpRequest) -> dict[int, TeamName]:
    """The competition's teams by id."""
    return teams_named(Team.objects.filter(entries__competition=competition), request.user)


def overview(request: HttpRequest, competition: Competition, teams: Mapping[int, TeamName]) -> dict[str, Any]:
    """What every kind of competition shows at a glance: how far it is, and its best players."""
    rounds = round_counts(competition)
    return {
        "competition": competition,
        "matches": sum(each.matches for each in rounds),
        "over": sum(each.over for each in rounds),
        "lists": leader_lists(competition, teams, BEST),
        "runs_it": runs_it(request),
        "may_report": _may_report(request, competition, teams),
    }


def table_at_a_glance(competition: Competition, teams: Mapping[int, TeamName]) -> dict[str, Any]:
    """Table, the round that is on and the one before, points by round."""
    standings = standings_of(competition)
    return {
        **table_context(competition, standings),
        "lines": head_of_table(standings, teams, FULL, GLANCE, cut_lines_of(competition)),
        "conferences": conference_tables(competition, standings, teams, length=GLANCE),
        "more": max(0, len(standings.lines) - GLANCE),
        "adjustments": shown_adjustments(competition, teams),
        "rounds": rounds_that_are_on(competition, round_counts(competition), teams),
        "chart": climb_chart(standings, teams),
    }


def _may_report(request: HttpRequest, competition: Competition, teams: Mapping[int, TeamName]) -> bool:
    """Whether the reader can report a game that he found himself."""
    if not competition.chosen_by_coaches or competition.state != Competition.State.RUNNING:
        return False
    mine = any(team.mine for team in teams.values()) and "member" in request.league_roles
    return not competition.recorded and (mine or runs_it(request))


def for_paper(request: HttpRequest, competition: Competition) -> dict[str, Any]:
    """The whole table, and the rounds that are on."""
    teams = entrants_of(competition, request)
    rounds = round_counts(competition)
    return {
        **whole_table(competition, standings_of(competition), teams),
        "teams": teams,
        "adjustments": shown_adjustments(competition, teams),
        "rounds": rounds_that_are_on(competition, rounds, teams),
        "matches": sum(each.matches for each in rounds),
        "over": sum(each.over for each in rounds),
    }


def rounds_that_are_on(
    competition: Competition, rounds: Sequence[RoundCount], teams: Mapping[int, TeamName]
) -> list[ShownRound]:
    """The present round and, where that is not a long one, the one before it."""
    now = current_round(rounds)
    if now is None:
        return []
    place = rounds.index(now)
    wanted = rounds[max(0, place - 1) : place + 1] if now.matches <= LONG_ROUND else [now]
    fixtures = in_order(fixtures_of(competition).filter(round__in=[each.id for each in wanted]))
    names = {each.number: each.name for each in wanted}
    deadlines = {each.number: each.deadline for each in wanted}
    return as_rounds(shown_fixtures(fixtures, teams), names, deadlines)[::-1]


def whole_table(
    competition: Competition, standings: Standings, teams: Mapping[int, TeamName], *, why: bool = False
) -> dict[str, Any]:
    """What the whole table needs; ``why`` adds the reason for each place."""
    lines = shown_lines(standings, teams, why=why, cut_lines=cut_lines_of(competition))
    conferences = conference_tables(competition, standings, teams, why=why)
    return {**table_context(competition, standings), "lines": lines, "conferences": conferences}


def table_after(request: HttpRequest, competition: Competition) -> tuple[Standings, RoundCount | None]:
    """The table that is asked for: as it stood after a round, with that round, else the present one."""
    now = standings_of(competition)
    asked = request.GET.get("round", "")
    earlier = now.rounds[:-1] if asked else ()
    known = [each for each in round_counts(competition) if each.number in earlier]
    found = next((each for each in known if str(each.number) == asked), None)
    return (standings_after(competition, found.number), found) if found else (now, None)


def rounds_to_look_at(competition: Competition) -> list[dict[str, Any]]:
    """The rounds after which the table can be looked at, the last first: those with a result."""
    played = standings_of(competition).rounds
    names = {each.number: each.name for each in round_counts(competition)}
    return [{"number": number, "name": names.get(number) or round_name(number)} for number in reversed(played)]


def table_context(competition: Competition, standings: Standings) -> dict[str, Any]:
    """What is said of a table beside its lines."""
    points, tie_breakers = how_ranked(competition)
    return {
        "competition": competition,
        "standings": standings,
        "heads": heads(FULL),
        "legend": legend(FULL, standings),
        "points_words": points,
        "tie_breaker_words": tie_breakers,
    }


def comparison(request: HttpRequest, standings: Standings, teams: Mapping[int, TeamName]) -> dict[str, Any]:
    """Two teams to compare, those asked for or else the first two; ``why`` where they were asked for."""
    known = {team.public_id: team for team in teams.values()}
    asked = [known.get(request.GET.get(which, "")) for which in ("one", "other")]
    if None not in asked:
        one, other = asked
        names = plain_names(teams.values())
        lines = {line.team: line for line in standings.lines}
        sums = [{"team": team.name, "words": points_words(lines[team.id])} for team in dict.fromkeys((one, other))]
        return {"one": one, "other": other, "why": why_above(standings, one.id, other.id, names), "sums": sums}
    first = [teams[int(line.team)] for line in standings.lines[:2]]
    return dict(zip(("one", "other"), first, strict=False))


def fixtures_of(competition: Competition) -> QuerySet[Fixture]:
    """All fixtures of a competition."""
    return Fixture.objects.filter(round__competition=competition)


def round_counts(competition: Competition) -> list[RoundCount]:
    """The competition's rounds: from the cache, else with one query."""
    key = cache_key(competition, "round_counts")
    kept: list[RoundCount] | None = cache.get(key)
    if kept is None:
        kept = _round_counts(competition)
        cache.set(key, kept, KEPT_FOR)
    if competition.scheduling != Competition.Scheduling.KNOCK_OUT or competition.recorded:
        return kept
    # Names are worded after the cache, in the reader's language.
    names = round_names(len(kept), competition.legs)
    return [each._replace(name=name) for each, name in zip(kept, names, strict=True)]


def _round_counts(competition: Competition) -> list[RoundCount]:
    paired = Q(fixtures__away__isnull=False)
    over = paired & (Q(fixtures__match__state__in=Match.PLAYED) | ~Q(fixtures__home_outcome=""))
    rows = competition.rounds.annotate(matches=Count("fixtures", filter=paired), over=Count("fixtures", filter=over))
    return [RoundCount(**row) for row in rows.order_by("number").values(*RoundCount._fields)]


def current_round(rounds: Sequence[RoundCount]) -> RoundCount | None:
    """The round that is on: the one after the last with a result where that is complete, else that one."""
    begun = [place for place, each in enumerate(rounds) if each.over]
    if not rounds:
        return None
    if not begun:
        return rounds[0]
    last = begun[-1]
    complete = rounds[last].over == rounds[last].matches
    return rounds[min(last + complete, len(rounds) - 1)]


def as_rounds(
    fixtures: Sequence[ShownFixture],
    names: Mapping[int, str] | None = None,
    deadlines: Mapping[int, datetime | None] | None = None,
) -> list[ShownRound]:
    """Fixtures, in order, by their rounds."""
    rounds: dict[int, ShownRound] = {}
    for fixture in fixtures:
        assert fixture.round is not None
        if fixture.round not in rounds:
            name = (names or {}).get(fixture.round, "") or round_name(fixture.round)
            deadline = (deadlines or {}).get(fixture.round)
            shown = ShownRound(number=fixture.round, name=name, fixtures=[], byes=[], deadline=deadline)
            rounds[fixture.round] = shown
        if fixture.away is None:
            rounds[fixture.round].byes.append(fixture.home)
        else:
            rounds[fixture.round].fixtures.append(fixture)
    return list(rounds.values())


def round_name(number: int) -> str:
    """What a round without a name is called; records of open play know no rounds and have everything in round 0."""
    return _("Round %(number)s") % {"number": number} if number else _("Matches")


def leader_lists(competition: Competition, teams: Mapping[int, TeamName], length: int) -> list[LeaderList]:
    """The lists of the best players that are not empty."""
    found = leaders_of(competition)
    names = player_names({leader.player for leaders in found.values() for leader in leaders[:length]})
    return [
        LeaderList(
            key=deed.key,
            name=str(deed.name),
            short=str(deed.short),
            leaders=[_shown(leader, names, teams) for leader in found[deed.key][:length]],
        )
        for deed in DEEDS
        if found[deed.key]
    ]


def _shown(leader: Leader, names: Mapping[int, str], teams: Mapping[int, TeamName]) -> ShownLeader:
    team = teams[leader.team]
    name = team.player_link(leader.player, names[leader.player])
    return ShownLeader(rank=leader.rank, name=name, team=team, amount=leader.amount)


def fixture_lists(request: HttpRequest, competition: Competition) -> dict[str, Any]:
    """Fixtures: all of them where they are few, otherwise one round or one team's, as asked for."""
    teams = entrants_of(competition, request)
    rounds = round_counts(competition)
    by_public_id = {team.public_id: team for team in teams.values()}
    team = by_public_id.get(request.GET.get("team", ""))
    whole = sum(each.matches for each in rounds) <= WHOLE
    wanted = request.GET.get("round", "")
    now = next((each for each in rounds if str(each.number) == wanted), None)
    if now is None and not whole:
        now = current_round(rounds)
    fixtures = fixtures_of(competition)
    if team is not None:
        fixtures = fixtures.filter(Q(home=team.id) | Q(away=team.id))
    elif now is not None:
        fixtures = fixtures.filter(round=now.id)
    names = {each.number: each.name for each in rounds}
    deadlines = {each.number: each.deadline for each in rounds}
    place = rounds.index(now) if now else 0
    return {
        "competition": competition,
        "rounds": as_rounds(shown_fixtures(in_order(fixtures), teams), names, deadlines),
        "all_rounds": [{"number": each.number, "name": each.name or round_name(each.number)} for each in rounds],
        "now": None if team else now,
        "before": rounds[place - 1] if now and place > 0 else None,
        "after": rounds[place + 1] if now and place + 1 < len(rounds) else None,
        "team": team,
        "teams": list(teams.values()),
        "whole": whole,
        "runs_it": runs_it(request),
    }
