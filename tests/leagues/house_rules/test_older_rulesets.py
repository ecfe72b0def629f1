"""Rulesets that are older than an option, or than its default, keep the rule that they were played under."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from leagues.models import Ruleset
from rules import editions

pytestmark = pytest.mark.django_db

STORED = editions.ruleset("pbbl-1.10").house.as_json()


def stored(edition: str = "pbbl-1.10", *, without: str = "", **values: Any) -> Ruleset:
    """A ruleset row with all values of today, except those given, and without one option."""
    kept = {name: value for name, value in (STORED | values).items() if name != without}
    return Ruleset.objects.create(edition=edition, revision="older", values=kept)


def migrate(name: str, function: str) -> None:
    """Run a function of a migration of this room, with the models of that time."""
    before = MigrationLoader(connection).project_state([("leagues", name)]).apps
    getattr(import_module(f"leagues.migrations.{name}"), function)(before, connection.schema_editor())


@pytest.mark.parametrize(
    ("option", "before", "other", "migration", "function"),
    [
        pytest.param(
            "trades", "off", "approval", "0012_trades_stay_off", "keep_trades_off", marks=pytest.mark.rules("C8")
        ),
        pytest.param(
            "raised_in_match", "none", "as_hired", "0014_raised_earn_nothing", "keep_the_raised_without_points",
            marks=pytest.mark.rules("G1"),
        ),
    ],
)  # fmt: skip
def test_a_ruleset_that_relied_on_what_an_option_was_before_says_so(
    option: str, before: str, other: str, migration: str, function: str
) -> None:
    older, chosen = stored(without=option), stored(**{option: other})
    now_default, elsewhere = stored(), stored(edition="another", without=option)
    migrate(migration, function)
    values = {row.pk: row.values.get(option) for row in Ruleset.objects.all()}
    assert [values[row.pk] for row in (older, chosen, elsewhere)] == [before, other, None]
    assert values[now_default.pk] == STORED[option] != before
    older.refresh_from_db()
    assert {**older.values} == STORED | {option: before}
    assert older.rules().house.choice(option) == before
