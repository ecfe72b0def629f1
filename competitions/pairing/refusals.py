"""Why a draw is not possible."""

from __future__ import annotations


class DrawRefused(ValueError):
    """It cannot be drawn. ``code`` is the reason, ``details`` has the figures, the text says what to do."""

    def __init__(self, code: str, message: str, **details: object) -> None:
        super().__init__(message)
        self.code = code
        self.details = details
