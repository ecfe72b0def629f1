"""What each of a competition's pages shows. The number of queries does not depend on the competition's size."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.utils.safestring import SafeString

from competitions.access import runs_it
from competitions.models import Competition
from competitions.names import TeamName, plain_names, player_names, teams_named
from competitions.standings.chart import climb_chart
from competitions.standings.explanations import points_words, why_above
from competitions.standings.fixture_list import fixtures_of, shown_fixtures
from competitions.standings.leaders import DEEDS, Leader, leaders_of
from competitions.standings.rounds import (
    RoundCount,
    as_rounds,
    current_round,
    latest_rounds,
    round_counts,
    round_name,
)
from competitions.standings.standings import Standings, standings_after, standings_of
from competitions.standings.view import standings_view
from teams.models import Team

WHOLE = 60
"""A list of up to this many fixtures is shown whole, a longer one round by round."""
GLANCE = 20
"""How many lines of the table the competition's page shows, besides those of the reader's own teams."""
BEST = 5
"""How many players of each list the competition's page shows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownLeader:
    """A player in a list, with a linked name."""

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
    """What the page of every kind of competition shows: how many matches are played, and the best players."""
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
    """The first lines of the table, the latest rounds, and points by round."""
    standings, counts = standings_of(competition), round_counts(competition)
    rounds = latest_rounds(competition, counts, teams)
    return {
        "view": standings_view(competition, standings, teams, counts, rounds=rounds, length=GLANCE),
        "chart": climb_chart(standings, teams),
    }


def _may_report(request: HttpRequest, competition: Competition, teams: Mapping[int, TeamName]) -> bool:
    """Whether the reader can report a game that they arranged themselves."""
    if not competition.format.chosen_by_coaches or competition.state != Competition.State.RUNNING:
        return False
    mine = any(team.mine for team in teams.values()) and "member" in request.league_roles
    return not competition.recorded and (mine or runs_it(request))


def for_paper(request: HttpRequest, competition: Competition) -> dict[str, Any]:
    """The whole table and the latest rounds."""
    teams = entrants_of(competition, request)
    counts = round_counts(competition)
    rounds = latest_rounds(competition, counts, teams)
    view = standings_view(competition, standings_of(competition), teams, counts, rounds=rounds)
    return {"competition": competition, "teams": teams, "view": view}


def table_after(request: HttpRequest, competition: Competition) -> tuple[Standings, RoundCount | None]:
    """The table as it was after the round that the reader asked for, with that round; else the current table."""
    now = standings_of(competition)
    asked = request.GET.get("round", "")
    earlier = now.rounds[:-1] if asked else ()
    known = [each for each in round_counts(competition) if each.number in earlier]
    found = next((each for each in known if str(each.number) == asked), None)
    return (standings_after(competition, found.number), found) if found else (now, None)


def rounds_to_look_at(competition: Competition) -> list[dict[str, Any]]:
    """The rounds with a result, the latest first: the reader can look at the table after each of them."""
    played = standings_of(competition).rounds
    names = {each.number: each.name for each in round_counts(competition)}
    return [{"number": number, "name": names.get(number) or round_name(number)} for number in reversed(played)]


def comparison(request: HttpRequest, standings: Standings, teams: Mapping[int, TeamName]) -> dict[str, Any]:
    """Two teams to compare: those asked for, with ``why`` one is above the other; else the first two."""
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


def leader_lists(competition: Competition, teams: Mapping[int, TeamName], length: int) -> list[LeaderList]:
    """The lists of the best players, without empty ones."""
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
    """Fixtures: all if there are few, else those of the round or the team that the reader asked for."""
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
        fixtures = fixtures.of_team(team.id)
    elif now is not None:
        fixtures = fixtures.filter(round=now.id)
    names = {each.number: each.name for each in rounds}
    deadlines = {each.number: each.deadline for each in rounds}
    place = rounds.index(now) if now else 0
    return {
        "competition": competition,
        "rounds": as_rounds(shown_fixtures(fixtures, teams), names, deadlines),
        "all_rounds": [{"number": each.number, "name": each.name or round_name(each.number)} for each in rounds],
        "now": None if team else now,
        "before": rounds[place - 1] if now and place > 0 else None,
        "after": rounds[place + 1] if now and place + 1 < len(rounds) else None,
        "team": team,
        "teams": list(teams.values()),
        "whole": whole,
        "runs_it": runs_it(request),
    }
