"""What coaches answered in a match's sequences, and the special play cards they played. Each row says who gave it."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from matches.models.match import Match
from teams.models import Player


class MatchAnswer(models.Model):
    """An answer to a question of the pre-match or post-match sequence, stored with the question."""

    class Sequence(models.TextChoices):
        PRE_MATCH = "pre_match", _("pre-match sequence")
        POST_MATCH = "post_match", _("post-match sequence")

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="answers")
    sequence = models.CharField(max_length=10, choices=Sequence)
    side = models.CharField(max_length=4)
    key = models.CharField(max_length=80)
    question: Any = models.JSONField()
    value: Any = models.JSONField(null=True)
    rolled = models.BooleanField(default=False, help_text=_("by the server"))
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["match", "sequence", "side", "key"], name="answer_match_sequence_side_key_unique"
            ),
        ]
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.side} {self.key} of {self.match_id}"


class CardPlay(models.Model):
    """A special play card that a side played: when in the match, on whom, and who entered it (S4).

    ``half`` is 0 before the kick-off. ``turn`` is 0 if nobody entered it.
    """

    class Half(models.IntegerChoices):
        BEFORE = 0, _("before the kick-off")
        FIRST = 1, _("first half")
        SECOND = 2, _("second half")
        OVERTIME = 3, _("overtime")

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="card_plays")
    side = models.CharField(max_length=4, choices=[("home", _("home")), ("away", _("away"))])
    card = models.CharField(max_length=60)
    half = models.PositiveSmallIntegerField(choices=Half)
    turn = models.PositiveSmallIntegerField(default=0)
    player = models.ForeignKey(Player, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    note = models.CharField(max_length=200, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "card"], name="card_play_match_card_unique")]
        ordering = ["match", "id"]

    def __str__(self) -> str:
        return f"{self.card} in {self.match_id}"
