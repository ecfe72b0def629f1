from django.db import migrations

COLUMNS = ("completions", "touchdowns", "interceptions", "casualties", "mvps")


class Migration(migrations.Migration):
    dependencies = [("matches", "0019_columns_to_deeds")]

    operations = [migrations.RemoveField(model_name="playerline", name=name) for name in COLUMNS]
