"""Name constraints after their fields. No row changes. SQLite remakes the journal, so its triggers are set again."""

import django.db.models.functions.text
from django.conf import settings
from django.db import migrations, models

from teams.migrations._journal_guard import guard, unguard


class Migration(migrations.Migration):
    dependencies = [
        ("leagues", "0005_command_moves_to_web"),
        ("teams", "0007_names_out_of_the_log"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RunPython(unguard, guard),
        migrations.RemoveConstraint(
            model_name="journalentry",
            name="one_entry_for_each_seq",
        ),
        migrations.RemoveConstraint(
            model_name="playermove",
            name="one_move_from_each_team",
        ),
        migrations.RemoveConstraint(
            model_name="takeover",
            name="a_team_is_offered_to_one_at_a_time",
        ),
        migrations.RemoveConstraint(
            model_name="team",
            name="one_team_of_a_name_in_a_league",
        ),
        migrations.RemoveConstraint(
            model_name="trade",
            name="no_trade_with_oneself",
        ),
        migrations.AddConstraint(
            model_name="journalentry",
            constraint=models.UniqueConstraint(fields=("team", "seq"), name="journal_entry_team_seq_unique"),
        ),
        migrations.AddConstraint(
            model_name="playermove",
            constraint=models.UniqueConstraint(fields=("player", "left"), name="player_move_player_left_unique"),
        ),
        migrations.AddConstraint(
            model_name="takeover",
            constraint=models.UniqueConstraint(
                condition=models.Q(("state", "offered")), fields=("team",), name="takeover_open_unique"
            ),
        ),
        migrations.AddConstraint(
            model_name="team",
            constraint=models.UniqueConstraint(
                models.F("league"),
                django.db.models.functions.text.Lower("name"),
                condition=models.Q(("state__in", ["draft", "submitted", "active"])),
                name="team_league_name_unique",
            ),
        ),
        migrations.AddConstraint(
            model_name="trade",
            constraint=models.CheckConstraint(
                condition=models.Q(("offering", models.F("asked")), _negated=True), name="trade_teams_differ"
            ),
        ),
        migrations.RunPython(guard, unguard),
    ]
