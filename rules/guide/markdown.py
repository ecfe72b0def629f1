"""The guide to a book as Markdown files, with the same rows, anchors and links as its web pages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.guide.document import Cell, Guide, Page, Row, Section, Source, Target, pages_in_words

INDEX = "README.md"
WRITTEN = (
    "<!-- Written from the tables of the edition by `manage.py write_guide`. Change the tables, not this file. -->"
)


def markdown_files(guide: Guide) -> Mapping[str, str]:
    """The text of each file, by its path in the folder of the guide."""
    files = {INDEX: "\n".join(_index(guide)) + "\n"}
    for page in guide.pages.values():
        files[path_of(page.key)] = "\n".join(_page(guide, page)) + "\n"
    return files


def path_of(key: str) -> str:
    """The file of a page."""
    return f"{key}.md"


def _index(guide: Guide) -> Iterator[str]:
    yield f"# {guide.name}"
    yield from ("", WRITTEN, "")
    yield "The tables of the book in our own words, with its pages. What is unsure is marked."
    yield ""
    for page in guide.chapters:
        below = guide.below(page)
        inner = ": " + ", ".join(f"[{each.title}]({path_of(each.key)})" for each in below) if below else ""
        yield f"- [{page.title}]({path_of(page.key)}){inner}"


def _page(guide: Guide, page: Page) -> Iterator[str]:
    up = "../" * page.key.count("/")
    yield f"# {page.title}"
    yield from ("", WRITTEN, "")
    yield f"[{guide.name}]({up}{INDEX})"
    if page.about:
        yield from ("", page.about)
    title = ""
    for section in page.sections:
        yield from _section(section, page, goes_on=section.title == title)
        title = section.title


def _section(section: Section, page: Page, *, goes_on: bool) -> Iterator[str]:
    """A table. If it ``goes_on``, it stands under the heading of the one before it, and has the same source."""
    anchor = f'<a id="{section.anchor}"></a>'
    yield from ("", anchor if goes_on else f"## {anchor}{section.title}", "")
    about = " ".join(part for part in (section.about, _source(section.source, page)) if part)
    if about and not goes_on:
        yield from (about, "")
    has_sources = any(_source(row.source, page) for row in section.rows)
    titles = [section.heading or ("" if section.facts else "Name")] if any(row.title for row in section.rows) else []
    labels = ["" if section.facts else column.label for column in section.columns]
    headings = [*titles, *labels, *(["Source"] if has_sources else [])]
    yield _line(headings)
    yield _line(["---"] * len(headings))
    for row in section.rows:
        yield _line(_cells(row, page, titled=bool(titles), sourced=has_sources))


def _cells(row: Row, page: Page, *, titled: bool, sourced: bool) -> list[str]:
    cells = [_cell(cell, page) for cell in row.cells]
    name = f"[{_safe(row.title)}]({_link(row.target, page)})" if row.target else _safe(row.title)
    anchor = f'<a id="{row.anchor}"></a>' if row.anchor else ""
    if titled:
        cells.insert(0, anchor + name)
    elif cells:
        cells[0] = anchor + cells[0]
    return [*cells, *([_source(row.source, page)] if sourced else [])]


def _cell(cell: Cell, page: Page) -> str:
    return "".join(
        f"[{_safe(piece.text)}]({_link(piece.target, page)})" if piece.target else _safe(piece.text) for piece in cell
    )


def _link(target: Target, page: Page) -> str:
    anchor = f"#{target.anchor}" if target.anchor else ""
    if target.page == page.key:
        return anchor
    return "../" * page.key.count("/") + path_of(target.page) + anchor


def _source(source: Source, page: Page) -> str:
    rule = ""
    if source.rule:
        rule = f"[{source.rule}]({_link(Target('statements', source.rule.replace(' ', '-')), page)})"
        if page.key == "statements":
            rule = ""
    words = ", ".join(part for part in (rule, pages_in_words(source)) if part)
    doubt = f"*Unsure: {_safe(source.doubt)}*" if source.doubt else ""
    return " ".join(part for part in (words, doubt) if part)


def _line(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _safe(text: str) -> str:
    return text.replace("|", "\\|").replace("<", "&lt;").replace("*", "\\*")
