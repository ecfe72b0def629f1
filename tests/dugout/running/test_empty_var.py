"""Commands without data say so, and what to do, without a traceback and without creating tables."""

import re
from pathlib import Path

import pytest
from django.core.management import CommandError
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from dugout import preparation
from tests.dugout.elsewhere import installation, unapply_the_newest_of


def test_a_command_without_a_folder_above_its_data_says_so(tmp_path: Path) -> None:
    with installation(tmp_path) as place:
        done = place.manage("audit", DUGOUT_VAR=str(tmp_path / "gone" / "var"))
        assert done.returncode == 78 and "Traceback" not in done.stderr and "is missing" in done.stderr


@pytest.mark.django_db
def test_a_database_that_is_not_up_to_date_is_refused_by_name() -> None:
    lacking = unapply_the_newest_of("leagues")
    with pytest.raises(CommandError, match=rf"older Dugout \(it lacks {re.escape(lacking)}\)"):
        preparation.require_tables()


@pytest.mark.django_db
def test_a_database_of_a_newer_dugout_is_refused_too() -> None:
    MigrationRecorder(connection).record_applied("teams", "9999_future")
    with pytest.raises(CommandError, match="newer Dugout"):
        preparation.require_tables()


@pytest.mark.django_db
def test_existing_tables_are_enough() -> None:
    preparation.require_tables()
