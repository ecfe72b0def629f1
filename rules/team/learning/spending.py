"""Star player points as a purse: a player earns them, and spends them on what they learn.

Editions whose points are spent name these functions. What an improvement costs is the edition's own business.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.book.edition import Ruleset
from rules.book.growth import Objection, Standing
from rules.sheet.sheet import PlayerSheet, TeamSheet
from rules.team.roster_places import roster_objections


def standing(ruleset: Ruleset, line: PlayerSheet) -> Standing:
    """The points that a player has left to spend. Nothing is owed: a player may always save."""
    return Standing(left=points_left(line))


def points_left(line: PlayerSheet) -> int:
    """The points that a player has earned and not spent; below 0 if a correction took some of them."""
    return line.spp - line.spent


def findings(ruleset: Ruleset, before: TeamSheet, after: TeamSheet) -> Iterator[Objection]:
    """What a step of a journal breaks: points spent that were not there, a full roster or position."""
    for line in after.players:
        earlier = before.player(line.player)
        if earlier is not None and line.spent > earlier.spent and points_left(line) < 0:
            args = (("player", line.player), ("spp", points_left(earlier)), ("price", line.spent - earlier.spent))
            yield Objection(id="correction.points_missing", args=args)
    yield from roster_objections(ruleset, before, after)
