"""The page on which a commissioner puts a competition's teams into conferences, each by its name or all by lot."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from accounts.names import clean
from competitions.access import competition_for
from competitions.forms import VersionForm
from competitions.models import Competition, Entrant
from competitions.setup import conferences as conferences_of
from web.submission import get_or_post, submit

LIST = "conference-names"
"""The id of the list of names that a page proposes."""


class ConferenceField(forms.CharField):
    """A conference's name, in one spelling; empty for none."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.TextInput(attrs={"list": LIST, "autocomplete": "off"})
        super().__init__(max_length=40, required=False, widget=widget, **kwargs)

    def clean(self, value: Any) -> str:
        """The name on one line. Raises ValidationError."""
        return clean(super().clean(value))


class ConferencesForm(VersionForm):
    """A name for each team."""

    def __init__(self, *args: Any, competition: Competition, entrants: Sequence[Entrant], **kwargs: Any) -> None:
        super().__init__(*args, initial={"version": competition.version}, **kwargs)
        self.entrants = {f"conference_{entrant.pk}": entrant for entrant in entrants}
        for name, entrant in self.entrants.items():
            self.fields[name] = ConferenceField(label=entrant.team.name, initial=entrant.conference)

    @property
    def names(self) -> dict[int, str]:
        """The names by team id."""
        return {entrant.team_id: self.cleaned_data[name] for name, entrant in self.entrants.items()}


class DealForm(VersionForm):
    """How many conferences the teams are put into by lot."""

    number = forms.IntegerField(
        label=gettext_lazy("Number of conferences"),
        min_value=2,
        max_value=conferences_of.MOST_CONFERENCES,
        initial=2,
        widget=forms.NumberInput(attrs={"class": "narrow-field"}),
    )

    def __init__(self, *args: Any, competition: Competition, **kwargs: Any) -> None:
        planned = len(competition.conferences)
        initial = {"version": competition.version, **({"number": planned} if planned > 1 else {})}
        super().__init__(*args, initial=initial, auto_id="deal_%s", **kwargs)  # the page has another form


@get_or_post
def conferences(request: HttpRequest, competition: str) -> HttpResponse:
    """Put each team into a conference."""
    found = competition_for(request, competition)
    form = ConferencesForm.of(request, competition=found, entrants=_entrants(found))

    def carry_out() -> str:
        expected = form.cleaned_data["version"]
        return conferences_of.set_conferences(
            competition=found, by=request.user, expected=expected, names=form.names
        ).public_id

    if submit(request, form, "set_conferences", carry_out):
        return _done(request, found)
    return _page(request, found, form, DealForm(competition=found), form.status)


@require_POST
def deal(request: HttpRequest, competition: str) -> HttpResponse:
    """Put all teams into conferences by lot."""
    found = competition_for(request, competition)
    form = DealForm.of(request, competition=found)

    def carry_out() -> str:
        typed = form.cleaned_data
        return conferences_of.deal_conferences(
            competition=found, by=request.user, expected=typed["version"], number=typed["number"]
        ).public_id

    if submit(request, form, "deal_conferences", carry_out):
        return _done(request, found)
    return _page(request, found, ConferencesForm(competition=found, entrants=_entrants(found)), form, form.status)


def _done(request: HttpRequest, competition: Competition) -> HttpResponse:
    drawn = competition.rounds.exists()
    if drawn and competition.state == Competition.State.DRAFT:
        messages.success(request, _("Conferences saved. The fixtures have not changed: draw them again if needed."))
    elif drawn:
        messages.success(request, _("Conferences saved. The table is split by them; the fixtures have not changed."))
    else:
        messages.success(request, _("Conferences saved."))
    return redirect("competitions:conferences", competition.public_id)


def _page(
    request: HttpRequest, competition: Competition, form: ConferencesForm, deal_form: DealForm, status: int
) -> HttpResponse:
    entrants = form.entrants.values()
    context = {
        "competition": competition,
        "form": form,
        "deal_form": deal_form,
        "names": list(dict.fromkeys([*competition.conferences, *conferences_of.names_in(entrants)])),
        "list": LIST,
        "open": competition.state != Competition.State.FINISHED and not competition.recorded,
        "enough_to_deal": len(entrants) >= 4,
        "drawn": competition.rounds.exists(),
        "across": conferences_of.meetings_in_words(competition) if hasattr(competition.options, "legs_across") else "",
    }
    return render(request, "competitions/setup/conferences.html", context, status=status)


def _entrants(competition: Competition) -> list[Entrant]:
    """The teams by conference; teams without one come last."""
    rows = competition.entrants.select_related("team").defer("team__draft").order_by("team__name", "pk")
    return sorted(rows, key=lambda entrant: (not entrant.conference, entrant.conference.casefold()))
