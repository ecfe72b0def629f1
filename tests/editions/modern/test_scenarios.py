"""The scenarios of the edition with the shape of today's game, worked by hand from its tables."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rules.scenarios.scenario import play
from tests.editions.every import registered
from tests.editions.modern import MODERN
from tests.scenario_files import scenarios_in

SCENARIOS: list[dict[str, Any]] = scenarios_in(Path(__file__).parent / "scenarios.yaml")


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario["title"])
def test_it_plays_as_by_hand(scenario: dict[str, Any]) -> None:
    with registered(MODERN):
        assert play(scenario) == []
