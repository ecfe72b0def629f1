"""Gold as it is typed on a form: in thousands, as all pages speak of it, and kept in gold pieces."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from teams.team_json import BIGGEST

GP_PER_K = 1_000
NOT_GOLD = _("“%(typed)s” is no amount of gold. Type thousands in figures: 60 for 60k.")


def typed_gold(gp: int) -> str:
    """An amount as it stands in a field: 60000 gp are ``60``, 12500 gp ``12.5``."""
    return f"{Decimal(gp) / GP_PER_K:f}" if gp else ""


def read_gold(text: str) -> int:
    """What was typed, in gp; 0 for nothing. Raises ``ValidationError`` for what is no amount, or a piece in parts."""
    plain = text.strip().replace("−", "-").removesuffix("k").strip().replace(",", ".")
    if not plain:
        return 0
    try:
        amount = Decimal(plain) * GP_PER_K
    except ArithmeticError:  # no number at all, or one past all bounds of the type
        amount = Decimal("NaN")
    if not amount.is_finite() or abs(amount) > BIGGEST or amount != int(amount):
        raise forms.ValidationError(NOT_GOLD, code="not_gold", params={"typed": text.strip()[:20]})
    return int(amount)


class GoldField(forms.CharField):
    """An amount of gold, typed in thousands; its value is in gp, 0 for nothing typed."""

    def __init__(self, *, label: Any) -> None:
        widget = forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"})
        super().__init__(label=label, required=False, max_length=20, widget=widget)

    def prepare_value(self, value: Any) -> Any:
        """What stands in the field: what was typed as it was, what is kept in thousands."""
        return typed_gold(value) if isinstance(value, int) else value

    def clean(self, value: Any) -> int:
        """The amount in gp. Raises ``ValidationError``."""
        return read_gold(super().clean(value))
