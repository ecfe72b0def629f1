"""The cast, for the tests of search."""

from tests.leagues.shared_cast import cast, shared_cast

__all__ = ["cast", "shared_cast"]
