"""Trades are allowed by default now, as in the book. Rulesets older than the option keep what they had: none."""

from django.db import migrations

EDITION, OPTION, FORMER = "pbbl-1.10", "trades", "off"


def keep_trades_off(apps, schema_editor):
    rulesets = apps.get_model("leagues", "Ruleset").objects
    older = [row for row in rulesets.filter(edition=EDITION) if OPTION not in row.values]
    for row in older:
        row.values = row.values | {OPTION: FORMER}
    rulesets.bulk_update(older, ["values"], batch_size=200)


class Migration(migrations.Migration):
    dependencies = [
        ("leagues", "0011_command_chain"),
    ]

    operations = [
        migrations.RunPython(keep_trades_off, migrations.RunPython.noop, elidable=False),
    ]
