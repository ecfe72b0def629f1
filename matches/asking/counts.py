"""Counts as they are typed."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

NOT_A_COUNT = _("“%(typed)s” is no count: type a number from 0 to %(most)s.")


def whole(typed: str, most: int = 99) -> int:
    """A count as typed; 0 where nothing was. Raises ``ValidationError`` for what is no count, or beyond ``most``."""
    text = typed.strip()
    if not text:
        return 0
    if not (text.isascii() and text.isdigit() and len(text) < 5) or int(text) > most:
        raise forms.ValidationError(NOT_A_COUNT, code="not_a_count", params={"typed": text[:20], "most": most})
    return int(text)
