"""How much CSS a page has."""

from __future__ import annotations

import re

from tests.look.source import OWN_STATIC
from web.drawing.static_files import short

WITHOUT_SCRIPTS = re.compile(r"<noscript>.*?</noscript>", re.DOTALL)


def css_of(html: str) -> int:
    """The bytes of all style sheets that a page links, as they are sent to a browser with scripts."""
    linked = r'<link rel="stylesheet" href="/static/([\w/]+)\.(?:[0-9a-f]{12}\.)?css"'
    found = re.findall(linked, WITHOUT_SCRIPTS.sub("", html))
    assert len(found) > 4
    return sum(len(short((OWN_STATIC.parent / f"{path}.css").read_text()).encode()) for path in found)
