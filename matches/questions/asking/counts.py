"""Counts as they are typed."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from web.errors import Text

NOT_A_COUNT = _("%(field)s: “%(typed)s” cannot be; type a number from 0 to %(most)s.")


def whole(typed: str, field: Text, most: int = 99) -> int:
    """A count as typed; 0 where nothing was. Raises ``ValidationError`` for what is no count, or beyond ``most``.

    ``field`` is what the count is called.
    """
    text = typed.strip()
    if not text:
        return 0
    if not (text.isascii() and text.isdigit() and len(text) < 5) or int(text) > most:
        params = {"field": field, "typed": text[:20], "most": most}
        raise forms.ValidationError(NOT_A_COUNT, code="not_a_count", params=params)
    return int(text)
