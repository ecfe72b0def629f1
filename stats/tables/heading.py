"""What stands around the lines of a table: links that sort it, the headings of its columns, what its short words mean.

Only the reader's choices and the order decide about it, not what was played. So it is drawn once for each.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from stats.tables.measures import COACHES, LISTS, PLAYERS, STARS, TEAMS, Measure
from stats.tables.table import HIDDEN, NAME
from web.errors import Text

CALLED: Mapping[str, Text] = {
    PLAYERS: _("Player"),
    TEAMS: _("Team"),
    COACHES: _("Coach"),
    LISTS: _("Team list"),
    STARS: _("Star player"),
}
"""What the rows are called, as the heading of their names."""
BESIDE: Mapping[str, tuple[Text, ...]] = {
    PLAYERS: (_("Team"), _("Position")),
    TEAMS: (_("Team list"), _("Coach")),
}
"""The headings of what stands beside the names; positions come last, and are left out where no row has one."""
ARROWS = {"": "", "descending": SafeString('<span aria-hidden="true"> ▾</span>')}
ARROWS["ascending"] = SafeString('<span aria-hidden="true"> ▴</span>')


class Heading(NamedTuple):
    """A table by its ``kind``, ``sort`` and the reader's choices, which its links repeat.

    ``columns`` are its figures with the classes of their cells: those of ``measures``, and a rate beside one of them.
    ``beside`` are the headings of what stands beside the names.
    """

    kind: str
    measures: tuple[Measure, ...]
    columns: tuple[tuple[Measure, str], ...]
    beside: tuple[Text, ...]
    sort: str
    chosen: tuple[tuple[str, str], ...]

    def address(self, sort: str) -> str:
        """The query of the same table in another order."""
        return "?" + urlencode([*self.chosen, ("sort", sort)])


class Around(NamedTuple):
    """The links above a table, the headings of its columns, and the list of its short words, as HTML."""

    leading: SafeString
    heads: SafeString
    legend: SafeString


def around(heading: Heading) -> Around:
    """What stands around the lines of a table."""
    return _drawn(get_language(), heading)


@lru_cache(maxsize=256)
def _drawn(_language: str | None, heading: Heading) -> Around:
    by = heading.sort.removeprefix("-")
    leading = [
        {"name": each.name, "url": heading.address(f"-{each.key}"), "current": each.key == by}
        for each in heading.measures
        if each.leads
    ]
    heads = {
        "heads": [_head(heading, measure, css) for measure, css in heading.columns],
        "who": CALLED[heading.kind],
        "beside": heading.beside,
        "by_name": _name_head(heading),
    }
    shown = {measure for measure, css in heading.columns if HIDDEN not in css.split()}
    terms = [
        {"abbr": each.heading, "text": each.name, "css": "" if each in shown else HIDDEN} for each in heading.measures
    ]
    return Around(
        render_to_string("stats/tables/_leading.html", {"leading": leading}),
        render_to_string("stats/tables/_heads.html", heads),
        render_to_string("components/_legend.html", {"terms": terms}),
    )


def _head(heading: Heading, measure: Measure, css: str) -> dict[str, Any]:
    """The heading of a figure: a link that sorts by it, the highest first; the other way round if it does already."""
    key = measure.key
    way = {f"-{key}": "descending", key: "ascending"}.get(heading.sort, "")
    return {
        "heading": measure.heading,
        "name": measure.name,
        "css": css.replace("srt", "so"),
        "way": way,
        "arrow": ARROWS[way],
        "url": heading.address(key if way == "descending" else f"-{key}"),
    }


def _name_head(heading: Heading) -> dict[str, Any]:
    way = {NAME: "ascending", f"-{NAME}": "descending"}.get(heading.sort, "")
    return {"way": way, "url": heading.address(f"-{NAME}" if way == "ascending" else NAME)}
