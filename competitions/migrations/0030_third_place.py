from django.db import migrations, models

ROLES = [
    ("holder", "winner"),
    ("runner_up", "runner-up"),
    ("third", "third place"),
    ("best_player", "player of the year"),
]


class Migration(migrations.Migration):
    dependencies = [
        ("competitions", "0029_friendlies_of_a_season"),
    ]

    operations = [
        migrations.AlterField(
            model_name="holding",
            name="role",
            field=models.CharField(choices=ROLES, default="holder", max_length=12),
        ),
    ]
