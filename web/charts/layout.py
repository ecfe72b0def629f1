"""A drawing as the HTML of a page."""

from __future__ import annotations

from collections.abc import Callable

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from web.charts.drawing import NOTHING, Drawing
from web.kept import kept_html


def laid_out(drawing: Drawing) -> SafeString:
    """A chart with its heading, key, note, and the same figures as a table."""
    return render_to_string("components/_chart.html", {"chart": drawing})


def kept_chart(name: str, sign: object, draw: Callable[[], Drawing | None]) -> SafeString:
    """The same, drawn once for all that its ``sign`` says (`web.kept.kept_html`); empty if there is nothing to draw."""

    def html(_name: str) -> SafeString:
        drawing = draw()
        return NOTHING if drawing is None else laid_out(drawing)

    return kept_html("chart", {name: (name, sign)}, html)[name]
