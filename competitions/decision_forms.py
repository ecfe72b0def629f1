"""Forms for a commissioner to decide a match that is not played, and to undo that decision."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from competitions.forms import FixtureForm
from competitions.models import Fixture
from rules.team.won_unplayed import score_of


def reason_field() -> forms.CharField:
    """The reason, which the league's log shows."""
    return forms.CharField(
        label=_("Reason"),
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("Shown on the page of the fixture and in the league's log."),
    )


class DecideForm(FixtureForm):
    """A decision on a match that is not played: ``how`` is the side that wins a walkover, or the kind of decision."""

    how = forms.ChoiceField(label=_("Decision"), widget=forms.RadioSelect)
    reason = reason_field()

    def __init__(self, *args: Any, fixture: Fixture, **kwargs: Any) -> None:
        super().__init__(*args, fixture=fixture, **kwargs)
        away, book = fixture.away.name if fixture.away else "", fixture.round.competition.played_book
        score = score_of(book)
        self.fields["how"].choices = [
            ("home", _("Walkover: %(score)d–0 to %(team)s") % {"score": score, "team": fixture.home.name}),
            ("away", _("Walkover: %(score)d–0 to %(team)s") % {"score": score, "team": away}),
            (
                "coin_toss",
                _("Coin toss by the server: a win for one side, a loss for the other, no score"),
            ),
            *(
                []
                if fixture.tie_id or not book.result.may_be_level
                else [("draw", _("Draw: both sides get the points of a draw, no score"))]
            ),
            ("double_loss", _("Loss for both: neither side tried to play")),
            ("void", _("Void: it does not count")),
        ]


class TakeBackForm(FixtureForm):
    """The reason why a decision is undone."""

    reason = reason_field()
