from django.db import migrations

COLUMNS = ("legs_across", "by_lot", "third_place", "planned_rounds", "pairs_itself", "reach")


class Migration(migrations.Migration):
    dependencies = [("competitions", "0017_columns_to_format_options")]

    operations = [migrations.RemoveField(model_name="competition", name=name) for name in COLUMNS]
