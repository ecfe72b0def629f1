"""Teams, players and the journal, which the database protects."""

import django.db.models.deletion
import django.db.models.functions.text
from django.conf import settings
from django.db import migrations, models

import teams.models.team
from accounts.migrations._create_models import CreateModels
from teams.migrations._journal_guard import guard, unguard


class Migration(migrations.Migration):
    initial = True

    replaces = [
        ("teams", "0001_initial"),
        ("teams", "0002_journal_guard"),
        ("teams", "0003_teams_from_elsewhere"),
        ("teams", "0004_trades"),
        ("teams", "0005_entry_reasons"),
        ("teams", "0006_takeovers"),
        ("teams", "0007_names_out_of_the_log"),
        ("teams", "0008_constraint_names"),
        ("teams", "0009_model_names"),
    ]

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("leagues", "0001_squashed_0009_plain_help_text"),
    ]

    operations = [
        CreateModels(
            migrations.CreateModel(
                name="Team",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    (
                        "coach_name",
                        models.CharField(blank=True, help_text="for a coach without an account", max_length=80),
                    ),
                    (
                        "public_id",
                        models.CharField(
                            default=teams.models.team.new_public_id, editable=False, max_length=10, unique=True
                        ),
                    ),
                    ("name", models.CharField(max_length=60, verbose_name="name")),
                    ("team_list", models.CharField(max_length=60, verbose_name="team list")),
                    (
                        "state",
                        models.CharField(
                            choices=[
                                ("draft", "being built"),
                                ("submitted", "waiting for approval"),
                                ("active", "active"),
                                ("recorded", "known from records"),
                                ("retired", "retired"),
                            ],
                            default="draft",
                            max_length=9,
                        ),
                    ),
                    ("draft", models.JSONField(blank=True, default=dict)),
                    ("from_elsewhere", models.BooleanField(default=False)),
                    ("sent_back", models.CharField(blank=True, max_length=500, verbose_name="why it was sent back")),
                    ("colours", models.PositiveSmallIntegerField(default=0)),
                    ("version", models.PositiveIntegerField(default=1)),
                    ("created_at", models.DateTimeField(auto_now_add=True)),
                    ("founded_at", models.DateTimeField(blank=True, null=True)),
                    (
                        "coach",
                        models.ForeignKey(
                            blank=True,
                            null=True,
                            on_delete=django.db.models.deletion.PROTECT,
                            related_name="teams",
                            to=settings.AUTH_USER_MODEL,
                        ),
                    ),
                    (
                        "league",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.PROTECT, related_name="teams", to="leagues.league"
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
                    "ordering": ["name", "id"],
                    "indexes": [models.Index(fields=["league", "state"], name="teams_of_a_league")],
                    "constraints": [
                        models.UniqueConstraint(
                            models.F("league"),
                            django.db.models.functions.text.Lower("name"),
                            condition=models.Q(("state__in", ["draft", "submitted", "active"])),
                            name="team_league_name_unique",
                        )
                    ],
                },
            ),
            migrations.CreateModel(
                name="Player",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    ("name", models.CharField(blank=True, max_length=60)),
                    ("minted_at", models.DateTimeField(auto_now_add=True)),
                    (
                        "team",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.PROTECT, related_name="players", to="teams.team"
                        ),
                    ),
                ],
            ),
            migrations.CreateModel(
                name="JournalEntry",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    ("seq", models.PositiveIntegerField()),
                    ("kind", models.CharField(max_length=40)),
                    ("data", models.JSONField()),
                    ("why", models.JSONField(null=True)),
                    ("source", models.CharField(max_length=60)),
                    ("at", models.DateTimeField()),
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
                        "team",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.PROTECT, related_name="journal", to="teams.team"
                        ),
                    ),
                ],
                options={
                    "ordering": ["team", "seq"],
                    "constraints": [
                        models.UniqueConstraint(fields=("team", "seq"), name="journal_entry_team_seq_unique")
                    ],
                    "verbose_name": "journal entry",
                    "verbose_name_plural": "journal entries",
                },
            ),
            migrations.CreateModel(
                name="EntryReason",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    ("text", models.CharField(max_length=500)),
                    (
                        "entry",
                        models.OneToOneField(
                            on_delete=django.db.models.deletion.PROTECT,
                            related_name="reason_row",
                            to="teams.journalentry",
                        ),
                    ),
                ],
                options={
                    "abstract": False,
                },
            ),
            migrations.CreateModel(
                name="TeamPast",
                fields=[
                    (
                        "team",
                        models.OneToOneField(
                            on_delete=django.db.models.deletion.PROTECT,
                            primary_key=True,
                            related_name="past",
                            serialize=False,
                            to="teams.team",
                        ),
                    ),
                    ("won", models.PositiveIntegerField(default=0)),
                    ("drawn", models.PositiveIntegerField(default=0)),
                    ("lost", models.PositiveIntegerField(default=0)),
                    ("touchdowns_for", models.PositiveIntegerField(default=0)),
                    ("touchdowns_against", models.PositiveIntegerField(default=0)),
                    ("casualties_for", models.PositiveIntegerField(default=0)),
                    ("casualties_against", models.PositiveIntegerField(default=0)),
                    ("story", models.CharField(blank=True, max_length=1000)),
                ],
                options={
                    "verbose_name": "earlier record of a team",
                    "verbose_name_plural": "earlier records of teams",
                },
            ),
            migrations.CreateModel(
                name="TeamState",
                fields=[
                    (
                        "team",
                        models.OneToOneField(
                            on_delete=django.db.models.deletion.PROTECT,
                            primary_key=True,
                            related_name="state_row",
                            serialize=False,
                            to="teams.team",
                        ),
                    ),
                    ("seq", models.PositiveIntegerField()),
                    ("sheet", models.JSONField()),
                    ("value", models.PositiveIntegerField()),
                    ("value_figure", models.JSONField()),
                    ("treasury", models.PositiveIntegerField()),
                    ("players", models.PositiveSmallIntegerField(default=0)),
                    ("held_by", models.CharField(blank=True, max_length=40)),
                    ("changed_at", models.DateTimeField()),
                ],
            ),
            migrations.CreateModel(
                name="Takeover",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    ("reason", models.CharField(blank=True, max_length=500, verbose_name="reason")),
                    (
                        "state",
                        models.CharField(
                            choices=[
                                ("offered", "offered"),
                                ("accepted", "accepted"),
                                ("refused", "refused"),
                                ("withdrawn", "withdrawn"),
                            ],
                            default="offered",
                            max_length=9,
                        ),
                    ),
                    ("at", models.DateTimeField(auto_now_add=True)),
                    ("answered_at", models.DateTimeField(blank=True, null=True)),
                    (
                        "asked",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.PROTECT,
                            related_name="takeovers",
                            to=settings.AUTH_USER_MODEL,
                        ),
                    ),
                    (
                        "by",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                        ),
                    ),
                    (
                        "was",
                        models.ForeignKey(
                            null=True,
                            on_delete=django.db.models.deletion.PROTECT,
                            related_name="+",
                            to=settings.AUTH_USER_MODEL,
                        ),
                    ),
                    (
                        "team",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.PROTECT, related_name="takeovers", to="teams.team"
                        ),
                    ),
                ],
                options={
                    "ordering": ["team", "-id"],
                    "constraints": [
                        models.UniqueConstraint(
                            condition=models.Q(("state", "offered")), fields=("team",), name="takeover_open_unique"
                        )
                    ],
                },
            ),
            migrations.CreateModel(
                name="PlayerMove",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    (
                        "player",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.PROTECT, related_name="moves", to="teams.player"
                        ),
                    ),
                    (
                        "left",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.PROTECT, related_name="moves_away", to="teams.team"
                        ),
                    ),
                ],
                options={
                    "constraints": [
                        models.UniqueConstraint(fields=("player", "left"), name="player_move_player_left_unique")
                    ],
                },
            ),
            migrations.CreateModel(
                name="Trade",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    ("gives", models.JSONField(default=dict)),
                    ("takes", models.JSONField(default=dict)),
                    ("until", models.DateField(null=True)),
                    (
                        "state",
                        models.CharField(
                            choices=[
                                ("offered", "offered"),
                                ("accepted", "accepted, waiting for approval"),
                                ("done", "completed"),
                                ("lent", "completed, loan running"),
                                ("returned", "loan ended"),
                                ("refused", "refused"),
                                ("withdrawn", "withdrawn"),
                            ],
                            default="offered",
                            max_length=9,
                        ),
                    ),
                    ("owed_by_offering", models.PositiveIntegerField(default=0)),
                    ("owed_by_asked", models.PositiveIntegerField(default=0)),
                    ("offered_at", models.DateTimeField(auto_now_add=True)),
                    ("answered_at", models.DateTimeField(null=True)),
                    ("done_at", models.DateTimeField(null=True)),
                    ("ended_at", models.DateTimeField(null=True)),
                    ("version", models.PositiveIntegerField(default=1)),
                    (
                        "answered_by",
                        models.ForeignKey(
                            null=True,
                            on_delete=django.db.models.deletion.PROTECT,
                            related_name="+",
                            to=settings.AUTH_USER_MODEL,
                        ),
                    ),
                    (
                        "asked",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.PROTECT, related_name="trades_asked", to="teams.team"
                        ),
                    ),
                    (
                        "done_by",
                        models.ForeignKey(
                            null=True,
                            on_delete=django.db.models.deletion.PROTECT,
                            related_name="+",
                            to=settings.AUTH_USER_MODEL,
                        ),
                    ),
                    (
                        "ending_asked_by",
                        models.ForeignKey(
                            null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="teams.team"
                        ),
                    ),
                    (
                        "league",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.PROTECT, related_name="trades", to="leagues.league"
                        ),
                    ),
                    (
                        "offered_by",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                        ),
                    ),
                    (
                        "offering",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.PROTECT, related_name="trades_offered", to="teams.team"
                        ),
                    ),
                ],
                options={
                    "indexes": [
                        models.Index(fields=["league", "state"], name="trades_of_a_league"),
                        models.Index(fields=["state", "until"], name="loans_by_their_day"),
                    ],
                    "constraints": [
                        models.CheckConstraint(
                            condition=models.Q(("offering", models.F("asked")), _negated=True),
                            name="trade_teams_differ",
                        )
                    ],
                },
            ),
        ),
        migrations.RunPython(guard, unguard),
    ]
