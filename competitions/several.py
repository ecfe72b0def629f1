"""Several unplayed matches changed at once: moved to another round, turned round, deleted; all of them or none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from competitions import fixtures
from competitions.models import Competition, Fixture
from leagues.errors import Message, Refusal

Change = Literal["move", "swap", "delete"]
CHANGES: tuple[Change, ...] = ("move", "swap", "delete")
NONE_CHOSEN = Message(
    id="competitions.no_fixtures_chosen", text=_("No match was chosen."), remedy=_("Tick at least one of the list.")
)
NOT_OF_IT = Message(
    id="competitions.fixture_not_of_it",
    text=_("One of these matches is not in {competition} any more; nothing was changed."),
    remedy=_("Look at its fixtures as they are now."),
    status=409,
)


@transaction.atomic
def change_several(
    *, competition: Competition, by: User, chosen: Sequence[tuple[int, int]], change: Change, to: int = 0
) -> int:
    """Changes matches that are not opened, each (by id) as it was seen at its version; says how many.

    Raises ``Refusal`` or ``StaleVersion`` at the first that cannot be changed; then none is.
    """
    if not chosen:
        raise Refusal(NONE_CHOSEN, field="fixtures")
    rows = Fixture.objects.select_related("round__competition").filter(round__competition=competition)
    found = {row.pk: row for row in rows.filter(pk__in=[fixture for fixture, _version in chosen])}
    for fixture, version in chosen:
        row = found.get(fixture)
        if row is None:
            raise Refusal(NOT_OF_IT, competition=competition.name)
        if change == "move":
            fixtures.move_fixture(fixture=row, by=by, expected=version, to=to)
        elif change == "swap":
            fixtures.swap_sides(fixture=row, by=by, expected=version)
        else:
            fixtures.delete_fixture(fixture=row, by=by, expected=version)
    return len(chosen)
