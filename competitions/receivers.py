"""What a competition does when a match changes: its table gets a new version, in the same transaction; a result lets it
go on."""

from __future__ import annotations

from typing import Any

from django.db.models import F
from django.dispatch import receiver

from competitions.models import Competition
from competitions.progress import go_on
from matches.models import Match
from matches.signals import match_changed

GO_ON = (Competition.Scheduling.KNOCK_OUT, Competition.Scheduling.SWISS)
"""Where a result makes new fixtures."""


@receiver(match_changed, dispatch_uid="competitions.results_changed")
def raise_standings_version(sender: type[Match], match: Match, **kwargs: Any) -> None:
    """One write, whatever changed: a version too many costs a table worked out again, one too few would lie."""
    part_of = Competition.objects.filter(rounds__fixtures__match=match)
    if part_of.update(standings_version=F("standings_version") + 1) and match.counts:
        for competition in part_of.filter(scheduling__in=GO_ON).select_related("season__league"):
            go_on(competition)
