"""The forms of this room. Their cleaned values are what the services take."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from crispy_forms.helper import FormHelper
from crispy_forms.layout import Fieldset, Layout
from django import forms
from django.http import QueryDict
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext_lazy as _

from accounts import names
from accounts.models import PageSize, User
from accounts.zones import ZoneField
from leagues.books import part_that_fits
from leagues.models import League, Membership, Ruleset
from leagues.options import PREFIX, Disclosure, OptionsMixin, apart, differs_from_book, field_for, offered, worded
from leagues.services import MOST_CONFIRM_DAYS, Details
from rules.book.book import Book
from web.crests.kits import COLOURS
from web.submission import CommandForm, VersionedForm

DETAILS = tuple(Details.__slots__)
MOST_SHOWN = 200


def helper(*layout: Any) -> FormHelper:
    """A layout without the <form> element, which the page's template has."""
    made = FormHelper()
    made.form_tag = False
    made.disable_csrf = True
    made.render_hidden_fields = True
    made.layout = Layout(*layout)
    return made


class DetailsMixin(forms.Form):
    """The settings of a league, house rules apart."""

    name = forms.CharField(label=_("Name"), min_length=3, max_length=80)
    description = forms.CharField(
        label=_("Description"),
        max_length=4000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("Shown on the league's front page: when and where you play, and who to ask."),
    )
    zone = ZoneField(label=_("Time zone"), help_text=_("All times and deadlines of the league are in this zone."))
    public = forms.BooleanField(
        label=_("Public"),
        required=False,
        help_text=_("Everyone can read its tables, teams and matches. Only members can see a private league."),
    )
    joining = forms.ChoiceField(label=_("How coaches join"), choices=League.Joining.choices, widget=forms.RadioSelect)
    dice = forms.ChoiceField(
        label=_("Dice before and after matches"),
        choices=League.Dice.choices,
        widget=forms.RadioSelect,
        help_text=_("The server saves every roll before it shows it. Rolls that coaches enter are taken on trust."),
    )
    teams_need_approval = forms.BooleanField(label=_("A commissioner approves every new team"), required=False)
    friendlies_by_coaches = forms.BooleanField(
        label=_("Coaches arrange friendlies among themselves"),
        required=False,
        help_text=_(
            "Friendlies count in no table. One coach offers, another accepts. Commissioners can always arrange them."
        ),
    )
    comments = forms.ChoiceField(
        label=_("Who can comment on news"),
        choices=League.Comments.choices,
        required=False,
        help_text=_("Commissioners can hide and delete comments. Members can report them."),
    )
    first_colour = forms.ChoiceField(
        label=_("Colour"), choices=COLOURS, required=False, help_text=_("It paints the pages of the league.")
    )
    second_colour = forms.ChoiceField(
        label=_("Second colour"), choices=COLOURS, required=False, help_text=_("A line under the first one.")
    )
    page_size = forms.ChoiceField(label=_("Paper for prints"), choices=PageSize.choices)
    confirm_days = forms.IntegerField(
        label=_("Days to answer a report"),
        min_value=0,
        max_value=MOST_CONFIRM_DAYS,
        initial=0,
        required=False,
        help_text=_(
            "If the other coach does not confirm or dispute a report within this many days, it counts as confirmed. "
            "Both coaches see the deadline. Empty or 0: no deadline. Changes also apply to open reports."
        ),
    )

    def clean_name(self) -> str:
        """The name, with single spaces between its words and no characters that hide or reverse text."""
        name = names.clean(self.cleaned_data["name"])
        if len(name) < 3:
            raise forms.ValidationError(_("Use at least 3 characters."))
        return name

    def clean_first_colour(self) -> str:
        """The colour that paints the pages; without one, that of a new league."""
        return self.cleaned_data["first_colour"] or Details(name="").first_colour

    def clean_second_colour(self) -> str:
        """The colour of the line; without one, that of a new league."""
        return self.cleaned_data["second_colour"] or Details(name="").second_colour

    def clean_comments(self) -> str:
        """Who can comment; without a choice, nobody."""
        return self.cleaned_data["comments"] or League.Comments.NOBODY

    def clean_confirm_days(self) -> int:
        """An empty field means 0: no deadline."""
        return self.cleaned_data["confirm_days"] or 0

    @property
    def details(self) -> Details:
        """The settings as the services take them."""
        return Details(**{name: self.cleaned_data[name] for name in DETAILS})


@dataclass(frozen=True, slots=True)
class Carried:
    """House rules that were chosen for another book: the values that fit this one, and the others in words."""

    kept: Mapping[str, Any] = field(default_factory=dict)
    lost: tuple[tuple[str, str], ...] = ()


def carried_over(typed: QueryDict, before: Book, after: Book) -> Carried:
    """What of a form with the options of ``before`` holds for ``after`` too. What is as in the book is not carried."""
    kept, lost = dict[str, Any](), list[tuple[str, str]]()
    for name, option in offered(before).items():
        if name in apart(before):
            continue
        asked = field_for(option, option.default)
        said = asked.widget.value_from_datadict(typed, MultiValueDict(), PREFIX + name)
        try:
            value = asked.clean(said)
        except forms.ValidationError:
            lost += [(option.label, str(said)[:MOST_SHOWN])] if said else []
            continue
        if differs_from_book(option, value):
            held, fell = part_that_fits(after, name, value)
            kept |= {name: held} if held is not None else {}
            lost += [(option.label, worded(option, fell)[:MOST_SHOWN])] if fell is not None else []
    return Carried(kept, tuple(lost))


class CreateLeagueForm(OptionsMixin, DetailsMixin, CommandForm):
    """All that a new league needs: settings, edition, house rules. `book` is the edition's.

    `typed` is what the form had for the book `before`, when this one was chosen: its settings stay, and the house rules
    that fit; `carried` says which did, and which did not.
    """

    edition = forms.CharField(widget=forms.HiddenInput)
    field_order = ("name", "description", "zone")
    carried = Carried()

    def __init__(
        self,
        *args: Any,
        book: Book,
        user: User,
        typed: QueryDict | None = None,
        before: Book | None = None,
        **kwargs: Any,
    ) -> None:
        initial = {
            "edition": book.key,
            "zone": user.time_zone,
            "page_size": user.page_size or PageSize.A4,
            "first_colour": "turf",
            "second_colour": "gold",
            "public": True,
            "joining": League.Joining.INVITATION,
            "dice": League.Dice.SERVER,
            "teams_need_approval": True,
            "friendlies_by_coaches": True,
        }
        super().__init__(*args, initial=initial, **kwargs)
        if typed is not None:
            self.initial |= {name: self.fields[name].widget.value_from_datadict(typed, typed, name) for name in DETAILS}
            if before is not None:
                self.carried = carried_over(typed, before, book)
        self.ask_for(book, self.carried.kept)
        self.helper = helper(
            Fieldset(_("The league"), *DETAILS),
            Disclosure(
                _("House rules: as in the rulebook, unless you change them"),
                *self.option_layout(),
                unfolded=bool(self.carried.kept),
            ),
        )

    def clean_edition(self) -> str:
        """The edition that the form's options belong to."""
        if self.cleaned_data["edition"] != self.book.key:
            raise forms.ValidationError(_("This form belongs to another edition. Choose the edition again."))
        return self.book.key


class SettingsForm(DetailsMixin, VersionedForm):
    """The settings of a league that exists."""

    def __init__(self, *args: Any, league: League, **kwargs: Any) -> None:
        initial = {name: getattr(league, name) for name in (*DETAILS, "version")}
        super().__init__(*args, initial=initial, **kwargs)
        self.helper = helper(*DETAILS)


class HouseRulesForm(OptionsMixin, VersionedForm):
    """A league's house rules; the form's version is the id of the ruleset that it shows."""

    reason = forms.CharField(
        label=_("Reason"), max_length=500, required=False, help_text=_("Members read it in the league's log.")
    )

    def __init__(self, *args: Any, ruleset: Ruleset, **kwargs: Any) -> None:
        super().__init__(*args, initial={"version": ruleset.pk}, **kwargs)
        self.ask_for(ruleset.book, ruleset.values)
        self.helper = helper(*self.option_layout(), "reason")

    def version_of(self, current: Ruleset) -> int:
        """The id of the ruleset in force."""
        return int(current.pk)

    def values_of(self, current: Ruleset) -> dict[str, Any]:
        """The options in force."""
        return {PREFIX + name: value for name, value in current.values.items()}


class AddBookForm(CommandForm):
    """A further book that a league plays by. `books` are those that it does not have."""

    edition = forms.ChoiceField(label=_("Book"))

    def __init__(self, *args: Any, books: list[Book], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["edition"].choices = [(book.key, book.name) for book in books]
        self.helper = helper("edition")


class InvitationForm(CommandForm):
    """An invitation link: for whom, in which role, how long and for how many people."""

    note = forms.CharField(
        label=_("For whom"),
        max_length=80,
        required=False,
        help_text=_("Helps you tell your links apart. Only commissioners see it."),
    )
    role = forms.ChoiceField(
        label=_("Joins as"), choices=Membership.Role.choices, initial=Membership.Role.COACH, widget=forms.RadioSelect
    )
    days = forms.IntegerField(label=_("Valid for (days)"), min_value=1, max_value=90, initial=14)
    max_uses = forms.IntegerField(
        label=_("Maximum uses"),
        min_value=1,
        max_value=200,
        initial=8,
        help_text=_("A link for commissioners works for one person only."),
    )


class AskForm(CommandForm):
    """A request to join."""

    message = forms.CharField(
        label=_("Message to the commissioners"),
        max_length=500,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
    )


class EnquiryForm(CommandForm):
    """A message to the commissioners from somebody outside the league."""

    message = forms.CharField(
        label=_("Your message"),
        max_length=1000,
        widget=forms.Textarea(attrs={"rows": 5}),
        help_text=_("They see your name and this text, not your mail address."),
    )


class ReplyForm(CommandForm):
    """The answer to such a message; empty to close it without one."""

    answer = forms.CharField(
        label=_("Your answer"),
        max_length=1000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 5}),
        help_text=_("They get it in their inbox and see your name, not your mail address."),
    )
    invites = forms.BooleanField(
        label=_("Invite them"),
        required=False,
        help_text=_("They get a link with the answer. It works for one person, who joins as a coach, for 14 days."),
    )

    def clean(self) -> dict[str, Any]:
        """Somebody who is invited gets an answer too."""
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("invites") and not cleaned.get("answer"):
            self.add_error("answer", _("Write an answer, so that they get the invitation."))
        return cleaned


class AnswerForm(CommandForm):
    """A commissioner's answer to a request."""

    accept = forms.TypedChoiceField(
        choices=[("yes", _("let in")), ("no", _("refuse"))], coerce=lambda answer: answer == "yes"
    )


class ReasonForm(CommandForm):
    """The reason for a serious decision; the league's log shows it."""

    reason = forms.CharField(label=_("Reason"), max_length=500, help_text=_("Members read it in the league's log."))
