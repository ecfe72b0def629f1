from django.db import migrations, models


class Migration(migrations.Migration):
    """A team that goes on by another book can be drafted again by it once it is approved."""

    dependencies = [
        ("competitions", "0030_third_place"),
    ]

    operations = [
        migrations.AlterField(
            model_name="teamend",
            name="state",
            field=models.CharField(
                choices=[
                    ("wait", "waits until the team is approved"),
                    ("open", "waits for answers"),
                    ("done", "done"),
                    ("gone", "the team has left"),
                ],
                default="open",
                max_length=4,
            ),
        ),
    ]
