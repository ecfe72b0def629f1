"""Parts of a competition's pages that are kept (``web.kept``)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from django.http import HttpRequest

from competitions.access import marks_of
from competitions.models import Competition
from leagues.changes import version_of
from web.kept import Kept


def kept_parts(
    request: HttpRequest,
    competition: Competition,
    *templates: str,
    gather: Callable[[], Mapping[str, Any]],
    args: Sequence[object] = (),
    marks: Collection[str] | None = None,
) -> Kept:
    """Parts of a competition's page; ``args`` are what they depend on besides it, ``marks`` the reader's if known."""
    marks = marks_of(request) if marks is None else marks
    return parts_of(competition, *templates, gather=gather, args=args, marks=marks)


def parts_of(
    competition: Competition,
    *templates: str,
    gather: Callable[[], Mapping[str, Any]],
    args: Sequence[object] = (),
    marks: Collection[str] = (),
) -> Kept:
    """The same for any reader with these marks."""
    return Kept(
        templates,
        version=version_of(competition.season.league),
        args=(competition.public_id, *args),
        gather=gather,
        marks=marks,
    )
