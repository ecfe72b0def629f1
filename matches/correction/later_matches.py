"""Later matches in which a correction changes who was on a roster: they no longer count for them, or count again."""

from __future__ import annotations

from collections.abc import Iterator

from matches.correction.corrected import CorrectedMatch
from matches.correction.journals import AffectedJournal
from matches.models import Match, MatchSide
from matches.report.appearances import Recount, recounts, rosters
from rules.journal.history import Journal, Record


def recounts_of(state: CorrectedMatch) -> list[Recount]:
    """What changes in the lines of later matches that are over, in their order; nothing is written.

    Those under way go on from the corrected rosters. Impossible entries about which nobody has decided do not count.
    """
    changed: dict[int, frozenset[int]] = {}
    for journal in state.touched:
        if state.changes(journal):
            changed |= dict(_changed_rosters(state, journal))
    return recounts(changed) if changed else []


def _changed_rosters(state: CorrectedMatch, journal: AffectedJournal) -> Iterator[tuple[int, frozenset[int]]]:
    """A team's rosters in later matches (row ids of its sides) that are others after the correction."""
    sides = MatchSide.objects.filter(team=journal.team, match__state=Match.State.CLOSED).exclude(match=state.match.pk)
    if state.match.closed_at is not None:
        sides = sides.filter(match__closed_at__gt=state.match.closed_at)
    read = sides.select_related("match").only("match__public_id", "match__opened_at", "match__closed_at")
    later = {row.match: row.pk for row in read.order_by("match__closed_at")}
    record = Record(seq=journal.seq + 1, fact=state.worked(journal).so_far)
    before, after = (
        rosters(journal.rows, records, later) for records in (journal.records, Journal((*journal.records, record)))
    )
    for match, side in later.items():
        if before[match.pk] != after[match.pk]:
            yield side, after[match.pk]
