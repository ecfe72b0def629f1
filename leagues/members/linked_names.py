"""Names of people in a league, each linked to their page as a coach where they have one."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString

from accounts.models import FORMER, User
from leagues.extensions import member_pages
from leagues.models import League
from web.addresses import address


def coach_link(slug: str, account: int | None, name: str, css: str = "") -> str:
    """The name of a coach of a team, linked to their page in the league; the same for every reader.

    ``account`` is the id of their account, None for a coach from old records. A deleted account has no page. ``css`` is
    a class of the link.
    """
    if not name or name == FORMER:
        return name
    page = member_pages.get("coach")
    if page is None:
        return name
    url = address(page.route, slug, f"~{name}" if account is None else account)
    if css:
        return format_html('<a class="{}" href="{}">{}</a>', css, url, name)
    return format_html('<a href="{}">{}</a>', url, name)


class LinkedNames:
    """The names of these people as a page of the league shows them; the same for every reader.

    ``coaches`` are ids of those who are known to have a team that everybody may know of. One query if there are others.
    """

    def __init__(self, league: League, people: Iterable[User | None], coaches: Collection[int] = ()) -> None:
        self._slug, self._coaches = league.slug, frozenset(coaches)
        ids = {each.pk for each in people if each is not None and each.deleted_at is None} - self._coaches
        if ids:
            self._coaches |= _coaches(league, ids)

    def of(self, person: User | None) -> SafeString:
        """The name of one of them, as HTML; empty for nobody. Who never had a team has no page."""
        return _named(self._slug, person, self._coaches)


def named(league: League, person: User | None, coaches: Collection[int] = ()) -> SafeString:
    """The same for somebody whom a page names by the way: the first one asks for all coaches of the league.

    ``coaches`` are ids of those who are known to coach there. One query for each ``league`` as it was read, however
    many others the page names.
    """
    if person is None or person.deleted_at is not None or person.pk in coaches:
        return _named(league.slug, person, coaches)
    held = vars(league)
    if "coaches_linked" not in held:
        held["coaches_linked"] = _coaches(league, None)
    return _named(league.slug, person, held["coaches_linked"])


def named_to_all(league: League, person: User | None) -> SafeString:
    """The same for a reader who may not be in the league: of a private one it tells only the name."""
    return named(league, person) if league.public else _named(league.slug, person, ())


def _coaches(league: League, ids: Collection[int] | None) -> frozenset[int]:
    """Those of these people, or all, who have a page as a coach of the league."""
    page = member_pages.get("coach")
    asked = page.theirs if page is not None else None
    return frozenset(asked(league, ids)) if asked is not None else frozenset()


def _named(slug: str, person: User | None, coaches: Collection[int]) -> SafeString:
    if person is None:
        return SafeString("")
    if person.pk not in coaches:
        return conditional_escape(person.name)
    return conditional_escape(coach_link(slug, person.pk, person.name))
