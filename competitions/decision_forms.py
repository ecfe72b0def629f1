"""The forms with which a commissioner decides a match that is not played, and takes that back."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from competitions.forms import FixtureForm
from competitions.models import Fixture


def reason_field() -> forms.CharField:
    """Why; whoever reads the league's log reads it there."""
    return forms.CharField(
        label=_("Reason"),
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("It stands on the page of the fixture and in the league's log."),
    )


class DecideForm(FixtureForm):
    """How a match that is not played is decided: ``how`` is the side of a walkover, or the kind of decision."""

    how = forms.ChoiceField(label=_("Decision"), widget=forms.RadioSelect)
    reason = reason_field()

    def __init__(self, *args: Any, fixture: Fixture, **kwargs: Any) -> None:
        super().__init__(*args, fixture=fixture, **kwargs)
        away = fixture.away.name if fixture.away else ""
        self.fields["how"].choices = [
            ("home", _("Walkover: 2–0 to %(team)s") % {"team": fixture.home.name}),
            ("away", _("Walkover: 2–0 to %(team)s") % {"team": away}),
            (
                "coin_toss",
                _("Coin toss: the server tosses at once; a win for one side, a loss for the other, no score"),
            ),
            *([] if fixture.tie_id else [("draw", _("A draw: the points of one for both sides, no score"))]),
            ("double_loss", _("A loss for both: neither side tried to play it")),
            ("void", _("Void: it counts for neither side")),
        ]


class TakeBackForm(FixtureForm):
    """Why a decision does not stand."""

    reason = reason_field()
