"""Name constraints after their fields. No row changes."""

import django.db.models.functions.text
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("competitions", "0018_drop_columns_of_one_format"),
        ("leagues", "0005_command_moves_to_web"),
        ("matches", "0010_stories_saved_as_empty"),
        ("teams", "0007_names_out_of_the_log"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="adjustment",
            name="an_adjustment_is_not_nought",
        ),
        migrations.RemoveConstraint(
            model_name="challenge",
            name="nobody_challenges_himself",
        ),
        migrations.RemoveConstraint(
            model_name="competition",
            name="one_competition_for_each_record",
        ),
        migrations.RemoveConstraint(
            model_name="entrant",
            name="a_team_enters_once",
        ),
        migrations.RemoveConstraint(
            model_name="fixture",
            name="no_fixture_against_oneself",
        ),
        migrations.RemoveConstraint(
            model_name="friendlyoffer",
            name="one_open_friendly_offer_to_a_team",
        ),
        migrations.RemoveConstraint(
            model_name="friendlyoffer",
            name="no_friendly_against_itself",
        ),
        migrations.RemoveConstraint(
            model_name="holding",
            name="one_holder_of_a_trophy",
        ),
        migrations.RemoveConstraint(
            model_name="reminder",
            name="one_reminder_of_a_deadline",
        ),
        migrations.RemoveConstraint(
            model_name="round",
            name="one_round_of_a_number",
        ),
        migrations.RemoveConstraint(
            model_name="season",
            name="one_season_of_a_number",
        ),
        migrations.RemoveConstraint(
            model_name="seasonmark",
            name="one_mark_for_each_entry",
        ),
        migrations.RemoveConstraint(
            model_name="stagefeed",
            name="a_feed_begins_before_it_ends",
        ),
        migrations.RemoveConstraint(
            model_name="stagefeed",
            name="no_stage_feeds_itself",
        ),
        migrations.RemoveConstraint(
            model_name="tie",
            name="one_tie_of_a_number",
        ),
        migrations.RemoveConstraint(
            model_name="trophy",
            name="a_league_has_a_major_once",
        ),
        migrations.RemoveConstraint(
            model_name="trophy",
            name="one_trophy_of_a_name_in_a_league",
        ),
        migrations.AddConstraint(
            model_name="adjustment",
            constraint=models.CheckConstraint(
                condition=models.Q(("points", 0), _negated=True), name="adjustment_points_nonzero"
            ),
        ),
        migrations.AddConstraint(
            model_name="challenge",
            constraint=models.CheckConstraint(
                condition=models.Q(("challenger", models.F("challenged")), _negated=True), name="challenge_teams_differ"
            ),
        ),
        migrations.AddConstraint(
            model_name="competition",
            constraint=models.UniqueConstraint(
                condition=models.Q(("external_id", ""), _negated=True),
                fields=("season", "external_id"),
                name="competition_season_external_id_unique",
            ),
        ),
        migrations.AddConstraint(
            model_name="entrant",
            constraint=models.UniqueConstraint(fields=("competition", "team"), name="entrant_competition_team_unique"),
        ),
        migrations.AddConstraint(
            model_name="fixture",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("away__isnull", True), models.Q(("away", models.F("home")), _negated=True), _connector="OR"
                ),
                name="fixture_teams_differ",
            ),
        ),
        migrations.AddConstraint(
            model_name="friendlyoffer",
            constraint=models.UniqueConstraint(
                condition=models.Q(("state", "offered")),
                fields=("offering", "asked"),
                name="friendly_offer_open_unique",
            ),
        ),
        migrations.AddConstraint(
            model_name="friendlyoffer",
            constraint=models.CheckConstraint(
                condition=models.Q(("offering", models.F("asked")), _negated=True), name="friendly_offer_teams_differ"
            ),
        ),
        migrations.AddConstraint(
            model_name="holding",
            constraint=models.UniqueConstraint(
                condition=models.Q(("ended_at__isnull", True), ("role", "holder")),
                fields=("trophy",),
                name="holding_current_holder_unique",
            ),
        ),
        migrations.AddConstraint(
            model_name="reminder",
            constraint=models.UniqueConstraint(
                fields=("round", "coach", "deadline"), name="reminder_round_coach_deadline_unique"
            ),
        ),
        migrations.AddConstraint(
            model_name="round",
            constraint=models.UniqueConstraint(
                fields=("competition", "number"), name="round_competition_number_unique"
            ),
        ),
        migrations.AddConstraint(
            model_name="season",
            constraint=models.UniqueConstraint(fields=("league", "number"), name="season_league_number_unique"),
        ),
        migrations.AddConstraint(
            model_name="seasonmark",
            constraint=models.UniqueConstraint(
                fields=("season", "team", "source"), name="season_mark_season_team_source_unique"
            ),
        ),
        migrations.AddConstraint(
            model_name="stagefeed",
            constraint=models.CheckConstraint(
                condition=models.Q(("first__gte", 1), ("last__gte", models.F("first"))),
                name="stage_feed_first_lte_last",
            ),
        ),
        migrations.AddConstraint(
            model_name="stagefeed",
            constraint=models.CheckConstraint(
                condition=models.Q(("target", models.F("source")), _negated=True), name="stage_feed_stages_differ"
            ),
        ),
        migrations.AddConstraint(
            model_name="tie",
            constraint=models.UniqueConstraint(fields=("competition", "number"), name="tie_competition_number_unique"),
        ),
        migrations.AddConstraint(
            model_name="trophy",
            constraint=models.UniqueConstraint(
                condition=models.Q(("key", ""), _negated=True),
                fields=("league", "key"),
                name="trophy_league_key_unique",
            ),
        ),
        migrations.AddConstraint(
            model_name="trophy",
            constraint=models.UniqueConstraint(
                models.F("league"), django.db.models.functions.text.Lower("name"), name="trophy_league_name_unique"
            ),
        ),
    ]
