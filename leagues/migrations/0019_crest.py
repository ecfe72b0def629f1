from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("leagues", "0018_colours"),
    ]

    operations = [
        migrations.AddField(
            model_name="league",
            name="arms",
            field=models.JSONField(blank=True, default=dict, verbose_name="crest"),
        ),
    ]
