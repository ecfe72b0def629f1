import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("competitions", "0035_feed_by_conference"),
        ("leagues", "0020_comments"),
    ]

    operations = [
        migrations.AddField(
            model_name="teamend",
            name="ruleset",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="leagues.ruleset"
            ),
        ),
        migrations.AddField(
            model_name="wonunplayed",
            name="ruleset",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="leagues.ruleset"
            ),
        ),
    ]
