from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("matches", "0016_conditions")]

    operations = [migrations.AddField("match", "facts", models.JSONField(blank=True, default=dict))]
