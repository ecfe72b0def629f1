"""Matches, reports, answers and corrections."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import teams.models.team


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("leagues", "0004_friendlies_by_coaches"),
        ("teams", "0007_names_out_of_the_log"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Match",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "public_id",
                    models.CharField(
                        default=teams.models.team.new_public_id, editable=False, max_length=10, unique=True
                    ),
                ),
                (
                    "stage",
                    models.CharField(
                        choices=[
                            ("league", "league match"),
                            ("play_off", "play-off"),
                            ("semi_final", "semi-final"),
                            ("final", "final"),
                        ],
                        default="league",
                        max_length=10,
                    ),
                ),
                ("tournament", models.CharField(blank=True, max_length=20)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("scheduled", "to be played"),
                            ("pre_match", "pre-match sequence"),
                            ("playing", "being played"),
                            ("reported", "waits for confirmation"),
                            ("disputed", "disputed"),
                            ("post_match", "post-match sequence"),
                            ("closed", "closed"),
                            ("recorded", "known from records"),
                            ("dropped", "not to be played any more"),
                        ],
                        default="scheduled",
                        max_length=10,
                    ),
                ),
                ("version", models.PositiveIntegerField(default=1)),
                ("weather", models.CharField(blank=True, max_length=20)),
                ("gate", models.PositiveIntegerField(blank=True, null=True)),
                ("absent_stars", models.JSONField(blank=True, default=list)),
                ("played_on", models.DateField(blank=True, null=True)),
                ("conceded_by", models.CharField(blank=True, max_length=4)),
                ("conceded_before_kick_off", models.BooleanField(default=False)),
                ("decided_by", models.CharField(blank=True, max_length=10)),
                ("decided_for", models.CharField(blank=True, max_length=4)),
                ("opened_at", models.DateTimeField(blank=True, null=True)),
                ("confirmed_at", models.DateTimeField(blank=True, null=True)),
                ("closed_at", models.DateTimeField(blank=True, null=True)),
                (
                    "league",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="matches", to="leagues.league"
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
        migrations.CreateModel(
            name="CardPlay",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("side", models.CharField(choices=[("home", "home"), ("away", "away")], max_length=4)),
                ("card", models.CharField(max_length=60)),
                (
                    "half",
                    models.PositiveSmallIntegerField(
                        choices=[(0, "before the kick-off"), (1, "first half"), (2, "second half"), (3, "overtime")]
                    ),
                ),
                ("turn", models.PositiveSmallIntegerField(default=0)),
                ("note", models.CharField(blank=True, max_length=200)),
                ("at", models.DateTimeField(auto_now_add=True)),
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
                    "player",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="teams.player",
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="card_plays", to="matches.match"
                    ),
                ),
            ],
            options={
                "ordering": ["match", "id"],
            },
        ),
        migrations.CreateModel(
            name="MatchAnswer",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "sequence",
                    models.CharField(
                        choices=[("pre_match", "pre-match sequence"), ("post_match", "post-match sequence")],
                        max_length=10,
                    ),
                ),
                ("side", models.CharField(max_length=4)),
                ("key", models.CharField(max_length=80)),
                ("question", models.JSONField()),
                ("value", models.JSONField(null=True)),
                ("rolled", models.BooleanField(default=False, help_text="by the server")),
                ("at", models.DateTimeField(auto_now_add=True)),
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
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="answers", to="matches.match"
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
            },
        ),
        migrations.CreateModel(
            name="MatchCorrection",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("draft", "being worked out"),
                            ("proposed", "waits for the other coach"),
                            ("accepted", "accepted"),
                            ("given_up", "given up"),
                        ],
                        default="draft",
                        max_length=10,
                    ),
                ),
                ("version", models.PositiveIntegerField(default=1)),
                ("annuls", models.BooleanField(default=False)),
                ("reason", models.CharField(max_length=500, verbose_name="reason")),
                ("report", models.JSONField(null=True)),
                ("played_on", models.DateField(blank=True, null=True)),
                ("answers", models.JSONField(default=list)),
                ("choices", models.JSONField(default=dict)),
                ("undone", models.JSONField(default=list)),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("accepted_at", models.DateTimeField(blank=True, null=True)),
                (
                    "accepted_by",
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
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="corrections", to="matches.match"
                    ),
                ),
            ],
            options={
                "ordering": ["match", "id"],
            },
        ),
        migrations.CreateModel(
            name="MatchSide",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("side", models.CharField(choices=[("home", "home"), ("away", "away")], max_length=4)),
                ("sheet", models.JSONField(null=True)),
                ("team_value", models.PositiveIntegerField(null=True)),
                ("fans", models.PositiveIntegerField(null=True)),
                ("fame", models.PositiveSmallIntegerField(null=True)),
                ("inducements", models.JSONField(blank=True, default=list)),
                ("figures", models.JSONField(blank=True, default=dict)),
                ("score", models.PositiveSmallIntegerField(null=True)),
                ("casualties", models.PositiveSmallIntegerField(null=True)),
                ("result", models.CharField(blank=True, max_length=20)),
                ("winnings", models.PositiveIntegerField(null=True)),
                ("story", models.TextField(blank=True, max_length=5000)),
                ("story_version", models.PositiveIntegerField(default=1)),
                ("unsent_story", models.TextField(blank=True, max_length=5000, null=True)),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="sides", to="matches.match"
                    ),
                ),
                (
                    "team",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="match_sides", to="teams.team"
                    ),
                ),
            ],
            options={
                "ordering": ["match", models.OrderBy(models.F("side"), descending=True)],
            },
        ),
        migrations.CreateModel(
            name="PlayerLine",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("roster", "on the roster"),
                            ("journeyman", "journeyman"),
                            ("mercenary", "mercenary"),
                            ("star", "star player"),
                            ("raised", "raised"),
                            ("card", "brought by a card"),
                        ],
                        default="roster",
                        max_length=10,
                    ),
                ),
                ("name", models.CharField(blank=True, max_length=60)),
                ("number", models.PositiveSmallIntegerField(null=True)),
                ("position", models.CharField(blank=True, max_length=60)),
                ("completions", models.PositiveSmallIntegerField(default=0)),
                ("touchdowns", models.PositiveSmallIntegerField(default=0)),
                ("interceptions", models.PositiveSmallIntegerField(default=0)),
                ("casualties", models.PositiveSmallIntegerField(default=0)),
                ("mvps", models.PositiveSmallIntegerField(default=0)),
                ("spp", models.PositiveSmallIntegerField(default=0)),
                ("injuries", models.JSONField(blank=True, default=list)),
                ("died", models.BooleanField(default=False)),
                (
                    "killed_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="kills",
                        to="teams.player",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.PROTECT, related_name="lines", to="teams.player"
                    ),
                ),
                (
                    "side",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="lines", to="matches.matchside"
                    ),
                ),
            ],
            options={
                "ordering": ["side", "number", "id"],
            },
        ),
        migrations.CreateModel(
            name="Report",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("data", models.JSONField()),
                ("digest", models.CharField(max_length=64)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("waiting", "waits for confirmation"),
                            ("disputed", "disputed"),
                            ("superseded", "replaced by a later version"),
                            ("confirmed", "confirmed"),
                        ],
                        default="waiting",
                        max_length=10,
                    ),
                ),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("answered_at", models.DateTimeField(blank=True, null=True)),
                ("dispute", models.CharField(blank=True, max_length=1000, verbose_name="what is wrong with it")),
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
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="reports", to="matches.match"
                    ),
                ),
            ],
            options={
                "ordering": ["match", "number"],
            },
        ),
        migrations.CreateModel(
            name="StarInjury",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("star", models.CharField(max_length=60)),
                ("casualty", models.PositiveSmallIntegerField()),
                (
                    "fate",
                    models.CharField(
                        choices=[("dead", "dead"), ("misses_next", "misses the next match")], max_length=12
                    ),
                ),
                (
                    "side",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="star_injuries",
                        to="matches.matchside",
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
            },
        ),
        migrations.CreateModel(
            name="UnsentReport",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("version", models.PositiveIntegerField(default=1)),
                ("fields", models.JSONField(blank=True, default=dict)),
                ("at", models.DateTimeField(blank=True, null=True)),
                ("page", models.CharField(blank=True, max_length=36)),
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
                    "match",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="unsent_report", to="matches.match"
                    ),
                ),
            ],
        ),
        migrations.AddIndex(
            model_name="match",
            index=models.Index(fields=["league", "state"], name="matches_of_a_league"),
        ),
        migrations.AddConstraint(
            model_name="cardplay",
            constraint=models.UniqueConstraint(fields=("match", "card"), name="each_card_once_in_a_match"),
        ),
        migrations.AddConstraint(
            model_name="matchanswer",
            constraint=models.UniqueConstraint(
                fields=("match", "sequence", "side", "key"), name="one_answer_for_each_question"
            ),
        ),
        migrations.AddConstraint(
            model_name="matchcorrection",
            constraint=models.UniqueConstraint(
                condition=models.Q(("state__in", ["draft", "proposed"])),
                fields=("match",),
                name="one_open_correction_of_a_match",
            ),
        ),
        migrations.AddConstraint(
            model_name="matchside",
            constraint=models.UniqueConstraint(fields=("match", "side"), name="one_row_for_each_side"),
        ),
        migrations.AddConstraint(
            model_name="matchside",
            constraint=models.UniqueConstraint(fields=("match", "team"), name="no_team_against_itself"),
        ),
        migrations.AddConstraint(
            model_name="report",
            constraint=models.UniqueConstraint(fields=("match", "number"), name="one_report_of_a_number"),
        ),
        migrations.AddConstraint(
            model_name="report",
            constraint=models.UniqueConstraint(
                condition=models.Q(("state", "confirmed")),
                fields=("match",),
                name="one_confirmed_report_for_each_match",
            ),
        ),
    ]
