"""Releasing players, staff and re-rolls (U6)."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from matches import wording
from matches.questions.asking.form import AnswerForm
from teams.asking.counts import whole


class ReleasingForm(AnswerForm):
    """Who and what leaves, without refund."""

    template = "matches/questions/asking/_releasing.html"
    submit = _("Let them go")
    nothing = _("Release nobody")

    def prepare(self) -> None:
        """Everybody and everything the team can release: not a player on loan (C8), nor what the book has stay."""
        self.rerolls = self.args["rerolls"]
        own = [line for line in self.sheet.players if not line.loan]
        self.stay = not all(f"player.{line.player}" in self.args for line in own)
        self.players = [
            {
                "value": line.player,
                "label": wording.player(line, self.state.names),
                "line": line,
                "picked": self.is_bound and str(line.player) in self.data.getlist("player"),
            }
            for line in own
            if f"player.{line.player}" in self.args
        ]
        staff = self.ruleset.book.staff
        self.goods = [
            {"name": f"staff.{kind}", "label": staff[kind].plural, "have": have, "typed": self.typed(f"staff.{kind}")}
            for kind, have in self.sheet.staff
            if have
        ]
        if self.rerolls:
            self.goods.append(
                {
                    "name": "rerolls",
                    "label": self.ruleset.book.goods["rerolls"].name,
                    "have": self.rerolls,
                    "typed": self.typed("rerolls"),
                }
            )

    def value(self) -> list[dict[str, Any]]:
        """The items to release. Raises ``ValidationError``."""
        known, ticked = {str(line.player): line.player for line in self.sheet.players}, self.ticked("player")
        if not set(ticked) <= known.keys():
            raise forms.ValidationError(_("Tick players from the list."), code="not_a_player")
        items: list[dict[str, Any]] = [{"player": known[each]} for each in ticked]
        for kind, _have in self.sheet.staff:
            items += [{"staff": kind}] * whole(self.typed(f"staff.{kind}"), self.ruleset.book.staff[kind].plural)
        if rerolls := self.typed_rerolls():
            items.append({"reroll": rerolls})
        if not items:
            nothing = _("Tick the players to release, or press “%(nothing)s”.")
            raise forms.ValidationError(nothing, code="nothing_ticked", params={"nothing": str(self.nothing)})
        return items
