"""The guide as Markdown: whole files whose links lead to each other."""

import posixpath
import re

import pytest

from rules.guide.markdown import INDEX, markdown_files
from rules.guide.pages import guide_to
from tests.editions.every import EVERY
from tests.second_edition import STREET


@pytest.mark.parametrize("edition", EVERY, ids=lambda edition: edition.key)
def test_every_link_leads_to_an_anchor_of_a_file(edition: object) -> None:
    files = markdown_files(guide_to(edition.book))  # type: ignore[attr-defined]  # an Edition
    anchors = {path: set(re.findall(r'<a id="([^"]+)"', text)) for path, text in files.items()}
    links = [(path, link) for path, text in files.items() for link in re.findall(r"\]\(([^)]+)\)", text)]
    assert len(links) > 20
    for path, link in links:
        file, _hash, anchor = link.partition("#")
        target = posixpath.normpath(posixpath.join(posixpath.dirname(path), file)) if file else path
        assert target in files, (path, link)
        assert not anchor or anchor in anchors[target], (path, link)


def test_every_file_is_linked_from_the_index_and_every_row_of_a_table_has_its_columns() -> None:
    files = markdown_files(guide_to(STREET.book))
    assert all(f"({path})" in files[INDEX] for path in files if path != INDEX)
    for path, text in files.items():
        for block in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE):
            widths = {len(re.findall(r"(?<!\\)\|", line)) for line in block.splitlines()}
            assert len(widths) == 1, path
