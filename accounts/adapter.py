"""allauth's error messages in the words of this site: "sign-in name", "e-mail address"."""

from allauth.account.adapter import DefaultAccountAdapter
from django.utils.translation import gettext_lazy as _


class AccountAdapter(DefaultAccountAdapter):
    """allauth's own behaviour, with other words."""

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
