"""Parts of a page that are the same for everybody, drawn once and kept until something in the league changes.

A page is drawn from two sources. What everybody who may see it sees is gathered and drawn as a `Kept`; what is the
reader's own (buttons, their tasks) is laid beside it by the page's template. The templates of a `Kept` get what it
gathers and nothing else: no request, no user. So nothing private can be kept. Whether the reader may see the page at
all is decided before, for each request.

A part can contain pieces for some readers: that a team in a table is their own, a link for commissioners. A piece names
the marks of those who see it (`piece`), and each reader gets the pieces for their own marks. A piece holds only what
every visitor may know.

It is never stale: the key holds the version of the league (`leagues.changes.version_of`), which is read in the same
snapshot as the rows, the language, the time zone and the site's path. What the clock changes is kept until then
(`until`).
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple, TypeVar

from django.core.cache import cache
from django.core.paginator import Page
from django.template.loader import render_to_string
from django.urls import get_script_prefix
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from web.fingerprint import code
from web.preview import is_preview
from web.snapshot_reads import in_snapshot

LONGEST = 7 * 24 * 3600.0
"""Seconds. What no one asks for any more leaves the cache."""
LONGEST_PAGE = 6
"""Characters of a page's number in an address that are read."""
UNTIL = "until"
"""What `gather` may add: the next moment at which the clock changes the parts, or None."""
SEAL = secrets.token_hex(8)
"""Only this process knows it, so no text that people type can look like a piece."""
BEGIN, END = f"<{SEAL} ", f"</{SEAL}>"
"""Around a piece; the marks and a ">" follow the beginning."""

Segments = Sequence[tuple[frozenset[str] | None, str]]
"""A part as HTML, cut at its pieces: each segment with the marks of those who see it, or None if everybody does."""
Id = TypeVar("Id")
Value = TypeVar("Value")


class Drawn(NamedTuple):
    """Parts as HTML by their templates, and the next moment at which the clock changes one of them, or None."""

    parts: Mapping[str, Segments]
    until: datetime | None


class Kept:
    """Parts of a page for everybody.

    ``templates`` are the parts; each gets what ``gather`` returns. ``version`` is that of the league, ``args`` is all
    else that the parts depend on, such as the public id of a team and the number of a page. ``marks`` are the reader's.

    Without a ``version`` nothing is kept: for a reader who sees more than everybody.
    """

    def __init__(
        self,
        templates: Sequence[str],
        *,
        version: str | None,
        args: Sequence[object],
        gather: Callable[[], Mapping[str, Any]],
        marks: Collection[str] = (),
    ) -> None:
        self._templates = tuple(templates)
        self._version = version
        self._args = tuple(args)
        self._gather = gather
        self._marks = frozenset(marks)
        self._found: Drawn | None = None

    def part(self, template: str) -> SafeString:
        """One part as HTML. All of them are looked up, or gathered and drawn, when the first one is asked for."""
        segments = self._drawn().parts[template]
        seen = (text for marks, text in segments if marks is None or marks & self._marks)
        return mark_safe("".join(seen))  # noqa: S308 - drawn by a template, which escapes

    def draw(self) -> None:
        """Draw the parts and keep them, unless they are kept: what a reader would do who asks for them now."""
        self._drawn()

    @property
    def key(self) -> str | None:
        """The key in the cache, which tells all that the parts depend on but the clock; None if nothing is kept."""
        return key_of(self._templates, self._version, self._args)

    @property
    def seconds(self) -> float:
        """How long the parts may be kept, in seconds; not above 0 if not at all."""
        return seconds_until(self._drawn().until)

    def _drawn(self) -> Drawn:
        if self._found is None:
            self._found = self._found_or_drawn()
        return self._found

    def _found_or_drawn(self) -> Drawn:
        key = self.key
        found: Drawn | None = cache.get(key) if key else None
        if found is None:
            gathered = self._gather()
            parts = {name: _segments(render_to_string(name, {**gathered, "kept": True})) for name in self._templates}
            found = Drawn(parts, gathered.get(UNTIL))
            if key and (seconds := seconds_until(found.until)) > 0:
                cache.set(key, found, seconds)
        return found


def kept_values(
    name: str, versions: Mapping[Id, str], gather: Callable[[list[Id]], Mapping[Id, Value]]
) -> dict[Id, Value]:
    """Plain data of several leagues that no clock changes; ``gather`` is called for those that changed since.

    ``versions`` are those of the leagues by their ids, ``name`` says what the data is. The caller knows that the reader
    may see it, which ``gather`` must not depend on.
    """
    if not in_snapshot() or is_preview():
        return dict(gather(list(versions))) if versions else {}
    keys = {league: _hashed((name,), version, (league,)) for league, version in versions.items()}
    there = cache.get_many(keys.values()) if keys else {}
    found = {league: there[key] for league, key in keys.items() if key in there}
    if missing := [league for league in versions if league not in found]:
        gathered = gather(missing)
        found |= gathered
        cache.set_many({keys[league]: value for league, value in gathered.items()}, LONGEST)
    return found


def kept_html(name: str, signs: Mapping[Id, object], draw: Callable[[Id], str]) -> dict[Id, SafeString]:
    """HTML that is drawn once for each sign, by what it is for; ``draw`` is called for what is not kept.

    A sign is plain data whose `repr` says all that is drawn: figures, names and colours. Language, time zone and path
    count too, so it needs no version, and what did not change is not drawn again after a change elsewhere.
    """
    keys = {each: _hashed((name,), code(), (sign,)) for each, sign in signs.items()}
    there: dict[str, SafeString] = cache.get_many(keys.values()) if keys else {}
    found = {each: there[key] for each, key in keys.items() if key in there}
    new = {each: SafeString(draw(each)) for each in keys if each not in found}
    if new:
        cache.set_many({keys[each]: html for each, html in new.items()}, LONGEST)
    return {each: found[each] if each in found else new[each] for each in keys}


def key_of(names: Sequence[str], version: str | None, args: Sequence[object]) -> str | None:
    """The key in the cache of what is drawn for a version of a league; None if nothing is kept."""
    # Outside a snapshot, rows and version may be of different moments; in a preview, of what never comes to be.
    if version is None or not in_snapshot() or is_preview():
        return None
    return _hashed(names, version, args)


def _hashed(names: Sequence[str], version: str, args: Sequence[object]) -> str:
    """The key of these in the language, the time zone and the path that the page is drawn for."""
    where = (get_language(), timezone.get_current_timezone_name(), get_script_prefix())
    whole = (tuple(names), version, tuple(args), *where)
    return f"kept:{hashlib.sha256(repr(whole).encode()).hexdigest()}"


def piece(marks: str, html: str) -> SafeString:
    """HTML within a part for readers who have one of these marks, which are words with blanks between them."""
    return SafeString(f"{BEGIN}{marks}>{html}{END}")


def _segments(html: str) -> Segments:
    text, *pieces = html.split(BEGIN)
    found: list[tuple[frozenset[str] | None, str]] = [(None, text)]
    for each in pieces:
        marks, _bracket, rest = each.partition(">")
        own, _end, after = rest.partition(END)
        found += [(frozenset(marks.split()), own), (None, after)]
    return found


def seconds_until(moment: datetime | None) -> float:
    """How long something may be kept that the clock changes at a moment; not above 0 if not at all."""
    return LONGEST if moment is None else min(LONGEST, (moment - timezone.now()).total_seconds())


def worth_keeping(known: bool) -> dict[str, Any]:
    """For ``gather``: kept as long as possible if the address asks for something ``known``, else not at all.

    Otherwise made-up addresses would fill the cache with the same page.
    """
    return {} if known else {UNTIL: timezone.now()}


def numbered(page: str, of: Page[Any]) -> dict[str, Any]:
    """For ``gather``: whether the number of a page in an address is worth keeping: it is empty, or there is one."""
    return worth_keeping(page in {"", *map(str, of.paginator.page_range)})
