"""The one writer of team state. Entries go in, the journal grows, the state row follows; nothing else writes either.

The expected ``seq`` is checked in the write itself, so that two writers at once cannot both succeed, on any database.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from leagues.errors import Message, Refusal, StaleVersion
from rules.codec import decode, encode
from rules.edition import Ruleset
from rules.explanations import Figure
from rules.history import Record, as_true, from_json, to_json
from rules.journal import Entry, Impossible, apply
from rules.sheet import TeamSheet
from rules.value import team_value
from teams.models import JournalEntry, Player, Team, TeamState

HELD = Message(
    id="teams.held",
    text=_("{team} is in a match that is not closed yet, so nothing on its sheet can be changed."),
    remedy=_("Finish the post-match sequence of that match first."),
    status=409,
)
IMPOSSIBLE = Message(
    id="teams.impossible",
    text=_("This cannot follow the sheet of {team} as it stands ({why}); nothing was written."),
    remedy=_("Reload the page and look at the team as it is now."),
    status=409,
)


@dataclass(frozen=True, slots=True)
class Fact:
    """An entry on its way into the journal, with the figure that explains it."""

    entry: Entry
    why: Figure | None = None


def found(*, team: Team, ruleset: Ruleset, entries: Sequence[Entry], by: User | None) -> TeamState:
    """Opens a team's journal with the entries of its founding. Must run inside a transaction."""
    sheet = _applied(team, TeamSheet(), entries)
    _write_journal(team, 0, [Fact(entry) for entry in entries], "founding", by)
    return TeamState.objects.create(team=team, seq=len(entries), **_columns(ruleset, sheet))


def append(
    *,
    team: Team,
    ruleset: Ruleset,
    expected: int,
    facts: Sequence[Fact],
    source: str,
    by: User | None,
    holder: str = "",
) -> TeamState:
    """Appends facts to a team's journal and writes its new state. Must run inside a transaction.

    ``expected`` is the seq of the state that the facts were made from; ``holder`` the match that holds the team, if the
    facts are its own. Raises ``StaleVersion`` if somebody was faster, ``Refusal`` if another match holds the team or a
    fact cannot follow.
    """
    state = TeamState.objects.get(team=team)
    sheet = _applied(team, sheet_in(state), [fact.entry for fact in facts])
    columns = _columns(ruleset, sheet)
    rows = TeamState.objects.filter(team=team, seq=expected, held_by=holder)
    if not rows.update(seq=expected + len(facts), **columns):
        state.refresh_from_db()
        if state.held_by != holder:
            raise Refusal(HELD, team=team.name)
        raise StaleVersion(state)
    _write_journal(team, expected, facts, source, by)
    state.refresh_from_db()
    return state


def hold(team: Team, holder: str) -> None:
    """Lets a match hold a team. Raises ``Refusal`` if another one does, or the team is not founded."""
    if not TeamState.objects.filter(team=team, held_by="").update(held_by=holder):
        raise Refusal(HELD, team=team.name)


def release(team: Team, holder: str) -> None:
    """Ends a match's hold on a team; nothing if it has none."""
    TeamState.objects.filter(team=team, held_by=holder).update(held_by="")


def sheet_in(state: TeamState) -> TeamSheet:
    """The sheet that a state row holds."""
    return decode(TeamSheet, state.sheet)


def mint(team: Team, names: Iterable[str]) -> list[int]:
    """Fresh player ids, one for each name (which may be empty)."""
    return [Player.objects.create(team=team, name=name).pk for name in names]


def records_of(team: Team) -> list[Record]:
    """The journal of a team as the rules read it. Raises ``CodecError`` for a row that cannot be read."""
    rows = JournalEntry.objects.filter(team=team).order_by("seq").values_list("seq", "kind", "data")
    return [Record(seq=seq, fact=from_json(kind, data)) for seq, kind, data in rows]


def differences(state: TeamState) -> list[str]:
    """Where a state row and the fold of its journal part company; empty if they agree."""
    records = records_of(state.team)
    found: list[str] = []
    if [record.seq for record in records] != list(range(1, len(records) + 1)):
        found.append("the journal has a gap")
    if len(records) != state.seq:
        found.append(f"the state is at seq {state.seq}, the journal at {len(records)}")
    sheet = as_true(records)
    if encode(sheet) != state.sheet:
        found.append("the sheet differs from the fold of the journal")
    if sheet.treasury != state.treasury:
        found.append(f"the treasury is {state.treasury}, folded {sheet.treasury}")
    return found


def _applied(team: Team, sheet: TeamSheet, entries: Iterable[Entry]) -> TeamSheet:
    try:
        for entry in entries:
            sheet = apply(sheet, entry)
    except Impossible as why:
        raise Refusal(IMPOSSIBLE, team=team.name, why=why.id) from why
    return sheet


def _columns(ruleset: Ruleset, sheet: TeamSheet) -> dict[str, Any]:
    return {
        "sheet": encode(sheet),
        "value": team_value(ruleset, sheet).amount,
        "treasury": sheet.treasury,
        "players": len(sheet.players),
    }


def _write_journal(team: Team, last: int, facts: Sequence[Fact], source: str, by: User | None) -> None:
    assert transaction.get_connection().in_atomic_block, "the ledger writes inside its caller's transaction"
    rows = []
    for seq, fact in enumerate(facts, start=last + 1):
        kind, data = to_json(fact.entry)
        why = encode(fact.why) if fact.why is not None else None
        rows.append(JournalEntry(team=team, seq=seq, kind=kind, data=data, why=why, source=source, by=by))
    JournalEntry.objects.bulk_create(rows)
