import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("leagues", "0020_comments"),
    ]

    operations = [
        migrations.AddField(
            model_name="ruleset",
            name="made_from",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="leagues.ruleset"
            ),
        ),
    ]
