"""All charts of the site: plain data in, a drawing as SVG with the same figures as a table out.

Nothing here reads the database or knows a model. A maker (`bump_chart`, `line_chart`, `scatter_chart` ...) gets frozen
dataclasses and gives a `Drawing`, which ``{% chart drawing %}`` lays out (templates/components/_chart.html).
"""

from web.charts.bands import Band, Measured, band_chart
from web.charts.bars import Bar, Part, bar_chart
from web.charts.bump import Course, bump_chart
from web.charts.career import Appearance, Step, career_chart
from web.charts.columns import Column, column_chart
from web.charts.drawing import Drawing, Figures, Group, Key, Picture, Wearer
from web.charts.grid import Cell, GridRow, ResultsGrid
from web.charts.lines import Axis, Series, line_chart
from web.charts.scatter import Dot, called_by_name, scatter_chart

__all__ = [
    "Appearance",
    "Axis",
    "Band",
    "Bar",
    "Cell",
    "Column",
    "Course",
    "Dot",
    "Drawing",
    "Figures",
    "GridRow",
    "Group",
    "Key",
    "Measured",
    "Part",
    "Picture",
    "ResultsGrid",
    "Series",
    "Step",
    "Wearer",
    "band_chart",
    "bar_chart",
    "bump_chart",
    "called_by_name",
    "career_chart",
    "column_chart",
    "line_chart",
    "scatter_chart",
]
