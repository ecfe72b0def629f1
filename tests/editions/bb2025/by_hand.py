"""The scenarios of the edition of 2025 that were worked out by hand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rules.editions.bb2025 import EDITION
from rules.scenarios.scenario import play
from tests.editions.every import registered
from tests.scenario_files import scenarios_in

FOLDER = Path(__file__).parent / "scenarios"
ALL: dict[str, dict[str, Any]] = {
    f"{path.stem}: {scenario['title']}": scenario
    for path in sorted(FOLDER.glob("*.yaml"))
    for scenario in scenarios_in(path)
}


def played(scenario: dict[str, Any]) -> list[Any]:
    with registered(EDITION):
        return play(scenario)
