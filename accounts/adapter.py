"""What this site does in another way than allauth: its words, and the limits of sign-in."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.http import HttpRequest, HttpResponseBase
from django.utils.translation import gettext_lazy as _

from accounts import known_devices, sign_in_limits
from accounts.models import User


class AccountAdapter(DefaultAccountAdapter):
    """allauth's own behaviour, but for the words, and for who must wait after wrong passwords."""

    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "account_inactive": _("This account is closed."),
        "cannot_remove_primary_email": _("Mail goes to this address. Choose another address for mail first."),
        "duplicate_email": _("You have added this e-mail address already."),
        "email_password_mismatch": _("Wrong e-mail address or password."),
        "email_taken": _("A user is already registered with this e-mail address."),
        "enter_current_password": _("Enter your current password."),
        "incorrect_password": _("Wrong password."),
        "max_email_addresses": _("You cannot have more than %d e-mail addresses."),
        "too_many_login_attempts": _("Too many wrong passwords. Try again later."),
        "unknown_email": _("No account has this e-mail address."),
        "unverified_primary_email": _("Confirm this e-mail address before you use it for mail."),
        "username_blacklisted": _("You cannot use this sign-in name. Choose another one."),
        "username_password_mismatch": _("Wrong sign-in name or password."),
        "username_taken": _("A user with this sign-in name already exists."),
        "rate_limited": _("Too many requests. Wait a moment, then try again."),
    }

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Refuse a try of a password beyond `accounts.sign_in_limits`, before anything is computed for it."""
        self._login_failed_rl_usage = sign_in_limits.take(request, credentials)
        if self._login_failed_rl_usage is None:
            raise self.validation_error("too_many_login_attempts")

    def post_login(self, request: HttpRequest, user: User, **kwargs: Any) -> HttpResponseBase:
        """Remember the device."""
        response = super().post_login(request, user, **kwargs)
        known_devices.remember(request, response, user)
        return response
