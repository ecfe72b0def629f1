"""Forms of games that coaches arrange themselves, and of written challenges."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from competitions.decision_forms import reason_field
from competitions.forms import VersionForm, offer_teams
from competitions.models import Challenge
from teams.models import Team
from web.submission import CommandForm

State = Challenge.State


class GameForm(CommandForm):
    """A game that was just played."""

    home = forms.ChoiceField(label=_("Home team"))
    away = forms.ChoiceField(label=_("Away team"))

    def __init__(self, *args: Any, teams: Iterable[Team], mine: str = "", **kwargs: Any) -> None:
        super().__init__(*args, initial={"home": mine}, **kwargs)
        self.known = offer_teams(self, teams)


class ChallengeForm(CommandForm):
    """A written challenge; ``own`` are the teams that can write it, ``offered`` those that can be challenged.

    The form accepts any of ``teams``: if one went out of reach after the page was shown, the service says why.
    """

    challenger = forms.ChoiceField(label=_("Your team"))
    challenged = forms.ChoiceField(label=_("Opponent"))

    def __init__(
        self, *args: Any, own: Iterable[Team], teams: Iterable[Team], offered: Iterable[Team], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.known = {team.public_id: team for team in teams}
        sent = self.known.get(self.data.get("challenged", "")) if self.is_bound else None
        shown = {team.public_id: team.name for team in (*offered, *([sent] if sent else []))}
        self.fields["challenger"].choices = [(team.public_id, team.name) for team in own]
        self.fields["challenged"].choices = [("", _("choose")), *shown.items()]


ANSWERS: dict[str, list[tuple[str, Any]]] = {
    State.WAITING: [
        ("accept", _("Accept: the match is played")),
        ("refuse", _("Refuse: 2–0 to the challenger, without a match")),
        ("substitute", _("Name a substitute")),
    ],
    State.NAMED: [("willing", _("Play as substitute")), ("unwilling", _("Decline"))],
    State.OFFERED: [
        ("play", _("Play the substitute")),
        ("decline", _("Decline: 0–2, without a match")),
    ],
}
"""The possible answers, by the state of the challenge."""


class AnswerChallengeForm(VersionForm):
    """The answer to a challenge."""

    answer = forms.ChoiceField(label=_("Answer"), widget=forms.RadioSelect)
    substitute = forms.ChoiceField(
        label=_("Substitute"),
        required=False,
        help_text=_("A team that has not met the challenger yet. Its coach is asked first."),
    )

    def __init__(self, *args: Any, challenge: Challenge, substitutes: Iterable[Team], **kwargs: Any) -> None:
        super().__init__(*args, initial={"version": challenge.version}, **kwargs)
        answers = ANSWERS.get(challenge.state, [])
        self.known = {team.public_id: team for team in substitutes}
        if challenge.state != State.WAITING or not self.known:
            del self.fields["substitute"]
            answers = [each for each in answers if each[0] != "substitute"]
        else:
            self.fields["substitute"].choices = [("", "–"), *((key, team.name) for key, team in self.known.items())]
        self.fields["answer"].choices = answers

    def clean(self) -> dict[str, Any]:
        """A substitute needs a team."""
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("answer") == "substitute" and not cleaned.get("substitute") and "substitute" not in self.errors:
            self.add_error("substitute", _("Choose the substitute."))
        return cleaned


class CallOffForm(VersionForm):
    """Why a challenge is called off."""

    reason = reason_field()

    def __init__(self, *args: Any, challenge: Challenge, **kwargs: Any) -> None:
        initial = {"version": challenge.version}
        super().__init__(*args, initial=initial, auto_id="call_off_%s", **kwargs)  # the page has another form
        self.fields["reason"].help_text = _("Shown in the league's log.")
