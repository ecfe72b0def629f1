"""Rosters count deeds as pairs of key and number: an edition declares what it counts. The journal stays as it is."""

from django.db import migrations

from rules.sheet.sheet import deeds_as_pairs

CHUNK = 500


def count_as_pairs(apps, schema_editor):
    states = apps.get_model("teams", "TeamState").objects.order_by("pk")
    changed = []
    for state in states.iterator(chunk_size=CHUNK):
        players = [deeds_as_pairs(line) for line in state.sheet.get("players", ())]
        departed = [gone | {"line": deeds_as_pairs(gone["line"])} for gone in state.sheet.get("departed", ())]
        before = state.sheet
        state.sheet = before | ({"players": players} if players else {}) | ({"departed": departed} if departed else {})
        if state.sheet != before:
            changed.append(state)
    states.model.objects.bulk_update(changed, ["sheet"], batch_size=CHUNK)


class Migration(migrations.Migration):
    dependencies = [("teams", "0011_who_decided")]

    operations = [migrations.RunPython(count_as_pairs, migrations.RunPython.noop, elidable=True)]
