"""Seasons, competitions, fixtures, trophies."""

import django.db.models.deletion
import django.db.models.functions.text
from django.conf import settings
from django.db import migrations, models

import teams.models.team
from accounts.migrations._create_models import CreateModels


class Migration(migrations.Migration):
    initial = True

    replaces = [
        ("competitions", "0001_initial"),
        ("competitions", "0002_decisions"),
        ("competitions", "0003_shape_of_a_season"),
        ("competitions", "0004_table_lines_and_adjustments"),
        ("competitions", "0005_trophies_and_endings"),
        ("competitions", "0006_holdings_taken_back"),
        ("competitions", "0007_dates_that_wait"),
        ("competitions", "0008_decided_as_a_draw"),
        ("competitions", "0009_who_was_brought_in"),
        ("competitions", "0010_friendlies_offered"),
        ("competitions", "0011_finalists_chosen"),
        ("competitions", "0012_unwilling_substitutes"),
        ("competitions", "0013_places_at_a_seasons_end"),
        ("competitions", "0014_conferences"),
        ("competitions", "0015_scheduling_without_choices"),
        ("competitions", "0016_format_options"),
        ("competitions", "0017_columns_to_format_options"),
        ("competitions", "0018_drop_columns_of_one_format"),
        ("competitions", "0019_constraint_names"),
        ("competitions", "0020_plain_words_for_lapsed_deadlines"),
        ("competitions", "0021_plain_labels"),
        ("competitions", "0022_model_names"),
    ]

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("leagues", "0001_squashed_0009_plain_help_text"),
        ("matches", "0001_squashed_0013_model_names"),
        ("teams", "0001_squashed_0009_model_names"),
    ]

    operations = [
        CreateModels(
            migrations.CreateModel(
                name="Trophy",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    (
                        "public_id",
                        models.CharField(
                            default=teams.models.team.new_public_id, editable=False, max_length=10, unique=True
                        ),
                    ),
                    ("key", models.CharField(blank=True, max_length=20)),
                    ("name", models.CharField(max_length=60, verbose_name="name")),
                    ("description", models.CharField(blank=True, max_length=500, verbose_name="description")),
                    ("for_players", models.BooleanField(default=False, verbose_name="awarded to a player")),
                    ("version", models.PositiveIntegerField(default=1)),
                    ("made_at", models.DateTimeField(auto_now_add=True)),
                    (
                        "league",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.PROTECT, related_name="trophies", to="leagues.league"
                        ),
                    ),
                ],
                options={
                    "ordering": ["league", "id"],
                    "constraints": [
                        models.UniqueConstraint(
                            condition=models.Q(("key", ""), _negated=True),
                            fields=("league", "key"),
                            name="trophy_league_key_unique",
                        ),
                        models.UniqueConstraint(
                            models.F("league"),
                            django.db.models.functions.text.Lower("name"),
                            name="trophy_league_name_unique",
                        ),
                    ],
                    "verbose_name": "trophy",
                    "verbose_name_plural": "trophies",
                },
            ),
            migrations.CreateModel(
                name="FriendlyOffer",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    (
                        "at_home",
                        models.BooleanField(default=False, help_text="whether the offering team plays at home"),
                    ),
                    ("note", models.CharField(blank=True, max_length=200, verbose_name="message to the other coach")),
                    (
                        "state",
                        models.CharField(
                            choices=[
                                ("offered", "waiting for an answer"),
                                ("accepted", "accepted"),
                                ("declined", "declined"),
                                ("withdrawn", "withdrawn"),
                            ],
                            default="offered",
                            max_length=9,
                        ),
                    ),
                    ("version", models.PositiveIntegerField(default=1)),
                    ("offered_at", models.DateTimeField(auto_now_add=True)),
                    ("answered_at", models.DateTimeField(null=True)),
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
                            on_delete=django.db.models.deletion.PROTECT,
                            related_name="friendlies_asked",
                            to="teams.team",
                        ),
                    ),
                    (
                        "league",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.PROTECT,
                            related_name="friendly_offers",
                            to="leagues.league",
                        ),
                    ),
                    (
                        "match",
                        models.OneToOneField(
                            null=True,
                            on_delete=django.db.models.deletion.PROTECT,
                            related_name="friendly_offer",
                            to="matches.match",
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
                            on_delete=django.db.models.deletion.PROTECT,
                            related_name="friendlies_offered",
                            to="teams.team",
                        ),
                    ),
                ],
                options={
                    "ordering": ["-id"],
                    "constraints": [
                        models.UniqueConstraint(
                            condition=models.Q(("state", "offered")),
                            fields=("offering", "asked"),
                            name="friendly_offer_open_unique",
                        ),
                        models.CheckConstraint(
                            condition=models.Q(("offering", models.F("asked")), _negated=True),
                            name="friendly_offer_teams_differ",
                        ),
                    ],
                },
            ),
            migrations.CreateModel(
                name="ImportedArchive",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    ("digest", models.CharField(max_length=64, unique=True)),
                    ("edition", models.CharField(max_length=200)),
                    ("filename", models.CharField(max_length=200)),
                    ("imported_at", models.DateTimeField(auto_now_add=True)),
                    (
                        "league",
                        models.OneToOneField(
                            on_delete=django.db.models.deletion.PROTECT,
                            related_name="imported_archive",
                            to="leagues.league",
                        ),
                    ),
                ],
            ),
            migrations.CreateModel(
                name="Season",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    ("name", models.CharField(max_length=80, verbose_name="name")),
                    ("number", models.PositiveSmallIntegerField()),
                    (
                        "state",
                        models.CharField(
                            choices=[("open", "under way"), ("closed", "closed")], default="open", max_length=6
                        ),
                    ),
                    ("version", models.PositiveIntegerField(default=1)),
                    ("opened_at", models.DateTimeField(auto_now_add=True)),
                    (
                        "league",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.PROTECT, related_name="seasons", to="leagues.league"
                        ),
                    ),
                ],
                options={
                    "ordering": ["league", "-number"],
                    "constraints": [
                        models.UniqueConstraint(fields=("league", "number"), name="season_league_number_unique")
                    ],
                },
            ),
            migrations.CreateModel(
                name="Competition",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    (
                        "public_id",
                        models.CharField(
                            default=teams.models.team.new_public_id, editable=False, max_length=10, unique=True
                        ),
                    ),
                    ("name", models.CharField(max_length=100, verbose_name="name")),
                    ("scheduling", models.CharField(default="round_robin", max_length=40)),
                    ("legs", models.PositiveSmallIntegerField(default=1, verbose_name="meetings of each pair")),
                    ("seed", models.CharField(blank=True, max_length=32)),
                    ("fed_seed", models.CharField(blank=True, max_length=32)),
                    ("points", models.JSONField(default=dict)),
                    ("tie_breakers", models.JSONField(default=list)),
                    ("cut_lines", models.JSONField(blank=True, default=list, verbose_name="lines in the table")),
                    ("byes_count", models.BooleanField(default=False, verbose_name="a bye counts as a win")),
                    ("group_name", models.CharField(blank=True, max_length=60, verbose_name="part of")),
                    ("places", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="places")),
                    ("challenges", models.BooleanField(default=False, verbose_name="written challenges")),
                    (
                        "round_days",
                        models.PositiveSmallIntegerField(
                            blank=True, null=True, verbose_name="days from deadline to deadline"
                        ),
                    ),
                    (
                        "when_lapsed",
                        models.CharField(
                            choices=[
                                ("commissioner", "the commissioner decides"),
                                ("extend", "the deadline is extended"),
                                ("walkover", "a walkover for the team that offered a date, if the other did not"),
                                ("double_loss", "a loss for both"),
                            ],
                            default="commissioner",
                            max_length=12,
                        ),
                    ),
                    (
                        "extension_days",
                        models.PositiveSmallIntegerField(default=7, verbose_name="days of an extension"),
                    ),
                    (
                        "remind_days",
                        models.PositiveSmallIntegerField(default=3, verbose_name="days before a deadline to remind"),
                    ),
                    (
                        "state",
                        models.CharField(
                            choices=[("draft", "being set up"), ("running", "under way"), ("finished", "finished")],
                            default="draft",
                            max_length=8,
                        ),
                    ),
                    ("recorded", models.BooleanField(default=False)),
                    ("external_id", models.CharField(blank=True, max_length=200)),
                    ("version", models.PositiveIntegerField(default=1)),
                    ("standings_version", models.PositiveIntegerField(default=1)),
                    (
                        "season",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.PROTECT,
                            related_name="competitions",
                            to="competitions.season",
                        ),
                    ),
                    (
                        "played_for",
                        models.ForeignKey(
                            blank=True,
                            null=True,
                            on_delete=django.db.models.deletion.PROTECT,
                            related_name="competitions",
                            to="competitions.trophy",
                        ),
                    ),
                    ("format_options", models.JSONField(blank=True, default=dict)),
                ],
                options={
                    "ordering": ["season", "id"],
                    "constraints": [
                        models.UniqueConstraint(
                            condition=models.Q(("external_id", ""), _negated=True),
                            fields=("season", "external_id"),
                            name="competition_season_external_id_unique",
                        )
                    ],
                },
            ),
            migrations.CreateModel(
                name="Entrant",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    ("coin_toss", models.IntegerField(blank=True, null=True)),
                    ("published", models.JSONField(blank=True, null=True)),
                    ("seed", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="seed")),
                    ("fed_place", models.PositiveSmallIntegerField(blank=True, null=True)),
                    ("conference", models.CharField(blank=True, default="", max_length=40, verbose_name="conference")),
                    ("entered_at", models.DateTimeField(auto_now_add=True)),
                    (
                        "competition",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.PROTECT,
                            related_name="entrants",
                            to="competitions.competition",
                        ),
                    ),
                    (
                        "team",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.PROTECT, related_name="entries", to="teams.team"
                        ),
                    ),
                ],
                options={
                    "constraints": [
                        models.UniqueConstraint(fields=("competition", "team"), name="entrant_competition_team_unique")
                    ],
                },
            ),
            migrations.CreateModel(
                name="FinalistChoice",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    ("way", models.CharField(max_length=20)),
                    ("values", models.JSONField()),
                    ("made_at", models.DateTimeField(auto_now_add=True)),
                    (
                        "competition",
                        models.OneToOneField(
                            on_delete=django.db.models.deletion.PROTECT,
                            related_name="choice",
                            to="competitions.competition",
                        ),
                    ),
                    ("sources", models.ManyToManyField(related_name="choices", to="competitions.competition")),
                ],
            ),
            migrations.CreateModel(
                name="Round",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    ("number", models.PositiveSmallIntegerField()),
                    ("name", models.CharField(blank=True, max_length=60)),
                    (
                        "stage",
                        models.CharField(
                            blank=True,
                            choices=[
                                ("league", "league match"),
                                ("play_off", "play-off"),
                                ("semi_final", "semi-final"),
                                ("final", "final"),
                            ],
                            max_length=10,
                        ),
                    ),
                    ("deadline", models.DateTimeField(blank=True, null=True, verbose_name="deadline")),
                    ("settled_at", models.DateTimeField(blank=True, null=True)),
                    (
                        "competition",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.PROTECT,
                            related_name="rounds",
                            to="competitions.competition",
                        ),
                    ),
                ],
                options={
                    "ordering": ["competition", "number"],
                    "constraints": [
                        models.UniqueConstraint(
                            fields=("competition", "number"), name="round_competition_number_unique"
                        )
                    ],
                },
            ),
            migrations.CreateModel(
                name="Reminder",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    ("deadline", models.DateTimeField()),
                    ("at", models.DateTimeField(auto_now_add=True)),
                    (
                        "coach",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                        ),
                    ),
                    (
                        "round",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="reminders",
                            to="competitions.round",
                        ),
                    ),
                ],
                options={
                    "constraints": [
                        models.UniqueConstraint(
                            fields=("round", "coach", "deadline"), name="reminder_round_coach_deadline_unique"
                        )
                    ],
                },
            ),
            migrations.CreateModel(
                name="SeasonEnd",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    ("injuries_cleared", models.BooleanField(default=False, verbose_name="missed matches cleared")),
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
                        "season",
                        models.OneToOneField(
                            on_delete=django.db.models.deletion.PROTECT, related_name="end", to="competitions.season"
                        ),
                    ),
                ],
            ),
            migrations.CreateModel(
                name="SeasonMark",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    (
                        "mark",
                        models.CharField(
                            choices=[
                                ("up", "promoted"),
                                ("down", "relegated"),
                                ("stays", "stays"),
                                ("retired", "retired"),
                            ],
                            max_length=8,
                        ),
                    ),
                    ("place", models.PositiveSmallIntegerField(null=True)),
                    (
                        "into",
                        models.ForeignKey(
                            null=True,
                            on_delete=django.db.models.deletion.PROTECT,
                            related_name="+",
                            to="competitions.competition",
                        ),
                    ),
                    (
                        "season",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.PROTECT, related_name="marks", to="competitions.season"
                        ),
                    ),
                    (
                        "source",
                        models.ForeignKey(
                            null=True,
                            on_delete=django.db.models.deletion.PROTECT,
                            related_name="+",
                            to="competitions.competition",
                        ),
                    ),
                    (
                        "team",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.PROTECT, related_name="season_marks", to="teams.team"
                        ),
                    ),
                ],
                options={
                    "ordering": ["season", "id"],
                    "constraints": [
                        models.UniqueConstraint(
                            fields=("season", "team", "source"), name="season_mark_season_team_source_unique"
                        )
                    ],
                    "verbose_name": "promotion or relegation",
                    "verbose_name_plural": "promotions and relegations",
                },
            ),
            migrations.CreateModel(
                name="StageFeed",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    ("first", models.PositiveSmallIntegerField(verbose_name="from place")),
                    ("last", models.PositiveSmallIntegerField(verbose_name="to place")),
                    (
                        "best",
                        models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="number of best teams"),
                    ),
                    (
                        "source",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.PROTECT,
                            related_name="feeds_into",
                            to="competitions.competition",
                        ),
                    ),
                    (
                        "target",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.PROTECT,
                            related_name="feeds",
                            to="competitions.competition",
                        ),
                    ),
                ],
                options={
                    "ordering": ["target", "id"],
                    "constraints": [
                        models.CheckConstraint(
                            condition=models.Q(("first__gte", 1), ("last__gte", models.F("first"))),
                            name="stage_feed_first_lte_last",
                        ),
                        models.CheckConstraint(
                            condition=models.Q(("target", models.F("source")), _negated=True),
                            name="stage_feed_stages_differ",
                        ),
                    ],
                    "verbose_name": "qualification rule",
                    "verbose_name_plural": "qualification rules",
                },
            ),
            migrations.CreateModel(
                name="Tie",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    ("number", models.PositiveSmallIntegerField()),
                    ("round", models.PositiveSmallIntegerField()),
                    (
                        "stage",
                        models.CharField(
                            choices=[
                                ("league", "league match"),
                                ("play_off", "play-off"),
                                ("semi_final", "semi-final"),
                                ("final", "final"),
                            ],
                            max_length=10,
                        ),
                    ),
                    ("third_place", models.BooleanField(default=False)),
                    ("home_from", models.PositiveSmallIntegerField(blank=True, null=True)),
                    ("away_from", models.PositiveSmallIntegerField(blank=True, null=True)),
                    (
                        "how",
                        models.CharField(
                            blank=True,
                            choices=[
                                ("bye", "by a bye"),
                                ("score", "by the score"),
                                ("aggregate", "on aggregate"),
                                ("extra", "in overtime or a shoot-out"),
                                ("word", "by a commissioner's ruling"),
                            ],
                            max_length=10,
                        ),
                    ),
                    (
                        "away",
                        models.ForeignKey(
                            blank=True,
                            null=True,
                            on_delete=django.db.models.deletion.PROTECT,
                            related_name="+",
                            to="teams.team",
                        ),
                    ),
                    (
                        "competition",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.PROTECT,
                            related_name="ties",
                            to="competitions.competition",
                        ),
                    ),
                    (
                        "home",
                        models.ForeignKey(
                            blank=True,
                            null=True,
                            on_delete=django.db.models.deletion.PROTECT,
                            related_name="+",
                            to="teams.team",
                        ),
                    ),
                    (
                        "winner",
                        models.ForeignKey(
                            blank=True,
                            null=True,
                            on_delete=django.db.models.deletion.PROTECT,
                            related_name="+",
                            to="teams.team",
                        ),
                    ),
                ],
                options={
                    "ordering": ["competition", "number"],
                    "constraints": [
                        models.UniqueConstraint(fields=("competition", "number"), name="tie_competition_number_unique")
                    ],
                },
            ),
            migrations.CreateModel(
                name="Fixture",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    ("order", models.PositiveIntegerField(default=0)),
                    ("agreed_for", models.DateTimeField(blank=True, null=True, verbose_name="agreed for")),
                    (
                        "date_waits_for",
                        models.CharField(blank=True, choices=[("home", "home"), ("away", "away")], max_length=4),
                    ),
                    ("home_offered", models.BooleanField(default=False)),
                    ("away_offered", models.BooleanField(default=False)),
                    ("home_outcome", models.CharField(blank=True, max_length=16)),
                    ("away_outcome", models.CharField(blank=True, max_length=16)),
                    ("counted", models.JSONField(blank=True, default=dict)),
                    ("version", models.PositiveIntegerField(default=1)),
                    (
                        "away",
                        models.ForeignKey(
                            blank=True,
                            null=True,
                            on_delete=django.db.models.deletion.PROTECT,
                            related_name="away_fixtures",
                            to="teams.team",
                        ),
                    ),
                    (
                        "home",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.PROTECT, related_name="home_fixtures", to="teams.team"
                        ),
                    ),
                    (
                        "match",
                        models.OneToOneField(
                            blank=True,
                            null=True,
                            on_delete=django.db.models.deletion.PROTECT,
                            related_name="fixture",
                            to="matches.match",
                        ),
                    ),
                    (
                        "round",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.PROTECT,
                            related_name="fixtures",
                            to="competitions.round",
                        ),
                    ),
                    (
                        "tie",
                        models.ForeignKey(
                            blank=True,
                            null=True,
                            on_delete=django.db.models.deletion.PROTECT,
                            related_name="fixtures",
                            to="competitions.tie",
                        ),
                    ),
                ],
                options={
                    "ordering": ["round", "order", "id"],
                    "constraints": [
                        models.CheckConstraint(
                            condition=models.Q(
                                ("away__isnull", True),
                                models.Q(("away", models.F("home")), _negated=True),
                                _connector="OR",
                            ),
                            name="fixture_teams_differ",
                        )
                    ],
                },
            ),
            migrations.CreateModel(
                name="Challenge",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    (
                        "state",
                        models.CharField(
                            choices=[
                                ("waiting", "waiting for an answer"),
                                ("named", "waiting for the substitute"),
                                ("offered", "waiting for the challenger"),
                                ("accepted", "accepted"),
                                ("refused", "refused"),
                                ("lapsed", "not answered in time"),
                                ("substituted", "a substitute plays"),
                                ("declined", "the challenger declined the substitute"),
                                ("called_off", "called off by the commissioner"),
                            ],
                            default="waiting",
                            max_length=12,
                        ),
                    ),
                    ("made_at", models.DateTimeField()),
                    ("answer_by", models.DateTimeField()),
                    ("answered_at", models.DateTimeField(blank=True, null=True)),
                    ("version", models.PositiveIntegerField(default=1)),
                    (
                        "challenged",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.PROTECT,
                            related_name="challenges_received",
                            to="teams.team",
                        ),
                    ),
                    (
                        "challenger",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.PROTECT, related_name="challenges_made", to="teams.team"
                        ),
                    ),
                    (
                        "made_by",
                        models.ForeignKey(
                            null=True,
                            on_delete=django.db.models.deletion.PROTECT,
                            related_name="+",
                            to=settings.AUTH_USER_MODEL,
                        ),
                    ),
                    (
                        "substitute",
                        models.ForeignKey(
                            blank=True,
                            null=True,
                            on_delete=django.db.models.deletion.PROTECT,
                            related_name="+",
                            to="teams.team",
                        ),
                    ),
                    ("unwilling", models.ManyToManyField(related_name="+", to="teams.team")),
                    (
                        "competition",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.PROTECT,
                            related_name="written",
                            to="competitions.competition",
                        ),
                    ),
                    (
                        "fixture",
                        models.OneToOneField(
                            blank=True,
                            null=True,
                            on_delete=django.db.models.deletion.SET_NULL,
                            related_name="challenge",
                            to="competitions.fixture",
                        ),
                    ),
                ],
                options={
                    "ordering": ["competition", "-id"],
                    "indexes": [models.Index(fields=["state", "answer_by"], name="challenges_to_be_answered")],
                    "constraints": [
                        models.CheckConstraint(
                            condition=models.Q(("challenger", models.F("challenged")), _negated=True),
                            name="challenge_teams_differ",
                        )
                    ],
                },
            ),
            migrations.CreateModel(
                name="TrophyPicture",
                fields=[
                    (
                        "trophy",
                        models.OneToOneField(
                            on_delete=django.db.models.deletion.CASCADE,
                            primary_key=True,
                            related_name="picture",
                            serialize=False,
                            to="competitions.trophy",
                        ),
                    ),
                    ("image", models.BinaryField()),
                    ("width", models.PositiveSmallIntegerField()),
                    ("height", models.PositiveSmallIntegerField()),
                    ("digest", models.CharField(max_length=64)),
                ],
            ),
            migrations.CreateModel(
                name="Holding",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    (
                        "role",
                        models.CharField(
                            choices=[
                                ("holder", "winner"),
                                ("runner_up", "runner-up"),
                                ("best_player", "player of the year"),
                            ],
                            default="holder",
                            max_length=12,
                        ),
                    ),
                    ("prize", models.PositiveIntegerField(default=0, verbose_name="prize")),
                    ("note", models.CharField(blank=True, max_length=500, verbose_name="note")),
                    ("at", models.DateTimeField(auto_now_add=True)),
                    ("ended_at", models.DateTimeField(blank=True, null=True)),
                    ("gift_die", models.PositiveSmallIntegerField(blank=True, null=True)),
                    ("gift_players", models.JSONField(blank=True, default=list)),
                    ("gifts_given_at", models.DateTimeField(blank=True, null=True)),
                    ("entries", models.JSONField(blank=True, null=True)),
                    ("taken_back_at", models.DateTimeField(blank=True, null=True)),
                    ("taken_back_why", models.CharField(blank=True, max_length=500)),
                    ("version", models.PositiveIntegerField(default=1)),
                    (
                        "beside",
                        models.ForeignKey(
                            blank=True,
                            null=True,
                            on_delete=django.db.models.deletion.PROTECT,
                            related_name="runners_up",
                            to="competitions.holding",
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
                        "player",
                        models.ForeignKey(
                            blank=True,
                            null=True,
                            on_delete=django.db.models.deletion.PROTECT,
                            related_name="holdings",
                            to="teams.player",
                        ),
                    ),
                    (
                        "taken_back_by",
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
                            on_delete=django.db.models.deletion.PROTECT, related_name="holdings", to="teams.team"
                        ),
                    ),
                    (
                        "season",
                        models.ForeignKey(
                            blank=True,
                            null=True,
                            on_delete=django.db.models.deletion.PROTECT,
                            related_name="holdings",
                            to="competitions.season",
                        ),
                    ),
                    (
                        "trophy",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.PROTECT,
                            related_name="holdings",
                            to="competitions.trophy",
                        ),
                    ),
                ],
                options={
                    "ordering": ["trophy", "-id"],
                    "constraints": [
                        models.UniqueConstraint(
                            condition=models.Q(("ended_at__isnull", True), ("role", "holder")),
                            fields=("trophy",),
                            name="holding_current_holder_unique",
                        )
                    ],
                    "verbose_name": "trophy award",
                    "verbose_name_plural": "trophy awards",
                },
            ),
            migrations.CreateModel(
                name="Withdrawal",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    (
                        "how",
                        models.CharField(
                            choices=[
                                ("kept", "its results count, its other matches do not"),
                                ("walkovers", "its results count, its opponents win its other matches 2–0"),
                                ("void", "none of its matches count, and it leaves the table"),
                            ],
                            max_length=10,
                            verbose_name="its matches",
                        ),
                    ),
                    ("reason", models.CharField(max_length=500, verbose_name="reason")),
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
                        "entrant",
                        models.OneToOneField(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="withdrawal",
                            to="competitions.entrant",
                        ),
                    ),
                ],
            ),
            migrations.CreateModel(
                name="Decision",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    (
                        "kind",
                        models.CharField(
                            choices=[
                                ("walkover", "walkover"),
                                ("coin_toss", "coin toss"),
                                ("void", "void"),
                                ("double_loss", "a loss for both"),
                                ("draw", "a draw"),
                                ("refused", "refused challenge"),
                            ],
                            max_length=12,
                        ),
                    ),
                    (
                        "winner",
                        models.CharField(blank=True, choices=[("home", "home"), ("away", "away")], max_length=4),
                    ),
                    ("reason", models.CharField(max_length=500)),
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
                        "fixture",
                        models.OneToOneField(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="decision",
                            to="competitions.fixture",
                        ),
                    ),
                    (
                        "withdrawal",
                        models.ForeignKey(
                            blank=True,
                            null=True,
                            on_delete=django.db.models.deletion.PROTECT,
                            related_name="decisions",
                            to="competitions.withdrawal",
                        ),
                    ),
                ],
            ),
            migrations.CreateModel(
                name="Adjustment",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    ("points", models.SmallIntegerField(verbose_name="points")),
                    ("reason", models.CharField(max_length=500, verbose_name="reason")),
                    ("round", models.PositiveSmallIntegerField(default=0)),
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
                        "team",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.PROTECT, related_name="adjustments", to="teams.team"
                        ),
                    ),
                    (
                        "withdraws",
                        models.OneToOneField(
                            blank=True,
                            null=True,
                            on_delete=django.db.models.deletion.PROTECT,
                            related_name="withdrawn_by",
                            to="competitions.adjustment",
                        ),
                    ),
                    (
                        "competition",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.PROTECT,
                            related_name="adjustments",
                            to="competitions.competition",
                        ),
                    ),
                ],
                options={
                    "ordering": ["competition", "id"],
                    "constraints": [
                        models.CheckConstraint(
                            condition=models.Q(("points", 0), _negated=True), name="adjustment_points_nonzero"
                        )
                    ],
                },
            ),
        ),
    ]
