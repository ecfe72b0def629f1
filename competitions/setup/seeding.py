"""The order of a competition's teams before the draw, as a commissioner sets it.

A bracket keeps its best apart and gives them the byes; a ladder begins in this order; a Swiss draw without results
pairs by it. A team without a number comes after those that have one, in the order of entry
(``competitions.setup.pairings``).
"""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from competitions.models import Competition, Entrant
from competitions.setup.services import NOT_ENTERED, TEAM_TWICE, hold, reread, take_fixtures_back
from competitions.standings.standings import results_changed
from leagues import log
from teams.models import Team
from web.errors import Message, Refusal

NO_ORDER = Message(
    id="competitions.no_order",
    text=_("In {competition} it makes no difference who comes first before the draw."),
    remedy=_("Draw it as it is."),
)

ORDERED = log.kind("competitions.order_set", _("{by} put the teams of {competition} in this order: {teams}."))
NOT_ORDERED = log.kind("competitions.order_taken_away", _("{by} took the order of {competition} before the draw away."))


@transaction.atomic
def set_order(*, competition: Competition, by: User, expected: int, order: Sequence[Team]) -> Competition:
    """Number the teams of ``order`` from 1, the best first, and no others; fixtures drawn already are taken back.

    Raises ``Refusal`` once it has started, where an order means nothing, for a team given twice or one that is not in
    it; ``StaleVersion``.
    """
    current = hold(competition, expected, Competition.State.DRAFT)
    if current.format.order_before_draw is None:
        raise Refusal(NO_ORDER, competition=current.name)
    entrants = {entrant.team_id: entrant for entrant in current.entrants.all()}
    if len({team.pk for team in order}) < len(order):
        twice = sorted({team.name for team in order if list(order).count(team) > 1})
        raise Refusal(TEAM_TWICE, teams=", ".join(twice), competition=current.name)
    for team in order:
        if team.pk not in entrants:
            raise Refusal(NOT_ENTERED, team=team.name, competition=current.name)
    for entrant in entrants.values():
        entrant.seed = None
    for place, team in enumerate(order, 1):
        entrants[team.pk].seed = place
    Entrant.objects.bulk_update(entrants.values(), ["seed"])
    take_fixtures_back(current)
    results_changed([current.pk])
    league, words = current.season.league, {"competition": current.name}
    if order:
        log.record(ORDERED, league=league, by=by, teams=", ".join(team.name for team in order), **words)
    else:
        log.record(NOT_ORDERED, league=league, by=by, **words)
    return reread(current)
