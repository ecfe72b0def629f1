from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("competitions", "0034_taken_back"),
    ]

    operations = [
        migrations.AddField(
            model_name="stagefeed",
            name="by_conference",
            field=models.BooleanField(default=False, verbose_name="places within each conference"),
        ),
    ]
