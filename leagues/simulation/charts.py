"""A measure of a simulation as a drawing: a band and a line for each setting."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules.simulation.economy_tables import LETTERS, Compared
from web.charts import Band, Drawing, Measured, band_chart

WORDS = gettext_lazy(
    "Rounds run from left to right; higher is more. A line is the median of all teams, the band around it their middle "
    "half."
)


def chart_of(measure: Compared) -> Drawing:
    """The drawing of a measure; a setting whose book does not have it has columns of dashes in the table."""
    return band_chart(
        name=measure.key,
        title=measure.name,
        words=WORDS,
        bands=[
            Band(
                letter=letter,
                spreads=tuple(Measured(low=one.low, median=one.median, high=one.high) for one in spreads or ()),
            )
            for letter, spreads in zip(LETTERS, measure.settings, strict=False)
        ],
        head=_("Round"),
        quartiles=(_("Lower quartile"), _("Median"), _("Upper quartile")),
        unit=measure.unit,
        thousands=_("thousand %(unit)s") % {"unit": measure.unit},
    )
