"""Lots that the server draws for a competition's teams: the last tie-breaker.

Each team has a lot, a number from 1 to the number of teams; the highest is first. Lots are drawn once. A team that
enters later gets a random place among them, and the others stay in their order.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from competitions.models import Competition, Entrant
from competitions.setup.services import hold
from competitions.standings.standings import results_changed
from leagues import log
from web.errors import Message, Refusal

NO_LOTS = Message(
    id="competitions.no_lots",
    text=_("Lots are not a tie-breaker of {competition}."),
    remedy=_("Add the drawn lot to the tie-breakers first."),
)
ALL_DRAWN = Message(
    id="competitions.lots_drawn",
    text=_("Every team of {competition} already has a lot, and lots are drawn only once."),
    remedy=_("If a team joins later, draw again: only that team gets a new lot."),
    status=409,
)
DRAWN = log.kind("competitions.lots_drawn", _("{by} let the server draw lots for {competition}. Order: {teams}."))
LOT = "coin_toss"
"""The tie-breaker's key. A coin toss in imported records is stored as a lot too."""


@transaction.atomic
def draw_lots(*, competition: Competition, by: User, expected: int) -> Competition:
    """Draw a lot for every team without one. Raises ``Refusal``, ``StaleVersion``."""
    current = hold(
        competition, expected, Competition.State.DRAFT, Competition.State.RUNNING, Competition.State.FINISHED
    )
    if LOT not in current.tie_breakers:
        raise Refusal(NO_LOTS, competition=current.name)
    entrants = list(current.entrants.select_related("team").order_by("pk"))
    kept = {entrant.pk: entrant.coin_toss for entrant in entrants if entrant.coin_toss is not None}
    if len(kept) == len(entrants):
        raise Refusal(ALL_DRAWN, competition=current.name)
    lots = lots_drawn([entrant.pk for entrant in entrants], kept, secrets.randbelow)
    for entrant in entrants:
        entrant.coin_toss = lots[entrant.pk]
    Entrant.objects.bulk_update(entrants, ["coin_toss"])
    results_changed([current.pk])
    entrants.sort(key=lambda entrant: -lots[entrant.pk])
    names = ", ".join(entrant.team.name for entrant in entrants)
    log.record(DRAWN, league=current.season.league, by=by, competition=current.name, teams=names)
    return current


def lots_drawn(teams: Sequence[int], kept: Mapping[int, int], below: Callable[[int], int]) -> dict[int, int]:
    """Lots from 1 to the number of ``teams``. Teams in ``kept`` stay in order; the others are inserted at random.

    ``below(n)`` draws a number from 0 to n - 1.
    """
    order = sorted(kept, key=lambda team: kept[team])
    for team in teams:
        if team not in kept:
            order.insert(below(len(order) + 1), team)
    return {team: lot for lot, team in enumerate(order, start=1)}
