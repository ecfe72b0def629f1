"""Rosters as fielded count deeds as pairs of key and number: an edition declares what it counts. Reports stay."""

from django.db import migrations

from rules.sheet.sheet import deeds_as_pairs

CHUNK = 500


def count_as_pairs(apps, schema_editor):
    sides = apps.get_model("matches", "MatchSide").objects.filter(sheet__isnull=False).order_by("pk")
    changed = []
    for side in sides.iterator(chunk_size=CHUNK):
        players = [deeds_as_pairs(line) for line in side.sheet.get("players", ())]
        departed = [gone | {"line": deeds_as_pairs(gone["line"])} for gone in side.sheet.get("departed", ())]
        before = side.sheet
        side.sheet = before | ({"players": players} if players else {}) | ({"departed": departed} if departed else {})
        if side.sheet != before:
            changed.append(side)
        if len(changed) >= CHUNK:
            sides.model.objects.bulk_update(changed, ["sheet"])
            changed.clear()
    sides.model.objects.bulk_update(changed, ["sheet"])


class Migration(migrations.Migration):
    dependencies = [("matches", "0014_own_matches")]

    operations = [migrations.RunPython(count_as_pairs, migrations.RunPython.noop, elidable=True)]
