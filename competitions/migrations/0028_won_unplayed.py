import django.db.models.deletion
from django.db import migrations, models

HOWS = [
    ("kept", "its results count, its other matches do not"),
    ("walkovers", "its results count, its opponents win its other matches without play"),
    ("void", "none of its matches count, and it leaves the table"),
]
STATES = [
    ("open", "waits for answers"),
    ("held", "waits until the team’s match is over"),
    ("done", "done"),
    ("gone", "revoked, or the team has left"),
]


class Migration(migrations.Migration):
    dependencies = [
        ("competitions", "0027_team_ends"),
        ("teams", "0015_team_answers"),
    ]

    operations = [
        migrations.AlterField(
            model_name="withdrawal",
            name="how",
            field=models.CharField(choices=HOWS, max_length=10, verbose_name="its matches"),
        ),
        migrations.CreateModel(
            name="WonUnplayed",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("state", models.CharField(choices=STATES, default="open", max_length=4)),
                ("entries", models.JSONField(blank=True, default=list)),
                (
                    "fixture",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="won_unplayed",
                        to="competitions.fixture",
                    ),
                ),
                (
                    "team",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="won_unplayed", to="teams.team"
                    ),
                ),
            ],
            options={
                "verbose_name": "match won without play",
                "verbose_name_plural": "matches won without play",
                "ordering": ["fixture", "id"],
                "constraints": [
                    models.UniqueConstraint(fields=("fixture", "team"), name="won_unplayed_fixture_team_unique")
                ],
            },
        ),
    ]
