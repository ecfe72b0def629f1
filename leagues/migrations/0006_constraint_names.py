"""Name constraints after their fields. No row changes."""

from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("leagues", "0005_command_moves_to_web"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="invitation",
            name="invitation_used_within_its_limit",
        ),
        migrations.RemoveConstraint(
            model_name="joinrequest",
            name="one_pending_request",
        ),
        migrations.RemoveConstraint(
            model_name="league",
            name="private_leagues_join_by_invitation",
        ),
        migrations.RemoveConstraint(
            model_name="membership",
            name="one_current_membership",
        ),
        migrations.AddConstraint(
            model_name="invitation",
            constraint=models.CheckConstraint(
                condition=models.Q(("uses__lte", models.F("max_uses"))), name="invitation_uses_lte_max_uses"
            ),
        ),
        migrations.AddConstraint(
            model_name="joinrequest",
            constraint=models.UniqueConstraint(
                condition=models.Q(("state", "pending")), fields=("league", "user"), name="join_request_pending_unique"
            ),
        ),
        migrations.AddConstraint(
            model_name="league",
            constraint=models.CheckConstraint(
                condition=models.Q(("public", True), ("joining", "invitation"), _connector="OR"),
                name="league_private_joining_invitation",
            ),
        ),
        migrations.AddConstraint(
            model_name="membership",
            constraint=models.UniqueConstraint(
                condition=models.Q(("left_at__isnull", True)),
                fields=("league", "user"),
                name="membership_current_unique",
            ),
        ),
    ]
