"""Messages from outside a league to its commissioners."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("leagues", "0015_invitation_seeds"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Enquiry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("message", models.TextField(blank=True, max_length=1000, verbose_name="message")),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("waiting", "waiting for an answer"),
                            ("answered", "answered"),
                            ("closed", "closed without an answer"),
                        ],
                        default="waiting",
                        max_length=8,
                    ),
                ),
                ("asked_at", models.DateTimeField(auto_now_add=True)),
                ("answer", models.TextField(blank=True, max_length=1000, verbose_name="answer")),
                ("answered_at", models.DateTimeField(blank=True, null=True)),
                (
                    "answered_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "invitation",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="leagues.invitation",
                    ),
                ),
                (
                    "league",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="enquiries", to="leagues.league"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="enquiries",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "enquiries",
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("state", "waiting")),
                        fields=("league", "user"),
                        name="enquiry_waiting_unique",
                    )
                ],
            },
        ),
    ]
