"""Lines for stars of a league's own that fit any book."""

from rules.book.book import Book
from rules.book.rows.options import STARS


def profile_text(book: Book) -> str:
    """The best profile of a book, as its players' sheets write it."""
    return " ".join(each.written(each.best) for each in book.profile.values())


def option_of(book: Book) -> str:
    """The option of a book for stars of a league's own; empty if it has none."""
    return next((name for name, option in book.options.items() if option.type == STARS), "")
