from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("competitions", "0036_rules_of_the_day"),
    ]

    operations = [
        migrations.AddField(
            model_name="finalistchoice",
            name="by_conference",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="seasonmark",
            name="conference",
            field=models.CharField(blank=True, default="", max_length=40),
        ),
        migrations.AddField(
            model_name="seasonmark",
            name="conference_place",
            field=models.PositiveSmallIntegerField(null=True),
        ),
    ]
