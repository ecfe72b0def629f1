"""Name constraints after their fields. No row changes."""

from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("web", "0001_command_from_leagues"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="command",
            name="one_command_for_each_id",
        ),
        migrations.RemoveConstraint(
            model_name="command",
            name="one_server_command_for_each_id",
        ),
        migrations.AddConstraint(
            model_name="command",
            constraint=models.UniqueConstraint(fields=("user", "command_id"), name="command_user_command_id_unique"),
        ),
        migrations.AddConstraint(
            model_name="command",
            constraint=models.UniqueConstraint(
                condition=models.Q(("user__isnull", True)),
                fields=("command_id",),
                name="command_server_command_id_unique",
            ),
        ),
    ]
