"""Rosters as fielded hold conditions by key and matches still to miss: an edition declares its conditions."""

from django.db import migrations

from rules.sheet.sheet import sheet_as_today

CHUNK = 500


def hold_conditions(apps, schema_editor):
    sides = apps.get_model("matches", "MatchSide").objects.filter(sheet__isnull=False).order_by("pk")
    changed = []
    for side in sides.iterator(chunk_size=CHUNK):
        before = side.sheet
        side.sheet = sheet_as_today(before)
        if side.sheet != before:
            changed.append(side)
        if len(changed) >= CHUNK:
            sides.model.objects.bulk_update(changed, ["sheet"])
            changed.clear()
    sides.model.objects.bulk_update(changed, ["sheet"])


class Migration(migrations.Migration):
    dependencies = [("matches", "0015_deeds_as_pairs")]

    operations = [migrations.RunPython(hold_conditions, migrations.RunPython.noop, elidable=True)]
