from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("competitions", "0014_conferences")]

    operations = [
        migrations.AlterField(
            model_name="competition",
            name="scheduling",
            field=models.CharField(default="round_robin", max_length=40),
        ),
    ]
