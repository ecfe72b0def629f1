"""The page on which a commissioner changes several unplayed matches at once."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from competitions import several
from competitions.access import competition_for
from competitions.models import Competition, Fixture
from leagues.errors import StaleVersion
from leagues.submission import CommandForm, look_or_post, submit
from matches.models import Match

MOST = 2_000


class SeveralForm(CommandForm):
    """Which matches, and what becomes of them. A match is named by its id and the version that was seen."""

    fixtures = forms.MultipleChoiceField(
        label=_("Matches"),
        widget=forms.CheckboxSelectMultiple,
        error_messages={
            "required": _("Tick at least one match."),
            "invalid_choice": _("One of these matches was changed meanwhile. The list below is as it is now."),
        },
    )
    change = forms.ChoiceField(
        label=_("What becomes of them"),
        choices=[
            ("move", _("They are played in another round")),
            ("swap", _("Home and away are turned round")),
            ("delete", _("They are deleted, and not played")),
        ],
        widget=forms.RadioSelect,
    )
    to = forms.TypedChoiceField(label=_("The other round"), coerce=int, empty_value=0, required=False)

    def __init__(self, *args: Any, competition: Competition, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["fixtures"].choices = choices(competition)  # type: ignore[attr-defined]
        numbers = list(competition.rounds.order_by("number").values_list("number", flat=True))
        rounds = [*numbers, (numbers[-1] if numbers else 0) + 1]
        self.fields["to"].choices = [("", "–"), *((number, str(number)) for number in rounds)]  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """A round where they are moved."""
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("change") == "move" and not cleaned.get("to"):
            self.add_error("to", forms.ValidationError(_("Choose the round to which they are moved."), code="no_round"))
        return cleaned

    @property
    def chosen(self) -> list[tuple[int, int]]:
        """The ids and versions of the matches ticked."""
        pairs = (value.split(".") for value in self.cleaned_data["fixtures"])
        return [(int(fixture), int(version)) for fixture, version in pairs]


def choices(competition: Competition) -> list[tuple[str, str]]:
    """All matches of a competition that are not opened, round by round."""
    rows = (
        Fixture.objects.filter(round__competition=competition, away__isnull=False, home_outcome="")
        .filter(Q(match__isnull=True) | Q(match__state=Match.State.SCHEDULED))
        .order_by("round__number", "order", "id")
        .values_list("pk", "version", "round__number", "home__name", "away__name")[:MOST]
    )
    words = _("Round {round}: {home} – {away}")
    return [
        (f"{pk}.{version}", str(words).format(round=number, home=home, away=away))
        for pk, version, number, home, away in rows
    ]


@look_or_post
def change_several(request: HttpRequest, competition: str) -> HttpResponse:
    """Move, turn round or delete several matches at once."""
    found = competition_for(request, competition)
    form = SeveralForm.of(request, competition=found)

    def carry_out() -> int:
        typed = form.cleaned_data
        try:
            return several.change_several(
                competition=found, by=request.user, chosen=form.chosen, change=typed["change"], to=typed["to"] or 0
            )
        except StaleVersion as stale:
            raise several.Refusal(several.NOT_OF_IT, competition=found.name) from stale

    if count := submit(request, form, "change_several", carry_out):
        words = ngettext("%(count)s match is changed.", "%(count)s matches are changed.", count)
        messages.success(request, words % {"count": count})
        return redirect("competitions:fixtures", competition)
    context = {"competition": found, "form": form, "any": bool(form.fields["fixtures"].choices)}  # type: ignore[attr-defined]
    return render(request, "competitions/several.html", context, status=form.status)
