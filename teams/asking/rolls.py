"""Rolls and draws: a button if the server rolls, die faces to press if coaches roll their own dice."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from rules.words.words import notation
from teams.asking.form import QuestionForm

ORDINALS = (_("First die"), _("Second die"), _("Third die"))
D68_PARTS = (("tens", _("Tens (D6)"), 6), ("units", _("Units (D8)"), 8))
MISSING_DIE = _("Enter every die.")


@dataclass(frozen=True, slots=True)
class Face:
    """One face of a die that can be pressed."""

    value: int
    pressed: bool


@dataclass(frozen=True, slots=True)
class Die:
    """A die to enter: the field's name, its label, its faces."""

    name: str
    label: str
    sides: int
    faces: tuple[Face, ...]


def _ordinal(index: int) -> str:
    """Which of several dice it is."""
    return str(ORDINALS[index]) if index < len(ORDINALS) else _("Die %(nth)s") % {"nth": index + 1}


class ByChanceForm(QuestionForm):
    """A question that dice or a draw decide. ``server``: the server rolls."""

    @property
    def server(self) -> bool:
        """Whether the server rolls here."""
        return self.asker.server_rolls

    @property
    def by_server(self) -> bool:
        """The server finds the answer where it rolls."""
        return self.server

    @property
    def rolls_on(self) -> bool:
        """Whether the server goes on rolling up to the next decision."""
        return self.asker.rolls_on

    def value(self) -> Any:
        """Nothing to read where the server rolls."""
        return None if self.server else self.thrown()

    @abstractmethod
    def thrown(self) -> Any:
        """The result of the coaches' own roll or draw."""


class RollForm(ByChanceForm):
    """Dice."""

    template = "teams/asking/_roll.html"

    def prepare(self) -> None:
        """The dice, each with its faces."""
        self.notation = notation(self.question.dice, gettext)
        self.dice = [die for index, sides in enumerate(self.question.dice) for die in self._die(index, sides)]
        self.submit = _("Roll") if self.server else _("Enter roll")

    def _die(self, index: int, sides: int) -> list[Die]:
        name, label = f"die{index}", _ordinal(index) if len(self.question.dice) > 1 else f"D{sides}"
        if sides != 68:
            return [self._one(name, label, sides)]
        return [self._one(f"{name}.{part}", f"{label}: {words}", faces) for part, words, faces in D68_PARTS]

    def _one(self, name: str, label: str, sides: int) -> Die:
        typed = self.typed(name)
        return Die(name, label, sides, tuple(Face(value, typed == str(value)) for value in range(1, sides + 1)))

    def thrown(self) -> list[int]:
        """The dice as typed. Raises ``ValidationError`` for a die that is missing."""
        return [self._read(index, sides) for index, sides in enumerate(self.question.dice)]

    def _read(self, index: int, sides: int) -> int:
        names = [f"die{index}.tens", f"die{index}.units"] if sides == 68 else [f"die{index}"]
        digits = [self.typed(name) for name in names]
        if not all(digit.isascii() and digit.isdigit() and len(digit) < 4 for digit in digits):
            raise forms.ValidationError(MISSING_DIE, code="missing_die")
        return int("".join(digits))


class DrawForm(ByChanceForm):
    """A random draw."""

    template = "teams/asking/_draw.html"
    how = _("Draw a player at random at the table, then choose the player here")
    done = _("Confirm player")

    def prepare(self) -> None:
        """The candidates, numbered as for a draw with dice or cards."""
        self.candidates = [
            {"value": choice, "label": self.called(choice), "picked": self.typed("choice") == choice}
            for choice in self.question.options
        ]
        self.count_words = ngettext("%(count)s candidate", "%(count)s candidates", len(self.candidates)) % {
            "count": len(self.candidates)
        }
        self.submit = _("Draw one") if self.server else self.done

    def thrown(self) -> str:
        """Who was drawn. Raises ``ValidationError`` if nobody was picked."""
        choice = self.typed("choice")
        if not choice:
            raise forms.ValidationError(_("Choose what was drawn."), code="nobody_drawn")
        return choice
