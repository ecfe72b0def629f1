"""Names of people in a league, each linked to their page as a coach where they have one."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.html import conditional_escape
from django.utils.safestring import SafeString

from accounts.models import User
from leagues.extensions import member_pages
from leagues.models import League
from leagues.templatetags.leagues import coach_link


class LinkedNames:
    """The names of these people as a page of the league shows them; the same for every reader. One query at most."""

    def __init__(self, league: League, people: Iterable[User | None]) -> None:
        self._slug = league.slug
        page = member_pages.get("coach")
        ids = {each.pk for each in people if each is not None and each.deleted_at is None}
        asked = page.theirs if page is not None and ids else None
        self._coaches = frozenset(asked(league, ids)) if asked is not None else frozenset[int]()

    def of(self, person: User | None) -> SafeString:
        """The name of one of them, as HTML; empty for nobody. Who never had a team has no page."""
        if person is None:
            return SafeString("")
        if person.pk not in self._coaches:
            return conditional_escape(person.name)
        return conditional_escape(coach_link(self._slug, person.pk, person.name))
