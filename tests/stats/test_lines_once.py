"""Lines of tables are drawn once for all that they say (`stats.templatetags.stats.lines_of`)."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from django.template import Context, Template
from django.test.utils import override_script_prefix

from stats.templatetags import stats

LINES = Template('{% load stats %}{% lines_of lines "stats/pictures/_dice_coach.html" %}')


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
    stats._line.cache_clear()
    before = shown(line(), line("Bob"))
    monkeypatch.setattr(stats, "render_to_string", lambda _template, told: f"[{told['each'].found.rolls}]")
    assert shown(line(), line("Bob")) == before
    assert shown(line(), line("Bob", 31)) == before.replace(shown(line("Bob")), "[31]")
    assert before.index("Ann") < before.index("Bob")


def test_links_follow_the_path_of_the_site() -> None:
    with override_script_prefix("/elsewhere/"):
        assert 'href="/elsewhere/' in shown(line())
    assert 'href="/elsewhere/' not in shown(line())


def test_names_are_escaped() -> None:
    assert "<b>" not in shown(line("<b>"))
