"""The paper of a person's prints is the league's until he chooses one.

A4 was everybody's before he chose, so it is taken for no choice; whoever had Letter chose it.
"""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def forget_the_default(apps: Apps, schema_editor: BaseDatabaseSchemaEditor | None = None) -> None:
    """Nobody has A4 by default any more."""
    apps.get_model("accounts", "User").objects.filter(page_size="A4").update(page_size="")


def name_the_default(apps: Apps, schema_editor: BaseDatabaseSchemaEditor | None = None) -> None:
    """Back to a paper for everybody."""
    apps.get_model("accounts", "User").objects.filter(page_size="").update(page_size="A4")


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0002_preferences"),
    ]

    operations = [
        migrations.AlterField(
            model_name="user",
            name="page_size",
            field=models.CharField(
                blank=True,
                choices=[("A4", "A4"), ("letter", "Letter (US)")],
                default="",
                max_length=8,
                verbose_name="paper",
            ),
        ),
        migrations.RunPython(forget_the_default, name_the_default),
    ]
