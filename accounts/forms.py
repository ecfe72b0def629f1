"""Forms about oneself."""

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.zones import ZoneField


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
            "page_size": _("For what you print yourself; a league has its own setting."),
        }

    def clean_display_name(self) -> str:
        """The name with single spaces between its words."""
        return " ".join(self.cleaned_data["display_name"].split())
