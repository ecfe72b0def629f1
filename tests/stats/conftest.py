"""The cast and a played division, as for the tests of competitions."""

from tests.competitions.conftest import division
from tests.leagues.shared_cast import cast, shared_cast

__all__ = ["cast", "division", "shared_cast"]
