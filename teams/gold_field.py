"""A form field for gold: typed in thousands, as on all pages, and stored in gold pieces (gp)."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from teams.team_json import BIGGEST

GP_PER_K = 1_000
NOT_GOLD = _("“%(typed)s” is not an amount of gold. Type thousands: 60 for 60k.")


def typed_gold(gp: int) -> str:
    """An amount as a field shows it: 60000 gp become ``60``, 12500 gp ``12.5``."""
    return f"{Decimal(gp) / GP_PER_K:f}" if gp else ""


def read_gold(text: str) -> int:
    """The typed amount in gp, 0 for an empty field. Raises ``ValidationError`` unless it is a whole number of gp."""
    plain = text.strip().replace("−", "-").removesuffix("k").strip().replace(",", ".")
    if not plain:
        return 0
    try:
        amount = Decimal(plain) * GP_PER_K
    except ArithmeticError:  # not a number, or too large for the type
        amount = Decimal("NaN")
    if not amount.is_finite() or abs(amount) > BIGGEST or amount != int(amount):
        raise forms.ValidationError(NOT_GOLD, code="not_gold", params={"typed": text.strip()[:20]})
    return int(amount)


class GoldField(forms.CharField):
    """An amount of gold, typed in thousands. Its value is in gp, 0 for an empty field."""

    def __init__(self, *, label: Any) -> None:
        widget = forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"})
        super().__init__(label=label, required=False, max_length=20, widget=widget)

    def prepare_value(self, value: Any) -> Any:
        """The text in the field: typed text unchanged, a stored amount in thousands."""
        return typed_gold(value) if isinstance(value, int) else value

    def clean(self, value: Any) -> int:
        """The amount in gp. Raises ``ValidationError``."""
        return read_gold(super().clean(value))
