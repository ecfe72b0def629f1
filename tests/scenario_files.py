"""Reading files of scenarios, which all tests of a book do while they are collected: ten times quicker in C."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def scenarios_in(path: Path) -> list[dict[str, Any]]:
    """The scenarios of a file."""
    found: list[dict[str, Any]] = yaml.load(path.read_text(encoding="utf-8"), Loader=LOADER)
    return found
