"""What every template of the house owes to the content policy and to readers, read from the files themselves."""

import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.template.loader import get_template

from tests.look.source import OWN_STATIC, VENDOR, name, template_name, templates

TEMPLATES = pytest.mark.parametrize("path", templates(), ids=name)
TAG = re.compile(r"<[a-zA-Z](?:[^<>{]|\{\{.*?\}\}|\{%.*?%\})*>", re.DOTALL)
ELSEWHERE = re.compile(r"""(?:src|href|action|content|url)\s*[=(]\s*["']?(?:https?:)?//""", re.IGNORECASE)
HANDLER = re.compile(r"\son[a-z]+\s*=|\shx-on[:-]", re.IGNORECASE)
STYLED = re.compile(r"\sstyle\s*=", re.IGNORECASE)


def tags(path: Path, element: str) -> list[str]:
    """The opening tags of one kind of element, with the template language inside them."""
    return [tag for tag in TAG.findall(path.read_text()) if re.match(rf"<{element}[\s>]", tag)]


@TEMPLATES
def test_a_template_compiles(path: Path) -> None:
    assert get_template(template_name(path)).template.nodelist


@TEMPLATES
def test_nothing_is_inline_that_the_content_policy_refuses(path: Path) -> None:
    text = path.read_text()
    assert "<style" not in text
    assert "javascript:" not in text
    for tag in TAG.findall(text):
        assert not HANDLER.search(tag), tag
        assert not STYLED.search(tag), tag
    for tag in tags(path, "script"):
        assert " src=" in tag or 'type="application/json"' in tag, tag


@TEMPLATES
def test_a_template_fetches_nothing_from_elsewhere(path: Path) -> None:
    assert not ELSEWHERE.search(path.read_text())


@TEMPLATES
def test_pictures_have_words_or_are_hidden(path: Path) -> None:
    for tag in tags(path, "img"):
        assert " alt=" in tag, tag
    for tag in tags(path, "svg"):
        named = 'role="img"' in tag and ("aria-label=" in tag or "aria-labelledby=" in tag)
        assert named or 'aria-hidden="true"' in tag, tag


@TEMPLATES
def test_a_form_that_posts_carries_its_token(path: Path) -> None:
    text = path.read_text()
    posting = [tag for tag in tags(path, "form") if re.search(r'method="post"', tag, re.IGNORECASE)]
    assert len(re.findall(r"\{% csrf_token %\}", text)) >= len(posting)


@TEMPLATES
def test_every_header_cell_says_what_it_heads(path: Path) -> None:
    for tag in tags(path, "th"):
        assert "scope=" in tag, tag


@TEMPLATES
def test_every_static_file_that_a_template_names_exists(path: Path) -> None:
    for named in re.findall(r"\{% static ['\"]([^'\"]+)['\"] %\}", path.read_text()):
        assert finders.find(named), named


@TEMPLATES
def test_every_icon_that_a_template_names_is_in_the_sprite(path: Path) -> None:
    text = path.read_text()
    named = re.findall(r'components/_icon\.html" with name="([^"]+)"', text) + re.findall(r'\sicon="([^"]+)"', text)
    (sprite,) = VENDOR.glob("bootstrap-icons-*/icons.svg")
    drawn = set(re.findall(r'<symbol id="([^"]+)"', sprite.read_text()))
    assert set(named) <= drawn


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
    """500.html is written without tags, so the addresses in it are written out."""
    text = (Path(settings.BASE_DIR) / "templates" / "500.html").read_text()
    assert "{%" not in text and "{{" not in text
    named = re.findall(r'(?:href|src)="(/[^"]*)"', text)
    assert len(named) > 4
    for address in [address for address in named if address != "/"]:
        assert address.startswith(settings.STATIC_URL)
        assert finders.find(address.removeprefix(settings.STATIC_URL)), address
