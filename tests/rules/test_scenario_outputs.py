"""All questions, figures, entries and refusals of the scenarios, compared line by line with the stored ones.

``DUGOUT_WRITE_GOLDEN=1`` in the environment writes the files again, for review.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.rules.build import PBBL
from tests.rules.outputs import assert_unchanged, citations, output_lines

OURS = Path(__file__).resolve().parents[1] / "scenarios"
GOLDEN = Path(__file__).resolve().parent / "scenario_outputs"
FILES = sorted(path.stem for path in OURS.glob("*.yaml"))
LAST_PAGE = 61


@pytest.mark.parametrize("name", FILES)
def test_the_outputs_of_the_scenarios_are_unchanged(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert_unchanged(output_lines(OURS / f"{name}.yaml", monkeypatch), GOLDEN / f"{name}.txt")


@pytest.mark.parametrize("name", FILES)
def test_every_output_cites_a_rule_of_the_book_with_its_page(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for rule, page, line in citations(output_lines(OURS / f"{name}.yaml", monkeypatch)):
        assert rule in PBBL.book.pages and 1 <= page <= LAST_PAGE, line
