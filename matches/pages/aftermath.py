"""How a closed match changed both rosters: improvements, departures, arrivals.

Read from the current journals. Entries that a correction has replaced are left out.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from django.db.models import Q, QuerySet

from matches import wording
from matches.models import Match
from matches.sequence.sequences import MatchState
from rules.journal import (
    CharacteristicRaised,
    Entry,
    PlayerHired,
    PlayerKilled,
    PlayerLeft,
    RerollsBought,
    RerollsReleased,
    SkillGained,
    StaffHired,
    StaffReleased,
)
from rules.journal.history import CORRECTION, Record, from_json, placed
from rules.sequence.sequence import Side
from teams.ledger import ledger
from teams.models import JournalEntry, Team
from web.prepared import Prepared

SOURCES = ("post_match", "correction")
TOLD = (
    SkillGained,
    CharacteristicRaised,
    PlayerKilled,
    PlayerLeft,
    PlayerHired,
    StaffHired,
    StaffReleased,
    RerollsBought,
    RerollsReleased,
)
"""The kinds of entries that the match's page does not show elsewhere."""


def aftermath(state: MatchState) -> dict[Side, list[str]]:
    """A sentence for each change, by side; empty before the match is closed.

    One query, and one more for a side whose journal has a correction of any match: then the whole journal is read.
    """
    if state.match.state != Match.State.CLOSED:
        return {}
    sources = [f"{source}:{state.match.public_id}" for source in SOURCES]
    read = _entries(sources, [team.pk for team in state.teams.values()])
    found = {}
    for side, team in state.teams.items():
        kinds = [kind for owner, _seq, kind, _data, _source in read if owner == team.pk]
        own = [
            Record(seq=seq, fact=from_json(kind, data))
            for owner, seq, kind, data, source in read
            if owner == team.pk and source in sources
        ]
        entries = _true(team, own) if CORRECTION in kinds else [record.fact for record in own]
        found[side] = [
            wording.entry(entry, state.known_as, state.ruleset.book) for entry in entries if isinstance(entry, TOLD)
        ]
    return found


@Prepared
def _entries(sources: Collection[str], teams: Collection[int]) -> QuerySet[JournalEntry, Any]:
    """Those from these sources, and all corrections."""
    rows = JournalEntry.objects.filter(Q(source__in=sources) | Q(kind=CORRECTION), team__in=teams)
    return rows.order_by("seq").values_list("team", "seq", "kind", "data", "source")


def _true(team: Team, records: Sequence[Record]) -> list[Entry]:
    """The current state of these records, after corrections."""
    own = {record.seq for record in records}
    return [entry for place, entry in placed(ledger.records_of(team)) if place[0] in own]
