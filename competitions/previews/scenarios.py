"""Scenarios of what a league does between matches: a division, its table, the play-offs (``rules.scenarios.scenario``).

What is given stands under ``league``. A division has ``teams``. A table has them too, and ``results`` as
``[Anvils, 2-1, Badgers]``, with the casualties of both sides after it if they matter (``3-0``); ``points`` and
``tie_breakers`` are what a commissioner sets, without them as in the book. Play-offs have ``divisions``: the teams that
play off by the name of their division, the best first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from competitions.pairing.crosswise import crosswise
from competitions.pairing.knock_out import draw_bracket
from competitions.pairing.refusals import DrawRefused
from competitions.pairing.round_robin import draw_round_robin
from competitions.ranking.tables import Outcome, Points, Result, Scheme, Side, rank_teams
from competitions.setup.setup import usual_meetings, usual_points, usual_tie_breakers, with_points
from rules.book.edition import Ruleset
from rules.scenarios.scenario import PLAYERS
from rules.scenarios.team import ScenarioError, known_keys

FEWEST = 4


def play_division(rules: Ruleset, scenario: Mapping[str, Any]) -> dict[str, Any]:
    """Draws the rounds of a new division as its settings begin by the book."""
    known_keys("league", league := scenario["league"], ("teams",))
    teams = league["teams"]
    play = rules.book.league_play
    legs = usual_meetings(rules.book, "round_robin")
    try:
        rounds = draw_round_robin(teams, legs=legs)
    except DrawRefused as refused:
        raise ScenarioError(f"league: {refused}") from None
    met = Counter(frozenset((each.home, each.away)) for one in rounds for each in one.pairings)
    often = set(met.values())
    return {
        "pairs": len(met),
        "meetings": often.pop() if len(often) == 1 else sorted(often),
        "rounds": len(rounds),
        "enough_teams": play is None or len(teams) >= play.fewest_teams,
    }


def play_table(rules: Ruleset, scenario: Mapping[str, Any]) -> dict[str, Any]:
    """Ranks teams by results: who is on which place, and with how many points."""
    known_keys("league", league := scenario["league"], ("teams", "results", "points", "tie_breakers"))
    usual = usual_points(rules.book)
    points = (with_points(usual) if usual else {}) | dict(league.get("points", {}))
    ties = tuple(league.get("tie_breakers", usual_tie_breakers(rules.book)))
    results = [_result(nth, *each) for nth, each in enumerate(league["results"], start=1)]
    try:
        rows = rank_teams(league["teams"], results, scheme=Scheme(points=Points(**points), tie_breakers=ties))
    except (TypeError, ValueError) as error:
        raise ScenarioError(f"league: {error}") from None
    return {
        "places": {str(nth): str(row.team) for nth, row in enumerate(rows, start=1)},
        "ranks": {str(row.team): row.rank for row in rows},
        "points": {str(row.team): row.tally.points for row in rows},
    }


def play_play_offs(rules: Ruleset, scenario: Mapping[str, Any]) -> dict[str, Any]:
    """Draws the bracket of play-offs as its form begins by the book."""
    known_keys("league", league := scenario["league"], ("divisions",))
    divisions, play = league["divisions"], rules.book.league_play
    division_of = {team: name for name, teams in divisions.items() for team in teams}
    most = max(map(len, divisions.values()))
    best = [teams[place] for place in range(most) for teams in divisions.values() if place < len(teams)]
    order = crosswise(best, division_of) if play is not None and play.across_divisions else best
    third_place = play is not None and play.third_place and len(best) >= FEWEST
    try:
        ties = draw_bracket(order, third_place=third_place)
    except DrawRefused as refused:
        raise ScenarioError(f"league: {refused}") from None
    first = [tie for tie in ties if tie.round == 1]
    stages = Counter(tie.stage for tie in ties if not tie.third_place)
    return {
        "first_round": sorted(" - ".join(sorted(str(side) for side in (tie.home, tie.away) if side)) for tie in first),
        "rounds": max(tie.round for tie in ties),
        "semi_finals": stages["semi_final"],
        "third_place": any(tie.third_place for tie in ties),
        "within_a_division": sum(division_of[tie.home] == division_of.get(tie.away) for tie in first if tie.home),
    }


def _result(nth: int, home: str, score: str, away: str, casualties: str = "0-0") -> Result:
    scores, hurt = (tuple(map(int, text.split("-"))) for text in (score, casualties))
    sign = (scores[0] > scores[1]) - (scores[0] < scores[1])
    outcomes = {1: (Outcome.WIN, Outcome.LOSS), 0: (Outcome.DRAW, Outcome.DRAW), -1: (Outcome.LOSS, Outcome.WIN)}[sign]
    sides = [
        Side(team=team, outcome=outcome, score=scores[place], casualties=hurt[place])
        for place, (team, outcome) in enumerate(zip((home, away), outcomes, strict=True))
    ]
    return Result(nth, nth, *sides)


PLAYERS.update(division=play_division, table=play_table, play_offs=play_play_offs)
