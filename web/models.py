"""The commands that have been run."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Command(models.Model):
    """A command that has been run: its id, kind and hash, and the answer for a second submit. Never deleted.

    Only `web.commands` writes these rows. It creates the row before the work, so that a second submit waits.
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
