from django.db import migrations, models


class Migration(migrations.Migration):
    """Deaths are found without looking at all lines of a league."""

    dependencies = [
        ("matches", "0024_refused_correction"),
        ("teams", "0020_folded_names"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="playerline",
            index=models.Index(condition=models.Q(("died", True)), fields=["side"], name="deaths_of_a_side"),
        ),
    ]
