"""What happened, and who was told of it. No row holds words: they are made from the thing when it is read."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Happening(models.Model):
    """Something that happened to one thing. Its ``kind`` is declared in a room's catalogue (``notices.extensions``).

    ``thing`` is the id of the row that it is about, and ``league`` the id of the league. This room is below the rooms
    of both, so they are no foreign keys. The same thing happens once on one ``occasion``; what waits for a person can
    come back, so it also has a ``number``. The row stays when its notices are deleted as old (``notices.old``): it is
    ``forgotten`` then, so that nobody is told again.
    """

    kind = models.CharField(max_length=60)
    thing = models.PositiveBigIntegerField()
    occasion = models.CharField(max_length=100, blank=True)
    number = models.PositiveIntegerField(default=1)
    league = models.PositiveBigIntegerField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now)
    forgotten = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["kind", "thing", "occasion", "number"], name="happening_kind_thing_occasion_number_unique"
            ),
        ]
        indexes = [models.Index(fields=["league", "-id"], name="happenings_of_a_league")]

    def __str__(self) -> str:
        return f"{self.kind} of {self.thing}"


class When(models.TextChoices):
    """When a person gets mail about a topic or a kind."""

    NOW = "now", _("at once")
    DIGEST = "digest", _("once a day")
    NEVER = "never", _("never")


class Notices(models.QuerySet["Notice"]):
    """Notices by reader and state."""

    def unread(self, reader: Any) -> Notices:
        """Those that a person has not read, without those that no longer wait for them."""
        return self.filter(reader=reader, read_at=None, done_at=None)


class Notice(models.Model):
    """One person is told of a happening: on the site, and perhaps by mail.

    ``done_at`` is when it stopped waiting for the person. ``mail`` says what happens to the mail: a worker changes
    ``NOW`` or ``DIGEST`` to ``SENDING`` before it sends, so that no other worker sends it too.
    """

    class Mail(models.TextChoices):
        NONE = "none", _("no mail")
        NOW = "now", _("to be sent")
        DIGEST = "digest", _("in the next daily mail")
        SENDING = "sending", _("being sent")
        SENT = "sent", _("sent")

    happening = models.ForeignKey(Happening, on_delete=models.CASCADE, related_name="notices")
    reader = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notices")
    read_at = models.DateTimeField(null=True, blank=True)
    done_at = models.DateTimeField(null=True, blank=True)
    mail = models.CharField(max_length=7, choices=Mail, default=Mail.NONE)
    mailed_at = models.DateTimeField(null=True, blank=True)

    objects = Notices.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["happening", "reader"], name="notice_happening_reader_unique"),
        ]
        indexes = [
            models.Index(fields=["reader", "-id"], name="notices_of_a_reader"),
            models.Index(
                fields=["reader"], condition=Q(read_at__isnull=True, done_at__isnull=True), name="notices_unread"
            ),
            models.Index(fields=["reader"], condition=Q(mail="digest"), name="notices_for_a_digest"),
        ]

    def __str__(self) -> str:
        return f"notice {self.pk} to {self.reader_id}"


class MailPreference(models.Model):
    """When a person wants mail about a topic, or about one kind: one of the two is empty.

    A kind without a row follows its topic; a topic without a row has its default.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="mail_preferences")
    topic = models.CharField(max_length=40, blank=True)
    kind = models.CharField(max_length=60, blank=True)
    when = models.CharField(max_length=6, choices=When)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "topic", "kind"], name="mail_preference_unique"),
            models.CheckConstraint(
                condition=(Q(topic="") | Q(kind="")) & ~Q(topic="", kind=""),
                name="mail_preference_about_a_topic_or_a_kind",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.topic or self.kind} {self.when} for {self.user_id}"
