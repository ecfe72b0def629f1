"""Several fixtures at once: moved into another round, turned round, deleted. All of them, or none."""

from __future__ import annotations

from collections.abc import Collection

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from accounts.models import User
from competitions.fixtures import delete_fixture, move_fixture, swap_sides
from competitions.models import Competition, Fixture
from competitions.setup.services import hold, reread
from leagues.errors import Message, Refusal
from matches.models import Match

DELETE, SWAP, MOVE = "delete", "swap", "move"

NONE_CHOSEN = Message(
    id="competitions.no_fixture_chosen", text=_("No match was chosen."), remedy=_("Tick at least one.")
)
NOT_THERE = Message(
    id="competitions.fixtures_gone",
    text=ngettext_lazy(
        "{count} of these matches is not among the unplayed ones any more; nothing was changed.",
        "{count} of these matches are not among the unplayed ones any more; nothing was changed.",
        "count",
    ),
    remedy=_("The page lists those that can be changed now: tick them there."),
    status=409,
)


def unplayed(competition: Competition) -> QuerySet[Fixture]:
    """The fixtures that nobody opened or decided, byes included, in order of play."""
    waiting = Fixture.objects.filter(round__competition=competition, decision__isnull=True)
    waiting = waiting.filter(Q(match__isnull=True) | Q(match__state=Match.State.SCHEDULED))
    return waiting.select_related("home", "away", "round").order_by("round__number", "order", "pk")


@transaction.atomic
def change_fixtures(
    *,
    competition: Competition,
    by: User,
    expected: int,
    fixtures: Collection[int],
    what: str,
    to: int | None = None,
) -> Competition:
    """Do ``what`` to all of these fixtures (by id), each by its own service. Raises ``Refusal``, ``StaleVersion``."""
    current = hold(competition, expected, Competition.State.DRAFT, Competition.State.RUNNING)
    if not fixtures:
        raise Refusal(NONE_CHOSEN, field="fixtures")
    found = [row for row in unplayed(current) if row.pk in fixtures]
    if len(found) != len(set(fixtures)):
        raise Refusal(NOT_THERE, count=len(set(fixtures)) - len(found))
    for row in found:
        given = {"fixture": row, "by": by, "expected": row.version}
        if what == DELETE:
            delete_fixture(**given)
        elif what == SWAP:
            swap_sides(**given)
        else:
            assert what == MOVE and to is not None
            move_fixture(**given, to=to)
    return reread(current)
