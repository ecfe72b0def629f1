"""Searching a guide: every word must be in a row; rows that are called so come first.

Accents and apostrophes do not matter. A word that a guide does not have can be replaced by the most similar one.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from itertools import islice

from rules.guide.document import Guide, Page, Row, Section, text_of

MOST = 60
"""The most results that are given."""
MOST_WORDS = 8
"""The most words of a query that are looked for."""
SIMILAR = 0.74
"""How similar a word of the guide is to one that was meant, from 0 to 1: about one wrong letter of four."""
SHORTEST_MEANT = 4
"""Shorter words are similar to too many others."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A row that was found, and what to show of it."""

    page: Page
    section: Section
    row: Row
    excerpt: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _Entry:
    title: str
    names: tuple[str, ...]
    """The title and the other names."""
    text: str
    found: Found


def search(guide: Guide, query: str) -> list[Found]:
    """The rows that have all words of the query, best first: at most ``MOST``. No words find nothing."""
    words = _words(query)
    if not words:
        return []
    entries, whole = _index(guide), " ".join(words)
    there = titled = list(range(len(entries)))
    for word in words:
        there = [place for place in there if word in entries[place].text]
        titled = [place for place in titled if word in entries[place].title]
    called = [place for place in there if whole in entries[place].names]
    begun = [place for place in titled if entries[place].title.startswith(whole)]
    best = islice(dict.fromkeys((*called, *begun, *titled, *there)), MOST)
    return [entries[place].found for place in best]


def meant(guide: Guide, query: str) -> str:
    """The query with the most similar words of the guide for those that it does not have; empty if it has them all,
    or nothing similar."""
    words = _words(query)
    titles, texts = _vocabulary(guide)
    known = [any(word in entry.text for entry in _index(guide)) for word in words]
    if all(known):
        return ""
    replaced = [word if there else _similar(word, titles) or _similar(word, texts)
                for word, there in zip(words, known, strict=True)]  # fmt: skip
    return " ".join(replaced) if all(replaced) else ""


def _similar(word: str, vocabulary: Mapping[str, str]) -> str:
    if len(word) < SHORTEST_MEANT:
        return ""
    found = get_close_matches(word, vocabulary, n=1, cutoff=SIMILAR)
    return vocabulary[found[0]] if found else ""


def _words(query: str) -> list[str]:
    return folded(query).split()[:MOST_WORDS]


def folded(text: str) -> str:
    """A text without accents, apostrophes and capital letters."""
    plain = "".join(each for each in unicodedata.normalize("NFKD", text) if not unicodedata.combining(each))
    return plain.replace("'", "").replace("’", "").casefold()


@cache
def _index(guide: Guide) -> tuple[_Entry, ...]:
    return tuple(_entries(guide))


@cache
def _vocabulary(guide: Guide) -> tuple[Mapping[str, str], Mapping[str, str]]:
    """The words of the titles, also written together, and those of all texts, each with what to search for."""
    titles: dict[str, str] = {}
    texts: dict[str, str] = {}
    for entry in _index(guide):
        parts = re.findall(r"\w+", entry.title)
        titles |= {part: part for part in parts if len(part) >= SHORTEST_MEANT}
        titles.setdefault("".join(parts), " ".join(parts))
        texts |= {part: part for part in re.findall(r"\w+", entry.text) if len(part) >= SHORTEST_MEANT}
    return titles, texts


def _entries(guide: Guide) -> Iterator[_Entry]:
    for page in guide.pages.values():
        for section in page.sections:
            for row in section.rows:
                if row.target is not None:  # it stands on its own page, and is found there
                    continue
                said = [f"{column.label} {text}" if not column.words and column.key != "value" else text
                        for column, cell in zip(section.columns, row.cells, strict=True)
                        if (text := text_of(cell))]  # fmt: skip
                excerpt = "; ".join(said)
                text = folded(" ".join((row.title, *row.other_names, page.title, section.title, excerpt)))
                found = Found(page=page, section=section, row=row, excerpt=excerpt)
                names = tuple(map(folded, (row.title, *row.other_names)))
                yield _Entry(title=names[0], names=names, text=text, found=found)
    for page in guide.pages.values():
        if page.parent:
            row = Row(anchor="", title=page.title, cells=())
            excerpt = ", ".join(each.title for each in page.sections[0].rows)
            text = folded(f"{page.title} {excerpt}")
            found = Found(page=page, section=page.sections[0], row=row, excerpt=excerpt)
            title = folded(page.title)
            yield _Entry(title=title, names=(title,), text=text, found=found)
