from django.db import migrations, models


class Migration(migrations.Migration):
    """Old notices are deleted; their happenings stay and say that they were told."""

    dependencies = [("notices", "0001_initial")]

    operations = [
        migrations.AddField(
            model_name="happening",
            name="forgotten",
            field=models.BooleanField(default=False),
        ),
    ]
