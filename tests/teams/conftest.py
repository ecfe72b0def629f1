"""The cast of the leagues' tests, for teams."""

from tests.leagues.standing import cast, standing_cast

__all__ = ["cast", "standing_cast"]
