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


@pytest.mark.rules("C8")
def test_a_ruleset_that_relied_on_trades_being_off_says_so() -> None:
    older, forbids = stored(without="trades"), stored(trades="off")
    allows, elsewhere = stored(trades="approval"), stored(edition="another", without="trades")
    migrate("0012_trades_stay_off", "keep_trades_off")
    now = {row.pk: row.values.get("trades") for row in Ruleset.objects.all()}
    assert [now[row.pk] for row in (older, forbids, allows, elsewhere)] == ["off", "off", "approval", None]
    older.refresh_from_db()
    assert {**older.values} == STORED | {"trades": "off"}
    assert older.rules().house.choice("trades") == "off"
