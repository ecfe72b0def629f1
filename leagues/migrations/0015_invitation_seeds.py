"""Invitations have a seed, from which their link can be made again: the id of the command that made each of them."""

from django.db import migrations, models


def find_seeds(apps, schema_editor):
    """Until now the command knew its invitation, and not the other way round."""
    invitations = apps.get_model("leagues", "Invitation").objects
    commands = apps.get_model("web", "Command").objects.filter(kind="invite", user__isnull=False)
    for by, seed, made in commands.values_list("user", "command_id", "answer").iterator():
        if isinstance(made, int):
            invitations.filter(pk=made, made_by=by).update(seed=seed)


class Migration(migrations.Migration):
    dependencies = [
        ("leagues", "0014_raised_earn_nothing"),
        ("web", "0001_squashed_0002_constraint_names"),
    ]

    operations = [
        migrations.AddField(
            model_name="invitation",
            name="seed",
            field=models.UUIDField(editable=False, null=True),
        ),
        migrations.RunPython(find_seeds, migrations.RunPython.noop, elidable=False),
    ]
