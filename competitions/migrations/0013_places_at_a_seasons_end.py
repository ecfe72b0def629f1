from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("competitions", "0012_unwilling_substitutes"),
    ]

    operations = [
        migrations.AddField(
            model_name="seasonmark",
            name="place",
            field=models.PositiveSmallIntegerField(null=True),
        ),
    ]
