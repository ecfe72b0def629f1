"""Deadlines and names of conferences that are entered when a competition is set up."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("competitions", "0024_own_matches"),
    ]

    operations = [
        migrations.AddField(
            model_name="competition",
            name="conferences",
            field=models.JSONField(blank=True, default=list, verbose_name="conferences"),
        ),
        migrations.AddField(
            model_name="competition",
            name="first_deadline",
            field=models.DateTimeField(blank=True, null=True, verbose_name="first deadline"),
        ),
    ]
