"""What the scenarios of the first edition say, compared line by line with the stored lines.

``DUGOUT_WRITE_GOLDEN=1`` in the environment writes the files again, for review.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.rules.outputs import assert_unchanged, output_lines

OURS = Path(__file__).resolve().parents[2] / "scenarios" / "first_1986"
GOLDEN = Path(__file__).resolve().parent / "scenario_outputs"


@pytest.mark.parametrize("name", sorted(path.stem for path in OURS.glob("*.yaml")))
def test_the_outputs_of_the_scenarios_are_unchanged(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert_unchanged(output_lines(OURS / f"{name}.yaml", monkeypatch), GOLDEN / f"{name}.txt")
