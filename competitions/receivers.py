"""What a competition does when a match changes: its table gets a new version, in the same transaction."""

from __future__ import annotations

from typing import Any

from django.db.models import F
from django.dispatch import receiver

from competitions.models import Competition
from matches.models import Match
from matches.signals import match_changed


@receiver(match_changed, dispatch_uid="competitions.results_changed")
def raise_standings_version(sender: type[Match], match: Match, **kwargs: Any) -> None:
    """One write, whatever changed: a version too many costs a table worked out again, one too few would lie."""
    part_of = Competition.objects.filter(rounds__fixtures__match=match)
    part_of.update(standings_version=F("standings_version") + 1)
