"""The cast of the leagues' tests, for the pages of crests."""

from tests.browser_pages import opened
from tests.leagues.shared_cast import cast, shared_cast

__all__ = ["cast", "opened", "shared_cast"]
