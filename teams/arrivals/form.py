"""The form to enter an imported team (C9).

Each player has a row (``teams.arrivals.row``). A broken rule does not refuse the form: the rules
(``rules.team.arriving.arrivals``) judge what can be read, and the draft is saved.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from leagues.archive_json import ArchiveError
from rules.book.edition import Ruleset
from rules.team.arriving.arrival_checks import Arrival
from teams.arrivals.row import ReadPlayer, Row, RowReading, fields_of, labels, saved_values, shown_row
from teams.building.draft_form import staff_field
from teams.building.elsewhere import team_file_of
from teams.gold_field import GoldField, typed_gold
from teams.models import Team
from teams.names import NameField
from teams.team_json import BIGGEST, COUNTS, GOODS, MOST_PLAYERS, SCORES, STORY_LENGTH, Past, TeamFile, story_text
from web.submission import VersionedForm, field_words

FEWEST_ROWS, MOST_ROWS, MORE_ROWS = 11, MOST_PLAYERS + 1, 3
ADD, ROWS = "add", "rows"


class ArrivalForm(VersionedForm):
    """An imported team as a form, filled from its saved draft."""

    name = NameField(label=_("Team's name"))
    team_list = forms.ChoiceField(label=_("Team list"))
    rerolls = forms.IntegerField(label=_("Team re-rolls"))
    fan_factor = forms.IntegerField(label=_("Fan factor"))
    treasury = GoldField(label=_("Treasury, in thousands (60 for 60k)"))
    bank = GoldField(label=_("Bank, in thousands"))
    won = forms.IntegerField(label=_("Matches won"))
    drawn = forms.IntegerField(label=_("Matches drawn"))
    lost = forms.IntegerField(label=_("Matches lost"))
    touchdowns_for = forms.IntegerField(label=_("%(scores)s scored"))
    touchdowns_against = forms.IntegerField(label=_("%(scores)s conceded"))
    casualties_for = forms.IntegerField(label=_("%(injuries)s inflicted"))
    casualties_against = forms.IntegerField(label=_("%(injuries)s suffered"))
    story = forms.CharField(
        label=_("Anything else"),
        required=False,
        max_length=STORY_LENGTH,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("For example where the team played and what it won."),
    )

    def __init__(self, *args: Any, team: Team, rules: Ruleset, **kwargs: Any) -> None:
        self.team, self.rules, self.book, self.saved = team, rules, rules.book, team_file_of(team)
        super().__init__(*args, initial={**self.values_of(team), "version": team.version}, **kwargs)
        self.fields["team_list"].choices = [(name, name) for name in self.book.lists]
        self._name_scores()
        self._name_goods()
        for staff in self.book.staff.values():
            self.fields[staff_field(staff)] = forms.IntegerField(label=staff.plural)
        for name, field in self.fields.items():
            if isinstance(field, forms.IntegerField) and name != "version":
                field.required, field.min_value = False, 0 if name in COUNTS else -BIGGEST
                field.max_value = BIGGEST
                field.validators += [_at_least(field.min_value), _at_most(BIGGEST)]
        for field in self.fields.values():
            if not field.widget.is_hidden:
                select = isinstance(field, forms.ChoiceField)
                field.widget.attrs["class"] = "form-select" if select else "form-control"
        self.wrong: dict[int, dict[str, str]] = {}
        """Reading errors, by row and field."""
        self.rows = self._rows()

    @property
    def adds(self) -> bool:
        """Whether the user asked for more rows. Then nothing is saved."""
        return self.is_bound and ADD in self.data

    @property
    def goods(self) -> list[forms.BoundField]:
        """What the team owns besides players: what the book has, and what the file has although the book does not."""
        known = {*self.book.purses, *self.book.goods}
        names = [name for name in GOODS if name in known or self[name].value()]
        return [self[name] for name in (*names, *map(staff_field, self.book.staff.values()))]

    @property
    def past(self) -> list[forms.BoundField]:
        """What the team did before it joined."""
        return [self[name] for name in (*COUNTS, "story") if name in self.fields]

    def _name_scores(self) -> None:
        """What the team did before, in the book's words, without injuries if it credits nobody with them."""
        credited = self.book.credited
        words = {"scores": self.book.scoring.many, "injuries": credited.many if credited is not None else ""}
        for name in SCORES:
            if credited is None and name.startswith("casualties"):
                del self.fields[name]
            else:
                self.fields[name].label = capfirst(str(self.fields[name].label) % words)

    def _name_goods(self) -> None:
        """What the book has a number of, in its words."""
        for good in self.book.goods.values():
            self.fields[good.key].label = good.name

    # -- rows --

    def _rows(self) -> int:
        """The number of rows: one more than players, at least eleven. A sent form keeps its number."""
        saved = max(FEWEST_ROWS, len(self.saved.arrival.players) + 1)
        sent = str(self.data.get(ROWS, "")) if self.is_bound else ""
        rows = int(sent) if sent.isdecimal() and len(sent) < 4 else saved
        return min(MOST_ROWS, rows + (MORE_ROWS if self.adds else 0))

    def _values(self, nth: int) -> dict[str, str]:
        """The values of a row, sent or saved."""
        if self.is_bound:
            return {name: str(self.data.get(f"player-{nth}-{name}", "")).strip() for name in fields_of(self.book)}
        players, names = self.saved.arrival.players, self.saved.names
        if nth > len(players):
            return dict.fromkeys(fields_of(self.book), "")
        return saved_values(players[nth - 1], names[nth - 1] if nth <= len(names) else "", self.book)

    @property
    def shown_rows(self) -> list[Row]:
        """The rows as the page draws them."""
        numbers = range(1, self.rows + 1)
        return [shown_row(nth, self._values(nth), self.wrong.get(nth, {}), self.book) for nth in numbers]

    # -- reading --

    def clean_story(self) -> str:
        """The story, if a file can hold it."""
        try:
            return story_text(self.cleaned_data["story"])
        except ArchiveError as error:
            raise forms.ValidationError(error.reason) from None

    def clean(self) -> dict[str, Any]:
        """Read the rows. A mistake in any field refuses the form."""
        cleaned = super().clean() or self.cleaned_data
        found = [player for nth in range(1, self.rows + 1) if (player := self._player(nth)) is not None]
        worn = {player.one.number for player in found if player.numbered}
        free = (number for number in range(1, 2 * MOST_ROWS) if number not in worn)
        self.players = [
            (player.one if player.numbered else replace(player.one, number=next(free)), player.name) for player in found
        ]
        if self.wrong:
            raise forms.ValidationError(_("Check the marked fields of the players."), code="unreadable")
        return cleaned

    def _player(self, nth: int) -> ReadPlayer | None:
        reading = RowReading(self._values(nth), self.book)
        player = reading.player()
        if reading.wrong:
            self.wrong[nth] = reading.wrong
        return player

    @property
    def is_readable(self) -> bool:
        """Whether the sent form can be judged: every field can be read, even if the form was refused."""
        return not self.unread and all(name in self.cleaned_data for name in ("name", "team_list", "story"))

    @property
    def team_file(self) -> TeamFile:
        """The content of a valid form, or the saved draft."""
        if not self.is_bound:
            return self.saved
        cleaned = self.cleaned_data
        staff = ((kind.key, cleaned.get(staff_field(kind)) or 0) for kind in self.book.staff.values())
        arrival = Arrival(
            team_list=cleaned["team_list"],
            players=tuple(one for one, _name in self.players),
            staff=tuple((kind, count) for kind, count in staff if count),
            **{name: cleaned.get(name) or 0 for name in GOODS},
        )
        counts = {name: cleaned.get(name) or 0 for name in COUNTS}
        names = tuple(name for _one, name in self.players)
        past = Past(**counts, story=cleaned["story"])
        return TeamFile(name=cleaned["name"], arrival=arrival, names=names, past=past, loans=self.saved.loans)

    @property
    def unread(self) -> list[tuple[str, str, str]]:
        """(field id, label, error) for every value that cannot be read."""
        words = labels(self.book)
        rows = [
            (f"id_player-{nth}-{name}", gettext("Row %(nth)s, %(what)s") % {"nth": nth, "what": words[name]}, text)
            for nth, wrong in self.wrong.items()
            for name, text in wrong.items()
        ]
        fields = [
            (self[name].id_for_label, str(self.fields[name].label), str(error))
            for name, errors in self.errors.items()
            if name in self.fields and name not in ("version", "command_id")
            for error in errors
        ]
        return fields + rows

    def values_of(self, current: Team) -> dict[str, Any]:
        """The saved values of the fields that are not in rows."""
        team_file = team_file_of(current)
        values: dict[str, Any] = {"name": current.name}
        values |= {"team_list": team_file.arrival.team_list, "story": team_file.past.story}
        values |= {name: getattr(team_file.arrival, name) for name in GOODS}
        values |= {name: getattr(team_file.past, name) for name in COUNTS}
        staff = dict(team_file.arrival.staff)
        return values | {staff_field(kind): staff.get(kind.key, 0) for kind in self.book.staff.values()}

    def differences(self, current: Team) -> list[tuple[str, str, str]]:
        """(label, theirs, yours) of every difference. For players only their numbers."""
        theirs, yours = self.values_of(current), self.cleaned_data
        found = [
            (str(field.label), _said(field, theirs.get(name)), _said(field, yours.get(name)))
            for name, field in self.fields.items()
            if name in theirs and (theirs[name] or "") != (yours.get(name) or "")
        ]
        before, now = team_file_of(current), self.team_file
        if (before.arrival.players, before.names) != (now.arrival.players, now.names):
            counts = (str(len(before.arrival.players)), str(len(now.arrival.players)))
            found.append((gettext("Players"), *counts))
        return found


def _said(field: forms.Field, value: Any) -> str:
    """A field's value in words, gold as it is typed."""
    return field_words(field, (typed_gold(value) or "0") if isinstance(field, GoldField) else value)


def _at_least(least: int) -> Any:
    return forms.fields.validators.MinValueValidator(least)


def _at_most(most: int) -> Any:
    return forms.fields.validators.MaxValueValidator(most)
