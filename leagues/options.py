"""House rules as a form. The fields come from the options of an edition, each with its help, default and page."""

from collections.abc import Callable, Mapping
from typing import Any

from crispy_forms.layout import Div, Fieldset, Layout
from django import forms
from django.contrib.humanize.templatetags.humanize import intcomma
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from guide.addresses import of_option
from leagues.models import Ruleset
from leagues.services import differing
from rules.book.book import Book
from rules.book.entered.list_text import name_in
from rules.book.entered.packs import MOST_TYPED as MOST_PACK
from rules.book.entered.stars import BETWEEN_STARS, MOST_CHARACTERS, MOST_STARS, lines_of
from rules.book.house_rules import HouseRulesError, house_rules
from rules.book.option_checks import PARTS
from rules.book.rows.options import LISTS, PACK, STARS, TIERS, Option
from web.errors import Text

PREFIX = "option_"
MOST_TYPED = 1_000_000_000
MOST_LINES_TYPED = 2 * MOST_STARS * MOST_CHARACTERS

PACK_LIKE = """name = "Spring Cup"
same_skill = 2

[[tiers]]
gold = 1_150_000
skills = 5"""
"""Shows how a pack is written, in words of all books: only some tell primary from secondary skills."""

# By the part of the game that an option changes, in the order of play.
GROUPS: Mapping[str, Text] = {
    "teams": _("Teams and league"),
    "before": _("Before a match"),
    "cards": _("Special play cards"),
    "after": _("During and after a match"),
    "pitch": _("Agreements about play"),
}
assert tuple(GROUPS) == PARTS


def field_for(option: Option, value: Any) -> forms.Field:
    """The form field of an option; `value` is the value in force."""
    common: dict[str, Any] = {
        "label": option.label,
        "initial": list(value) if isinstance(value, tuple) else value,
    }
    return FIELDS[option.type](option, common)


def integer_field(option: Option, common: dict[str, Any]) -> forms.Field:
    """The field of an option that is a number."""
    # These bounds are for the browser; `OptionsMixin.clean` lets the rules check the value, if it can be stored at all.
    bounds = {"min": option.minimum, "max": option.maximum, "step": option.step}
    storable = [MinValueValidator(-MOST_TYPED), MaxValueValidator(MOST_TYPED)]
    return forms.IntegerField(widget=forms.NumberInput(attrs=bounds), validators=storable, **common)


def boolean_field(option: Option, common: dict[str, Any]) -> forms.Field:
    """The field of an option that is on or off."""
    return forms.BooleanField(required=False, **common)


def choice_field(option: Option, common: dict[str, Any]) -> forms.Field:
    """The field of an option with one choice of several; those of the book are marked."""
    choices = [(choice, marked(option, choice, label)) for choice, label in option.choices]
    return forms.ChoiceField(choices=choices, widget=forms.RadioSelect, **common)


def choices_field(option: Option, common: dict[str, Any]) -> forms.Field:
    """The field of an option with any number of choices."""
    widget = forms.CheckboxSelectMultiple
    return forms.MultipleChoiceField(choices=option.choices, widget=widget, required=False, **common)


class LinesField(forms.Field):
    """Lines of text, such as a league's own stars: what was typed becomes a tuple of lines, which the rules read."""

    widget = forms.Textarea(attrs={"rows": 6, "spellcheck": "false"})

    def to_python(self, value: Any) -> tuple[str, ...]:
        """The lines without empty ones. Raises ValidationError for far too much text."""
        typed = str(value or "")
        if len(typed) > MOST_LINES_TYPED:
            raise forms.ValidationError(_("This is too long."), code="max_length")
        return lines_of(typed)

    def prepare_value(self, value: Any) -> Any:
        """Stored lines as the text that is typed; what was typed stays as it is."""
        return "\n".join(value) if isinstance(value, list | tuple) else value


def pack_field(option: Option, common: dict[str, Any]) -> forms.Field:
    """The field of a pack of exhibition or tournament teams, as TOML."""
    widget = forms.Textarea(attrs={"rows": 8, "spellcheck": "false", "placeholder": PACK_LIKE})
    return forms.CharField(required=False, max_length=MOST_PACK, widget=widget, **common)


def stars_field(option: Option, common: dict[str, Any]) -> forms.Field:
    """The field of the league's own star players, one a line."""
    return LinesField(required=False, **common)


def tiers_field(option: Option, common: dict[str, Any]) -> forms.Field:
    """The field of other tiers for team lists, one a line."""
    return LinesField(required=False, **common)


FIELDS: dict[str, Callable[[Option, dict[str, Any]], forms.Field]] = {
    "integer": integer_field,
    "boolean": boolean_field,
    "choice": choice_field,
    "choices": choices_field,
    STARS: stars_field,
    PACK: pack_field,
    TIERS: tiers_field,
}


def help_for(option: Option, value: Any) -> SafeString:
    """What the option does, its default and page, and a mark if the value in the form differs from the book's."""
    differs = (
        format_html(' <span class="tag tag-news">{}</span>', _("differs from the book"))
        if differs_from_book(option, value)
        else ""
    )
    # The sentence before a reference is long, so only its own words cannot break.
    with_page = _('{help} <span class="source">By default: {default}. ({rule},\u00a0p.\u00a0{page})</span>{differs}')
    return format_html(
        with_page if option.page else _('{help} <span class="source">By default: {default}. ({rule})</span>{differs}'),
        help=option.help,
        default=worded(option, option.default),
        rule=option.rule,
        page=option.page,
        differs=differs,
    )


def marked(option: Option, choice: str, label: str) -> str | SafeString:
    """The label of a choice, with a mark if it is not the book's: so it can be seen before it is chosen."""
    if not differs_from_book(option, choice):
        return label
    return format_html('{} <span class="tag tag-news">{}</span>', label, _("house rule"))


def differs_from_book(option: Option, value: Any) -> bool:
    """Whether a value differs from the book's."""
    return as_stored(value) != as_stored(option.default)


def as_stored(value: Any) -> Any:
    """A value as a Ruleset row stores it."""
    return list(value) if isinstance(value, tuple) else value


def worded(option: Option, value: Any) -> str:
    """An option's value in words."""
    if isinstance(value, bool):
        return str(_("Yes") if value else _("No"))
    if isinstance(value, int):
        return intcomma(value)
    labels = dict(option.choices)
    if option.type == PACK:
        return name_in(value) or str(_("None"))
    if option.type == LISTS:
        return ", ".join(map(name_in, value)) or str(_("None"))
    if isinstance(value, list | tuple):
        between = f" {BETWEEN_STARS} " if option.type in (STARS, TIERS) else ", "
        return between.join(labels.get(each, each) for each in value) or str(_("None"))
    return labels.get(value, value)


class Disclosure(Div):
    """Fields that fold under a summary, open if it is said, or if one of them has an error."""

    template = "leagues/_disclosure.html"

    def __init__(self, summary: Text, *fields: Any, unfolded: bool = False) -> None:
        super().__init__(*fields)
        self.summary, self.unfolded = summary, unfolded

    def render(self, form: forms.Form, context: Any, **kwargs: Any) -> SafeString:
        """Draw the fields; a layout belongs to one form, so `is_open` can be set here for the template."""
        self.is_open = self.unfolded or any(pointer.name in form.errors for pointer in self.get_field_names())
        return super().render(form, context, **kwargs)


class OptionsMixin(forms.Form):
    """The house rules in a form. Call `ask_for` in `__init__`; `options` are the cleaned values."""

    book: Book
    kept: Mapping[str, Any] = {}
    """The options that have pages of their own, with the values in force."""

    def ask_for(self, book: Book, values: Mapping[str, Any]) -> None:
        """Add a field for each option of the edition; `values` are those in force. A missing value is the book's."""
        self.book = book
        self.kept = {name: values.get(name, option.default) for name, option in apart(book).items()}
        for name, option in offered(book).items():
            if name in self.kept:
                continue
            value = values.get(name, option.default)
            field = self.fields[PREFIX + name] = field_for(option, value)
            field.help_text = help_for(option, self._typed(PREFIX + name, value))

    def _typed(self, name: str, value: Any) -> Any:
        """The value that was entered for an option; `value` if nothing was, or nothing that can be read."""
        if not self.is_bound:
            return value
        field = self.fields[name]
        typed = field.widget.value_from_datadict(self.data, self.files, self.add_prefix(name))
        try:
            return field.clean(typed)
        except forms.ValidationError:
            return value

    def clean(self) -> dict[str, Any]:
        """Let the rules check every value, and show each problem at its field."""
        cleaned = super().clean() or self.cleaned_data
        try:
            house_rules(self.book, self.options)
        except HouseRulesError as refused:
            for problem in refused.problems:
                field = PREFIX + problem.option if PREFIX + problem.option in self.fields else None
                self.add_error(field, forms.ValidationError(problem.say(gettext), code=problem.message))
        return cleaned

    @property
    def options(self) -> dict[str, Any]:
        """The entered values by option; values that could not be read are missing."""
        cleaned = self.cleaned_data
        typed = {name: cleaned[PREFIX + name] for name in self.book.options if PREFIX + name in cleaned}
        return {**self.kept, **typed}

    def option_layout(self) -> Layout:
        """The fields in groups, in the order of play."""
        return Layout(
            *(
                Fieldset(title, *(PREFIX + name for name in names), css_class="fieldset-panel")
                for title, options in groups(self.book)
                if (names := [option.name for option in options if option.name not in self.kept])
            )
        )


def offered(book: Book) -> dict[str, Option]:
    """The options that a commissioner may set, by name."""
    return {name: option for name, option in book.options.items() if option.offered}


def apart(book: Book) -> dict[str, Option]:
    """The options that are set on pages of their own: team lists of the league's own."""
    return {name: option for name, option in book.options.items() if option.type == LISTS}


def groups(book: Book) -> list[tuple[Text, list[Option]]]:
    """An edition's options by the part of the game that they change; parts without options are left out."""
    every = offered(book).values()
    found = [(title, [option for option in every if option.part == part]) for part, title in GROUPS.items()]
    return [(title, options) for title, options in found if options]


def option_rows(ruleset: Ruleset, *, now: Ruleset | None = None) -> list[dict[str, Any]]:
    """A ruleset's options for a page: by group, each with its value in words and whether it differs from the book.

    If `ruleset` is an earlier one, `now` is the league's ruleset of today; each row then has today's value too.
    """
    book = ruleset.book
    return [
        {"title": title, "rows": [row_of(book, option, value_of(ruleset, option), now) for option in options]}
        for title, options in groups(book)
    ]


def row_of(book: Book, option: Option, value: Any, now: Ruleset | None = None) -> dict[str, Any]:
    """An option as a page lists it, with its value in words; with ``now``, what it is now and whether that differs."""
    today = in_words(now, option.name) if now is not None else ""
    return {
        "now": today,
        "changed": now is not None and today != worded(option, value),
        "option": option,
        "url": of_option(book, option.name),
        "value": worded(option, value),
        "default": worded(option, option.default),
        "differs": differs_from_book(option, value),
    }


def changes_between(before: Ruleset, after: Ruleset) -> list[dict[str, str]]:
    """What changed from one ruleset to the next, in words; an option that the edition no longer has shows its name."""
    options = after.book.options
    rows = []
    for name in differing(before.values, after.values):
        old, new = in_words(before, name), in_words(after, name)
        if old != new:
            rows.append({"label": options[name].label if name in options else name, "before": old, "after": new})
    return rows


def in_words(ruleset: Ruleset, name: str) -> str:
    """A ruleset's value of an option in words; the stored value if the edition no longer has the option."""
    option = ruleset.book.options.get(name)
    return worded(option, value_of(ruleset, option)) if option else str(ruleset.values.get(name, "–"))


def value_of(ruleset: Ruleset, option: Option) -> Any:
    """A ruleset's value of an option; the book's if the row is older than the option."""
    return ruleset.values.get(option.name, option.default)
