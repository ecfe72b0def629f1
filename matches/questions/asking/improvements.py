"""The choice after an improvement roll: what the dice allow, with each choice's cost and effect (G3-G5)."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from guide.addresses import of_category
from matches import wording
from matches.questions.asking.form import AnswerForm
from rules.match_day.improvement import why_not_allowed
from rules.sheet.sheet import PlayerSheet
from rules.words.words import say_reason


class ImprovementForm(AnswerForm):
    """The choice after an improvement roll: raises first, then the skills by category."""

    template = "matches/questions/asking/_improvement.html"
    submit = _("Confirm improvement")

    def prepare(self) -> None:
        """The dice, the player, and every choice that they allow."""
        line = self.sheet.player(self.args["player"])
        assert line is not None, "improvements are asked of players on the roster"
        self.line, self.nth = line, self.args["nth"]
        self.who = wording.player(line, self.state.names)
        rolled = self.state.answers(self.state.match.state)[(self.asked_side, self.question.key[:-6] + "roll")]
        self.dice = rolled.value
        self.double = len(set(self.dice)) == 1
        fielded, dice = self.state.sheets.of(self.asked_side), tuple(self.dice)
        self.open = {one.key: one for one in self.ruleset.edition.learnable(self.ruleset, fielded, line, dice)}
        self.opens = self._opens()
        self.shut = self._shut(line)
        raises = [self._raise(line, choice) for choice in self.question.options if choice.startswith("+")]
        self.groups = [
            *([{"label": _("Characteristics"), "note": "", "choices": raises}] if raises else []),
            *self._skills(line),
        ]

    def _opens(self) -> str:
        """What the sum of the dice means in the table (G3): ``4 + 6 = 10: +1 MA, +1 AV or a new skill``."""
        raises = [f"+1 {name}" for name in self.ruleset.book.improvement_for(sum(self.dice)).characteristics]
        what = (
            gettext("%(raises)s or a new skill") % {"raises": ", ".join(raises)} if raises else gettext("a new skill")
        )
        return f"{' + '.join(map(str, self.dice))} = {sum(self.dice)}: {what}"

    def _raise(self, line: PlayerSheet, choice: str) -> dict[str, Any]:
        name = choice[1:]
        what, now, cost = self.ruleset.book.profile[name], line.characteristic(name), self._cost(choice)
        change = f"{name} {what.written(now)} → {what.written(what.improved(now, 1))}"
        return self._choice(line, choice, f"{choice[0]}1 {what.name}", change, cost)

    def _shut(self, line: PlayerSheet) -> list[str]:
        """Why a characteristic that the dice would raise is not a choice: the player is at its maximum (G4)."""
        fielded, dice = self.state.sheets.of(self.asked_side), tuple(self.dice)
        rolled = (f"+{name}" for name in self.ruleset.book.improvement_for(sum(dice)).characteristics)
        return [
            say_reason(
                why_not_allowed(self.ruleset, fielded, line, dice, choice),
                book=self.ruleset.book,
                names=self.state.names,
                translate=gettext,
            )
            for choice in rolled
            if choice not in self.question.options
        ]

    def _skills(self, line: PlayerSheet) -> list[dict[str, Any]]:
        book = self.ruleset.book
        groups: dict[str, list[dict[str, Any]]] = {}
        rare: dict[str, bool] = {}
        for choice in self.question.options:
            if not choice.startswith("+"):
                skill = book.skill(choice)
                made = self._choice(line, choice, skill.name, skill.summary, self._cost(choice))
                groups.setdefault(skill.category, []).append(made)
                rare[skill.category] = self.open[choice].rare
        return [
            {
                "label": label,
                "url": of_category(book, label),
                "note": _("only on a double") if rare[label] else "",
                "choices": made,
            }
            for label, made in sorted(groups.items(), key=lambda pair: rare[pair[0]])
        ]

    def _cost(self, choice: str) -> int:
        return self.open[choice].cost

    def _choice(self, line: PlayerSheet, value: str, label: str, makes: str, cost: int) -> dict[str, Any]:
        return {
            "value": value,
            "label": label,
            "makes": makes,
            "cost": cost,
            "worth": line.cost + cost,
            "picked": self.typed("choice") == value,
        }

    def value(self) -> str:
        """The choice. Raises ``ValidationError`` if nothing was chosen."""
        choice = self.typed("choice")
        if not choice:
            raise forms.ValidationError(_("Choose an improvement."), code="nothing_chosen")
        return choice
