"""Lots drawn by the server for a competition's teams: the last word where no other tie-breaker decides.

Each team has one lot of as many as there are teams, the highest first. They are drawn once and stand: a team that
enters later gets its place among them by lot, and those before it keep their order.
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
    text=_("Lots decide nothing in {competition}: they are not among its tie-breakers."),
    remedy=_("Add the drawn lot to the tie-breakers first."),
)
ALL_DRAWN = Message(
    id="competitions.lots_drawn",
    text=_("Every team of {competition} has its lot; they stand as they were drawn."),
    remedy=_("The table counts them already. If a team joins later, draw again for its lot."),
    status=409,
)
DRAWN = log.kind(
    "competitions.lots_drawn", _("{by} had the server draw lots for {competition}, the highest first: {teams}.")
)
LOT = "coin_toss"
"""The tie-breaker's key: what records call a coin toss is kept as a lot too."""


@transaction.atomic
def draw_lots(*, competition: Competition, by: User, expected: int) -> Competition:
    """Draw a lot for every team that has none. Raises ``Refusal``, ``StaleVersion``."""
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
    """Lots from 1 to as many as there are ``teams``: those ``kept`` stay in order, each other one comes in anywhere.

    ``below(n)`` draws a number from 0 to n - 1.
    """
    order = sorted(kept, key=lambda team: kept[team])
    for team in teams:
        if team not in kept:
            order.insert(below(len(order) + 1), team)
    return {team: lot for lot, team in enumerate(order, start=1)}
