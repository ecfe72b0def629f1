"""The smaller forms of this room. The form to build a team is in `teams.building.draft_form`."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from leagues.archive_json import ArchiveError
from rules.book.book import Book
from rules.book.edition import Ruleset
from rules.sheet.sheet import AWAY, PlayerSheet, TeamSheet
from rules.team.arriving.arrival_checks import Arrival
from teams.building.coach_choice import CoachForm
from teams.building.drafting import PACK_CHANGED
from teams.building.drafts import HIGHEST_NUMBER
from teams.building.other_book import Origin, for_book
from teams.extensions import OfferedPack
from teams.ledger import ledger
from teams.models import Team, TeamState
from teams.names import NameField
from teams.team_json import LIMITS, TeamFile, read_team
from web.errors import Refusal
from web.submission import SeenForm, VersionedForm


class CreateForm(CoachForm):
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

    pack_seen = forms.CharField(required=False, widget=forms.HiddenInput)
    """The digest of the pack that the page showed; empty for none."""

    def __init__(self, *args: Any, rules: Ruleset, pack: OfferedPack | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.pack, shown = pack, pack.digest if pack is not None else ""
        self.fields["team_list"].choices = [(name, name) for name in rules.open_lists]
        self.fields["pack_seen"].initial = shown
        self.pack_changed = self.is_bound and self.data.get("pack_seen", "") not in ("", shown)
        if self.pack_changed:
            self.retype(pack_seen=shown)

    def clean(self) -> dict[str, Any]:
        """Ask again if the pack is not what the page showed."""
        cleaned = super().clean()
        if self.pack_changed and self.pack is not None:
            said = str(Refusal(PACK_CHANGED, pack=self.pack.name))
            self.add_error(None, forms.ValidationError(said, code=PACK_CHANGED.id))
        return cleaned


class BringForm(CoachForm):
    """Start to import a team: upload a file, or choose a name and a list."""

    file = forms.FileField(
        label=_("Team file"),
        required=False,
        help_text=_("Download it from the team's page in another Dugout. You can check it before you submit."),
        widget=forms.ClearableFileInput(attrs={"accept": ".json,application/json"}),
    )
    name = NameField(label=_("Team's name"), required=False, help_text=_("Required without a file."))
    team_list = forms.ChoiceField(
        label=_("Team list"),
        required=False,
        help_text=_("The team list of the rulebook that the team will use."),
    )

    def __init__(self, *args: Any, book: Book, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.team_file: TeamFile | None = None
        self.book = book
        self.origin: Origin | None = None
        """What the team was, for a file of another book."""
        self.fields["team_list"].choices = [("", _("As in the file")), *((name, name) for name in book.lists)]

    def clean(self) -> dict[str, Any]:
        """Read the team file, and replace its name or list if another one was chosen."""
        cleaned = super().clean() or self.cleaned_data
        name, team_list, file = cleaned.get("name"), cleaned.get("team_list"), cleaned.get("file")
        if self.errors:
            return cleaned
        if not file:
            for field, value in (("name", name), ("team_list", team_list)):
                if not value:
                    self.add_error(field, forms.ValidationError(_("Fill this in, or choose a file."), code="required"))
            self.team_file = TeamFile(name=name or "", arrival=Arrival(team_list=team_list or ""))
            return cleaned
        if file.size > LIMITS.size:
            raise forms.ValidationError(
                _("The file is larger than %(size)s KiB, the maximum."), params={"size": LIMITS.size // 1024}
            )
        try:
            team_file = read_team(file.read(LIMITS.size + 1))
        except ArchiveError as error:
            text = _("The file cannot be read. %(place)s: %(reason)s.")
            params = {"place": error.place.capitalize(), "reason": error.reason}
            raise forms.ValidationError(text, code="unreadable", params=params) from None
        named = replace(team_file, name=name or team_file.name)
        self.team_file, self.origin = for_book(named, self.book, team_list or "")
        return cleaned


class SendBackForm(SeenForm):
    """The reason to send a team back to its coach, with the version that the commissioner saw."""

    reason = forms.CharField(
        label=_("What has to change"),
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("The coach sees it on the team's page, members in the league's log."),
    )


class RetireForm(SeenForm):
    """Retire a team. A commissioner gives a reason."""

    reason = forms.CharField(
        label=_("Reason"), max_length=500, required=False, help_text=_("Members see it in the league's log.")
    )


class NamesForm(VersionedForm):
    """The name of an approved team, its players' names and shirt numbers."""

    name = NameField(label=_("Team's name"))

    def __init__(self, *args: Any, team: Team, sheet: TeamSheet, names: dict[int, str], **kwargs: Any) -> None:
        self.known = names
        initial = {"name": team.name, "version": team.version}
        super().__init__(*args, initial=initial | {"coach_name": team.coach_name}, **kwargs)
        if team.coach_id is None:
            self.fields["coach_name"] = NameField(
                label=_("Coach (no account)"), max_length=Team._meta.get_field("coach_name").max_length
            )
        gone = [departed.line for departed in sheet.departed if departed.how not in AWAY]
        self.lines, self.worn = [*sheet.players, *gone], {line.player: line.number for line in sheet.players}
        for line in self.lines:
            label = (
                _("Number {number}, {position}, left the team") if line in gone else _("Number {number}, {position}")
            )
            label = label.format(number=line.number, position=line.position)
            self.fields[field_of(line)] = NameField(label=label, required=False, initial=names.get(line.player, ""))
            if line.player in self.worn:
                self.fields[number_field(line)] = forms.IntegerField(
                    label=_("Shirt number of {label}").format(label=label),
                    required=False,
                    min_value=1,
                    max_value=HIGHEST_NUMBER,
                    initial=line.number,
                )

    def clean(self) -> dict[str, Any]:
        """Refuse players who were never on this team."""
        cleaned = super().clean() or self.cleaned_data
        if any(key.startswith(("player-", "number-")) and key not in self.fields for key in self.data):
            raise forms.ValidationError(
                _("One of these players was never on this team. Type the names of the players listed on this page."),
                code="unknown",
            )
        return cleaned

    @property
    def players(self) -> dict[int, str]:
        """The players with a changed name, and the new name. It may be empty."""
        typed = {line.player: self.cleaned_data[field_of(line)] for line in self.lines}
        return {player: name for player, name in typed.items() if name != self.known.get(player, "")}

    @property
    def numbers(self) -> dict[int, int]:
        """The players with a changed shirt number, and the new number. A blank field changes nothing."""
        typed = {line.player: self.cleaned_data.get(number_field(line)) for line in self.lines}
        return {player: number for player, number in typed.items() if number and number != self.worn[player]}

    @property
    def rows(self) -> list[tuple[forms.BoundField, forms.BoundField | None]]:
        """The fields of each player: the name and, for those on the roster, the shirt number."""
        return [
            (self[field_of(line)], self[number_field(line)] if line.player in self.worn else None)
            for line in self.lines
        ]

    def values_of(self, current: Team) -> dict[str, Any]:
        """The names and numbers as they are saved now."""
        fresh = dict(current.players.values_list("pk", "name"))
        mine = {field_of(line): fresh.get(line.player, "") for line in self.lines}
        sheet = ledger.sheet_in(TeamState.objects.get(team=current))
        numbers = {number_field(line): line.number for line in sheet.players}
        mine |= {name: number for name, number in numbers.items() if name in self.fields and self.data.get(name)}
        mine |= {"coach_name": current.coach_name} if "coach_name" in self.fields else {}
        return {"name": current.name, **mine}


def field_of(line: PlayerSheet) -> str:
    """The field of a player's name."""
    return f"player-{line.player}"


def number_field(line: PlayerSheet) -> str:
    """The field of a player's shirt number."""
    return f"number-{line.player}"
