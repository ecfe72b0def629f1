"""Style sheets as they are sent: shorter, and the same."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.contrib.staticfiles.storage import StaticFilesStorage

from tests.look.source import OWN_STATIC
from web.drawing.nesting import selectors
from web.drawing.property_names import KEPT, NAME, with_short_names
from web.drawing.static_files import StaticFiles, short

SHEETS = sorted(OWN_STATIC.rglob("*.css"))
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
SIGN = re.compile(r"[{};]")


@pytest.mark.parametrize(
    ("css", "sent"),
    [
        ("/* a\n table */\n.t td { margin: 0 auto; color: red; }\n", ".t td{margin:0 auto;color:red}"),
        (".a :is(b, .c) > d + e { top: calc(1px + 2%); }", ".a :is(b,.c)>d + e{top:calc(1px + 2%)}"),
        ('.a::after { content: " · , x: y"; }', '.a::after{content:" · , x: y"}'),
        ("@media (min-width: 1px) and (hover) {\n  a { b: c; }\n}", "@media (min-width:1px) and (hover){a{b:c}}"),
        (
            "p { margin: 0.5em 10.5px 0; color: #aabbcc; fill: #aabbcc80; }",
            "p{margin:.5em 10.5px 0;color:#abc;fill:#aabbcc80}",
        ),
        ("[hidden] { display: none !important; }", "[hidden]{display:none!important}"),
    ],
)
def test_only_needless_signs_are_left_out(css: str, sent: str) -> None:
    assert short(css) == sent


@pytest.mark.parametrize(
    ("css", "sent"),
    [
        (".table { a: b; } .table td, .table > th { c: d; }", ".table{a:b;td,>th{c:d}}"),
        (".table td { a: b; } .table { c: d; } .table:hover { e: f; }", ".table{td{a:b}&{c:d}&:hover{e:f}}"),
        (":is(.t, .u) td { a: b; } :is(.t, .u) a.row::after { c: d; }", ":is(.t,.u){td{a:b}a.row::after{c:d}}"),
        (".table td { a: b; } p { c: d; } .table th { e: f; }", ".table td{a:b}p{c:d}.table th{e:f}"),
        (".table, .other { a: b; } .table th { e: f; }", ".table,.other{a:b}.table th{e:f}"),
        ("@media print { .table td { a: b; } .table th { c: d; } }", "@media print{.table{td{a:b}th{c:d}}}"),
    ],
)
def test_rules_that_begin_alike_stand_in_one_block(css: str, sent: str) -> None:
    assert short(css) == sent


def test_our_sheets_say_the_same_in_the_same_order_when_they_are_sent() -> None:
    for sheet in SHEETS:
        written = COMMENT.sub("", sheet.read_text())
        assert list(declarations(short(written))) == list(declarations(with_short_names(written))), sheet


def test_each_property_has_a_short_name_of_its_own_in_all_sheets() -> None:
    names = {name for sheet in SHEETS for name in NAME.findall(COMMENT.sub("", sheet.read_text()))}
    sent = {name: short(f"a{{color:var({name})}}")[len("a{color:var(") : -len(")}")] for name in names}
    assert len(set(sent.values())) == len(names) > 50
    assert all(len(each) <= len("--ab") for name, each in sent.items() if name not in KEPT)
    assert short("a { --ink: red; color: var(--ink, var(--none)); }") == "a{%s:red;color:var(%s,var(--none))}" % (
        (sent["--ink"],) * 2
    )
    assert short(".a--ink { b: c; }") == ".a--ink{b:c}"


def test_properties_that_something_else_than_a_sheet_uses_keep_their_names() -> None:
    """Only `web.crests.kits` writes others: it writes a sheet."""
    folders = [
        OWN_STATIC,
        *(OWN_STATIC.parents[1] / room for room in ("templates", "web", "stats", "matches", "teams")),
    ]
    sources = [
        file for folder in folders for file in folder.rglob("*") if file.suffix in (".js", ".html", ".py", ".svg")
    ]
    used = {
        name
        for source in sources
        if source.name != "kits.py"
        for name in re.findall(r"var\((--[\w-]+)|Property\(\"(--[\w-]+)\"", source.read_text(encoding="utf-8"))
    }
    assert {name for both in used for name in both if name} <= {*KEPT, "--x"}


def declarations(css: str) -> Iterator[tuple[str, ...]]:
    """What a sheet says, each with the blocks that it stands in and its selector; nested ones are put together."""
    blocks, begin = list[str](), 0
    for sign in SIGN.finditer(css):
        text, begin = css[begin : sign.start()].strip(), sign.end()
        if sign[0] == "{":
            blocks.append(text)
            continue
        if text:
            outer = [plain(block) for block in blocks if block.startswith("@")]
            yield *outer, plainly(*(block for block in blocks if not block.startswith("@"))), plain(text)
        if sign[0] == "}":
            blocks.pop()


def plainly(start: str = "", within: str = "") -> str:
    """A selector of one or two blocks, as if it stood in one."""
    each = [f"{start}{one[1:]}" if one.startswith("&") else f"{start} {one}" for one in selectors(within)]
    return plain(",".join(each) if within else start)


def plain(text: str) -> str:
    """Without what means nothing."""
    text = re.sub(r"\s*([>,])\s*|\s*(?=!)|(?<=:)\s+", r"\1", re.sub(r"\s+", " ", text))
    return re.sub(r"(?<![\w.])0\.", ".", re.sub(r"#(.)\1(.)\2(.)\3\b", r"#\1\2\3", text))


def test_the_file_that_a_page_links_is_the_short_one(tmp_path: Path) -> None:
    source = StaticFilesStorage(location=OWN_STATIC.parent)
    sent = StaticFiles(location=tmp_path)
    name = "dugout/components/chips.css"
    assert list(sent.post_process({name: (source, name)}))
    named = sent.stored_name(name)
    assert re.fullmatch(r"dugout/components/chips\.[0-9a-f]{12}\.css", named)
    assert (tmp_path / named).read_text() == short((OWN_STATIC.parent / name).read_text())
    assert (tmp_path / f"{named}.br").exists()
