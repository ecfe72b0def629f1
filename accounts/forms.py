"""Forms about the person's own account."""

from collections.abc import Mapping
from typing import Any

from allauth.account.forms import (
    AddEmailForm,
    ChangePasswordForm,
    LoginForm,
    ResetPasswordForm,
    ResetPasswordKeyForm,
    SignupForm,
)
from django import forms
from django.core.validators import MaxLengthValidator
from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts import names
from accounts.models import PageSize, User
from accounts.zones import ZoneField, zone_names

LOGIN_LENGTH = 254
"""As long as a mail address can be; names are shorter."""
LONGEST_PASSWORD = 4096
E_MAIL_ADDRESS = _("E-mail address")
NEW_PASSWORD = {"password1": _("New password"), "password2": _("New password (again)")}


class PreferencesForm(forms.ModelForm):
    """The name that others see, the time zone outside leagues, and the paper for prints."""

    time_zone = ZoneField(
        label=_("Time zone"), help_text=_("Pages of a league use the league's time zone. All other pages use yours.")
    )

    class Meta:
        model = User
        fields = ("display_name", "time_zone", "page_size")
        help_texts = {
            "display_name": _("If this is empty, others see your sign-in name."),
            "page_size": _("For rosters and match sheets that you print. Tables use the league's paper."),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["page_size"].choices = [("", _("as the league has it")), *PageSize.choices]

    def clean_display_name(self) -> str:
        """The name in its one spelling. Nobody else may have it."""
        name = names.clean(self.cleaned_data["display_name"])
        if name and name != self.initial["display_name"]:
            names.refuse_taken(name, besides=self.instance)
        return name


class DeleteForm(forms.Form):
    """A person enters their password again to delete their account."""

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
        """Refuse a wrong password."""
        password: str = self.cleaned_data["password"]
        if not self.user.check_password(password):
            raise forms.ValidationError(
                _("Wrong password. Nothing was deleted. If you forgot it, sign out and reset it."),
                code="password",
            )
        return password


class PlainLabels(forms.Form):
    """A form of allauth with the labels of this site, and without placeholders, which only repeat labels.

    No password is longer than LONGEST_PASSWORD: each character is hashed, and looked at.
    """

    labels: Mapping[str, str | Promise] = {}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            field.label = self.labels.get(name, field.label)
            field.widget.attrs.pop("placeholder", None)
            if isinstance(field.widget, forms.PasswordInput):
                field.validators.append(MaxLengthValidator(LONGEST_PASSWORD))
            if isinstance(field, forms.EmailField):
                field.error_messages["invalid"] = _("Enter a valid e-mail address.")


class SignUpForm(PlainLabels, SignupForm):
    """allauth's sign-up form. A sign-in name must also differ from the names that others show.

    ``time_zone`` is the browser's, if it tells it. A person can change it in their preferences.
    """

    labels = {"username": _("Sign-in name"), "email": E_MAIL_ADDRESS}
    time_zone = forms.CharField(required=False, widget=forms.HiddenInput(attrs={"data-own-zone": ""}))

    def clean_time_zone(self) -> str:
        """A known zone, else empty: an unknown one is no error."""
        name: str = self.cleaned_data["time_zone"]
        return name if name in zone_names() else ""

    def custom_signup(self, request: HttpRequest, user: User) -> None:
        """Save the zone, which allauth does not know."""
        super().custom_signup(request, user)
        if self.cleaned_data["time_zone"]:
            user.time_zone = self.cleaned_data["time_zone"]
            user.save(update_fields=["time_zone"])

    def clean_username(self) -> str:
        """The name, if it is free and can be shown."""
        name = names.clean(super().clean_username())
        User._meta.get_field("username").run_validators(name)  # one spelling may be longer than another
        names.refuse_taken(name)
        return name


class SignInForm(PlainLabels, LoginForm):
    """allauth's sign-in form with a longest name: SQLite cannot compare names of more than 50,000 bytes."""

    labels = {"login": _("Sign-in name or e-mail address"), "remember": _("Keep me signed in")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["login"]
        field.validators.append(MaxLengthValidator(LOGIN_LENGTH))
        field.widget.attrs["maxlength"] = LOGIN_LENGTH


class AddAddressForm(PlainLabels, AddEmailForm):
    """allauth's form for another e-mail address."""

    labels = {"email": E_MAIL_ADDRESS}


class ForgottenPasswordForm(PlainLabels, ResetPasswordForm):
    """allauth's form that sends a link for a new password."""

    labels = {"email": E_MAIL_ADDRESS}


class NewPasswordForm(PlainLabels, ChangePasswordForm):
    """allauth's form to change the password."""

    labels = {"oldpassword": _("Current password"), **NEW_PASSWORD}


class NewPasswordByLinkForm(PlainLabels, ResetPasswordKeyForm):
    """allauth's form to choose a new password after the link in a mail."""

    labels = NEW_PASSWORD
