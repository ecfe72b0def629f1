"""What every template needs for the content policy and for readers, checked in the files."""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.template.loader import get_template

from tests.look import source
from tests.look.source import OWN_STATIC, VENDOR, name, template_name, templates
from web.drawing import icons

TAG = re.compile(r"<[a-zA-Z](?:[^<>{]|\{\{.*?\}\}|\{%.*?%\})*>", re.DOTALL)
ELSEWHERE = re.compile(r"""(?:src|href|action|content|url)\s*[=(]\s*["']?(?:https?:)?//""", re.IGNORECASE)
HANDLER = re.compile(r"\son[a-z]+\s*=|\shx-on[:-]", re.IGNORECASE)
STYLED = re.compile(r"\sstyle\s*=", re.IGNORECASE)
POSTING = re.compile(r'method="post"', re.IGNORECASE)
TEMPLATES = templates()
LONGEST_LINE = 160


@cache
def text_of(path: Path) -> str:
    """The text of a template."""
    return path.read_text()


@cache
def all_tags(path: Path) -> tuple[str, ...]:
    """Its opening tags, with the template language inside them."""
    return tuple(TAG.findall(text_of(path)))


def tags(path: Path, element: str) -> list[str]:
    """Those of one kind of element."""
    return [tag for tag in all_tags(path) if re.match(rf"<{element}[\s>]", tag)]


def faults(found: Callable[[Path], Iterable[object]]) -> list[str]:
    """All faults of all templates, with their templates, since a test for each would take too long."""
    return [f"{name(path)}: {fault}" for path in TEMPLATES for fault in found(path)]


def test_there_are_templates() -> None:
    assert len(TEMPLATES) > 100


def test_every_template_compiles() -> None:
    assert faults(lambda path: [] if get_template(template_name(path)).template.nodelist else ["empty"]) == []


def test_no_line_of_a_template_is_longer_than_160_characters() -> None:
    def too_long(path: Path) -> Iterator[str]:
        lines = enumerate(path.read_text().splitlines(), 1)
        yield from (f"line {number} has {len(line)} characters" for number, line in lines if len(line) > LONGEST_LINE)

    files = [path for path in source.TEMPLATES.rglob("*") if path.is_file()]
    assert [f"{name(path)}: {fault}" for path in sorted(files) for fault in too_long(path)] == []


def test_nothing_is_inline_that_the_content_policy_refuses() -> None:
    def inline(path: Path) -> Iterator[str]:
        yield from (words for words in ("<style", "javascript:") if words in text_of(path))
        yield from (tag for tag in all_tags(path) if HANDLER.search(tag) or STYLED.search(tag))
        scripts = tags(path, "script")
        yield from (tag for tag in scripts if " src=" not in tag and 'type="application/json"' not in tag)

    assert faults(inline) == []


def test_no_template_fetches_anything_from_elsewhere() -> None:
    assert faults(lambda path: ELSEWHERE.findall(text_of(path))) == []


def test_pictures_have_words_or_are_hidden() -> None:
    def silent(path: Path) -> Iterator[str]:
        yield from (tag for tag in tags(path, "img") if " alt=" not in tag)
        for tag in tags(path, "svg"):
            named = 'role="img"' in tag and ("aria-label=" in tag or "aria-labelledby=" in tag)
            if not named and 'aria-hidden="true"' not in tag:
                yield tag

    assert faults(silent) == []


def test_a_form_that_posts_carries_its_token() -> None:
    def without(path: Path) -> list[str]:
        posting = [tag for tag in tags(path, "form") if POSTING.search(tag)]
        return posting if text_of(path).count("{% csrf_token %}") < len(posting) else []

    assert faults(without) == []


NAMED = re.compile(r'"([\w/-]+\.html)"')
CHOSEN = {"teams/asking/_question.html": ("teams/asking/_basket.html",)}
"""Parts that a variable names."""


def parts_of(path: Path, found: set[Path]) -> set[Path]:
    """A template and all that it includes, the frame of pages apart."""
    if path in found or not path.is_file() or path.name == "base.html":
        return found
    found.add(path)
    for part in (*NAMED.findall(text_of(path)), *CHOSEN.get(template_name(path), ())):
        parts_of(source.TEMPLATES / part, found)
    return found


def test_a_page_with_parts_that_change_by_themselves_has_the_script_for_them() -> None:
    def without(path: Path) -> list[str]:
        if "{% extends" not in text_of(path) or "components/_htmx.html" in text_of(path):
            return []
        return [name(part) for part in parts_of(path, set()) if re.search(r"\shx-", text_of(part))]

    assert faults(without) == []


WIDGET = re.compile(r"<(?:input|select|textarea)(?=[\s{])(?:[^<>{]|\{\{.*?\}\}|\{%.*?%\}|\{(?![{%]))*>", re.DOTALL)
UNSEEN = re.compile(r"""type=["']hidden|\shidden>""")
BY_HAND = {
    "web/drawing/form_renderer.py": "inputs and selects, as Django draws them: 31.7 ms more a page by templates",
    "accounts/zones.py": "400 time zones: 15 ms by Django's template, 2.8 ms as other selects, 0.04 ms here",
    "templates/allauth/elements/field.html": "allauth hands over attributes and slots, no field",
}
"""Files that write visible fields by themselves, and why: by templates of Django a page takes longer."""


def test_fields_are_drawn_by_djangos_widgets() -> None:
    rooms = [path.parent for path in source.ROOT.glob("*/apps.py")]
    files = [*TEMPLATES, *(path for room in rooms for path in sorted(room.rglob("*.py")))]

    def by_hand(path: Path) -> bool:
        text = path.read_text()
        return "<" in text and any(not UNSEEN.search(tag) for tag in WIDGET.findall(text))

    assert {name(path) for path in files if by_hand(path)} == set(BY_HAND)


def test_every_header_cell_says_what_it_heads() -> None:
    assert faults(lambda path: [tag for tag in tags(path, "th") if "scope=" not in tag]) == []


LOOSE_COMMA = re.compile(r"(</a>(?:\s*\{%(?:(?!%\}).)*%\})*\s*,)")
CELL = re.compile(r"<t[dh][\s>].*?</t[dh]>", re.DOTALL)


def test_a_comma_after_a_link_in_a_table_is_part_of_the_link() -> None:
    """On a phone such a link is a block of its own, and the comma after it would begin the next line."""
    assert faults(lambda path: [c for cell in CELL.findall(text_of(path)) for c in LOOSE_COMMA.findall(cell)]) == []


DAGGER = re.compile(r"†(?:[ \n]+(?!<span\b)|</span>[ \n]).{0,40}")


def test_a_dagger_stays_on_the_line_of_its_word() -> None:
    assert faults(lambda path: DAGGER.findall(text_of(path))) == []


def test_every_static_file_that_a_template_names_exists() -> None:
    named = re.compile(r"\{% static ['\"]([^'\"]+)['\"] %\}")
    assert faults(lambda path: [file for file in named.findall(text_of(path)) if not finders.find(file)]) == []


NOTICE = re.compile(r"""class="notice[^<>]*>\s*\{% include "components/_icon\.html"[^%]*%\}\s*(?!<)(\S.{0,60})""")


def test_the_words_of_a_notice_are_one_piece_beside_its_icon() -> None:
    """What stands in a notice is laid side by side, so a link among loose words would be a column of its own."""
    assert faults(lambda path: NOTICE.findall(text_of(path))) == []


def icons_in(file: str) -> set[str]:
    return set(re.findall(r'<symbol id="([^"]+)"', (VENDOR.parent / icons.FOLDER / f"{file}.svg").read_text()))


def test_every_icon_that_a_template_names_is_in_a_sprite() -> None:
    named = re.compile(r'components/_icon\.html" with name="([^"]+)"|\sicon="([^"]+)"')
    often, seldom = (icons_in(file) for file in ("icons", "seldom"))
    assert often == icons.OFTEN and not often & seldom
    drawn = often | seldom
    assert faults(lambda path: {one or other for one, other in named.findall(text_of(path))} - drawn) == []


@pytest.mark.parametrize(
    "path", sorted(OWN_STATIC.glob("*.*ss")) + sorted(OWN_STATIC.glob("*.svg")), ids=lambda p: p.name
)
def test_style_sheets_and_drawings_fetch_nothing_from_elsewhere(path: Path) -> None:
    text = path.read_text().replace("http://www.w3.org/2000/svg", "")
    assert "//" not in text
    assert "data:image" not in text
    assert "@import" not in text
    for named in re.findall(r'url\("([^"]+)"\)', text):
        assert (OWN_STATIC / named).is_file(), named


def test_the_page_of_a_broken_server_names_files_that_are_served(settings) -> None:
    """500.html and 503.html are written without tags, so the addresses in them are written out."""
    text = "".join((Path(settings.BASE_DIR) / "templates" / name).read_text() for name in ("500.html", "503.html"))
    assert "{%" not in text and "{{" not in text
    named = re.findall(r'(?:href|src)="(/[^"]*)"', text)
    assert len(named) > 4
    for address in [address for address in named if address != "/"]:
        assert address.startswith(settings.STATIC_URL)
        assert finders.find(address.removeprefix(settings.STATIC_URL)), address
