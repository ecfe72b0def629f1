"""Store beside each player's name what searches compare, with an index."""

from django.db import migrations, models

from teams.models.folding import searched


def fold_names(apps, schema_editor):
    """Names that are there already. `manage.py rebuild_figures` writes all of them again."""
    players = apps.get_model("teams", "Player").objects
    batch = []
    for player in players.exclude(name="").only("pk", "name", "folded").iterator(500):
        player.folded = searched(player.name)
        batch.append(player)
    players.bulk_update(batch, ["folded"], 500)


class Migration(migrations.Migration):
    dependencies = [("teams", "0019_own_rules")]

    operations = [
        migrations.AddField(
            model_name="player",
            name="folded",
            field=models.CharField(blank=True, editable=False, max_length=200),
        ),
        migrations.AddIndex(
            model_name="player",
            index=models.Index(
                fields=["folded", "team"], name="player_folded", opclasses=["varchar_pattern_ops", "int8_ops"]
            ),
        ),
        migrations.RunPython(fold_names, migrations.RunPython.noop, elidable=True),
    ]
