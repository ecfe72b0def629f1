"""What a competition does when a match changes: its table gets a new version, in the same transaction; a result lets it
go on."""

from __future__ import annotations

from typing import Any

from django.db.models import F
from django.dispatch import receiver

from competitions.formats.progress import go_on
from competitions.models import Competition
from competitions.previews.competition_reopening import take_up_again
from matches.models import Match
from matches.signals import match_changed

GO_ON = (Competition.Scheduling.KNOCK_OUT, Competition.Scheduling.SWISS)
"""Where a result makes new fixtures."""
GO_BACK = (Competition.Scheduling.KNOCK_OUT,)
"""Where fixtures are taken back that only a result had made."""


@receiver(match_changed, dispatch_uid="competitions.results_changed")
def raise_standings_version(sender: type[Match], match: Match, **kwargs: Any) -> None:
    """One write, whatever changed: a version too many costs a table worked out again, one too few would lie.

    A match that is to be played again may have been won before: a bracket takes its winner back, and a finished
    competition goes on. Raises ``Refusal`` where its season is closed.
    """
    if match.state == Match.State.SCHEDULED:
        take_up_again(match)
    part_of = Competition.objects.filter(rounds__fixtures__match=match)
    schemes = GO_ON if match.counts else GO_BACK if match.state == Match.State.SCHEDULED else ()
    if part_of.update(standings_version=F("standings_version") + 1) and schemes:
        for competition in part_of.filter(scheduling__in=schemes).select_related("season__league"):
            go_on(competition)
