"""Template tags that lay out the drawings of ``web.charts``."""

from typing import Any

from django import template
from django.utils.safestring import SafeString

from web.charts import Drawing, ResultsGrid
from web.charts.layout import laid_out

register = template.Library()


@register.simple_tag
def chart(drawing: Drawing | SafeString) -> SafeString:
    """A chart with its heading, key, note, and the same figures as a table; one that is laid out already as it is."""
    return drawing if isinstance(drawing, SafeString) else laid_out(drawing)


@register.inclusion_tag("components/_results_grid.html")
def results_grid(grid: ResultsGrid) -> dict[str, Any]:
    """Who beat whom, as a table."""
    return {"grid": grid}
