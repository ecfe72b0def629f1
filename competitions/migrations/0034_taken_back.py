"""Keep what the closing of a season does, so that it can be taken back. Of earlier closings it is not known."""

from django.db import migrations, models


def forget(apps, schema_editor):
    apps.get_model("competitions", "TeamEnd").objects.filter(state="done").update(entries=None)


class Migration(migrations.Migration):
    dependencies = [("competitions", "0033_league_teams")]

    operations = [
        migrations.AddField(
            model_name="seasonend",
            name="done",
            field=models.JSONField(null=True),
        ),
        migrations.AddField(
            model_name="teamend",
            name="entries",
            field=models.JSONField(default=list, null=True),
        ),
        migrations.RunPython(forget, migrations.RunPython.noop, elidable=True),
    ]
