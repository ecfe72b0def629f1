"""The page on which a commissioner puts a competition's teams in order before the draw.

A proposed order only fills in the form: what is sent is what is saved, and nothing that follows is worked out before.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from competitions.access import competition_for
from competitions.forms import VersionForm
from competitions.models import Competition, Entrant
from competitions.setup import seeding
from teams.models import Team
from web.submission import get_or_post, submit

BY_VALUE, BY_ENTRY = "value", "entry"


class OrderForm(VersionForm):
    """A number for each team, 1 for the best. Teams without one come last."""

    def __init__(self, *args: Any, competition: Competition, entrants: Sequence[Entrant], by: str = "", **kwargs: Any):
        super().__init__(*args, initial={"version": competition.version}, **kwargs)
        self.entrants = {f"place_{entrant.pk}": entrant for entrant in entrants}
        proposed = {entrant.pk: place for place, entrant in enumerate(entrants, 1)} if by else {}
        for name, entrant in self.entrants.items():
            self.fields[name] = forms.IntegerField(
                label=entrant.team.name,
                min_value=1,
                max_value=len(entrants),
                required=False,
                initial=proposed.get(entrant.pk, entrant.seed),
                widget=forms.NumberInput(attrs={"class": "narrow-field"}),
            )

    def clean(self) -> dict[str, Any]:
        """No number is used twice."""
        cleaned = super().clean() or self.cleaned_data
        first: dict[int, str] = {}
        for name, entrant in self.entrants.items():
            place = cleaned.get(name)
            if place in first:
                words = {"team": first[place], "place": place}
                self.add_error(name, _("%(team)s already has number %(place)s. Choose another one.") % words)
            elif place is not None:
                first[place] = entrant.team.name
        return cleaned

    @property
    def order(self) -> list[Team]:
        """The teams with a number, the best first. Gaps between numbers do not matter."""
        typed = [(self.cleaned_data[name], entrant.team) for name, entrant in self.entrants.items()]
        numbered = [(place, team) for place, team in typed if place is not None]
        return [team for place, team in sorted(numbered, key=lambda pair: pair[0])]


@get_or_post
def order(request: HttpRequest, competition: str) -> HttpResponse:
    """Set the order before the draw. ``by`` proposes an order, which is only saved with the form."""
    found = competition_for(request, competition)
    by = request.GET.get("by", "")
    by = by if by in (BY_VALUE, BY_ENTRY) else ""
    form = OrderForm.of(request, competition=found, entrants=_entrants(found, by), by=by)

    def carry_out() -> str:
        expected = form.cleaned_data["version"]
        return seeding.set_order(competition=found, by=request.user, expected=expected, order=form.order).public_id

    if submit(request, form, "set_order", carry_out):
        messages.success(request, _("Order saved. Draw fixtures next."))
        return redirect("competitions:manage", competition)
    meaning = found.format.order_before_draw(found) if found.format.order_before_draw else ""
    worth = found.book.worth
    context = {
        "competition": found,
        "form": form,
        "by": by,
        "meaning": meaning,
        "worth": worth.name.lower() if worth else "",
    }
    return render(request, "competitions/setup/order.html", context, status=form.status)


def _entrants(competition: Competition, by: str) -> list[Entrant]:
    """The teams in the requested order: by value, the highest first, otherwise by number, then as entered."""
    unread = ("team__draft", "team__state_row__sheet", "team__state_row__value_figure")
    rows = list(competition.entrants.select_related("team__state_row").defer(*unread).order_by("pk"))
    if by == BY_VALUE:
        return sorted(rows, key=lambda entrant: (-_value(entrant.team), entrant.pk))
    if by == BY_ENTRY:
        return rows
    return sorted(rows, key=lambda entrant: (entrant.seed is None, entrant.seed or 0, entrant.pk))


def _value(team: Team) -> int:
    """The value of a team in gp; 0 without a sheet."""
    row = getattr(team, "state_row", None)
    return int(row.value) if row is not None else 0
