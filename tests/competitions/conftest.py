"""The cast of the leagues' tests, for this room's too."""

from tests.leagues.standing import cast, standing_cast

__all__ = ["cast", "standing_cast"]
