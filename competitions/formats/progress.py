"""How a competition continues after a changed result."""

from __future__ import annotations

from competitions.formats.walkovers import walk_over
from competitions.models import Competition


def go_on(competition: Competition) -> None:
    """Let a competition's format act on a change of results, in the transaction of that change.

    Nothing happens before the start, in records, and, unless the format follows corrections, after the end. In a format
    that eliminates, teams that left lose the matches that this creates, and the format continues with those results.
    """
    its_format = competition.format
    if its_format.go_on is None or competition.state == Competition.State.DRAFT or competition.recorded:
        return
    if competition.state == Competition.State.RUNNING or its_format.follows_corrections:
        its_format.go_on(competition)
        while its_format.eliminates and walk_over(competition):
            its_format.go_on(competition)
