"""The cast and a played division, as for the tests of competitions, and a process that serves requests."""

from __future__ import annotations

from typing import Any

import pytest

from tests.competitions.conftest import division
from tests.leagues.shared_cast import cast, shared_cast

__all__ = ["cast", "division", "shared_cast"]


@pytest.fixture
def served(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.DRAW_AHEAD = True
    monkeypatch.setattr("competitions.dashboard.drawn_at_once.is_serving", lambda: True)
