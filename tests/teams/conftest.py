"""The cast of the leagues' tests, for teams."""

import pytest

from tests.leagues.cast import Cast, gather


@pytest.fixture
def cast(db: None) -> Cast:
    """Everybody and both leagues."""
    return gather()
