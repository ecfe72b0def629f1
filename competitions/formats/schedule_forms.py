"""Forms for the next steps of a competition: which team advances, which places qualify, which groups are made."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from crispy_forms.layout import HTML
from django import forms
from django.utils.translation import gettext_lazy as _

from competitions.decision_forms import reason_field
from competitions.forms import VersionForm, one_line
from competitions.models import Competition, Tie
from competitions.pairing.knock_out import MOST_TEAMS
from competitions.setup.group_stage import GroupStage
from competitions.setup.shape_forms import LEGS
from leagues.forms import helper
from rules.book.rows.shape import Worth
from teams.models import Team
from web.addresses import MOST_ROW
from web.submission import CommandForm

EVERY = "every:"
"""Prefix of a group's value in the choice of competitions."""


class SendOnForm(VersionForm):
    """Which team advances from a tie by a commissioner's ruling; ``team`` is a side, or ``lot``."""

    team = forms.ChoiceField(label=_("Which team advances"), widget=forms.RadioSelect)
    reason = reason_field()

    def __init__(self, *args: Any, competition: Competition, tie: Tie, **kwargs: Any) -> None:
        super().__init__(*args, initial={"version": competition.version}, **kwargs)
        known = [("home", tie.home), ("away", tie.away)]
        self.fields["team"].choices = [
            *((side, team.name) for side, team in known if team is not None),
            ("lot", _("Let the server draw lots")),
        ]
        self.fields["reason"].help_text = _("Shown in the league's log.")


class FeedForm(VersionForm):
    """Places of other competitions that qualify: of one, or the same places of every part of a group.

    ``known`` are the season's others by what the form calls them, each part of a group under the group's name too.
    """

    source = forms.ChoiceField(label=_("From"))
    first = forms.IntegerField(label=_("From place"), min_value=1, max_value=MOST_TEAMS, initial=1)
    last = forms.IntegerField(label=_("To place"), min_value=1, max_value=MOST_TEAMS, initial=2)
    best = forms.IntegerField(
        label=_("Only the best of them (number)"),
        min_value=1,
        max_value=MOST_TEAMS,
        required=False,
        help_text=_(
            "For “the best third”: every division from place 3 to place 3, with 1 here. Teams are compared by points "
            "per match, then the differences of scores and of injuries per match, then by lot."
        ),
    )

    by_conference = forms.BooleanField(
        label=_("Places within each conference"),
        required=False,
        help_text=_("The same places of every conference qualify, and “best” compares teams of all of them."),
    )

    def __init__(
        self, *args: Any, sources: Iterable[Competition], version: int, parted: bool = False, **kwargs: Any
    ) -> None:
        super().__init__(*args, initial={"version": version}, **kwargs)
        if not parted:  # no competition has conferences
            del self.fields["by_conference"]
        groups: dict[str, list[Competition]] = {}
        single = {each.public_id: [each] for each in sources}
        for (each,) in single.values():
            if each.group_name and not each.format.eliminates:
                groups.setdefault(each.group_name, []).append(each)
        several = {f"{EVERY}{name}": parts for name, parts in groups.items() if len(parts) > 1}
        self.known: dict[str, list[Competition]] = {**several, **single}
        every = _("every part of %(name)s")
        self.fields["source"].choices = [
            ("", _("choose")),
            *((key, every % {"name": parts[0].group_name}) for key, parts in several.items()),
            *((key, each.name) for key, (each,) in single.items()),
        ]

    @property
    def sources(self) -> list[Competition]:
        """The chosen competition, or all parts of the chosen group."""
        return self.known[self.cleaned_data["source"]]


class RemoveFeedForm(VersionForm):
    """The qualification rule to remove."""

    feed = forms.IntegerField(min_value=1, max_value=MOST_ROW)


class GroupsForm(CommandForm):
    """Groups to create from a league's teams, which are listed by what they are worth."""

    name = forms.CharField(
        label=_("Name"), max_length=60, help_text=_("For example: Group stage. Each group adds its letter.")
    )
    groups = forms.IntegerField(label=_("Number of groups"), min_value=1, max_value=26, initial=2)
    by_lot = forms.TypedChoiceField(
        label=_("How teams are split"),
        choices=[("", ""), ("lot", "")],
        coerce=bool,
        empty_value=False,
        required=False,
        initial="",
        widget=forms.RadioSelect,
    )
    legs = forms.TypedChoiceField(label=_("Two teams meet"), coerce=int, choices=LEGS, initial=1)
    teams = forms.MultipleChoiceField(label=_("Teams"), widget=forms.CheckboxSelectMultiple)

    def __init__(self, *args: Any, teams: Iterable[Team], worth: Worth | None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.known = {team.public_id: team for team in teams}
        if worth is None:  # then only a lot can split them
            del self.fields["by_lot"]
        else:
            self.fields["by_lot"].choices = [
                ("", _("By %(worth)s: the best teams in different groups") % {"worth": worth.name.lower()}),
                ("lot", _("By lot")),
            ]
        tick_all = HTML('{% include "competitions/setup/_tick_teams.html" %}')
        shown = [name for name in ("name", "groups", "by_lot", "legs") if name in self.fields]
        self.helper = helper(*shown, tick_all, "teams")
        self.fields["teams"].choices = [(key, team.with_list) for key, team in self.known.items()]
        self.fields["teams"].error_messages |= {
            "required": _("Choose the teams."),
            "invalid_choice": _("One of these teams cannot enter: it is not active. Choose again."),
        }

    def clean_name(self) -> str:
        """The name on one line."""
        return one_line(self.cleaned_data["name"], 2)

    @property
    def stage(self) -> GroupStage:
        """The values for the service, with the teams in the order of the form."""
        typed = self.cleaned_data
        chosen = set(typed["teams"])
        return GroupStage(
            name=typed["name"],
            teams=[team for key, team in self.known.items() if key in chosen],
            groups=typed["groups"],
            by_lot=typed.get("by_lot", True),
            legs=typed["legs"],
        )
