"""What each of a competition's pages shows. The number of queries does not depend on the competition's size."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from competitions.access import runs_it
from competitions.models import Competition
from competitions.names import TeamName, plain_names, player_names, teams_of_competition
from competitions.standings.chart import climb_chart
from competitions.standings.explanations import points_words, why_above
from competitions.standings.fixture_list import fixtures_of, shown_fixtures, shown_rounds
from competitions.standings.ladders import listed_order
from competitions.standings.leaders import Leader, counted_in, leaders_of
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
from rules.book.book import Book
from web.drawing.choices import Choice, Choices
from web.kept import worth_keeping

WHOLE = 60
"""A list of up to this many fixtures is shown whole, a longer one round by round."""
GLANCE = 20
"""How many lines of the table the competition's page shows, besides those of the reader's own teams."""
BEST = 5
"""How many players of each list the competition's page shows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownLeader:
    """A player in a list. The link of the name is that of the whole row."""

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


def entrants_of(competition: Competition, reader: Any = None) -> dict[int, TeamName]:
    """The competition's teams by id; without a reader, as all see them."""
    return teams_of_competition(competition.pk, reader)


def overview(competition: Competition) -> dict[str, Any]:
    """What everybody sees on a competition's page: what its format shows, or the table with the latest rounds."""
    teams, counts = entrants_of(competition), round_counts(competition)
    own = bracket_overview(competition, teams, runs=False)
    context = {
        "competition": competition,
        "matches": sum(each.matches for each in counts),
        "over": sum(each.over for each in counts),
        "lists": leader_lists(competition, teams, BEST),
        "order": listed_order(competition, teams),
        **own,
    }
    if not own:
        rounds = latest_rounds(competition, counts, teams)
        standings = standings_of(competition)
        context["chart"] = climb_chart(standings, teams)
        context["view"] = standings_view(
            competition, standings, teams, counts, rounds=rounds, length=GLANCE, why=True, for_all=True
        )
        context["looks"] = rounds_to_look_at(standings, counts)
    return context


def bracket_overview(competition: Competition, teams: Mapping[int, TeamName], *, runs: bool) -> dict[str, Any]:
    """What the format shows in place of a table; empty if it shows the table."""
    return competition.format.overview(competition, teams, runs) if competition.format.overview else {}


def points_by_round(competition: Competition, mine: Collection[str]) -> dict[str, Any]:
    """The chart for a reader with these marks: their own teams have lines first."""
    teams = entrants_of(competition)
    teams = {pk: replace(team, mine=team.mark in mine) for pk, team in teams.items()}
    return {"competition": competition, "chart": climb_chart(standings_of(competition), teams)}


def may_report(request: HttpRequest, competition: Competition) -> bool:
    """Whether the reader can report a game that they arranged themselves. One query for a coach at most."""
    chosen = competition.format.chosen_by_coaches and not competition.recorded
    return chosen and competition.state == Competition.State.RUNNING and plays_or_runs(request, competition)


def plays_or_runs(request: HttpRequest, competition: Competition) -> bool:
    """Whether the reader runs the league, or is a member with a team in the competition."""
    if runs_it(request) or "member" not in request.league_roles:
        return runs_it(request)
    return competition.entrants.filter(team__coach=request.user.pk).exists()


def whole_table(competition: Competition, asked: str) -> dict[str, Any]:
    """The whole table with reasons, now or after the round that the reader ``asked`` for; and two teams to compare."""
    now, counts, teams = standings_of(competition), round_counts(competition), entrants_of(competition)
    standings, then = table_after(competition, asked, now, counts)
    up_to = then.number if then else None
    return {
        "competition": competition,
        "view": standings_view(competition, standings, teams, counts, up_to=up_to, why=True),
        "then": then,
        "then_name": then.called if then else "",
        "looks": rounds_to_look_at(now, counts, then),
        **_compared(in_table(standings, teams), first_two(standings, teams)),
        **worth_keeping(asked in {"", *(str(each.number) for each in counts)}),
    }


def compared(competition: Competition, asked: str, one: str, other: str) -> dict[str, Any]:
    """Two teams that the reader named by their public ids, and why one is above the other; else the first two."""
    standings, then = table_after(competition, asked, standings_of(competition), round_counts(competition))
    teams = entrants_of(competition)
    found = comparison(standings, teams, one, other, competition.book) or first_two(standings, teams)
    return {"then": then, **_compared(in_table(standings, teams), found)}


def _compared(teams: Iterable[TeamName], comparison: Mapping[str, Any]) -> dict[str, Any]:
    """A comparison of two of the teams, with the choice of them: None if there are no teams."""
    named = [(team.public_id, team.name) for team in teams]
    labels = {"one": gettext("One team"), "other": gettext("Another team")}
    now = {name: comparison[name].public_id if name in comparison else "" for name in labels}
    found = [Choice(name, label, named, now[name]) for name, label in labels.items()]
    return {"comparison": comparison, "pair": Choices(found, css="form-select", ids=True) if named else None}


def in_table(standings: Standings, teams: Mapping[int, TeamName]) -> list[TeamName]:
    """The teams with a line, by name: a team that left with all its results has none."""
    ranked = {int(line.team) for line in standings.lines}
    return [team for team in teams.values() if team.id in ranked]


def table_after(
    competition: Competition, asked: str, now: Standings, counts: Sequence[RoundCount]
) -> tuple[Standings, RoundCount | None]:
    """The table as it was after the round that the reader asked for, with that round; else that of ``now``."""
    earlier = now.rounds[:-1] if asked else ()
    known = [each for each in counts if each.number in earlier] if earlier else []
    found = next((each for each in known if str(each.number) == asked), None)
    return (standings_after(competition, found.number), found) if found else (now, None)


def rounds_to_look_at(now: Standings, counts: Sequence[RoundCount], then: RoundCount | None = None) -> Choices | None:
    """The choice of a round with a result, the latest first, after which the table is shown; None if there is one."""
    if len(now.rounds) < 2:
        return None
    names = {each.number: each.name for each in counts}
    named = [(number, names.get(number) or round_name(number)) for number in reversed(now.rounds)]
    named[0] = (named[0][0], f"{named[0][1]} ({gettext('today')})")
    return _choice("round", gettext("After"), named, then.number if then else "")


def _choice(name: str, label: str, values: Iterable[tuple[object, object]], now: object) -> Choices:
    return Choices([Choice(name, label, values, now)], css="form-select", ids=True)


def comparison(standings: Standings, teams: Mapping[int, TeamName], one: str, other: str, book: Book) -> dict[str, Any]:
    """Two teams by their public ids with ``why`` one is above the other; empty if one is unknown."""
    known = {team.public_id: team for team in in_table(standings, teams)}
    above, below = known.get(one), known.get(other)
    if above is None or below is None:
        return {}
    names = plain_names(teams.values())
    lines = {line.team: line for line in standings.lines}
    sums = [{"team": team.name, "words": points_words(lines[team.id], book)} for team in dict.fromkeys((above, below))]
    return {"one": above, "other": below, "why": why_above(standings, above.id, below.id, names, book), "sums": sums}


def first_two(standings: Standings, teams: Mapping[int, TeamName]) -> dict[str, Any]:
    """The first two teams of a table, to choose others in their place."""
    first = [teams[int(line.team)] for line in standings.lines[:2]]
    return dict(zip(("one", "other"), first, strict=False))


def leader_lists(competition: Competition, teams: Mapping[int, TeamName], length: int) -> list[LeaderList]:
    """The lists of the best players, without empty ones."""
    found = leaders_of(competition)
    names = player_names({leader.player for leaders in found.values() for leader in leaders[:length]})
    return [
        LeaderList(
            key=each.key,
            name=str(each.name),
            short=str(each.short),
            leaders=[_shown(leader, names, teams) for leader in found[each.key][:length]],
        )
        for each in counted_in(competition.book)
        if found[each.key]
    ]


def _shown(leader: Leader, names: Mapping[int, str], teams: Mapping[int, TeamName]) -> ShownLeader:
    team = teams[leader.team]
    name = format_html('<a class="row" href="{}">{}</a>', team.player_url(leader.player), names[leader.player])
    return ShownLeader(rank=leader.rank, name=name, team=team, amount=leader.amount)


def fixture_lists(competition: Competition, wanted: str, of_team: str) -> dict[str, Any]:
    """Fixtures: all if there are few, else those of the round (its number) or the team (its public id) asked for."""
    teams = entrants_of(competition)
    rounds = round_counts(competition)
    team = next((each for each in teams.values() if each.public_id == of_team), None)
    numbers = {"", *(str(each.number) for each in rounds)}
    whole = sum(each.matches for each in rounds) <= WHOLE
    now = next((each for each in rounds if str(each.number) == wanted), None)
    if now is None and not whole:
        now = current_round(rounds)
    if team is None and now is not None:
        shown = shown_rounds([now.id], teams)
    else:
        every = fixtures_of(competition)
        shown = shown_fixtures(every if team is None else every.of_team(team.id), teams)
    names = {each.number: each.name for each in rounds}
    deadlines = {each.number: each.deadline for each in rounds}
    place = rounds.index(now) if now else 0
    return {
        "competition": competition,
        "rounds": as_rounds(shown, names, deadlines),
        "choices": _fixture_choices(rounds, None if team else now, list(teams.values()), team, whole),
        "before": rounds[place - 1] if now and place > 0 else None,
        "after": rounds[place + 1] if now and place + 1 < len(rounds) else None,
        **worth_keeping(wanted in numbers and (team is not None or not of_team)),
    }


def _fixture_choices(
    rounds: Sequence[RoundCount], now: RoundCount | None, teams: Sequence[TeamName], team: TeamName | None, whole: bool
) -> list[tuple[Choices, str]]:
    """The choice of a round and that of a team, each a form with its button; ``whole`` if all rounds can be shown."""
    found, every = [], [("", gettext("all"))]
    if len(rounds) > 1:
        named = [(each.number, each.called) for each in rounds]
        shown = _choice("round", gettext("Round"), [*(every if whole else ()), *named], now.number if now else "")
        found.append((shown, gettext("Show round")))
    if len(teams) > 2:
        several = [*every, *((each.public_id, each.name) for each in teams)]
        shown = _choice("team", gettext("Team"), several, team.public_id if team else "")
        found.append((shown, gettext("Show team")))
    return found
