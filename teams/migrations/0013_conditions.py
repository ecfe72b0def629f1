"""Rosters hold conditions by key and matches still to miss: an edition declares its conditions. The journal stays."""

from django.db import migrations

from rules.sheet.sheet import sheet_as_today

CHUNK = 500


def hold_conditions(apps, schema_editor):
    states = apps.get_model("teams", "TeamState").objects.order_by("pk")
    changed = []
    for state in states.iterator(chunk_size=CHUNK):
        before = state.sheet
        state.sheet = sheet_as_today(before)
        if state.sheet != before:
            changed.append(state)
    states.model.objects.bulk_update(changed, ["sheet"], batch_size=CHUNK)


class Migration(migrations.Migration):
    dependencies = [("teams", "0012_deeds_as_pairs")]

    operations = [migrations.RunPython(hold_conditions, migrations.RunPython.noop, elidable=True)]
