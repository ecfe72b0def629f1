"""The cast as a fixture."""

from tests.leagues.standing import cast, standing_cast

__all__ = ["cast", "standing_cast"]
