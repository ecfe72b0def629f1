"""A hash chain for the commands of each league. Older commands do not say their league: chains begin here."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("leagues", "0010_own_matches"),
        ("web", "0001_squashed_0002_constraint_names"),
    ]

    operations = [
        migrations.CreateModel(
            name="CommandChain",
            fields=[
                (
                    "league",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="command_chain",
                        serialize=False,
                        to="leagues.league",
                    ),
                ),
                ("length", models.PositiveIntegerField(default=0)),
                ("head", models.CharField(max_length=64)),
            ],
            options={
                "verbose_name": "chain of a league's commands",
                "verbose_name_plural": "chains of leagues' commands",
            },
        ),
        migrations.CreateModel(
            name="CommandLink",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("hash", models.CharField(max_length=64)),
                (
                    "command",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT, related_name="link", to="web.command"
                    ),
                ),
                (
                    "league",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="command_links", to="leagues.league"
                    ),
                ),
            ],
            options={
                "verbose_name": "link of a chain of commands",
                "verbose_name_plural": "links of chains of commands",
                "ordering": ["league", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=("league", "number"), name="command_link_league_number_unique")
                ],
            },
        ),
    ]
