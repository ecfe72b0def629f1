"""Style sheets as they are sent: shorter, and the same."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.contrib.staticfiles.storage import StaticFilesStorage

from tests.look.source import OWN_STATIC
from web.drawing.static_files import StaticFiles, short

SHEETS = sorted(OWN_STATIC.rglob("*.css"))
BLANK = re.compile(r"\s+")


@pytest.mark.parametrize(
    ("css", "sent"),
    [
        ("/* a\n table */\n.t td { margin: 0 auto; color: red; }\n", ".t td{margin:0 auto;color:red}"),
        (".a :is(b, .c) > d + e { top: calc(1px + 2%); }", ".a :is(b,.c)>d + e{top:calc(1px + 2%)}"),
        ('.a::after { content: " · , x: y"; }', '.a::after{content:" · , x: y"}'),
        ("@media (min-width: 1px) and (hover) {\n  a { b: c; }\n}", "@media (min-width:1px) and (hover){a{b:c}}"),
    ],
)
def test_only_needless_blanks_are_left_out(css: str, sent: str) -> None:
    assert short(css) == sent


def test_of_our_sheets_only_blanks_comments_and_last_semicolons_are_left_out() -> None:
    for sheet in SHEETS:
        css = sheet.read_text()
        bare = BLANK.sub("", re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL)).replace(";}", "}")
        assert BLANK.sub("", short(css)) == bare, sheet


def test_the_file_that_a_page_links_is_the_short_one(tmp_path: Path) -> None:
    source = StaticFilesStorage(location=OWN_STATIC.parent)
    sent = StaticFiles(location=tmp_path)
    name = "dugout/components/chips.css"
    assert list(sent.post_process({name: (source, name)}))
    named = sent.stored_name(name)
    assert re.fullmatch(r"dugout/components/chips\.[0-9a-f]{12}\.css", named)
    assert (tmp_path / named).read_text() == short((OWN_STATIC.parent / name).read_text())
    assert (tmp_path / f"{named}.br").exists()
