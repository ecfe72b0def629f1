"""What every row of a book can say of itself: how sure we are of its numbers, and where they are from."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Doubtful:
    """A row whose numbers may be uncertain: `doubt` says in our own words why, beside them on pages.

    `confidence` is "high", "medium" or "low"; with less than "high" there must be a doubt. `source` says where the row
    is from if it is on no page of the book; its page is then 0.
    """

    confidence: str = "high"
    doubt: str = ""
    source: str = ""
