"""The page on which a commissioner changes several unplayed matches at once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from competitions.access import competition_for
from competitions.bulk_fixtures import DELETE, MOVE, SWAP, change_fixtures, unplayed
from competitions.fixtures import next_round_number, words_of
from competitions.forms import VersionForm, round_choices
from competitions.models import Fixture
from leagues.submission import look_or_post, submit


class BulkForm(VersionForm):
    """Which matches, and what becomes of them; without ``rounds``, where coaches find their opponents."""

    fixtures = forms.TypedMultipleChoiceField(
        label=gettext_lazy("Matches"), coerce=int, widget=forms.CheckboxSelectMultiple
    )
    what = forms.ChoiceField(
        label=gettext_lazy("What becomes of them"),
        choices=[
            (MOVE, gettext_lazy("Into another round")),
            (SWAP, gettext_lazy("Home and away swapped")),
            (DELETE, gettext_lazy("Deleted: they count nowhere")),
        ],
        widget=forms.RadioSelect,
    )
    round = forms.TypedChoiceField(label=gettext_lazy("Round to move to"), coerce=int, required=False, empty_value=None)

    def __init__(self, *args: Any, rows: Iterable[Fixture], rounds: list[int], version: int, **kwargs: Any) -> None:
        super().__init__(*args, initial={"version": version}, **kwargs)
        pairing, bye = gettext_lazy("round %(number)s: %(match)s"), gettext_lazy("round %(number)s: %(match)s rests")
        if not rounds:
            pairing = gettext_lazy("%(match)s")
            self.fields["what"].choices = [choice for choice in self.fields["what"].choices if choice[0] != MOVE]
            del self.fields["round"]
        else:
            self.fields["round"].choices = [("", "–"), *round_choices(rounds)]
        self.fields["fixtures"].choices = [
            (row.pk, (pairing if row.away_id else bye) % {"number": row.round.number, "match": words_of(row)})
            for row in rows
        ]

    def clean(self) -> dict[str, Any]:
        """Whoever moves says where to."""
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("what") == MOVE and cleaned.get("round") is None and "round" not in self.errors:
            self.add_error("round", _("Choose the round."))
        return cleaned


@look_or_post
def bulk(request: HttpRequest, competition: str) -> HttpResponse:
    """Several unplayed matches moved, turned round or deleted."""
    found = competition_for(request, competition)
    numbers = list(found.rounds.order_by("number").values_list("number", flat=True))
    rows, rounds = list(unplayed(found)), [] if found.chosen_by_coaches else [*numbers, next_round_number(found)]
    form = BulkForm.of(request, rows=rows, rounds=rounds, version=found.version)

    def carry_out() -> str:
        typed = form.cleaned_data
        return change_fixtures(
            competition=found,
            by=request.user,
            expected=typed["version"],
            fixtures=typed["fixtures"],
            what=typed["what"],
            to=typed.get("round"),
        ).public_id

    if submit(request, form, "change_fixtures", carry_out):
        messages.success(request, _("The matches are changed."))
        return redirect("competitions:fixtures", competition)
    context = {"competition": found, "form": form, "rows": rows, "any_rounds": bool(numbers)}
    return render(request, "competitions/bulk.html", context, status=form.status)
