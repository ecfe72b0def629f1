"""What may be a name: of a team, of a player. Names are rows of their own, so they can be changed and erased."""

import unicodedata
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

NAME_LENGTH = 60

# Controls, halves of characters, what Unicode leaves for private use or unassigned. Formats (Cf) are judged one by one.
FORBIDDEN_CATEGORIES = frozenset({"Cc", "Cs", "Co", "Cn"})
# Joiners are letters' business in several scripts; all other formats hide text or turn its direction.
ALLOWED_FORMATS = frozenset("\u200c\u200d")


class NameField(forms.CharField):
    """A name of one line: composed (NFC), single spaces, nothing that cannot be seen."""

    default_error_messages = {
        "unseen": _("This has a character that cannot be seen or printed (%(code)s). Type the name anew."),
    }

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"max_length": NAME_LENGTH, **kwargs})

    def to_python(self, value: Any) -> str:
        """The name as it is kept. Raises ValidationError for characters that a name cannot have."""
        text = " ".join(unicodedata.normalize("NFC", super().to_python(value)).split())
        for character in text:
            category = unicodedata.category(character)
            if category in FORBIDDEN_CATEGORIES or (category == "Cf" and character not in ALLOWED_FORMATS):
                code = f"U+{ord(character):04X}"
                raise forms.ValidationError(self.error_messages["unseen"], code="unseen", params={"code": code})
        return text
