"""Coaches arrange friendlies in new leagues; in those that there are, only once a commissioner lets them."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("leagues", "0003_days_to_answer_a_report"),
    ]

    operations = [
        migrations.AddField(
            model_name="league",
            name="friendlies_by_coaches",
            field=models.BooleanField(default=False, verbose_name="coaches arrange friendlies"),
        ),
        migrations.AlterField(
            model_name="league",
            name="friendlies_by_coaches",
            field=models.BooleanField(default=True, verbose_name="coaches arrange friendlies"),
        ),
    ]
