"""The two legs of a tie count together: which of them may end level, although their stage needs a winner."""

from __future__ import annotations

from competitions.models import Fixture
from competitions.standings.results import outcomes_of
from matches.extensions import other_leg_decides
from matches.models import Match


@other_leg_decides.add
def decided_with_another(match: Match) -> bool:
    """Whether a leg may end level: the first always, the second if the first has a winner or is not played yet."""
    own = Fixture.objects.filter(match=match, tie__isnull=False).first()
    if own is None:
        return False
    *before, last = Fixture.objects.filter(tie=own.tie_id).order_by("round__number", "pk")
    if last != own:
        return True
    outcomes = outcomes_of(before)
    return any(outcome is None or outcome[2] != outcome[3] for outcome in (outcomes.get(leg.pk) for leg in before))
