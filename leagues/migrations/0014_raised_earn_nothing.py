"""Players raised in a match earn like others by default now, as in the book. Older rulesets keep that they do not."""

from django.db import migrations

EDITION, OPTION, FORMER = "pbbl-1.10", "raised_in_match", "none"


def keep_the_raised_without_points(apps, schema_editor):
    rulesets = apps.get_model("leagues", "Ruleset").objects
    older = [row for row in rulesets.filter(edition=EDITION) if OPTION not in row.values]
    for row in older:
        row.values = row.values | {OPTION: FORMER}
    rulesets.bulk_update(older, ["values"], batch_size=200)


class Migration(migrations.Migration):
    dependencies = [
        ("leagues", "0013_change_counter"),
    ]

    operations = [
        migrations.RunPython(keep_the_raised_without_points, migrations.RunPython.noop, elidable=False),
    ]
