"""What a match that is over left on both rosters: who learned what, who is gone, who and what joined.

From the journals, by what is true now: what a correction of the match struck is left out.
"""

from __future__ import annotations

from collections.abc import Sequence

from matches import wording
from matches.models import Match, MatchCorrection
from matches.sequences import Table
from rules.history import Record, from_json, placed
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
from rules.sequence import SIDES, Side
from teams import ledger
from teams.models import JournalEntry

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
"""The kinds of entries that the match's page does not tell elsewhere."""


def aftermath(table: Table, *, corrected: bool) -> dict[Side, list[str]]:
    """A sentence for each such change, by side; nothing before the match is closed.

    ``corrected`` says whether a correction of the match was ever accepted: then whole journals are read for it.
    """
    if table.match.state != Match.State.CLOSED:
        return {}
    sources = [f"{source}:{table.match.public_id}" for source in SOURCES]
    teams = {team.pk: side for side, team in table.teams.items()}
    rows = JournalEntry.objects.filter(team__in=list(teams), source__in=sources).order_by("seq")
    found: dict[Side, list[Record]] = {side: [] for side in SIDES}
    for team, seq, kind, data in rows.values_list("team", "seq", "kind", "data"):
        found[teams[team]].append(Record(seq=seq, fact=from_json(kind, data)))
    return {
        side: [
            wording.entry(entry, table.known_as)
            for entry in (_true(table, side, records) if corrected else _told(records))
            if isinstance(entry, TOLD)
        ]
        for side, records in found.items()
    }


def was_corrected(table: Table) -> bool:
    """Whether a correction of the match was ever accepted."""
    return table.match.corrections.filter(state=MatchCorrection.State.ACCEPTED).exists()


def _told(records: Sequence[Record]) -> list[Entry]:
    return [record.fact for record in records if isinstance(record.fact, Entry)]


def _true(table: Table, side: Side, records: Sequence[Record]) -> list[Entry]:
    own = {record.seq for record in records}
    return [entry for place, entry in placed(ledger.records_of(table.teams[side])) if place[0] in own]
