"""Statistics round as all other pages do: a half goes up."""

from __future__ import annotations

import pytest
from django.template.defaultfilters import floatformat

from stats.tables.measures import Measure


def written(figure: float | None, **more: int) -> str:
    return Measure(key="share", heading="", name="", value=lambda _row: figure, **more).written(figure)


@pytest.mark.parametrize("figure", [56.25, 31.25, 81.25, 2.25, 0.05, 100 / 3, 1.0, 43.75])
def test_a_share_is_written_as_on_the_page_of_its_team(figure: float) -> None:
    assert written(figure, places=1) == floatformat(figure, 1)


def test_figures_keep_their_form() -> None:
    assert [written(each) for each in (None, 0, -3, 12345)] == ["", "", "-3", "12,345"]
    assert [written(each, thousands=True) for each in (1_186_000, 62_500, 400)] == ["1,186k", "63k", ""]
    assert written(0.04, places=1) == ""
