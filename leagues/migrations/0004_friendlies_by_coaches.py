"""Leagues, members, rulesets and the log. The model ``Command`` moves to ``web`` in the next migration."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import accounts.zones


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="League",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=80, verbose_name="name")),
                ("slug", models.SlugField(max_length=90, unique=True)),
                ("description", models.TextField(blank=True, max_length=4000, verbose_name="description")),
                (
                    "zone",
                    models.CharField(
                        default="UTC", max_length=60, validators=[accounts.zones.check_zone], verbose_name="time zone"
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
                ("friendlies_by_coaches", models.BooleanField(default=True, verbose_name="coaches arrange friendlies")),
                (
                    "confirm_days",
                    models.PositiveSmallIntegerField(
                        default=0, help_text="0: no end", verbose_name="days to answer a report"
                    ),
                ),
                (
                    "confirm_since",
                    models.DateTimeField(help_text="the days of reports before that are counted from it", null=True),
                ),
                ("version", models.PositiveIntegerField(default=1)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("archived_at", models.DateTimeField(blank=True, null=True)),
            ],
        ),
        migrations.CreateModel(
            name="Ruleset",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("edition", models.CharField(max_length=40)),
                ("revision", models.CharField(help_text="of the edition's data when the row was made", max_length=80)),
                ("values", models.JSONField()),
                ("made_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="Membership",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "role",
                    models.CharField(
                        choices=[("commissioner", "commissioner"), ("coach", "coach")], default="coach", max_length=12
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
        ),
        migrations.AddField(
            model_name="league",
            name="members",
            field=models.ManyToManyField(
                related_name="leagues", through="leagues.Membership", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.CreateModel(
            name="LogEntry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
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
                        null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="leagues.ruleset"
                    ),
                ),
            ],
        ),
        migrations.AddField(
            model_name="league",
            name="ruleset",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="+", to="leagues.ruleset"
            ),
        ),
        migrations.CreateModel(
            name="JoinRequest",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("message", models.CharField(blank=True, max_length=500, verbose_name="message")),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("pending", "waits for an answer"),
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
                        on_delete=django.db.models.deletion.PROTECT, related_name="join_requests", to="leagues.league"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("state", "pending")), fields=("league", "user"), name="one_pending_request"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Invitation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("token_hash", models.CharField(max_length=64, unique=True)),
                (
                    "role",
                    models.CharField(
                        choices=[("commissioner", "commissioner"), ("coach", "coach")], default="coach", max_length=12
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
                        condition=models.Q(("uses__lte", models.F("max_uses"))), name="invitation_used_within_its_limit"
                    )
                ],
            },
        ),
        migrations.AddConstraint(
            model_name="membership",
            constraint=models.UniqueConstraint(
                condition=models.Q(("left_at__isnull", True)), fields=("league", "user"), name="one_current_membership"
            ),
        ),
        migrations.AddIndex(
            model_name="logentry",
            index=models.Index(fields=["league", "-id"], name="log_of_a_league"),
        ),
        migrations.AddConstraint(
            model_name="league",
            constraint=models.CheckConstraint(
                condition=models.Q(("public", True), ("joining", "invitation"), _connector="OR"),
                name="private_leagues_join_by_invitation",
            ),
        ),
        migrations.CreateModel(
            name="Command",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("command_id", models.UUIDField()),
                ("kind", models.CharField(max_length=60)),
                ("body_hash", models.CharField(max_length=64)),
                ("answer", models.JSONField(null=True)),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                (
                    "user",
                    models.ForeignKey(
                        help_text="none: the server",
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("user", "command_id"), name="one_command_for_each_id"),
                    models.UniqueConstraint(
                        condition=models.Q(("user__isnull", True)),
                        fields=("command_id",),
                        name="one_server_command_for_each_id",
                    ),
                ],
            },
        ),
    ]
