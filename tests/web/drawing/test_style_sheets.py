"""Which style sheets a page gets: those of every page, and those of the parts that it has."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from tests.look.source import OWN_STATIC
from web.drawing import nesting, style_sheets

NOT_RULES = re.compile(r"/\*.*?\*/|@keyframes[^{]*\{(?:[^{}]*\{[^{}]*\})*\s*\}|@property[^{]*\{[^{}]*\}", re.DOTALL)
SHEETS = {sheet.path: sheet for sheet in style_sheets.sheets()}


def linked(html: str) -> list[str]:
    """The names of the sheets that a page with this body gets."""
    found = style_sheets.links(style_sheets.worn(html.encode())).decode()
    return [re.sub(r"\.[0-9a-f]{12}$", "", name) for name in re.findall(r"([^/]+)\.css", found)]


def selectors(path: str) -> Iterator[str]:
    """What the rules of a style sheet are for."""
    rules = NOT_RULES.sub("", (OWN_STATIC.parent / path).read_text())
    for found in re.findall(r"([^{};]+)\{[^{}]*\}", rules):
        yield from (one.strip() for one in nesting.selectors(found))


def is_for(sheet: style_sheets.PartSheet, selector: str) -> bool:
    """Whether the sheet is linked on every page with something that the selector finds."""
    classes = re.findall(r"\.([\w-]+)|class[*^]=\"([\w-]+)\"", selector)
    elements = re.findall(r"(?<![\w.-])[a-z][\w-]*", selector)
    names = {one or other for one, other in classes} | {f"<{name}" for name in elements}
    return sheet.is_for(frozenset(names)) or selector.startswith(":root")


@pytest.mark.parametrize("path", SHEETS)
def test_a_part_is_named_in_every_rule_of_its_sheet(path: str) -> None:
    """A rule for anything else would hold only on pages that happen to have the part too."""
    assert [each for each in selectors(path) if not is_for(SHEETS[path], each)] == []


def test_a_page_gets_the_sheets_of_its_parts_and_no_others() -> None:
    assert linked('<ol class="steps"><li class="x"></li></ol>') == ["steps"]
    assert linked('<b class="die-face">') == ["die"]
    assert linked("<fieldset></fieldset>") == ["fieldsets"]
    assert linked('<meta name="parts" content="qr doubt">') == ["doubt", "qr"]
    assert linked('<p class="lead">no part</p>') == []


def test_each_element_that_a_sheet_names_is_found() -> None:
    elements = sorted(name for sheet in SHEETS.values() for name in sheet.names if name.startswith("<"))
    assert elements
    assert [each for each in elements if each not in style_sheets.worn(f'<b class="x">{each} id="y">'.encode())] == []


def test_the_sheets_of_components_come_before_those_that_change_what_is_in_them() -> None:
    assert linked('<table class="t roster"></table><dl class="facts"></dl>') == ["facts", "tables", "roster"]
    assert linked('<div class="panel panel-leather"></div>') == ["button_on_dark", "panels", "your_move"]
    assert linked('<table class="table-sheet table-stack">') == ["tables", "tables_as_cards"]


def test_a_part_that_comes_later_names_its_sheets() -> None:
    def answer(_request: HttpRequest) -> HttpResponse:
        return HttpResponse('<p class="skill">')

    middleware, ask = style_sheets.StyleSheetsMiddleware(answer), RequestFactory()
    told = middleware(ask.get("/", headers={"HX-Request": "true"})).headers[style_sheets.HEADER]
    assert re.fullmatch(
        r'<link rel="stylesheet" href="/static/dugout/teams/roster/skills\.([0-9a-f]{12}\.)?css">', told
    )
    assert style_sheets.HEADER not in middleware(ask.get("/")).headers


def test_the_links_stand_in_the_head_of_every_page(client, db) -> None:
    html = client.get("/").content.decode()
    assert "<!-- parts -->" not in html
    assert (
        html.index("dugout/page") < html.index("components/visitor") < html.index("dugout/print") < html.index("<body")
    )
