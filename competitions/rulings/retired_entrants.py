"""Teams that were retired in the middle of a competition: their matches wait for the commissioner's word.

A team retires in a room below, which knows no competitions; what becomes of its matches is said on the competition's
page of teams (``competitions.rulings.withdrawals``).
"""

from __future__ import annotations

from django.db.models import Exists, OuterRef, Q, QuerySet

from competitions.models import Entrant, Fixture
from matches.models import Match
from teams.models import Team


def gone_with_matches() -> QuerySet[Entrant]:
    """The entrants whose team is retired and still has matches to play, of whom nobody has said that they leave."""
    his = Q(home=OuterRef("team")) | Q(away=OuterRef("team"))
    to_play = Q(match__isnull=True) | Q(match__state=Match.State.SCHEDULED)
    left = Fixture.objects.filter(
        his, to_play, round__competition=OuterRef("competition"), away__isnull=False, home_outcome=""
    )
    retired = Entrant.objects.filter(team__state=Team.State.RETIRED, withdrawal__isnull=True)
    return retired.filter(Exists(left))
