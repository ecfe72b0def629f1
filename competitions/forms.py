"""Forms that several wings use. What ``clean`` returns is what the services take."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts import names
from competitions.datetime_field import HourField
from competitions.models import Competition, Fixture, Season
from leagues.models import Ruleset
from rules.book.book import Book
from teams.models import Team
from web.submission import CommandForm, VersionedForm

VERSION = re.compile(r"[0-9]{1,9}")


def one_line(name: str, shortest: int) -> str:
    """A typed name with single spaces between its words. Raises ValidationError if it is too short, or has characters
    that hide or reverse text.
    """
    name = names.clean(name)
    if len(name) < shortest:
        raise forms.ValidationError(_("Use at least %(shortest)s characters.") % {"shortest": shortest})
    return name


class SeasonForm(CommandForm):
    """A new season's name."""

    name = forms.CharField(label=_("Name"), max_length=80, help_text=_("For example: Season 3, or Spring 2026."))

    def clean_name(self) -> str:
        """On one line."""
        return one_line(self.cleaned_data["name"], 1)


class NextSeasonForm(SeasonForm):
    """The name of the next season, and whether the league goes on by another of its books."""

    def __init__(self, *args: Any, rulesets: Sequence[Ruleset], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rulesets = {ruleset.edition: ruleset for ruleset in rulesets}
        if len(self.rulesets) > 1:
            self.fields["book"] = forms.ChoiceField(
                label=_("Book"),
                required=False,
                choices=[("", _("the same as before")), *((each.edition, each.book.name) for each in rulesets)],
                help_text=_("Teams of other books become drafts by this one, for their coaches to look at and submit."),
            )

            if any(ruleset.rules().edition.season_end for ruleset in rulesets):
                self.fields["redraft"] = forms.BooleanField(
                    label=_("Draft these teams again, by the new book"),
                    required=False,
                    help_text=_(
                        "Once such a team is approved, its coach is asked what the new book asks at a season's end: "
                        "whom to keep and to hire, with a budget from the team's treasury and its matches of this "
                        "season. A team that its old book has drafted again at this season's end is not drafted "
                        "twice. Without this, teams go on as they were approved."
                    ),
                )

    @property
    def redraft(self) -> bool:
        """Whether teams that go on by another book are drafted again by it."""
        return self.book is not None and bool(self.cleaned_data.get("redraft"))

    @property
    def book(self) -> Book | None:
        """The book that was chosen, with what the league has entered; None for the same as before."""
        chosen = self.rulesets.get(self.cleaned_data.get("book") or "")
        return chosen.rules().book if chosen is not None else None


class RenameSeasonForm(SeasonForm, VersionedForm):
    """Another name for a season."""

    def __init__(self, *args: Any, season: Season, **kwargs: Any) -> None:
        super().__init__(*args, initial={"name": season.name, "version": season.version}, **kwargs)


class VersionForm(VersionedForm):
    """A button, or a few fields, with the version that the page showed."""

    def values_of(self, current: Any) -> dict[str, Any]:
        """No values to compare: the page itself shows the current state."""
        return {}


class TakeBackForm(VersionForm):
    """Why the closing of a season is taken back."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("Shown in the league's log and in the history of each team that changes."),
    )

    def __init__(self, *args: Any, season: Season, **kwargs: Any) -> None:
        super().__init__(*args, initial={"version": season.version}, **kwargs)


class EnterForm(VersionForm):
    """Teams to enter, from ``teams``; ``elsewhere`` has, by id, the names of the other competitions of each.

    ``free`` are the teams without other competitions.
    """

    teams = forms.MultipleChoiceField(label=_("Teams"), widget=forms.CheckboxSelectMultiple)

    def __init__(
        self,
        *args: Any,
        teams: Iterable[Team],
        version: int,
        elsewhere: Mapping[int, Sequence[str]] | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, initial={"version": version}, **kwargs)
        self.known = {team.public_id: team for team in teams}
        self.free = [team.public_id for team in self.known.values() if not (elsewhere or {}).get(team.pk)]
        self.fields["teams"].choices = [
            (team.public_id, _labelled(team, (elsewhere or {}).get(team.pk, ()))) for team in self.known.values()
        ]
        self.fields["teams"].error_messages |= {
            "required": _("Choose at least one team."),
            "invalid_choice": _("One of these teams cannot enter: it is in already, or not active. Choose again."),
        }

    @property
    def chosen(self) -> list[Team]:
        """The chosen teams."""
        return [self.known[public_id] for public_id in self.cleaned_data["teams"]]


def _labelled(team: Team, elsewhere: Sequence[str]) -> str:
    """A team's label in the form, with the competitions that it is in."""
    name = team.with_list
    words = {"team": name, "competitions": ", ".join(elsewhere)}
    return str(_("%(team)s, plays in %(competitions)s") % words) if elsewhere else name


class WithdrawForm(VersionForm):
    """The team to take out."""

    team = forms.CharField(max_length=10)


def versions_in(text: str) -> dict[str, int]:
    """Versions by public id, from text like ``abc:3 def:1``; anything else is ignored."""
    pairs = (part.partition(":") for part in text.split())
    return {name: int(version) for name, _colon, version in pairs if VERSION.fullmatch(version)}


def as_seen(competitions: Iterable[Competition]) -> str:
    """These competitions with their versions, for ``versions_in``."""
    return " ".join(f"{each.public_id}:{each.version}" for each in competitions)


class PartsForm(CommandForm):
    """Competitions by their public ids, each with the version that was seen, as in ``abc:3 def:1``."""

    parts = forms.CharField(max_length=4000, required=False)

    def clean_parts(self) -> dict[str, int]:
        """Versions by public id; what is none is left out."""
        return versions_in(self.cleaned_data["parts"])


class DrawForm(VersionForm):
    """A draw. With a given seed, an earlier draw can be repeated."""

    seed = forms.RegexField(
        label=_("Seed"),
        regex=r"^[A-Za-z0-9 _-]*$",
        max_length=32,
        required=False,
        help_text=_("Leave it empty for a new one. The same seed and the same teams give the same fixtures."),
        error_messages={"invalid": _("Use letters, digits, spaces and hyphens.")},
    )


class FixtureForm(VersionForm):
    """A form about one fixture."""

    def __init__(self, *args: Any, fixture: Fixture, **kwargs: Any) -> None:
        super().__init__(*args, initial={"version": fixture.version, **self.initial_of(fixture)}, **kwargs)

    def initial_of(self, fixture: Fixture) -> dict[str, Any]:
        """The initial values of the fields."""
        return {}


class DateForm(FixtureForm):
    """When a fixture will be played."""

    agreed_for = HourField(
        label=_("Day and time"),
        required=False,
        help_text=_("In the league's time zone. Leave it empty to remove the date."),
    )

    def initial_of(self, fixture: Fixture) -> dict[str, Any]:
        """The current date."""
        return {"agreed_for": fixture.agreed_for}

    def values_of(self, current: Fixture) -> dict[str, Any]:
        """The current date, to compare with a typed one."""
        return {"agreed_for": current.agreed_for}

    def clean_agreed_for(self) -> datetime | None:
        """A date within fifty years: calendars and databases cannot handle the year 9999."""
        when: datetime | None = self.cleaned_data["agreed_for"]
        if when is not None and abs(when.year - timezone.now().year) > 50:
            raise forms.ValidationError(_("Choose a day within fifty years of today."))
        return when


class MoveForm(FixtureForm):
    """Another round for a fixture; ``rounds`` are the numbers of all rounds, and of a new one last."""

    round = forms.TypedChoiceField(label=_("Round"), coerce=int)

    def __init__(self, *args: Any, rounds: list[int], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["round"].choices = round_choices(rounds)

    def initial_of(self, fixture: Fixture) -> dict[str, Any]:
        """The round it is in."""
        return {"round": fixture.round.number}


class AddForm(VersionForm):
    """A new fixture between two teams; ``rounds`` is empty if coaches find their own opponents."""

    round = forms.TypedChoiceField(label=_("Round"), coerce=int)
    home = forms.ChoiceField(label=_("Home team"))
    away = forms.ChoiceField(label=_("Away team"))

    def __init__(self, *args: Any, teams: Iterable[Team], rounds: list[int], version: int, **kwargs: Any) -> None:
        super().__init__(*args, initial={"version": version, **({"round": rounds[-1]} if rounds else {})}, **kwargs)
        self.known = offer_teams(self, teams)
        if rounds:
            self.fields["round"].choices = round_choices(rounds)
        else:
            del self.fields["round"]


class FriendlyForm(CommandForm):
    """A match outside any competition."""

    home = forms.ChoiceField(label=_("Home team"))
    away = forms.ChoiceField(label=_("Away team"))

    def __init__(self, *args: Any, teams: Iterable[Team], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.known = offer_teams(self, teams, books=True)


def offer_teams(form: forms.Form, teams: Iterable[Team], *, books: bool = False) -> dict[str, Team]:
    """Offer ``teams`` in a form's fields ``home`` and ``away``; returns them by the values of the fields.

    With ``books``, a team of a further book of its league has the book beside its name.
    """
    known = {team.public_id: team for team in teams}
    choices = [(key, team.with_book if books else team.name) for key, team in known.items()]
    for field in ("home", "away"):
        form.fields[field].choices = [("", _("choose")), *choices]
    return known


def round_choices(rounds: list[int]) -> list[tuple[int, Any]]:
    """Rounds by number; the last one is new."""
    old = [(number, _("Round %(number)s") % {"number": number}) for number in rounds[:-1]]
    return [*old, (rounds[-1], _("Round %(number)s (new)") % {"number": rounds[-1]})]
