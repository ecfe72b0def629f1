from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """People choose mail for each kind as well; what they chose for a topic stays, and counts for all its kinds."""

    dependencies = [
        ("notices", "0002_forgotten_happenings"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveConstraint(model_name="mailpreference", name="mail_preference_user_topic_unique"),
        migrations.AlterField(
            model_name="mailpreference", name="topic", field=models.CharField(blank=True, max_length=40)
        ),
        migrations.AddField(
            model_name="mailpreference",
            name="kind",
            field=models.CharField(blank=True, default="", max_length=60),
            preserve_default=False,
        ),
        migrations.AddConstraint(
            model_name="mailpreference",
            constraint=models.UniqueConstraint(fields=("user", "topic", "kind"), name="mail_preference_unique"),
        ),
        migrations.AddConstraint(
            model_name="mailpreference",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("topic", ""), ("kind", ""), _connector="OR"),
                    models.Q(("kind", ""), ("topic", ""), _negated=True),
                ),
                name="mail_preference_about_a_topic_or_a_kind",
            ),
        ),
    ]
