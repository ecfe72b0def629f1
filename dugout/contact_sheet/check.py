"""Checks pages in a headless browser: what axe finds, and what must be so on every page, at each width and theme."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any
from wsgiref.types import WSGIApplication

from dugout.contact_sheet import pictures
from dugout.contact_sheet.crawl import FoundPage

NARROW = ("narrow", 360)
"""The smallest phone: here only what does not fit is of interest."""
OWN = Path(__file__).with_name("findings.js").read_text(encoding="utf-8")
ALL_RULES: dict[str, Any] = {"resultTypes": ["violations"]}
COLOURS: dict[str, Any] = {**ALL_RULES, "runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}
"""The rules whose answer depends on the theme."""
ABORTED = "net::ERR_ABORTED"
UNFOLD = "document.querySelectorAll('main details').forEach(folded => { folded.open = true; })"


class NoAxe(Exception):
    """Pages cannot be checked here; the message says what is missing and how to get it."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Something wrong on a page: the rule, how bad it is (axe's word), what breaks it, and why if axe says so."""

    rule: str
    impact: str
    where: str
    why: str = ""


Findings = dict[Finding, list[str]]
"""What was found on a page, each with the windows that have it, such as `phone dark`; `load` while it was loaded."""


def axe() -> str:
    """The script of axe-core that the tests use too. Raises NoAxe where it is not installed."""
    try:
        from axe_playwright_python.base import AXE_SCRIPT
    except ImportError:
        missing = "axe is not installed: `.venv/bin/python -m pip install -r requirements-dev.txt`."
        raise NoAxe(missing) from None
    return str(AXE_SCRIPT)


def check(
    browser: Any, pages: Sequence[FoundPage], *, cookies: SimpleCookie, application: WSGIApplication
) -> Iterator[tuple[FoundPage, Findings]]:
    """Look at each page, with everything unfolded that folds; gives it with what was found, nothing if all is well.

    ``cookies`` are those of the reader. A page is loaded once and then shown at each width and theme, as for a reader
    who turns their phone.
    """
    script = axe()
    with pictures.serving(application) as site:
        window = pictures.window(browser, "phone", False, site, cookies)
        noted: list[Finding] = []
        _listen(window, site, noted)
        for page in pages:
            noted.clear()
            window.emulate_media(color_scheme="light")
            window.set_viewport_size(_size("phone"))
            window.goto(site + page.address, wait_until="load")
            window.evaluate(script)
            window.evaluate(UNFOLD)
            found: Findings = {}
            for name, findings in _looks(window):
                for finding in findings:
                    found.setdefault(finding, []).append(name)
            yield page, {**{finding: ["load"] for finding in noted}, **found}
        window.context.close()


def _looks(window: Any) -> Iterator[tuple[str, list[Finding]]]:
    """What is wrong with the page in each window, by the name of the window."""
    name, width = NARROW
    window.set_viewport_size({"width": width, "height": 740})
    yield name, _own(window)
    for size in pictures.SIZES:
        window.set_viewport_size(_size(size))
        window.emulate_media(color_scheme="light")
        yield f"{size} light", [*_own(window), *_by_axe(window, ALL_RULES)]
        window.emulate_media(color_scheme="dark")
        yield f"{size} dark", _by_axe(window, COLOURS)


def _own(window: Any) -> list[Finding]:
    return [Finding(rule, "serious", where) for rule, where in window.evaluate(OWN)]


def _by_axe(window: Any, options: dict[str, Any]) -> list[Finding]:
    return [
        Finding(rule["id"], node["impact"] or rule["impact"], " ".join(map(str, node["target"])), _reason(node))
        for rule in window.evaluate("options => axe.run(options)", options)["violations"]
        for node in rule["nodes"]
    ]


def _reason(node: dict[str, Any]) -> str:
    said = [each["message"] for kind in ("any", "all", "none") for each in node[kind]]
    return said[0] if said else ""


def _listen(window: Any, site: str, noted: list[Finding]) -> None:
    """Note what goes wrong while pages load."""

    def note(rule: str, where: str) -> None:
        noted.append(Finding(rule, "serious", where))

    def answered(response: Any) -> None:
        if response.status >= 400:
            note("failed-request", f"{response.status} {response.url.removeprefix(site)}")

    def asked(request: Any) -> None:
        if not request.url.startswith((site, "data:", "blob:")):
            note("other-host", request.url)

    def failed(request: Any) -> None:
        # A page that is left gives up what it was still asking for: no fault of any page.
        if request.failure != ABORTED:
            note("failed-request", request.url.removeprefix(site))

    window.on("console", lambda message: note("console-error", message.text) if message.type == "error" else None)
    window.on("pageerror", lambda error: note("script-error", str(error)))
    window.on("requestfailed", failed)
    window.on("response", answered)
    window.on("request", asked)


def _size(name: str) -> dict[str, int]:
    width, height = pictures.SIZES[name]
    return {"width": width, "height": height}
