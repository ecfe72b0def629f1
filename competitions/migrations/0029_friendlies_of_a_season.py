from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("competitions", "0028_won_unplayed"),
    ]

    operations = [
        migrations.AddField(model_name="teamend", name="friendlies", field=models.PositiveSmallIntegerField(default=0)),
    ]
