"""An unsent story may be empty: so null where there is none."""

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps


def empty_to_none(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """Until now "" said that nothing was saved."""
    apps.get_model("matches", "MatchSide").objects.filter(unsent_story="").update(unsent_story=None)


def none_to_empty(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """Back."""
    apps.get_model("matches", "MatchSide").objects.filter(unsent_story=None).update(unsent_story="")


class Migration(migrations.Migration):
    dependencies = [("matches", "0009_unsent_page")]

    operations = [
        migrations.AlterField(
            model_name="matchside",
            name="unsent_story",
            field=models.TextField(blank=True, max_length=5000, null=True),
        ),
        migrations.RunPython(empty_to_none, none_to_empty),
    ]
