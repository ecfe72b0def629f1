"""Reports on record keep their meaning, and a digest stays the digest of its contents, when a fact is renamed."""

from __future__ import annotations

from importlib import import_module

from django.apps import apps

from matches.models import MatchSide, Report
from matches.sequence.sequences import MatchState
from tests.matches import scene
from tests.matches.conftest import Ground

emptying = import_module("matches.migrations.0010_stories_saved_as_empty")
renaming = import_module("matches.migrations.0002_conceded_before_kick_off")


def test_a_report_from_before_the_renaming_is_read_as_it_was_meant(ground: Ground) -> None:
    match = scene.confirmed(ground.home, ground.away)
    row = Report.objects.get(match=match)
    data = {**row.data, "result": {"conceded_by": "away", renaming.OLD: True}}
    Report.objects.filter(pk=row.pk).update(data=data, digest="old")
    renaming.rename_in_reports(apps, renaming.OLD, renaming.NEW)
    row.refresh_from_db()
    assert MatchState.read(row).result.conceded_before_kick_off
    assert row.digest == renaming.digest_of(row.data)
    renaming.rename_in_reports(apps, renaming.NEW, renaming.OLD)
    row.refresh_from_db()
    assert row.data == data


def test_a_side_without_a_saved_story_has_none_from_then_on(ground: Ground) -> None:
    sides = MatchSide.objects.filter(match=scene.opened(ground.home, ground.away))
    sides.filter(side="home").update(unsent_story="")
    sides.filter(side="away").update(unsent_story="We were robbed.")
    emptying.empty_to_none(apps, None)
    assert dict(sides.values_list("side", "unsent_story")) == {"home": None, "away": "We were robbed."}
    emptying.none_to_empty(apps, None)
    assert dict(sides.values_list("side", "unsent_story")) == {"home": "", "away": "We were robbed."}
