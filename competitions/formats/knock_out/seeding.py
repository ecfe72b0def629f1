"""The order in which a bracket seats its teams, and the pairs of the first round that this makes."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from competitions.models import Competition, Entrant
from competitions.pairing import knock_out
from competitions.pairing.crosswise import crosswise
from competitions.pairing.refusals import DrawRefused

Division = tuple[int, str]
"""A competition by its id, and the name of a conference in it."""
Pair = tuple[int, int | None]
"""The teams of a tie by id; the other one is None for a bye."""


def divisions_of(competition: Competition, teams: Sequence[int]) -> dict[int, Division]:
    """The division or conference from which each team comes, if that is known.

    It is looked for in the competitions from which teams qualify; without these, in the season's other competitions
    with a table, the oldest first.
    """
    sources = list(competition.feeds.values_list("source", flat=True))
    if not sources:
        others = competition.season.competitions.of_formats(lambda each: each.ranked_by_table)
        sources = list(others.exclude(pk=competition.pk).values_list("pk", flat=True))
    rows = Entrant.objects.filter(competition__in=sources, team__in=list(teams)).order_by("competition")
    found: dict[int, Division] = {}
    for team, source, conference in rows.values_list("team", "competition", "conference"):
        found.setdefault(team, (source, conference))
    return found


def seeded(competition: Competition, teams: Sequence[int], rng: Random | None = None) -> list[int]:
    """The teams, the best first, in the order in which the bracket seats them. With ``rng`` a lot decides a choice."""
    if not competition.options.crosswise:
        return list(teams)
    return [int(team) for team in crosswise(teams, divisions_of(competition, teams), rng)]


def draw_ties(competition: Competition, teams: Sequence[int], rng: Random | None = None) -> tuple[knock_out.Tie, ...]:
    """The ties of a bracket of these teams, the best first. Raises ``KnockOutRefused``."""
    options = competition.options
    order = seeded(competition, teams, rng if options.by_lot else None)
    by_lot = options.by_lot and not options.crosswise
    return knock_out.draw_bracket(order, by_lot=by_lot, third_place=options.third_place, rng=rng)


def first_round(competition: Competition, teams: Sequence[int]) -> list[Pair]:
    """The pairs that a draw of these teams, the best first, would make now.

    Empty if a lot decides them, or if they cannot be drawn.
    """
    if competition.options.by_lot or len(teams) < competition.format.fewest_teams:
        return []
    try:
        ties = draw_ties(competition, teams)
    except DrawRefused:
        return []
    return [(tie.home, tie.away) for tie in ties if tie.round == 1 and not tie.third_place]
