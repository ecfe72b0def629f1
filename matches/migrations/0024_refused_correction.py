import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """A coach can refuse a correction that was proposed to them; it stays open."""

    dependencies = [
        ("matches", "0023_friendly"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="matchcorrection",
            name="correction_open_unique",
        ),
        migrations.AddField(
            model_name="matchcorrection",
            name="refusal",
            field=models.CharField(blank=True, default="", max_length=500, verbose_name="why it was refused"),
        ),
        migrations.AddField(
            model_name="matchcorrection",
            name="refused_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="matchcorrection",
            name="refused_by",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AlterField(
            model_name="matchcorrection",
            name="state",
            field=models.CharField(
                choices=[
                    ("draft", "draft"),
                    ("proposed", "waiting for the other coach"),
                    ("refused", "refused by the other coach"),
                    ("accepted", "accepted"),
                    ("given_up", "discarded"),
                ],
                default="draft",
                max_length=10,
            ),
        ),
        migrations.AddConstraint(
            model_name="matchcorrection",
            constraint=models.UniqueConstraint(
                condition=models.Q(("state__in", ["draft", "proposed", "refused"])),
                fields=("match",),
                name="correction_open_unique",
            ),
        ),
    ]
