"""The cast of the leagues' tests, for pages of matches and teams."""

from tests.leagues.shared_cast import cast, shared_cast

__all__ = ["cast", "shared_cast"]
