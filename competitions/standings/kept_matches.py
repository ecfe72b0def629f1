"""What is worked out from a competition's matches one by one, kept so that a result costs only what it adds.

The value of the matches that are over is kept with the version of each of them, which every change to a match raises.
The next reading compares these versions with those in the database. If matches only came since, only these are read.
If one changed or left, all of them are read again. Matches in their post-match are read each time.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any, NamedTuple

from django.db.models import Aggregate, BooleanField, Case, QuerySet, TextField, Value, When
from django.db.models.functions import Cast, JSONArray

from competitions.models import Competition
from competitions.standings.kept_back import keep, last_kept
from matches.models import Match
from web.prepared import Prepared

FEW = 100
"""If more matches came since, it is quicker to read all again."""


class Lines(Aggregate):
    """All texts of a group, each on a line, in no order."""

    function = "STRING_AGG"
    template = "%(function)s(%(expressions)s, chr(10))"
    output_field = TextField()

    def as_sqlite(self, compiler: Any, connection: Any, **context: Any) -> Any:
        """The same, by another name."""
        template = "%(function)s(%(expressions)s, char(10))"
        return self.as_sql(compiler, connection, function="GROUP_CONCAT", template=template, **context)


class Played(NamedTuple):
    """The matches of competitions that count: those that are ``over``, and those ``going`` through their post-match.

    ``over`` has the signs of the matches by competition: id and version, each on a line, sorted. ``going`` has the
    competition of each match.
    """

    over: dict[int, str]
    going: dict[int, int]


class Kept(NamedTuple):
    """A value made from the matches with these signs."""

    signs: str
    value: Any


class Since(NamedTuple):
    """The kept ``value``, and the matches that came since; None if all matches must be read, which ``new`` has."""

    value: Any
    new: list[int]


def played_in(competitions: Iterable[Competition]) -> Played:
    """The matches of these competitions that count, with one query."""
    found = Played({each.pk: "" for each in competitions}, {})
    for pk, is_going, text in _signs(list(found.over)):
        signs = text.split("\n")
        if is_going:
            found.going.update(dict.fromkeys(_matches(signs), pk))
        else:
            found.over[pk] = "\n".join(sorted(signs))
    return found


@Prepared
def _signs(competitions: Collection[int]) -> QuerySet[Match, Any]:
    going = Case(When(state=Match.State.POST_MATCH, then=Value(True)), default=False, output_field=BooleanField())
    rows = Match.objects.filter(fixture__round__competition__in=competitions, state__in=Match.PLAYED).order_by()
    rows = rows.annotate(going=going).values_list("fixture__round__competition", "going")
    return rows.annotate(signs=Lines(Cast(JSONArray("pk", "version"), TextField())))


def since_kept(what: str, competitions: Iterable[Competition], played: Played) -> dict[int, Since]:
    """What was kept under this name of each competition, and which of its matches came since; by competition."""
    kept: dict[int, Kept] = last_kept(what, competitions)
    return {pk: _since(signs, kept.get(pk)) for pk, signs in played.over.items()}


def keep_by_matches(what: str, played: Played, values: Mapping[Competition, Any]) -> None:
    """Keep these values, which were made from all matches that are over."""
    keep(what, {each: Kept(played.over[each.pk], value) for each, value in values.items()})


def _since(signs: str, kept: Kept | None) -> Since:
    if kept is not None and kept.signs == signs:
        return Since(kept.value, [])
    now = set(signs.split("\n")) - {""}
    before = set(kept.signs.split("\n")) - {""} if kept is not None else None
    if kept is None or before is None or not before <= now or len(now - before) > FEW:
        return Since(None, _matches(now))
    return Since(kept.value, _matches(now - before))


def _matches(signs: Iterable[str]) -> list[int]:
    return [int(sign[1 : sign.index(",")]) for sign in signs]
