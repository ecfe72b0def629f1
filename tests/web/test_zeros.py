"""A zero in a table of figures is seen as a dot and read as a zero."""

import pytest
from django.template import engines

from web.charts.drawing import Figures
from web.drawing.zeros import ZERO, dotted

pytestmark = pytest.mark.once


@pytest.mark.parametrize("nothing", [0, "0"])
def test_a_zero_says_zero_within_what_is_drawn_as_a_dot(nothing: object) -> None:
    assert dotted(nothing) == ZERO == '<i class="z">0</i>'


def test_a_share_of_nothing_says_so() -> None:
    assert dotted("0 %") == '<i class="z">0 %</i>'


@pytest.mark.parametrize("figure", [1, "10", "0k", "0–0", "", None, "-", "+0.5"])
def test_everything_else_stays_as_it_is(figure: object) -> None:
    assert dotted(figure) is figure


def test_templates_dot_a_figure_and_escape_the_others() -> None:
    page = engines["django"].from_string("{% load web %}{{ none|dotted }}{{ some|dotted }}{{ odd|dotted }}")
    assert page.render({"none": 0, "some": 12, "odd": "<b>"}) == '<i class="z">0</i>12&lt;b&gt;'


def test_the_figures_of_a_chart_have_dots_but_not_in_the_heading_of_a_row() -> None:
    lines = Figures(heads=("Touchdowns", "Players"), rows=(("0", "0"), ("1", "2"))).lines
    assert '<th scope="row" class="stay">0</th><td><i class="z">0</i></td>' in lines and "<td>2</td>" in lines
