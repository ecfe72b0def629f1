"""Rows of a journal falsified past the ORM and past the database's guard, for tests."""

from __future__ import annotations

import json
from typing import Any

from django.db import connection

from teams.ledger.chain import COLUMNS
from teams.migrations._journal_guard import GUARD, UNGUARD
from teams.models import JournalEntry, JournalLink, Team, TeamState
from web.audit.hash_chain import START, next_hash


def falsify(entry: JournalEntry, **data: Any) -> None:
    """Change the data of an entry, as somebody with the rights of the database's owner can."""
    by_sql("UPDATE teams_journalentry SET data = %s WHERE id = %s", [json.dumps(entry.data | data), entry.pk])


def by_sql(statement: str, values: list[Any]) -> None:
    """Run a statement without the guard's triggers; then the guard stands again."""
    with connection.cursor() as cursor:
        for each in UNGUARD[connection.vendor]:
            cursor.execute(each)
        cursor.execute(statement, values)
        for each in GUARD[connection.vendor]:
            if "journal_never_deleted" not in each:  # which the database of the tests lacks (tests/conftest.py)
                cursor.execute(each)


def give_gold(team: Team, entry: JournalEntry, gold: int) -> None:
    """Falsify an entry of gold, and all that pages show of it, so that journal and state agree."""
    falsify(entry, amount=entry.data["amount"] + gold)
    state = TeamState.objects.get(team=team)
    state.sheet["treasury"] += gold
    state.treasury += gold
    state.save()


def chain_again(team: Team) -> None:
    """Make a team's whole chain again from its entries as they are now."""
    before = START
    rows = JournalEntry.objects.filter(team=team).order_by("seq").values(*COLUMNS)
    by_sql("DELETE FROM teams_journallink WHERE team_id = %s", [team.pk])
    for row in rows:
        before = next_hash(before, row)
        JournalLink.objects.create(team=team, seq=row["seq"], hash=before)
