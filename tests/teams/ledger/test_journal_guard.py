"""The database refuses to change a journal, also for SQL past the ORM."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, connection, transaction

from teams.migrations._journal_guard import GUARD
from teams.models import JournalEntry, Team
from tests.leagues.cast import Cast
from tests.teams import team_builders


def test_an_update_by_sql_is_refused(cast: Cast) -> None:
    team = team_builders.approved_team(cast.league, cast.coach)
    with pytest.raises(IntegrityError, match="never updated"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("UPDATE teams_journalentry SET seq = seq + 1000 WHERE team_id = %s", [team.pk])
    assert JournalEntry.objects.filter(team=team).order_by("-seq").first().seq < 1000


def test_a_delete_by_sql_is_refused(cast: Cast) -> None:
    team = team_builders.approved_team(cast.league, cast.coach)
    count = JournalEntry.objects.filter(team=team).count()
    with pytest.raises(IntegrityError, match=r"never (updated or )?deleted"), transaction.atomic():
        delete_entries(team)
    assert JournalEntry.objects.filter(team=team).count() == count > 0


def delete_entries(team: Team) -> None:
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            # The test database has no such guard: its tables are emptied by DELETE (tests/conftest.py).
            cursor.execute(next(trigger for trigger in GUARD["sqlite"] if "BEFORE DELETE" in trigger))
        cursor.execute("DELETE FROM teams_journalentry WHERE team_id = %s", [team.pk])
