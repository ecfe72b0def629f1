"""The only writer of team state. Entries go in, the journal grows, the state row follows. Nothing else writes either.

The write itself checks the expected ``seq``, so two writers at once cannot both succeed, on any database.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from rules.book.edition import Ruleset
from rules.journal import Entry, Impossible, fold
from rules.journal.history import Correction, Record, as_true, to_json
from rules.sequence.codec import decode, encode
from rules.sequence.explanations import Figure
from rules.sheet.sheet import TeamSheet
from rules.words.words import say_impossible
from teams.ledger import chain
from teams.ledger.facts import as_text, fact_of
from teams.models import EntryReason, JournalEntry, Player, PlayerMove, Team, TeamState
from web.errors import Message, Refusal, StaleVersion

RETIREMENT = "retirement"

HELD = Message(
    id="teams.held",
    text=_("{team} is in a match that is not closed yet, so its roster cannot be changed."),
    remedy=_("Finish the post-match sequence of that match first."),
    status=409,
)
RETIRED = Message(
    id="teams.retired",
    text=_("{team} is retired. It can be viewed, but it cannot play or change."),
    status=409,
)
NOT_FOUNDED = Message(
    id="teams.not_founded",
    text=_("{team} has not been approved yet."),
    remedy=_("First its coach submits it and the commissioner approves it."),
    status=409,
)
IMPOSSIBLE = Message(
    id="teams.impossible",
    text=_("This does not fit the current roster of {team}. {why} Nothing was saved."),
    remedy=_("See the team's history for what changed, then start again from its page."),
    status=409,
)


@dataclass(frozen=True, slots=True)
class Fact:
    """An entry or a correction to append to the journal, with the figure that explains it.

    ``decided_by`` and ``entered_by`` are the ids of the coach whose decision it is and of the person who entered it, if
    they differ from those of the whole write.
    """

    entry: Entry | Correction
    why: Figure | None = None
    decided_by: int | None = None
    entered_by: int | None = None


def found(*, team: Team, ruleset: Ruleset, entries: Sequence[Entry], by: User | None) -> TeamState:
    """Open a team's journal with the entries of its founding: its coach's decisions, approved by ``by``.

    Must run inside a transaction.
    """
    _need_transaction()
    now = timezone.now()
    facts = [Fact(entry) for entry in entries]
    columns = _columns(ruleset, _sheet_after(team, TeamSheet(), 0, facts), now)
    _write_journal(team, 0, facts, "founding", by, now, decided_by=team.coach_id)
    return TeamState.objects.create(team=team, seq=len(entries), **columns)


def append(
    *,
    team: Team,
    ruleset: Ruleset,
    expected: int,
    facts: Sequence[Fact],
    source: str,
    by: User | None,
    holder: str = "",
    reason: str = "",
    records: Sequence[Record] | None = None,
    decided_by: int | None = None,
) -> TeamState:
    """Append facts to a team's journal and write its new state. Must run inside a transaction.

    ``expected`` is the seq of the state that the facts were made from. ``holder`` is the match that holds the team, if
    the facts come from that match. ``reason`` is a person's reason for the facts. ``decided_by`` is the id of the coach
    whose decision they are, if ``by`` only entered or approved them. ``records`` is the journal up to ``expected``, if
    the caller has read it: a correction is folded with it. Raises ``StaleVersion`` if another write came first,
    ``Refusal`` if another match holds the team, if the team is not founded or is retired, or if a fact cannot follow
    the sheet.
    """
    _need_transaction()
    state = TeamState.objects.filter(team=team).first()
    _check(team, state, holder, expected)
    now = timezone.now()
    columns = _columns(ruleset, _sheet_after(team, sheet_in(state), expected, facts, records), now)
    columns["seq"] = expected + len(facts)
    if not TeamState.objects.filter(team=team, seq=expected, held_by=holder).update(**columns):
        state.refresh_from_db()
        _check(team, state, holder, expected)
        raise StaleVersion(state)
    rows = _write_journal(team, expected, facts, source, by, now, decided_by=decided_by)
    if reason:
        EntryReason.objects.bulk_create(EntryReason(entry=row, text=reason) for row in rows)
    for name, value in columns.items():
        setattr(state, name, value)
    return state


def hold(team: Team, holder: str) -> None:
    """Let a match hold a team. Raises ``Refusal`` if another match holds it, or if it is not founded or is retired."""
    if not TeamState.objects.filter(team=team, held_by="").update(held_by=holder):
        raise _not_free(team, TeamState.objects.filter(team=team).first())


def release(team: Team, holder: str) -> None:
    """End a match's hold on a team. Does nothing if the match does not hold it."""
    TeamState.objects.filter(team=team, held_by=holder).update(held_by="")


def sheet_in(state: TeamState) -> TeamSheet:
    """The sheet in a state row."""
    return decode(TeamSheet, state.sheet)


def value_in(state: TeamState) -> Figure | None:
    """What the team is worth by a state row, with its sum; None in an edition that knows no worth."""
    return decode(Figure, state.value_figure) if state.value_figure else None


def mint(team: Team, names: Iterable[str]) -> list[int]:
    """New player ids, one for each name. A name may be empty."""
    return [player.pk for player in Player.objects.bulk_create(Player(team=team, name=name) for name in names)]


def hand_over(players: Sequence[int], *, left: Team, joined: Team) -> None:
    """Move the rows of traded players to the team that they joined. The team that they left can still show their names.

    Raises ``ValueError`` for a player of neither team, so that no player is ever on two rosters.
    """
    _need_transaction()
    if not players:
        return
    PlayerMove.objects.bulk_create(
        [PlayerMove(player_id=player, left=left) for player in players], ignore_conflicts=True
    )
    if Player.objects.filter(pk__in=players, team=left).update(team=joined) != len(players):
        raise ValueError(f"one of the players {list(players)} is not on {left}")


def records_of(team: Team) -> list[Record]:
    """The journal of a team as the rules read it. Raises ``CodecError`` for a row that cannot be read."""
    rows = JournalEntry.objects.filter(team=team).order_by("seq").values_list("seq", "kind", as_text())
    return [Record(seq=seq, fact=fact_of(kind, text)) for seq, kind, text in rows]


def journals_of(teams: Collection[int]) -> dict[int, list[Record]]:
    """The journals of several teams, by their ids, as `records_of` reads one; one query."""
    rows = JournalEntry.objects.filter(team__in=teams).order_by("team", "seq")
    found: dict[int, list[Record]] = {team: [] for team in teams}
    for team, seq, kind, text in rows.values_list("team", "seq", "kind", as_text()):
        found[team].append(Record(seq=seq, fact=fact_of(kind, text)))
    return found


def _need_transaction() -> None:
    assert transaction.get_connection().in_atomic_block, "the ledger writes inside its caller's transaction"


def _check(team: Team, state: TeamState | None, holder: str, expected: int) -> None:
    if state is None or state.held_by != holder:
        raise _not_free(team, state)
    if state.seq != expected:
        raise StaleVersion(state)


def _not_free(team: Team, state: TeamState | None) -> Refusal:
    if state is None:
        return Refusal(NOT_FOUNDED, team=team.name)
    return Refusal(RETIRED if state.held_by == RETIREMENT else HELD, team=team.name)


def _sheet_after(
    team: Team, sheet: TeamSheet, last: int, facts: Sequence[Fact], records: Sequence[Record] | None = None
) -> TeamSheet:
    """The sheet after the facts. A correction changes earlier entries, so it folds the whole journal again."""
    try:
        entries = [fact.entry for fact in facts if not isinstance(fact.entry, Correction)]
        if len(entries) == len(facts):
            return fold(entries, start=sheet)
        fresh = [Record(seq=seq, fact=fact.entry) for seq, fact in enumerate(facts, start=last + 1)]
        known = records_of(team) if records is None else records
        assert (known[-1].seq if known else 0) == last, "the journal goes up to the expected seq"
        return as_true([*known, *fresh])
    except Impossible as why:
        raise Refusal(IMPOSSIBLE, team=team.name, why=say_impossible(why, translate=gettext)) from why


def _columns(ruleset: Ruleset, sheet: TeamSheet, now: datetime) -> dict[str, Any]:
    value = ruleset.worth(sheet)
    return {
        "sheet": encode(sheet),
        "value": value.amount if value is not None else 0,
        "value_figure": encode(value) if value is not None else {},
        "treasury": sheet.treasury,
        "players": len(sheet.players),
        "changed_at": now,
    }


def _write_journal(
    team: Team,
    last: int,
    facts: Sequence[Fact],
    source: str,
    by: User | None,
    now: datetime,
    *,
    decided_by: int | None,
) -> list[JournalEntry]:
    rows = []
    for seq, fact in enumerate(facts, start=last + 1):
        kind, data = to_json(fact.entry)
        why = encode(fact.why) if fact.why is not None else None
        people = {
            "by_id": fact.entered_by or (by.pk if by is not None else None),
            "decided_by_id": fact.decided_by or decided_by,
        }
        rows.append(JournalEntry(team=team, seq=seq, kind=kind, data=data, why=why, source=source, at=now, **people))
    written = JournalEntry.objects.bulk_create(rows)
    chain.extend(team, written)
    return written
