import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("matches", "0017_facts")]

    operations = [
        migrations.CreateModel(
            name="Deed",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(max_length=40)),
                ("count", models.PositiveSmallIntegerField()),
                (
                    "line",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="deeds",
                        to="matches.playerline",
                    ),
                ),
            ],
            options={
                "verbose_name": "deed of a player",
                "verbose_name_plural": "deeds of players",
                "ordering": ["id"],
                "constraints": [
                    models.UniqueConstraint(fields=("line", "key"), name="deed_line_key_unique"),
                    models.CheckConstraint(condition=models.Q(("count__gt", 0)), name="deed_count_positive"),
                ],
            },
        ),
    ]
