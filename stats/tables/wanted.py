"""What an address of statistics asks for: which table, of whom, in which order."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import QueryDict

from stats.tables import filters
from web.kept import LONGEST_PAGE


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What an address asks for: the kind of table, the choices, the sort and the page, read but not yet checked."""

    kind: str
    chosen: Mapping[str, str]
    sort: str = ""
    page: str = ""

    @property
    def args(self) -> tuple[object, ...]:
        """For the key of a kept page."""
        return (self.kind, tuple(sorted(self.chosen.items())), self.sort, self.page)

    def address_of(self, names: Collection[str]) -> str:
        """The query with these choices alone; empty without any."""
        kept = {name: value for name, value in self.chosen.items() if name in names}
        return f"?{urlencode(kept)}" if kept else ""


def wanted(kind: str, query: QueryDict) -> Wanted:
    """What an address asks for."""
    sort, page = query.get("sort", ""), query.get("page", "")
    return Wanted(
        kind=kind,
        chosen=filters.read(query),
        sort=sort if len(sort) <= filters.LONGEST else "",
        page=page[:LONGEST_PAGE],
    )
