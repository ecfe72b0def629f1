"""Counts in form fields."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from web.errors import Text

NOT_A_COUNT = _("%(field)s: “%(typed)s” is not possible; enter a number from 0 to %(most)s.")


def whole(typed: str, field: Text, most: int = 99) -> int:
    """A typed count; 0 if empty. Raises ``ValidationError`` if it is not a count, or above ``most``.

    ``field`` is the name of the count.
    """
    text = typed.strip()
    if not text:
        return 0
    if not (text.isascii() and text.isdigit() and len(text) < 5) or int(text) > most:
        params = {"field": field, "typed": text[:20], "most": most}
        raise forms.ValidationError(NOT_A_COUNT, code="not_a_count", params=params)
    return int(text)
