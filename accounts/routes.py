"""Who may use the routes of this room and of django-allauth, and its links in rows of several rooms.

`web.policy` says what the rules mean, `web.tabs` what the rows are.
"""

from django.utils.translation import gettext_lazy as _

ALLAUTH_ANYBODY = (  # it redirects people who are already signed in, or not yet, by itself
    "account_login",
    "account_signup",
    "account_logout",
    "account_inactive",
    "account_confirm_email",
    "account_email_verification_sent",
    "account_confirm_login_code",
    "account_reset_password",
    "account_reset_password_done",
    "account_reset_password_from_key",
    "account_reset_password_from_key_done",
)
ALLAUTH_USER = ("account_reauthenticate", "account_email", "account_change_password", "account_set_password")

SITE_ROUTES = {
    **dict.fromkeys(ALLAUTH_ANYBODY, ("site", "visitor")),
    **dict.fromkeys(ALLAUTH_USER, ("site", "user")),
    "accounts:preferences": ("site", "user"),
    "accounts:theme": ("site", "visitor"),
    "accounts:delete": ("site", "user"),
}

ROWS = {
    "account": (
        ("preferences", _("Preferences"), "accounts:preferences", 2),
        ("email", _("E-mail address"), "account_email", 5),
        ("password", _("Password"), "account_change_password", 6),
    ),
}
