"""The cast and a played division, for the tests of news."""

from tests.competitions.conftest import division
from tests.leagues.shared_cast import cast, shared_cast

__all__ = ["cast", "division", "shared_cast"]
