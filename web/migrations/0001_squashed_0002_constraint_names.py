"""Commands that were answered.

In old databases ``leagues.0001_initial`` created the table, and ``0001_command_from_leagues`` only moved the model. This
list names it, so a database that has the table takes the replaced migrations; every other one gets the table here.
"""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from accounts.migrations._create_models import CreateModels


class Migration(migrations.Migration):
    initial = True

    replaces = [("leagues", "0001_initial"), ("web", "0001_command_from_leagues"), ("web", "0002_constraint_names")]

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        CreateModels(
            migrations.CreateModel(
                name="Command",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
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
                    "db_table": "leagues_command",
                    "constraints": [
                        models.UniqueConstraint(fields=("user", "command_id"), name="command_user_command_id_unique"),
                        models.UniqueConstraint(
                            condition=models.Q(("user__isnull", True)),
                            fields=("command_id",),
                            name="command_server_command_id_unique",
                        ),
                    ],
                },
            ),
        ),
    ]
