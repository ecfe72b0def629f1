from django.db import migrations, models


class Migration(migrations.Migration):
    """Friendlies are known from now on. Earlier ones stay matches like any other, as they were played."""

    dependencies = [
        ("matches", "0022_cause_of_death"),
    ]

    operations = [
        migrations.AddField(model_name="match", name="friendly", field=models.BooleanField(default=False)),
    ]
