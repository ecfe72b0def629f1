"""Lines of tables are drawn once for all that they say (`web.templatetags.web.lines_of`)."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from django.template import Context, Template
from django.test.utils import override_script_prefix
from django.utils.safestring import SafeString

from web.templatetags import web

LINES = Template('{% load web %}{% lines_of lines "stats/pictures/_dice_coach.html" %}')


class Found(NamedTuple):
    """Dice as the template asks for them."""

    rolls: int
    mean: float


class Rolled(NamedTuple):
    """A line of it."""

    slug: str
    account: int | None
    name: str
    found: Found
    words: str


def shown(*lines: Rolled) -> str:
    return LINES.render(Context({"lines": lines}))


def line(name: str = "Ann", rolls: int = 30) -> Rolled:
    return Rolled("league", 1, name, Found(rolls, 3.5), "nothing unusual")


def test_a_line_is_drawn_again_only_if_it_says_something_else(monkeypatch: pytest.MonkeyPatch) -> None:
    web._line.cache_clear()
    before = shown(line(), line("Bob"))
    monkeypatch.setattr(web, "render_to_string", lambda _template, told: f"[{told['each'].found.rolls}]")
    assert shown(line(), line("Bob")) == before
    assert shown(line(), line("Bob", 31)) == before.replace(shown(line("Bob")), "[31]")
    assert before.index("Ann") < before.index("Bob")


def test_links_follow_the_path_of_the_site() -> None:
    with override_script_prefix("/elsewhere/"):
        assert 'href="/elsewhere/' in shown(line())
    assert 'href="/elsewhere/' not in shown(line())


@pytest.mark.parametrize("first", [str, SafeString])
def test_names_are_escaped(first: type[str]) -> None:
    """Also after a line of HTML with the same characters, or before one."""
    second = str if first is SafeString else SafeString
    drawn = {kind: shown(line(kind("<b>Ann</b>"))) for kind in (first, second)}
    assert "<b>" not in drawn[str] and "<b>Ann</b>" in drawn[SafeString]
