"""A form field for a date and time in the active time zone, which is the league's."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

FORMAT = "%Y-%m-%dT%H:%M"
FORMATS = (FORMAT, "%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M")


class HourField(forms.DateTimeField):
    """The browser's own field. Refuses times that do not exist, or exist twice, when clocks change."""

    widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format=FORMAT)

    def __init__(self, **given: Any) -> None:
        super().__init__(input_formats=FORMATS, **given)

    def to_python(self, value: Any) -> datetime | None:
        """The date and time with its zone, or None if empty. Raises ``ValidationError``."""
        try:
            hour: datetime | None = super().to_python(value)
        except ValidationError as why:
            if why.code != "ambiguous_timezone":
                raise
            text = _("Clocks change that night: this time does not exist, or it exists twice. Choose another time.")
            raise ValidationError(text, code=why.code) from why
        return hour
