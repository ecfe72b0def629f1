"""Buying players, staff and re-rolls (U6): the offers and prices, with shirt numbers and names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from matches.questions.asking.form import AnswerForm
from rules.book.rows.teams import Position
from rules.words.words import k
from teams.asking.counts import whole
from teams.names import NAME_LENGTH, NameField
from teams.presentation.figures import shown_figure, shown_violations
from teams.presentation.skills import shown_skills, skill_notes

MOST_ROWS = 16
MOST_STAFF = 40
NOT_A_NUMBER = _(
    "New player %(nth)s: “%(typed)s” is not a shirt number. Enter a number from 1 to 99, or leave it empty."
)


class HiringForm(AnswerForm):
    """New players, purchases and the total."""

    template = "matches/questions/asking/_hiring.html"
    sum_template = "matches/questions/asking/_hiring_sum.html"
    submit = _("Buy")
    nothing = _("Buy nothing")
    name_length = NAME_LENGTH

    def prepare(self) -> None:
        """The list's positions, empty rows for new players, and the goods."""
        self.treasury, self.room = self.args["treasury"], self.args["room"]
        self.positions = [self._position(one) for one in self.ruleset.team_list(self.sheet).positions]
        available = [one for one in self.positions if not one["why_not"]]
        self.rows = [self._row(index, available) for index in range(self._row_count(available))]
        self.goods = [*self._rerolls(), *self._staff()]
        self.notes = self._notes()
        self.total, self.left, self.new_value, self.problems = 0, self.treasury, None, []

    def _notes(self) -> SafeString:
        """What the positions' skills do; the roster on the page already explains its own."""
        lines = (*self.sheet.players, *(gone.line for gone in self.sheet.departed))
        below = {skill for line in lines for skill in line.skills}
        positions = self.ruleset.team_list(self.sheet).positions
        return skill_notes(self.ruleset.book, {skill for one in positions for skill in one.skills} - below)

    def _position(self, position: Position) -> dict[str, Any]:
        left = self.args[f"player.{position.name}"]
        why = ""
        if not self.room:
            why = _("the roster is full")
        elif not left:
            why = _("%(maximum)s already") % {"maximum": position.maximum}
        elif position.price > self.treasury:
            why = _("%(missing)s short") % {"missing": k(position.price - self.treasury)}
        return {
            "name": position.name,
            "cost": position.price,
            "left": left,
            "maximum": position.maximum,
            "profile": self.ruleset.book.written(position.profile),
            "skills": shown_skills(self.ruleset.book, position.skills),
            "why_not": why,
        }

    def _row_count(self, available: list[dict[str, Any]]) -> int:
        """The number of rows: as many as gold and room allow, never fewer than were sent."""
        if not available:
            return 0
        payable = self.treasury // min(one["cost"] for one in available)
        sent = [index for index in range(MOST_ROWS) if self.typed(f"player.{index}")]
        return max(min(self.room, payable, MOST_ROWS), max(sent, default=-1) + 1)

    def _row(self, index: int, available: list[dict[str, Any]]) -> dict[str, Any]:
        typed = self.typed(f"player.{index}")
        return {
            "index": index,
            "ordinal": index + 1,
            "position": typed,
            "choices": [("", _("Nobody")), *((one["name"], self._offer(one)) for one in available)],
            "number": self.typed(f"number.{index}"),
            "name": self.typed(f"name.{index}"),
        }

    @staticmethod
    def _offer(one: dict[str, Any]) -> str:
        left = _("%(left)s more possible") % {"left": one["left"]}
        return f"{one['name']}, {k(one['cost'])} ({left})"

    def _rerolls(self) -> list[dict[str, Any]]:
        if (good := self.ruleset.book.goods.get("rerolls")) is None:
            return []
        left, price = self.args["rerolls"], dict(self.question.told)["reroll_price"]
        why = "" if left else _("maximum of the team list reached")
        return [self._good("rerolls", good.name, price, self.sheet.rerolls, left, why)]

    def _staff(self) -> list[dict[str, Any]]:
        team_list, rows = self.ruleset.team_list(self.sheet), []
        for kind in self.ruleset.book.staff.values():
            have = self.sheet.staff_count(kind.key)
            left = (kind.maximum - have) if kind.maximum is not None else MOST_STAFF
            why = ""
            if f"staff.{kind.key}" not in self.args:
                why = _("not for this team") if not have and not team_list.apothecary else _("maximum reached")
            rows.append(
                self._good(f"staff.{kind.key}", kind.name, kind.price, have, left, why) | {"note": kind.summary}
            )
        return rows

    def _good(self, name: str, label: Any, price: int, have: int, left: int, why: Any) -> dict[str, Any]:
        if not why and price > self.treasury:
            why = _("%(missing)s short") % {"missing": k(price - self.treasury)}
        most = min(left, self.treasury // price) if price else left
        return {
            "name": name,
            "label": label,
            "price": price,
            "have": have,
            "most": most,
            "why_not": why,
            "typed": self.typed(name),
        }

    def value(self) -> list[dict[str, Any]]:
        """The items to buy. Raises ``ValidationError``."""
        items = self.items()
        if not items and not self.typed("work_out"):
            nothing = _("Choose what to buy, or press “%(nothing)s”.")
            raise forms.ValidationError(nothing, code="nothing_chosen", params={"nothing": str(self.nothing)})
        return items

    def items(self) -> list[dict[str, Any]]:
        """The chosen items: players in the order of their rows, then re-rolls and staff."""
        items: list[dict[str, Any]] = []
        self.named: dict[str, str] = {}
        for index in range(MOST_ROWS):
            position, number = self.typed(f"player.{index}"), self.typed(f"number.{index}")
            if position:
                items.append({"player": position} | ({"number": shirt(number, index + 1)} if number else {}))
                self.named[f"buy.{len(items)}"] = NameField(required=False).clean(self.typed(f"name.{index}"))
        if rerolls := self.typed_rerolls():
            items.append({"reroll": rerolls})
        for kind, staff in self.ruleset.book.staff.items():
            items += [{"staff": kind}] * whole(self.typed(f"staff.{kind}"), staff.plural, MOST_STAFF)
        return items

    @property
    def names(self) -> Mapping[str, str]:
        """The new players' names."""
        return getattr(self, "named", {})

    def work_out(self) -> None:
        """The result of the choices: gold spent and left, the team value, every broken rule."""
        if not self.is_valid():
            return
        tried = self.state.tried(self.question, self.answer)
        if tried.refused is not None:
            self.problems = shown_violations(tried.refused.violations, self.state.names, self.state.ruleset.book)
            return
        self.left = tried.sheet.treasury
        self.total = self.treasury - self.left
        value = next((figure for _step, figure in tried.figures if figure.id == "team_value"), None)
        self.new_value = shown_figure(value, self.state.names, self.state.ruleset.book) if value else None


def shirt(typed: str, nth: int) -> int:
    """The typed shirt number of the ``nth`` new player. Raises ``ValidationError``."""
    if not (typed.isascii() and typed.isdigit() and len(typed) < 3 and int(typed)):
        raise forms.ValidationError(NOT_A_NUMBER, code="not_a_number", params={"nth": nth, "typed": typed[:20]})
    return int(typed)
