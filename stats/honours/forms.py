"""The forms about the hall of fame."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from stats.models import Inductee
from stats.models.hall import LONGEST_CITATION
from web.submission import CommandForm, VersionedForm

MOST_PLACES = 1000


def _citation() -> forms.CharField:
    return forms.CharField(
        label=_("Citation"),
        max_length=LONGEST_CITATION,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Why they are here, in a sentence or two. Everybody who sees the league can read it."),
    )


class _Cited(forms.Form):
    citation = _citation()

    def clean_citation(self) -> str:
        """On one line, with single spaces between its words."""
        return " ".join(str(self.cleaned_data["citation"]).split())


class InductForm(_Cited, CommandForm):
    """A citation for somebody who is chosen."""


class InducteeForm(_Cited, VersionedForm):
    """Another citation or place."""

    place = forms.IntegerField(
        label=_("Place in the hall"), min_value=1, max_value=MOST_PLACES, help_text=_("1 is first.")
    )

    def __init__(self, *args: Any, inductee: Inductee, **kwargs: Any) -> None:
        initial = {"citation": inductee.citation, "place": inductee.place, "version": inductee.version}
        super().__init__(*args, initial=initial, **kwargs)
