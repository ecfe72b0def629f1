"""A counter of changes for each league. Triggers count; they are created after all migrations (`dugout.counting`)."""

import django.db.models.deletion
from django.db import migrations, models


def begin_at_zero(apps, schema_editor):
    """One row for each league that is there; a trigger makes the rows of later ones."""
    counter = apps.get_model("leagues", "ChangeCounter")
    leagues = apps.get_model("leagues", "League").objects.values_list("pk", flat=True)
    counter.objects.bulk_create([counter(league_id=league) for league in leagues])


class Migration(migrations.Migration):
    dependencies = [
        ("leagues", "0012_trades_stay_off"),
    ]

    operations = [
        migrations.CreateModel(
            name="ChangeCounter",
            fields=[
                (
                    "league",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="change_counter",
                        serialize=False,
                        to="leagues.league",
                    ),
                ),
                ("count", models.PositiveBigIntegerField(default=0)),
            ],
            options={
                "verbose_name": "counter of a league's changes",
                "verbose_name_plural": "counters of leagues' changes",
            },
        ),
        migrations.RunPython(begin_at_zero, migrations.RunPython.noop),
    ]
