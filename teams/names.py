"""Which names a team or a player may have. Names have their own rows, so they can be changed and erased."""

import unicodedata
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

NAME_LENGTH = 60

# Control characters, surrogates, private use and unassigned. Format characters (Cf) are checked one by one.
FORBIDDEN_CATEGORIES = frozenset({"Cc", "Cs", "Co", "Cn"})
# Several scripts need joiners. All other format characters hide text or turn its direction.
ALLOWED_FORMATS = frozenset("\u200c\u200d")


class NameField(forms.CharField):
    """A name on one line: composed (NFC), single spaces, no invisible characters."""

    default_error_messages = {
        "unseen": _("This has a character that cannot be seen or printed (%(code)s). Type the name again."),
    }

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"max_length": NAME_LENGTH, **kwargs})

    def to_python(self, value: Any) -> str:
        """The name as it is stored. Raises ValidationError for characters that a name cannot have."""
        text = " ".join(unicodedata.normalize("NFC", super().to_python(value)).split())
        for character in text:
            category = unicodedata.category(character)
            if category in FORBIDDEN_CATEGORIES or (category == "Cf" and character not in ALLOWED_FORMATS):
                code = f"U+{ord(character):04X}"
                raise forms.ValidationError(self.error_messages["unseen"], code="unseen", params={"code": code})
        return text
