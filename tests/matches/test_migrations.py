"""Reports on record keep their meaning, and a digest stays the digest of its contents, when a fact is renamed."""

from __future__ import annotations

from importlib import import_module

from django.apps import apps

from matches.models import Report
from matches.sequences import Table
from tests.matches import scene
from tests.matches.conftest import Ground

renaming = import_module("matches.migrations.0002_conceded_before_kick_off")


def test_a_report_from_before_the_renaming_is_read_as_it_was_meant(ground: Ground) -> None:
    match = scene.confirmed(ground.home, ground.away)
    row = Report.objects.get(match=match)
    data = {**row.data, "result": {"conceded_by": "away", renaming.OLD: True}}
    Report.objects.filter(pk=row.pk).update(data=data, digest="old")
    renaming.rename_in_reports(apps, renaming.OLD, renaming.NEW)
    row.refresh_from_db()
    assert Table.read(row).result.conceded_before_kick_off
    assert row.digest == renaming.digest_of(row.data)
    renaming.rename_in_reports(apps, renaming.NEW, renaming.OLD)
    row.refresh_from_db()
    assert row.data == data
