"""Loading an edition: every id that its own modules use has a text, whose gaps are filled at every use."""

from __future__ import annotations

from string import Formatter

from rules.book.edition import Edition
from rules.book.reads import sources
from rules.words.texts import texts_for
from rules.words.used_ids import Filled, ids_in

GIVEN_ALWAYS = frozenset({"who", "dice", "faces", "mvp", "leaving"})
"""Gaps that `rules.words.words` fills by itself."""


def check_texts(edition: Edition) -> None:
    """Raises BookError for the first text that is missing or cannot be filled."""
    book, texts = edition.book, texts_for(edition.book)
    for sort, known in texts.items():
        for id, text in known.items():
            try:
                gaps(text)
            except ValueError as error:
                raise book.error("words", f'{sort} / "{id}"', "text", f"has a wrong gap: {error}") from error
    for sort, uses in ids_in(sources(edition.functions)).items():
        for id, filled in uses.items():
            if id not in texts[sort]:
                raise book.error("words", f'{sort} / "{id}"', "text", "missing: a module of the edition uses this id")
            if unfilled := unfilled_gaps(texts[sort][id], filled):
                problem = f"nothing fills {{{unfilled[0]}}}; a use of it fills {', '.join(unfilled[1:]) or 'nothing'}"
                raise book.error("words", f'{sort} / "{id}"', "text", problem)


def gaps(text: str | tuple[str, ...]) -> set[str]:
    """The names of the gaps of a text, or of all parts of one. Raises ValueError for a brace that stands alone."""
    whole = " ".join(text) if isinstance(text, tuple) else text
    return {name for _, name, _, _ in Formatter().parse(whole) if name}


def unfilled_gaps(text: str | tuple[str, ...], uses: list[Filled]) -> list[str]:
    """The first gap of a text that one of its uses leaves open, then what that use fills; empty if all are filled."""
    for filled in uses:
        if filled is not None and (open := sorted(gaps(text) - GIVEN_ALWAYS - filled)):
            return [open[0], *sorted(filled)]
    return []
