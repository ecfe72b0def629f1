from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("competitions", "0015_scheduling_without_choices")]

    operations = [
        migrations.AddField(
            model_name="competition",
            name="format_options",
            field=models.JSONField(blank=True, default=dict),
        ),
    ]
