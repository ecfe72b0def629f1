"""Template tags that lay out the drawings of ``web.charts``."""

from typing import Any

from django import template

from web.charts import Drawing, ResultsGrid

register = template.Library()


@register.inclusion_tag("components/_chart.html")
def chart(drawing: Drawing) -> dict[str, Any]:
    """A chart with its heading, key, note, and the same figures as a table."""
    return {"chart": drawing}


@register.inclusion_tag("components/_results_grid.html")
def results_grid(grid: ResultsGrid) -> dict[str, Any]:
    """Who beat whom, as a table."""
    return {"grid": grid}
