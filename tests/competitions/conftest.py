"""The cast of the leagues' tests, for this room's too."""

import pytest

from tests.leagues.cast import Cast, gather


@pytest.fixture
def cast(db: None) -> Cast:
    """Everybody and both leagues."""
    return gather()
