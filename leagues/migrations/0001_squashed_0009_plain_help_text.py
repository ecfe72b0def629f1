"""Leagues, members, rulesets and the log.

``leagues.0001_initial`` is not in this list: it once created the table of ``Command`` too, so the squashed migration of
``web`` replaces it.
"""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import accounts.zones
from accounts.migrations._create_models import CreateModels


class Migration(migrations.Migration):
    initial = True

    replaces = [
        ("leagues", "0002_requests_withdrawn"),
        ("leagues", "0003_days_to_answer_a_report"),
        ("leagues", "0004_friendlies_by_coaches"),
        ("leagues", "0005_command_moves_to_web"),
        ("leagues", "0006_constraint_names"),
        ("leagues", "0007_plain_labels"),
        ("leagues", "0008_model_names"),
        ("leagues", "0009_plain_help_text"),
    ]

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        CreateModels(
            migrations.CreateModel(
                name="Ruleset",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    ("edition", models.CharField(max_length=40)),
                    (
                        "revision",
                        models.CharField(help_text="of the edition's data when the row was made", max_length=80),
                    ),
                    ("values", models.JSONField()),
                    ("made_at", models.DateTimeField(auto_now_add=True)),
                ],
                options={
                    "abstract": False,
                },
            ),
            migrations.CreateModel(
                name="League",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    ("name", models.CharField(max_length=80, verbose_name="name")),
                    ("slug", models.SlugField(max_length=90, unique=True)),
                    ("description", models.TextField(blank=True, max_length=4000, verbose_name="description")),
                    (
                        "zone",
                        models.CharField(
                            default="UTC",
                            max_length=60,
                            validators=[accounts.zones.check_zone],
                            verbose_name="time zone",
                        ),
                    ),
                    ("public", models.BooleanField(default=True, verbose_name="public")),
                    (
                        "joining",
                        models.CharField(
                            choices=[("invitation", "by invitation only"), ("request", "on request, or by invitation")],
                            default="invitation",
                            max_length=10,
                            verbose_name="joining",
                        ),
                    ),
                    (
                        "dice",
                        models.CharField(
                            choices=[
                                ("server", "the server rolls"),
                                ("typed", "coaches enter the rolls of their own dice"),
                            ],
                            default="server",
                            max_length=6,
                            verbose_name="dice",
                        ),
                    ),
                    ("teams_need_approval", models.BooleanField(default=True, verbose_name="teams need approval")),
                    (
                        "page_size",
                        models.CharField(
                            choices=[("A4", "A4"), ("letter", "Letter (US)")],
                            default="A4",
                            max_length=8,
                            verbose_name="paper",
                        ),
                    ),
                    (
                        "friendlies_by_coaches",
                        models.BooleanField(default=True, verbose_name="coaches arrange friendlies"),
                    ),
                    (
                        "confirm_days",
                        models.PositiveSmallIntegerField(
                            default=0, help_text="0: no deadline", verbose_name="days to answer a report"
                        ),
                    ),
                    (
                        "confirm_since",
                        models.DateTimeField(help_text="older reports count their days from here", null=True),
                    ),
                    ("version", models.PositiveIntegerField(default=1)),
                    ("created_at", models.DateTimeField(auto_now_add=True)),
                    ("archived_at", models.DateTimeField(blank=True, null=True)),
                    (
                        "members",
                        models.ManyToManyField(
                            related_name="leagues", through="leagues.Membership", to=settings.AUTH_USER_MODEL
                        ),
                    ),
                    (
                        "ruleset",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.PROTECT, related_name="+", to="leagues.ruleset"
                        ),
                    ),
                ],
                options={
                    "constraints": [
                        models.CheckConstraint(
                            condition=models.Q(("public", True), ("joining", "invitation"), _connector="OR"),
                            name="league_private_joining_invitation",
                        )
                    ],
                },
            ),
            migrations.CreateModel(
                name="Membership",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    (
                        "role",
                        models.CharField(
                            choices=[("commissioner", "commissioner"), ("coach", "coach")],
                            default="coach",
                            max_length=12,
                        ),
                    ),
                    ("joined_at", models.DateTimeField(auto_now_add=True)),
                    ("left_at", models.DateTimeField(blank=True, null=True)),
                    (
                        "league",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.PROTECT, related_name="memberships", to="leagues.league"
                        ),
                    ),
                    (
                        "user",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.PROTECT,
                            related_name="memberships",
                            to=settings.AUTH_USER_MODEL,
                        ),
                    ),
                ],
                options={
                    "constraints": [
                        models.UniqueConstraint(
                            condition=models.Q(("left_at__isnull", True)),
                            fields=("league", "user"),
                            name="membership_current_unique",
                        )
                    ],
                },
            ),
            migrations.CreateModel(
                name="LogEntry",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    ("at", models.DateTimeField(auto_now_add=True)),
                    ("kind", models.CharField(max_length=60)),
                    ("args", models.JSONField(default=dict)),
                    ("reason", models.CharField(blank=True, max_length=500)),
                    (
                        "about",
                        models.ForeignKey(
                            null=True,
                            on_delete=django.db.models.deletion.PROTECT,
                            related_name="+",
                            to=settings.AUTH_USER_MODEL,
                        ),
                    ),
                    (
                        "by",
                        models.ForeignKey(
                            null=True,
                            on_delete=django.db.models.deletion.PROTECT,
                            related_name="+",
                            to=settings.AUTH_USER_MODEL,
                        ),
                    ),
                    (
                        "league",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.PROTECT, related_name="log", to="leagues.league"
                        ),
                    ),
                    (
                        "ruleset",
                        models.ForeignKey(
                            null=True,
                            on_delete=django.db.models.deletion.PROTECT,
                            related_name="+",
                            to="leagues.ruleset",
                        ),
                    ),
                ],
                options={
                    "indexes": [models.Index(fields=["league", "-id"], name="log_of_a_league")],
                    "verbose_name": "log entry",
                    "verbose_name_plural": "log entries",
                },
            ),
            migrations.CreateModel(
                name="JoinRequest",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    ("message", models.CharField(blank=True, max_length=500, verbose_name="message")),
                    (
                        "state",
                        models.CharField(
                            choices=[
                                ("pending", "waiting for an answer"),
                                ("accepted", "accepted"),
                                ("refused", "refused"),
                                ("withdrawn", "withdrawn"),
                            ],
                            default="pending",
                            max_length=9,
                        ),
                    ),
                    ("asked_at", models.DateTimeField(auto_now_add=True)),
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
                        "user",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.PROTECT,
                            related_name="join_requests",
                            to=settings.AUTH_USER_MODEL,
                        ),
                    ),
                    (
                        "league",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.PROTECT,
                            related_name="join_requests",
                            to="leagues.league",
                        ),
                    ),
                ],
                options={
                    "constraints": [
                        models.UniqueConstraint(
                            condition=models.Q(("state", "pending")),
                            fields=("league", "user"),
                            name="join_request_pending_unique",
                        )
                    ],
                },
            ),
            migrations.CreateModel(
                name="Invitation",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    ("token_hash", models.CharField(max_length=64, unique=True)),
                    (
                        "role",
                        models.CharField(
                            choices=[("commissioner", "commissioner"), ("coach", "coach")],
                            default="coach",
                            max_length=12,
                        ),
                    ),
                    ("note", models.CharField(blank=True, max_length=80, verbose_name="for whom")),
                    ("made_at", models.DateTimeField(auto_now_add=True)),
                    ("expires_at", models.DateTimeField()),
                    ("max_uses", models.PositiveSmallIntegerField(default=1)),
                    ("uses", models.PositiveSmallIntegerField(default=0)),
                    ("revoked_at", models.DateTimeField(blank=True, null=True)),
                    (
                        "made_by",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                        ),
                    ),
                    (
                        "league",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.PROTECT, related_name="invitations", to="leagues.league"
                        ),
                    ),
                ],
                options={
                    "constraints": [
                        models.CheckConstraint(
                            condition=models.Q(("uses__lte", models.F("max_uses"))), name="invitation_uses_lte_max_uses"
                        )
                    ],
                },
            ),
        ),
    ]
