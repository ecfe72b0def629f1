"""Name constraints after their fields. No row changes."""

from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0010_stories_saved_as_empty"),
        ("teams", "0007_names_out_of_the_log"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="cardplay",
            name="each_card_once_in_a_match",
        ),
        migrations.RemoveConstraint(
            model_name="matchanswer",
            name="one_answer_for_each_question",
        ),
        migrations.RemoveConstraint(
            model_name="matchcorrection",
            name="one_open_correction_of_a_match",
        ),
        migrations.RemoveConstraint(
            model_name="matchside",
            name="one_row_for_each_side",
        ),
        migrations.RemoveConstraint(
            model_name="matchside",
            name="no_team_against_itself",
        ),
        migrations.RemoveConstraint(
            model_name="report",
            name="one_report_of_a_number",
        ),
        migrations.RemoveConstraint(
            model_name="report",
            name="one_confirmed_report_for_each_match",
        ),
        migrations.AddConstraint(
            model_name="cardplay",
            constraint=models.UniqueConstraint(fields=("match", "card"), name="card_play_match_card_unique"),
        ),
        migrations.AddConstraint(
            model_name="matchanswer",
            constraint=models.UniqueConstraint(
                fields=("match", "sequence", "side", "key"), name="answer_match_sequence_side_key_unique"
            ),
        ),
        migrations.AddConstraint(
            model_name="matchcorrection",
            constraint=models.UniqueConstraint(
                condition=models.Q(("state__in", ["draft", "proposed"])),
                fields=("match",),
                name="correction_open_unique",
            ),
        ),
        migrations.AddConstraint(
            model_name="matchside",
            constraint=models.UniqueConstraint(fields=("match", "side"), name="match_side_match_side_unique"),
        ),
        migrations.AddConstraint(
            model_name="matchside",
            constraint=models.UniqueConstraint(fields=("match", "team"), name="match_side_match_team_unique"),
        ),
        migrations.AddConstraint(
            model_name="report",
            constraint=models.UniqueConstraint(fields=("match", "number"), name="report_match_number_unique"),
        ),
        migrations.AddConstraint(
            model_name="report",
            constraint=models.UniqueConstraint(
                condition=models.Q(("state", "confirmed")), fields=("match",), name="report_confirmed_unique"
            ),
        ),
    ]
