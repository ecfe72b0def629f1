"""Stories that commissioners write, what people say about them, and reports of what should not stand there.

What happened by itself (`news.headlines`) has no rows: it is worked out from those of other rooms.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from leagues.models import League

TITLE_LENGTH, TEXT_LENGTH, COMMENT_LENGTH = 120, 10_000, 1_000


class Story(models.Model):
    """A story of a league; a draft until it is published. ``text`` is Markdown. A deleted one keeps only its row."""

    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="stories")
    title = models.CharField(_("title"), max_length=TITLE_LENGTH)
    text = models.TextField(_("text"), max_length=TEXT_LENGTH)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField()
    published_at = models.DateTimeField(null=True, blank=True)
    deleted_at = models.DateTimeField(null=True, blank=True)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        verbose_name = _("story")
        verbose_name_plural = _("stories")
        indexes = [models.Index(fields=["league", "-published_at"], name="stories_of_a_league")]

    def __str__(self) -> str:
        return self.title

    @property
    def published(self) -> bool:
        """Whether everybody who sees the league can read it."""
        return self.published_at is not None and self.deleted_at is None


class Comment(models.Model):
    """What somebody said about a story, as plain text. What its writer removed or a commissioner deleted has no text.

    A hidden one is read by commissioners alone, who can show it again.
    """

    class Standing(models.TextChoices):
        SHOWN = "shown", _("shown")
        HIDDEN = "hidden", _("hidden")
        REMOVED = "removed", _("removed by its writer")
        DELETED = "deleted", _("deleted")

    story = models.ForeignKey(Story, on_delete=models.PROTECT, related_name="comments")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    text = models.TextField(_("comment"), max_length=COMMENT_LENGTH, blank=True)
    at = models.DateTimeField(auto_now_add=True)
    standing = models.CharField(max_length=7, choices=Standing, default=Standing.SHOWN)

    class Meta:
        verbose_name = _("comment")
        verbose_name_plural = _("comments")
        ordering = ["story", "id"]

    def __str__(self) -> str:
        return f"comment {self.pk} on {self.story_id}"


class CommentReport(models.Model):
    """A member asks the commissioners to look at a comment. It waits until one of them has decided."""

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting for a commissioner")
        SETTLED = "settled", _("settled")

    comment = models.ForeignKey(Comment, on_delete=models.PROTECT, related_name="reports")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    reason = models.CharField(_("reason"), max_length=500, blank=True)
    at = models.DateTimeField(auto_now_add=True)
    state = models.CharField(max_length=7, choices=State, default=State.WAITING)

    class Meta:
        verbose_name = _("report of a comment")
        verbose_name_plural = _("reports of comments")
        constraints = [
            models.UniqueConstraint(
                fields=["comment", "by"], condition=Q(state="waiting"), name="comment_report_waiting_unique"
            ),
        ]

    def __str__(self) -> str:
        return f"report of {self.comment_id}"
