"""Forms about oneself."""

from typing import Any

from allauth.account.forms import LoginForm, SignupForm
from django import forms
from django.core.validators import MaxLengthValidator
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts import names
from accounts.models import PageSize, User
from accounts.zones import ZoneField, zone_names

LOGIN_LENGTH = 254
"""As long as a mail address can be; names are shorter."""
LONGEST_PASSWORD = 4096


class PreferencesForm(forms.ModelForm):
    """The name others see, the zone times are shown in outside a league, and the paper for prints."""

    time_zone = ZoneField(
        label=_("Time zone"), help_text=_("Pages of a league show its own zone; all others show this one.")
    )

    class Meta:
        model = User
        fields = ("display_name", "time_zone", "page_size")
        help_texts = {
            "display_name": _("Left empty, others see the name you sign in with."),
            "page_size": _("For rosters and match sheets that you print. Tables are printed on the league's paper."),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["page_size"].choices = [("", _("as the league has it")), *PageSize.choices]

    def clean_display_name(self) -> str:
        """The name in one spelling, which is nobody else's."""
        name = names.clean(self.cleaned_data["display_name"])
        if name and name != self.initial["display_name"]:
            names.refuse_taken(name, besides=self.instance)
        return name


class DeleteForm(forms.Form):
    """Whoever deletes his account gives his password once more."""

    password = forms.CharField(
        label=_("Your password"),
        max_length=LONGEST_PASSWORD,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def clean_password(self) -> str:
        """The right one."""
        password: str = self.cleaned_data["password"]
        if not self.user.check_password(password):
            raise forms.ValidationError(
                _("That is not your password; nothing was deleted. If you forgot it, sign out and have it reset."),
                code="password",
            )
        return password


class SignUpForm(SignupForm):
    """allauth's, which knows that no two people sign in by one name; nor may one by the name that another shows.

    ``time_zone`` is what the browser says of its clock, where it can; who has another one says so in his preferences.
    """

    time_zone = forms.CharField(required=False, widget=forms.HiddenInput(attrs={"data-own-zone": ""}))

    def clean_time_zone(self) -> str:
        """A zone that is known here; nobody is refused for his browser's."""
        name: str = self.cleaned_data["time_zone"]
        return name if name in zone_names() else ""

    def custom_signup(self, request: HttpRequest, user: User) -> None:
        """Keep the zone, which allauth does not know."""
        super().custom_signup(request, user)
        if self.cleaned_data["time_zone"]:
            user.time_zone = self.cleaned_data["time_zone"]
            user.save(update_fields=["time_zone"])

    def clean_username(self) -> str:
        """The name, if it is free and could be shown."""
        name = names.clean(super().clean_username())
        User._meta.get_field("username").run_validators(name)  # one spelling may be longer than another
        names.refuse_taken(name)
        return name


class SignInForm(LoginForm):
    """allauth's, with an end to what may be typed: SQLite fails on comparing names of more than 50,000 bytes."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["login"]
        field.validators.append(MaxLengthValidator(LOGIN_LENGTH))
        field.widget.attrs["maxlength"] = LOGIN_LENGTH
