"""Raising the opponent's dead (J8, J9): a Zombie, or Rotters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from matches import wording
from matches.questions.asking.form import AnswerForm
from matches.sequence.hired import HIRED, hired_called
from rules.sequence.sequence import other
from teams.names import NameField


class RaisingForm(AnswerForm):
    """Which of the dead join, each with a name."""

    template = "matches/questions/asking/_raising.html"
    submit = _("Raise them")
    nothing = _("Raise nobody")

    def prepare(self) -> None:
        """The dead who may join, and their new position."""
        theirs = self.state.sheets.of(other(self.asked_side))
        picked = self.data.getlist("player") if self.is_bound else []
        self.candidates = []
        for name, position in self.question.args:
            kind, _dot, which = name.partition(".")
            line = theirs.player(int(which)) if kind == "player" else None
            if line is not None:
                label, own = wording.player(line, self.state.names), self.state.names.get(line.player, "")
            elif kind == HIRED:
                which, own = name, ""
                label = hired_called(self.state, other(self.asked_side), name)
            else:
                continue
            self.candidates.append(
                {
                    "value": which,
                    "label": label,
                    "position": position,
                    "picked": which in picked,
                    "name": self.typed(f"name.{which}", own),
                }
            )

    def value(self) -> list[Any]:
        """The players' ids. Raises ``ValidationError`` if nobody is ticked."""
        picked = self.data.getlist("player")
        if not picked:
            nothing = _("Tick the players who join, or press “%(nothing)s”.")
            raise forms.ValidationError(nothing, code="nothing_ticked", params={"nothing": str(self.nothing)})
        self.named = {
            f"raise.{player}": NameField(required=False).clean(self.typed(f"name.{player}")) for player in picked
        }
        return [
            int(player) if player.isascii() and player.isdigit() and len(player) < 19 else player for player in picked
        ]

    @property
    def names(self) -> Mapping[str, str]:
        """The new names of the raised players."""
        return getattr(self, "named", {})
