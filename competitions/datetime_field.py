"""An hour of a day, typed in the zone that is active: the league's."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

FORMAT = "%Y-%m-%dT%H:%M"
FORMATS = (FORMAT, "%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M")


class HourField(forms.DateTimeField):
    """As the browser's own field for it sends it. An hour that clocks leave out, or show twice, is refused."""

    widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format=FORMAT)

    def __init__(self, **given: Any) -> None:
        super().__init__(input_formats=FORMATS, **given)

    def to_python(self, value: Any) -> datetime | None:
        """The hour with its zone, or None for nothing. Raises ``ValidationError``."""
        try:
            hour: datetime | None = super().to_python(value)
        except ValidationError as why:
            if why.code != "ambiguous_timezone":
                raise
            text = _("Clocks change in that night: there is no such hour, or it comes twice. Choose another one.")
            raise ValidationError(text, code=why.code) from why
        return hour
