"""The form of a simulation: how much is played, and one or two settings, each a book with house rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from crispy_forms.layout import Layout
from django import forms
from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from leagues.forms import helper
from leagues.options import PREFIX, Disclosure, OptionsMixin
from leagues.simulation.links import PACKED, unpacked
from leagues.simulation.services import FEWEST, MOST
from rules import editions
from rules.book.book import Book
from rules.book.house_rules import HouseRulesError, house_rules
from rules.book.typed_options import read_option
from rules.simulation.economy import Plan, Setting, cannot_start
from web.errors import Text
from web.submission import CommandForm

USUAL = {"teams": 10, "rounds": 18, "seasons": 200, "seed": 1}
GOLD = PREFIX + "starting_treasury"


def number(name: str, label: Text, help_text: Text = "") -> forms.IntegerField:
    """A field of the plan, within its bounds."""
    return forms.IntegerField(label=label, help_text=help_text, min_value=FEWEST[name], max_value=MOST[name])


class SettingForm(OptionsMixin):
    """A book with house rules. ``typed`` are values as an address carries them: ``mvp=random``."""

    def __init__(self, *args: Any, book: Book, typed: Iterable[str] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        values = readable(book, typed)
        self.ask_for(book, values)
        changed = sum(value != book.options[name].default for name, value in values.items())
        self.helper = helper(Disclosure(_summary(changed), *self.option_layout()))

    def clean(self) -> dict[str, Any]:
        """The gold must be enough for a team of every list, since the lists are drawn at random."""
        cleaned = super().clean()
        if not self.errors and (lists := cannot_start(self.setting.ruleset())):
            text = _("It is too little for a team of these lists: %(lists)s.") % {"lists": ", ".join(lists)}
            self.add_error(GOLD if GOLD in self.fields else None, text)
        return cleaned

    @property
    def setting(self) -> Setting:
        """The book and the house rules that differ from it."""
        rules = house_rules(self.book, self.options)
        return Setting(edition=self.book.key, house=tuple(rules.changed().items()))


def _summary(changed: int) -> str:
    """What the folded house rules are, as the form comes up."""
    if not changed:
        return _("House rules: as in the book, unless you change them")
    return ngettext(
        "House rules: %(number)s differs from the book", "House rules: %(number)s differ from the book", changed
    ) % {"number": changed}


def readable(book: Book, typed: Iterable[str]) -> dict[str, Any]:
    """The house rules in an address, by option; what the edition does not have or allow is left out."""
    found: dict[str, Any] = {}
    for pair in typed:
        name, _equals, text = pair.partition("=")
        option = book.options.get(name)
        if option is None:
            continue
        try:
            typed_text = unpacked(text) if option.type in PACKED else text
            found[name] = house_rules(book, {name: read_option(option, typed_text)})[name]
        except HouseRulesError:
            continue
    return found


class SimulationForm(CommandForm):
    """How much is played. ``settings`` are the forms of what it is played by."""

    edition = forms.CharField(widget=forms.HiddenInput)
    against = forms.CharField(widget=forms.HiddenInput, required=False)
    teams = number("teams", gettext_lazy("Teams"))
    rounds = number(
        "rounds", gettext_lazy("Rounds"), gettext_lazy("In each round, every team plays a random opponent.")
    )
    seasons = number(
        "seasons",
        gettext_lazy("Seasons"),
        gettext_lazy("Each with new teams of random lists. More seasons give smoother lines."),
    )
    seed = number(
        "seed", gettext_lazy("Seed of the dice"), gettext_lazy("The same number plays the same seasons again.")
    )

    def __init__(self, *args: Any, settings: Sequence[SettingForm], plan: dict[str, int], **kwargs: Any) -> None:
        books = [each.book.key for each in settings]
        initial = {**USUAL, **plan, "edition": books[0], "against": books[1] if len(books) > 1 else ""}
        super().__init__(*args, initial=initial, **kwargs)
        self.settings = settings
        self.helper = helper(Layout(*USUAL))

    @classmethod
    def asked(cls, request: HttpRequest) -> SimulationForm:
        """The form for the books in the address or in what was sent. Raises KeyError for an unknown edition."""
        sent = request.POST if request.method == "POST" else request.GET
        first = editions.edition(sent.get("edition") or editions.EDITIONS[0].key).book
        second = editions.edition(sent["against"]).book if sent.get("against") else None
        settings = [
            SettingForm(
                request.POST if request.method == "POST" else None,
                prefix=prefix,
                book=book,
                typed=request.GET.getlist(prefix),
            )
            for prefix, book in (("a", first), ("b", second))
            if book is not None
        ]
        return cls.of(request, settings=settings, plan=plan_in(request.GET))

    def is_valid(self) -> bool:
        """Whether the plan and all settings can be played."""
        return all([super().is_valid(), *(each.is_valid() for each in self.settings)])

    @property
    def plan(self) -> Plan:
        """How much is played."""
        return Plan(**{name: self.cleaned_data[name] for name in USUAL})


def plan_in(query: QueryDict) -> dict[str, int]:
    """The numbers of a plan that an address carries; those that are out of bounds are left out."""
    found = {name: query.get(name, "") for name in USUAL}
    numbers = {name: int(text) for name, text in found.items() if text.isascii() and text.isdecimal() and len(text) < 9}
    return {name: one for name, one in numbers.items() if FEWEST[name] <= one <= MOST[name]}
