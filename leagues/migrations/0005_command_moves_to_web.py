from django.db import migrations


class Migration(migrations.Migration):
    """The model moves to the room ``web``; its table stays as it is, under its old name."""

    dependencies = [("leagues", "0004_friendlies_by_coaches")]

    operations = [migrations.SeparateDatabaseAndState(state_operations=[migrations.DeleteModel(name="Command")])]
