"""Pages of the running server, opened by people of the cast."""

from tests.browser_pages import opened

__all__ = ["opened"]
