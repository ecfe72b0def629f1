"""Check the data: add up every journal again and compare the result with the rows that pages read.

Reads everything once, in order, and holds one team at a time. Other processes may write meanwhile: a team that seems
to differ is read again, alone, before the difference is reported.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Any

from rules.journal import Impossible
from rules.journal.history import Record, as_true, from_json
from rules.sequence.codec import CodecError, encode
from rules.sheet.sheet import TeamSheet
from teams.ledger import ledger
from teams.models import JournalEntry, Team, TeamState

Row = tuple[int, str, Any]  # seq, kind, data of a journal entry
CHUNK = 500
TRIES = 5


@dataclass(frozen=True, slots=True)
class Finding:
    """The result for one team: how many entries its journal has, and where it differs from the rows."""

    team: Team
    entries: int
    differences: tuple[str, ...]


def audit() -> Iterator[Finding]:
    """A finding for each team that has a journal or should have one, in the order of their ids."""
    journals = _journals()
    ahead = next(journals, None)
    for team in _teams():
        rows: list[Row] = []
        while ahead is not None and ahead[0] <= team.pk:
            if ahead[0] == team.pk:
                rows = ahead[1]
            ahead = next(journals, None)
        state = getattr(team, "state_row", None)
        if not (rows or state or team.founded):
            continue
        found = differences(team, state, rows)
        yield Finding(team, len(rows), _checked_again(team) if found else ())


def differences(team: Team, state: TeamState | None, rows: Sequence[Row]) -> tuple[str, ...]:
    """Where a team's row and state differ from its journal. Empty if they agree."""
    if state is None:
        missing = [f"the journal has {len(rows)} entries, but there is no state"] if rows else []
        return (*missing, "the team is founded, but has no state") if team.founded else tuple(missing)
    try:
        sheet = as_true([Record(seq=seq, fact=from_json(kind, data)) for seq, kind, data in rows])
    except CodecError as why:
        return (f"an entry cannot be read: {why}",)
    except Impossible as why:
        return (f"an entry cannot follow: {why}",)
    return (*_gaps(state, rows), *_states(team), *_parts(state, sheet), *_players(team, sheet))


def _gaps(state: TeamState, rows: Sequence[Row]) -> Iterator[str]:
    if [seq for seq, _kind, _data in rows] != list(range(1, len(rows) + 1)):
        yield "the journal has a gap"
    if len(rows) != state.seq:
        yield f"the state is at entry {state.seq}, the journal at {len(rows)}"


def _states(team: Team) -> Iterator[str]:
    if team.state not in (Team.State.ACTIVE, Team.State.RETIRED):
        yield f"the team is {team.get_state_display()}, but has a journal"


def _parts(state: TeamState, sheet: TeamSheet) -> Iterator[str]:
    if encode(sheet) != state.sheet:
        yield f"the sheet differs from the fold of the journal in {', '.join(_differing(state.sheet, sheet))}"
    if sheet.treasury != state.treasury:
        yield f"the treasury is {state.treasury:,} gp, folded {sheet.treasury:,} gp"
    if len(sheet.players) != state.players:
        yield f"the state counts {state.players} players, the fold {len(sheet.players)}"
    try:
        value = ledger.value_in(state).amount
    except ValueError as why:
        yield f"the sum of the team value cannot be read: {why}"
    else:
        if value != state.value:
            yield f"the team value is {state.value:,} gp, its sum {value:,} gp"


def _differing(stored: Any, sheet: TeamSheet) -> list[str]:
    folded = encode(sheet)
    if not isinstance(stored, dict):
        return ["everything"]
    return sorted(name for name in {*stored, *folded} if stored.get(name) != folded.get(name))


def _players(team: Team, sheet: TeamSheet) -> Iterator[str]:
    own = {player.pk for player in team.players.all()}
    away = own | {move.player_id for move in team.moves_away.all()}
    here, gone = [line.player for line in sheet.players], [departed.line.player for departed in sheet.departed]
    unknown = sorted([*(player for player in here if player not in own), *(p for p in gone if p not in away)])
    if unknown:
        yield f"players of the journal have no row: {', '.join(map(str, unknown))}"


def _teams() -> Iterator[Team]:
    teams = Team.objects.order_by("pk").select_related("state_row").prefetch_related("players", "moves_away")
    return teams.iterator(chunk_size=CHUNK)


def _journals() -> Iterator[tuple[int, list[Row]]]:
    entries = JournalEntry.objects.order_by("team_id", "seq").values_list("team_id", "seq", "kind", "data")
    for team, rows in groupby(entries.iterator(chunk_size=CHUNK), key=itemgetter(0)):
        yield team, [(seq, kind, data) for _team, seq, kind, data in rows]


def _checked_again(team: Team) -> tuple[str, ...]:
    """The differences of one team, read again until no write comes between reading its state and its journal."""
    found: tuple[str, ...] = ()
    for _try in range(TRIES):
        fresh = Team.objects.select_related("state_row").get(pk=team.pk)
        state = getattr(fresh, "state_row", None)
        rows = list(JournalEntry.objects.filter(team=team).order_by("seq").values_list("seq", "kind", "data"))
        found = differences(fresh, state, rows)
        if not found or state is None or TeamState.objects.filter(pk=state.pk, seq=state.seq).exists():
            break
    return found
