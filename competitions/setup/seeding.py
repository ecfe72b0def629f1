"""The order of a competition's teams before the draw, set by a commissioner.

In a bracket the first teams get the byes and meet late. A ladder starts in this order. A Swiss draw without results
uses it for pairing. Teams without a number come last, in the order of entry.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from competitions.models import Competition, Entrant
from competitions.setup.services import NOT_ENTERED, TEAM_TWICE, delete_fixtures, hold, reread
from competitions.standings.standings import results_changed
from leagues import log
from teams.models import Team
from web.errors import Message, Refusal

NO_ORDER = Message(
    id="competitions.no_order",
    text=_("In {competition} the order before the draw makes no difference."),
    remedy=_("Draw its fixtures without an order."),
)

ORDERED = log.kind("competitions.order_set", _("{by} put the teams of {competition} in this order: {teams}."))
NOT_ORDERED = log.kind("competitions.order_taken_away", _("{by} removed the order of {competition} before the draw."))


@transaction.atomic
def set_order(*, competition: Competition, by: User, expected: int, order: Sequence[Team]) -> Competition:
    """Number the teams of ``order`` from 1, the best first, and no others. Drawn fixtures are deleted.

    Raises ``Refusal`` after the start, for a format without such an order, for a team given twice or not in the
    competition; ``StaleVersion``.
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
    delete_fixtures(current)
    results_changed([current.pk])
    league, words = current.season.league, {"competition": current.name}
    if order:
        log.record(ORDERED, league=league, by=by, teams=", ".join(team.name for team in order), **words)
    else:
        log.record(NOT_ORDERED, league=league, by=by, **words)
    return reread(current)
