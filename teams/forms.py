"""The room's smaller forms. The one on which a team is built is `teams.build_form`."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from leagues.submission import CommandForm, VersionedForm
from rules.book import Book
from rules.sheet import PlayerSheet, TeamSheet
from teams.badges import KITS
from teams.models import Team
from teams.names import NameField


class CreateForm(CommandForm):
    """A new team: its name and its list."""

    name = NameField(label=_("Team's name"), help_text=_("You can change it until the team is approved, and later."))
    team_list = forms.ChoiceField(
        label=_("Team list"),
        widget=forms.RadioSelect,
        error_messages={
            "required": _("Choose a team list."),
            "invalid_choice": _("There is no team list called %(value)s. Choose one from the list."),
        },
    )

    def __init__(self, *args: Any, book: Book, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["team_list"].choices = [(name, name) for name in book.lists]


class SendBackForm(CommandForm):
    """Why a team is given back to its coach; it says which version of the team was looked at."""

    version = forms.IntegerField(widget=forms.HiddenInput, min_value=1)
    reason = forms.CharField(
        label=_("What has to change"),
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("The coach reads it on his page, members in the league's log."),
    )


class SeenForm(CommandForm):
    """A button beside something that was looked at: it counts only while that is as it was."""

    version = forms.IntegerField(widget=forms.HiddenInput, min_value=1)


class RetireForm(SeenForm):
    """The end of a team; others than its coach say why."""

    reason = forms.CharField(
        label=_("Reason"), max_length=500, required=False, help_text=_("Members read it in the league's log.")
    )


class NamesForm(VersionedForm):
    """A founded team's name and colours, and its players' names."""

    name = NameField(label=_("Team's name"))
    colours = forms.TypedChoiceField(
        label=_("Colours"), coerce=int, choices=[(place, kit.label) for place, kit in enumerate(KITS)]
    )

    def __init__(self, *args: Any, team: Team, sheet: TeamSheet, names: dict[int, str], **kwargs: Any) -> None:
        self.known = names
        initial = {"name": team.name, "colours": team.colours % len(KITS), "version": team.version}
        super().__init__(*args, initial=initial, **kwargs)
        gone = [departed.line for departed in sheet.departed]
        self.lines = [*sheet.players, *gone]
        for line in self.lines:
            label = _("Number {number}, {position}, gone") if line in gone else _("Number {number}, {position}")
            label = label.format(number=line.number, position=line.position)
            self.fields[field_of(line)] = NameField(label=label, required=False, initial=names.get(line.player, ""))

    def clean(self) -> dict[str, Any]:
        """Nobody who never was on this team."""
        cleaned = super().clean() or self.cleaned_data
        if any(key.startswith("player-") and key not in self.fields for key in self.data):
            raise forms.ValidationError(
                _("One of these players was never on this team. Reload the page and type the names again."),
                code="unknown",
            )
        return cleaned

    @property
    def players(self) -> dict[int, str]:
        """The players whose name was changed, with the new one (which may be empty)."""
        typed = {line.player: self.cleaned_data[field_of(line)] for line in self.lines}
        return {player: name for player, name in typed.items() if name != self.known.get(player, "")}

    def values_of(self, current: Team) -> dict[str, Any]:
        """The names as they are kept now."""
        fresh = dict(current.players.values_list("pk", "name"))
        mine = {field_of(line): fresh.get(line.player, "") for line in self.lines}
        return {"name": current.name, "colours": current.colours % len(KITS), **mine}


def field_of(line: PlayerSheet) -> str:
    """The field of a player's name."""
    return f"player-{line.player}"
