"""The form on which a coach offers a friendly."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from teams.models import Team
from web.submission import CommandForm

NOT_THERE = _("You cannot choose this team: it is not active, it has no coach here, or it has the wrong coach.")


class FriendlyOfferForm(CommandForm):
    """The two teams and the home side; ``own`` are the reader's teams, ``others`` those that they can ask."""

    offering = forms.ChoiceField(label=_("Your team"), error_messages={"invalid_choice": NOT_THERE})
    asked = forms.ChoiceField(label=_("Against"), error_messages={"invalid_choice": NOT_THERE})
    at_home = forms.TypedChoiceField(
        label=_("Home team"),
        choices=[("yes", _("your team")), ("no", _("the other team"))],
        coerce=lambda answer: answer == "yes",
        initial="no",
        widget=forms.RadioSelect,
    )
    note = forms.CharField(
        label=_("Message to the other coach"),
        max_length=200,
        required=False,
        help_text=_("For example when and where you would like to play."),
    )

    def __init__(self, *args: Any, own: Iterable[Team], others: Iterable[Team], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        mine, asked = list(own), list(others)
        self.known = {team.public_id: team for team in (*mine, *asked)}
        writers = [(team.public_id, team.with_book) for team in mine]
        self.fields["offering"].choices = writers if len(writers) == 1 else [("", _("choose")), *writers]
        self.fields["asked"].choices = [
            ("", _("choose")),
            *((team.public_id, f"{team.with_book} ({team.coached_by})") for team in asked),
        ]
