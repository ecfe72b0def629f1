"""Forms about what comes next in a competition: who goes on, who comes in, when a round ends."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from competitions.decision_forms import reason_field
from competitions.forms import VersionForm
from competitions.models import Competition, Tie


class SendOnForm(VersionForm):
    """Who goes on from a tie by the commissioner's word; ``team`` is a side, or ``lot``."""

    team = forms.ChoiceField(label=_("Who goes on"), widget=forms.RadioSelect)
    reason = reason_field()

    def __init__(self, *args: Any, competition: Competition, tie: Tie, **kwargs: Any) -> None:
        super().__init__(*args, initial={"version": competition.version}, **kwargs)
        known = [("home", tie.home), ("away", tie.away)]
        self.fields["team"].choices = [
            *((side, team.name) for side, team in known if team is not None),
            ("lot", _("Let the server draw one of the two")),
        ]
        self.fields["reason"].help_text = _("It stands in the league's log.")
