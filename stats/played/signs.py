"""Signs of the matches of a scope: what is kept of a match is as it would be worked out now while its sign is the same.

Every change to a match raises its version. A match in its post-match may get answers without that, so its sign is the
version of the league. What matches are read with beside their own rows, such as who coaches a team, has one sign.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from django.core.cache import cache
from django.db.models import Case, CharField, F, IntegerField, QuerySet, TextField, Value, When
from django.db.models.functions import Cast, JSONArray

from competitions.standings.kept_matches import Lines
from leagues.changes import version_of
from matches.models import Match
from stats.played.marks import mark_of
from stats.played.scope import Scope
from teams.models import Takeover, Team
from web.fingerprint import code
from web.prepared import Prepared
from web.preview import is_preview
from web.snapshot_reads import in_snapshot

OF_MATCHES, TAKEOVERS = "matches", "takeovers"
_FIXTURE = "fixture__round__"
_MATCH = (
    "pk", "sign", "state", "fixture__order", "fixture__round", f"{_FIXTURE}number", f"{_FIXTURE}competition",
    f"{_FIXTURE}competition__season", f"{_FIXTURE}competition__season__number",
)  # fmt: skip
_TEAM = ("pk", "coach", "coach_name", "team_list")
_TAKEOVER = ("pk", "team", "was", "was_name", "answered_at")
MEMO = "_signs_of_matches"
KEPT = 3600
"""Seconds. With the next change of the league nobody asks for them any more."""
GOING = f'"{Match.State.POST_MATCH}"'
"""In the sign of a match that is in its post-match."""


@dataclass(frozen=True)
class Signs:
    """The signs of the ``matches``, each of which begins with the match's row id, and that of everything ``around``
    them; ``handed`` says whether a team of the league ever had another coach."""

    matches: frozenset[str]
    around: str
    handed: bool

    def since(self, before: Signs) -> tuple[frozenset[int], frozenset[int]]:
        """The matches that are new or changed since others were read, and those that changed or left.

        What was compared last is kept: all figures of a page ask for the same.
        """
        last: tuple[Signs, Any] | None = self.__dict__.get("_last")
        if last is None or last[0] is not before:
            new, gone = _ids(self.matches - before.matches), _ids(before.matches - self.matches)
            last = self.__dict__["_last"] = before, (new, gone)
            before.__dict__.pop("_last", None)  # else each would hold all that came before it
        found: tuple[frozenset[int], frozenset[int]] = last[1]
        return found

    def __getstate__(self) -> dict[str, Any]:
        """Without what can be worked out again."""
        return {"matches": self.matches, "around": self.around, "handed": self.handed}

    @cached_property
    def going(self) -> frozenset[int]:
        """The matches that are in their post-match."""
        return _ids(sign for sign in self.matches if GOING in sign)

    @cached_property
    def digest(self) -> str:
        """All of it in a few letters, for keys."""
        whole = "\n".join([self.around, *sorted(self.matches)])
        return hashlib.sha256(whole.encode()).hexdigest()


class _OfBook(NamedTuple):
    """The signs of all matches by a book: the signs of each competition (row ids of it and of its season) as a text.

    ``known`` are those of the groups with these numbers: several scopes often have the same matches.
    """

    groups: Sequence[tuple[int | None, int | None, str]]
    around: str
    handed: bool
    known: dict[tuple[int, ...], Signs]


def signs_of(scope: Scope) -> Signs:
    """The signs of a scope: at most one query for all scopes of a book that are asked for with the same league."""
    version = version_of(scope.league)
    memo: dict[Any, Any] = scope.league.__dict__.setdefault(MEMO, {})
    if (version, scope.key) not in memo:
        book = (version, scope.edition)
        if book not in memo:
            memo[book] = _of_book(scope, version)
        memo[version, scope.key] = _in(scope, memo[book])
    signs: Signs = memo[version, scope.key]
    return signs


def are_known(scope: Scope) -> bool:
    """Whether the signs of a scope were read with the same league already."""
    return (version_of(scope.league), scope.key) in scope.league.__dict__.get(MEMO, ())


def _in(scope: Scope, whole: _OfBook) -> Signs:
    """Those of a scope among the signs of its book."""
    chosen = tuple(
        number
        for number, (competition, season, _text) in enumerate(whole.groups)
        if (competition is not None or scope.friendlies)
        and scope.competition in (None, competition)
        and scope.season in (None, season)
    )
    if chosen not in whole.known:
        found = frozenset(line for number in chosen for line in whole.groups[number][2].split("\n"))
        whole.known[chosen] = Signs(found, whole.around, whole.handed)
    return whole.known[chosen]


def _ids(signs: Iterable[str]) -> frozenset[int]:
    """The matches with these signs."""
    return frozenset(int(sign[1 : sign.index(",")]) for sign in signs)


def _of_book(scope: Scope, version: str) -> _OfBook:
    """Those of the scope's book: read once for a version of the league, by whichever process needs them first.

    The league must have been read inside the snapshot too, as pages and workers do: one that was read before it could
    have an earlier version than the matches, and their figures would be kept under signs newer than its rows.
    """
    if not in_snapshot() or is_preview():
        return _read(scope, version)
    league = scope.league
    whole = (league.slug, version, mark_of(league), scope.edition, getattr(league, "several_books", True), code())
    key = f"signs:{hashlib.sha256(repr(whole).encode()).hexdigest()}"
    found: _OfBook | None = cache.get(key)
    if found is None:
        found = _read(scope, version)
        cache.set(key, found, KEPT)
    return found


def _read(scope: Scope, version: str) -> _OfBook:
    groups, around = list[tuple[int | None, int | None, str]](), [scope.league.ruleset.edition]
    if getattr(scope.league, "several_books", True):
        every = Scope(league=scope.league, edition=scope.edition, friendlies=True)
        found = list(_signs(Match.objects.filter(every.matches()), scope.league.pk, version))
    else:
        found = _of_league(scope.league.pk, version)
    for kind, competition, season, text in found:
        if text and kind == OF_MATCHES:
            groups.append((competition, season, text))
        elif text:
            around += [f"{kind} {line}" for line in text.split("\n")]  # a database may give them in another order
    handed = any(each.startswith(TAKEOVERS) for each in around)
    return _OfBook(groups, "\n".join(sorted(around)), handed, {})


@Prepared
def _of_league(league: int, version: str) -> QuerySet[Any]:
    """The signs in a league of one book."""
    return _signs(Match.objects.filter(league=league, state__in=Match.PLAYED), league, version)


def _signs(matches: QuerySet[Match], league: int, version: str) -> QuerySet[Any]:
    sign = Case(
        When(state=Match.State.POST_MATCH, then=Value(version)),
        default=Cast("version", CharField()),
        output_field=CharField(),
    )
    matches = matches.annotate(sign=sign)
    matches = matches.annotate(competition=F(f"{_FIXTURE}competition"), season=F(f"{_FIXTURE}competition__season"))
    teams = Team.objects.filter(league=league)
    takeovers = Takeover.objects.filter(team__league=league, state=Takeover.State.ACCEPTED)
    nothing: Any = {name: Value(None, output_field=IntegerField()) for name in ("competition", "season")}
    parts = [
        _texts(matches, OF_MATCHES, _MATCH),
        _texts(teams.annotate(**nothing), "teams", _TEAM),
        _texts(takeovers.annotate(**nothing), TAKEOVERS, _TAKEOVER),
    ]
    return parts[0].union(*parts[1:], all=True)


def _texts(rows: QuerySet[Any], kind: str, columns: tuple[str, ...]) -> QuerySet[Any]:
    """What these rows are made of, in one text for each competition."""
    text = Lines(Cast(JSONArray(*map(F, columns)), TextField()))
    label = Value(kind, output_field=TextField())
    grouped = rows.order_by().annotate(label=label).values("label", "competition", "season")
    return grouped.annotate(text=text).values_list("label", "competition", "season", "text")
