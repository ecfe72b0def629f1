"""Lets a hand-over be taken back: what it left in the journals, and the word by which it went."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("competitions", "0005_trophies_and_endings"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="holding",
            name="beside",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="runners_up",
                to="competitions.holding",
            ),
        ),
        migrations.AddField(
            model_name="holding",
            name="entries",
            field=models.JSONField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="holding",
            name="taken_back_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="holding",
            name="taken_back_by",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="holding",
            name="taken_back_why",
            field=models.CharField(blank=True, max_length=500),
        ),
    ]
