"""Commands that were carried out."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Command(models.Model):
    """One command carried out: its id, what it was, and the answer that a second submit finds. Kept for ever.

    Written by `web.commands` alone: claimed first, so that a second submit at the same moment waits for the first.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+", help_text=_("none: the server")
    )
    command_id = models.UUIDField()
    kind = models.CharField(max_length=60)
    body_hash = models.CharField(max_length=64)
    answer = models.JSONField(null=True)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        db_table = "leagues_command"
        constraints = [
            models.UniqueConstraint(fields=["user", "command_id"], name="command_user_command_id_unique"),
            models.UniqueConstraint(
                fields=["command_id"], condition=Q(user__isnull=True), name="command_server_command_id_unique"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.command_id}"
