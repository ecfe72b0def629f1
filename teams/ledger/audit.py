"""Check the data: prove each journal's chain, add up the journal again and compare the result with what pages read.

Reads everything once, in order, and holds one team at a time. Other processes may write meanwhile: a team that seems
to differ is read again, alone, before the difference is reported.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Any

from rules.journal import Impossible
from rules.journal.history import Record, as_true, from_json
from rules.sequence.codec import CodecError, encode
from rules.sheet.sheet import TeamSheet
from teams.ledger import ledger
from teams.ledger.chain import COLUMNS
from teams.models import JournalEntry, JournalLink, Team, TeamState
from web.audit.hash_chain import START, next_hash

Row = Mapping[str, Any]  # the chained columns of a journal entry
CHUNK = 500
TRIES = 5


@dataclass(frozen=True, slots=True)
class Finding:
    """The result for one team: how many entries its journal has, and where it differs from its chain and the rows."""

    team: Team
    entries: int
    differences: tuple[str, ...]

    @property
    def subject(self) -> str:
        """The team in words."""
        return f"{self.team.name} ({self.team.public_id})"


def audit() -> Iterator[Finding]:
    """A finding for each team that has a journal or should have one, in the order of their ids."""
    entries = JournalEntry.objects.order_by("team_id", "seq").values(*COLUMNS)
    journals = _InTurn(entries.iterator(chunk_size=CHUNK))
    chains = _InTurn(_links().iterator(chunk_size=CHUNK))
    for team in _teams():
        rows, links = journals.of(team), chains.of(team)
        state = getattr(team, "state_row", None)
        if not (rows or links or state or team.founded):
            continue
        found = (*chain_differences(rows, links), *differences(team, state, rows))
        yield Finding(team, len(rows), _checked_again(team) if found else ())


def chain_differences(rows: Sequence[Row], links: Sequence[Row]) -> Iterator[str]:
    """Where a journal differs from its chain. Each entry is judged by the stored hash of the entry before it."""
    hashes: dict[int, str] = {link["seq"]: link["hash"] for link in links}
    for row in rows:
        seq = row["seq"]
        if seq not in hashes:
            yield f"entry {seq} is not in the chain"
        elif next_hash(hashes.get(seq - 1, START), row) != hashes[seq]:
            yield f"entry {seq} is not the one that the chain proves"
    for seq in sorted(hashes.keys() - {row["seq"] for row in rows}):
        yield f"the chain has an entry {seq}, which is missing"


def differences(team: Team, state: TeamState | None, rows: Sequence[Row]) -> tuple[str, ...]:
    """Where a team's row and state differ from its journal. Empty if they agree."""
    if state is None:
        missing = [f"the journal has {len(rows)} entries, but there is no state"] if rows else []
        return (*missing, "the team is founded, but has no state") if team.founded else tuple(missing)
    try:
        sheet = as_true([Record(seq=row["seq"], fact=from_json(row["kind"], row["data"])) for row in rows])
    except CodecError as why:
        return (f"an entry cannot be read: {why}",)
    except Impossible as why:
        return (f"an entry cannot follow: {why}",)
    return (*_gaps(state, rows), *_states(team), *_parts(state, sheet), *_players(team, sheet))


def _gaps(state: TeamState, rows: Sequence[Row]) -> Iterator[str]:
    if [row["seq"] for row in rows] != list(range(1, len(rows) + 1)):
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
        value = figure.amount if (figure := ledger.value_in(state)) is not None else 0
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


def _links() -> Any:
    return JournalLink.objects.order_by("team_id", "seq").values("team_id", "seq", "hash")


class _InTurn:
    """Rows in the order of their teams, given out team by team in that order."""

    def __init__(self, rows: Iterable[Row]) -> None:
        self._groups = ((team, list(group)) for team, group in groupby(rows, key=itemgetter("team_id")))
        self._ahead = next(self._groups, None)

    def of(self, team: Team) -> list[Row]:
        """The rows of a team. Rows of the teams before it are gone."""
        found: list[Row] = []
        while self._ahead is not None and self._ahead[0] <= team.pk:
            if self._ahead[0] == team.pk:
                found = self._ahead[1]
            self._ahead = next(self._groups, None)
        return found


def _checked_again(team: Team) -> tuple[str, ...]:
    """The differences of one team, read again until no write comes between reading its state and its journal."""
    found: tuple[str, ...] = ()
    for _try in range(TRIES):
        fresh = Team.objects.select_related("state_row").get(pk=team.pk)
        state = getattr(fresh, "state_row", None)
        rows = list(JournalEntry.objects.filter(team=team).order_by("seq").values(*COLUMNS))
        found = (*chain_differences(rows, _links().filter(team=team)), *differences(fresh, state, rows))
        if not found or state is None or TeamState.objects.filter(pk=state.pk, seq=state.seq).exists():
            break
    return found
