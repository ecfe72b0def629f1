"""Two books side by side, from their guides: what only one has, and what both have with other figures.

Rows are the same if they have the same name. Facts are compared; sentences are ours, so another sentence is told apart
from another fact. Statements are left out: each book numbers its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from rules.guide.document import Column, Guide, Page, Piece, Row, Section, Target, text_of

LEFT_OUT = frozenset({"statements"})
MERGED = frozenset({"skills", "cards", "options"})
"""Pages whose sections sort rows: a row in another section is the same row, and the section is a fact about it."""
PLACE = Column(key="place", label="Under")


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """Something of one book, with where its guide has it."""

    title: str
    target: Target


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """What both books have: a label, and what each says."""

    title: str
    values: tuple[tuple[str, str, str], ...]
    first: Target
    second: Target


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedSection:
    """A table of one or both books. `reworded` are rows with the same facts in other words.

    `said_first` and `said_second` are columns that only one of them has: what it says of rows that both have.
    """

    title: str
    said_first: tuple[str, ...] = ()
    said_second: tuple[str, ...] = ()
    only_first: tuple[Named, ...] = ()
    only_second: tuple[Named, ...] = ()
    different: tuple[Difference, ...] = ()
    reworded: tuple[Difference, ...] = ()
    same: int = 0

    @property
    def differs(self) -> bool:
        """Whether the books differ here in more than words."""
        return bool(self.only_first or self.only_second or self.different or self.said_first or self.said_second)


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedPage:
    """A chapter, or a page below one (`parent`) that both books have, section by section."""

    key: str
    title: str
    parent: str
    sections: tuple[ComparedSection, ...]

    @property
    def differs(self) -> bool:
        """Whether the books differ on this page in more than words."""
        return any(section.differs for section in self.sections)


def compare(first: Guide, second: Guide) -> tuple[ComparedPage, ...]:
    """All pages that one of two books has, in the order of the first; a page below a chapter only if both have it."""
    keys = [*first.pages, *(key for key in second.pages if key not in first.pages)]
    return tuple(page for key in keys if key not in LEFT_OUT for page in _page(key, first, second))


def _page(key: str, first: Guide, second: Guide) -> Iterator[ComparedPage]:
    ours, theirs = first.pages.get(key), second.pages.get(key)
    known = ours or theirs
    assert known is not None
    if known.parent and (ours is None or theirs is None):
        return  # the page above says that one book lacks it
    sections = tuple(_section(title, mine, other, key) for title, mine, other in _pairs(ours, theirs))
    yield ComparedPage(key=key, title=known.title, parent=known.parent, sections=sections)


def _pairs(ours: Page | None, theirs: Page | None) -> Iterator[tuple[str, Section | None, Section | None]]:
    """The tables of two pages, by their place."""
    left, right = _sections(ours), _sections(theirs)
    for anchor in dict.fromkeys((*left, *right)):
        mine, other = left.get(anchor), right.get(anchor)
        known = mine or other
        assert known is not None
        yield known.title, mine, other


def _sections(page: Page | None) -> Mapping[str, Section]:
    if page is None:
        return {}
    if page.key not in MERGED:
        return {section.anchor: section for section in page.sections}
    columns = {column.key: column for section in page.sections for column in section.columns}
    columns[PLACE.key] = PLACE
    rows = [row for section in page.sections for row in _widened(section, tuple(columns)) if not row.target]
    whole = Section(anchor=page.key, title=page.title, columns=tuple(columns.values()), rows=tuple(rows))
    return {page.key: whole}


def _widened(section: Section, keys: tuple[str, ...]) -> Iterator[Row]:
    """The rows of a section with the columns of the whole page, and the section's title as a fact."""
    at = {column.key: place for place, column in enumerate(section.columns)}
    for row in section.rows:
        cells = [row.cells[at[key]] if key in at else () for key in keys[:-1]]
        yield replace(row, cells=(*cells, (Piece(section.title),)))


def _section(title: str, ours: Section | None, theirs: Section | None, page: str) -> ComparedSection:
    left, right = _rows(ours), _rows(theirs)
    both = [key for key in left if key in right]
    found: list[tuple[Row, Row, list[tuple[Column, str, str]]]] = []
    for key in both:
        assert ours is not None and theirs is not None
        found.append((left[key], right[key], list(_values(ours, left[key], theirs, right[key]))))
    different = [each for each in found if any(not column.words for column, _one, _other in each[2])]
    reworded = [each for each in found if each[2] and all(column.words for column, _one, _other in each[2])]
    return ComparedSection(
        title=title,
        said_first=_said(ours, theirs) if both else (),
        said_second=_said(theirs, ours) if both else (),
        only_first=tuple(_named(row, page) for key, row in left.items() if key not in right),
        only_second=tuple(_named(row, page) for key, row in right.items() if key not in left),
        different=tuple(_difference(*each, page) for each in different),
        reworded=tuple(_difference(*each, page) for each in reworded),
        same=len(both) - len(different) - len(reworded),
    )


def _said(one: Section | None, other: Section | None) -> tuple[str, ...]:
    """The columns of facts that only the one of two tables has."""
    if one is None or other is None:
        return ()
    known = {column.key for column in other.columns}
    return tuple(column.label for column in one.columns if column.key not in known and not column.words)


def _rows(section: Section | None) -> Mapping[str, Row]:
    """The rows of a table by name; rows without a name by what they say."""
    rows = section.rows if section is not None else ()
    return {(row.title or "/".join(map(text_of, row.cells))).casefold(): row for row in rows}


def _values(ours: Section, left: Row, theirs: Section, right: Row) -> Iterator[tuple[Column, str, str]]:
    """The columns in which two rows differ. A column of sentences that one book lacks is empty there."""
    mine, other = _texts(ours, left), _texts(theirs, right)
    columns = {column.key: column for column in (*ours.columns, *theirs.columns)}
    for key, column in columns.items():
        if not column.words and (key in mine) != (key in other):
            continue
        if mine.get(key, "") != other.get(key, ""):
            yield column, mine.get(key, ""), other.get(key, "")


def _texts(section: Section, row: Row) -> Mapping[str, str]:
    return {column.key: text_of(cell) for column, cell in zip(section.columns, row.cells, strict=True)}


def _named(row: Row, page: str) -> Named:
    title = row.title or ", ".join(map(text_of, row.cells))
    return Named(title=title, target=_target(row, page))


def _difference(left: Row, right: Row, values: Iterable[tuple[Column, str, str]], page: str) -> Difference:
    return Difference(
        title=left.title or right.title,
        values=tuple(("" if column.key == "value" else column.label, one, other) for column, one, other in values),
        first=_target(left, page),
        second=_target(right, page),
    )


def _target(row: Row, page: str) -> Target:
    return row.target or Target(page, row.anchor)
