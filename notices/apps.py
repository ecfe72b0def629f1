from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class NoticesConfig(AppConfig):
    name = "notices"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register the jobs that mail, the deletion of old notices, and what deleting an account does to notices.

        And the page on which people choose their mail.
        """
        from accounts.extensions import PreferencePage, preference_pages
        from notices import account_deletion, digests, mailing, old  # noqa: F401

        preference_pages.add(PreferencePage(_("What you get by mail"), "notices:preferences"))
