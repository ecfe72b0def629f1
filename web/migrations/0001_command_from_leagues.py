import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """The model comes from the room ``leagues``, whose first migration made its table."""

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("leagues", "0005_command_moves_to_web"),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.CreateModel(
                    name="Command",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
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
        )
    ]
