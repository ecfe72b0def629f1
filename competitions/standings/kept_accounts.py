"""What each team has from its results, kept so that a table costs only the results that came since.

The accounts of matches that are over, and of decisions on matches that are not played, are kept with a sign for each:
its row as text, with the version of the match, which every change to a match raises. The next reading compares these
signs with those in the database and adds the results that came since. If a sign changed or left, if the points are
worth something else, or if other teams count, it counts all of them again. Byes, and matches in their post-match, are
read and added each time: which byes count depends on the other results.

The rows of the last round are read too: without them the accounts are those of the table before it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

from django.db.models import BooleanField, ExpressionWrapper, Q, QuerySet, TextField
from django.db.models.functions import Cast, JSONArray

from competitions.models import Competition, Fixture
from competitions.ranking.accounts import Accounts, add_results, new_accounts, take_back
from competitions.ranking.tables import Points, Result
from competitions.standings.kept_back import held_now, hold, keep, last_kept
from competitions.standings.kept_matches import Lines
from competitions.standings.results import (
    Entered,
    FixtureRow,
    Gathered,
    as_rows,
    entries,
    fixture_columns,
    fixture_rows,
    is_of,
    result_of,
    scheme_of,
    with_result,
)
from matches.models import Match
from web.prepared import Prepared

KEPT = "accounts"
"""The first word of their key in the cache."""
COUNTED = "counted"
"""The first word of what a process holds."""
FEW = 100
"""If more results came since, it is quicker to count all again."""


Signs = Mapping[int, str]
"""The signs of the settled results of each round by its number, each on a line, sorted."""


class Kept(NamedTuple):
    """Accounts of the results with these ``signs``, for the points and the teams that they were ``made_for``.

    ``latest`` is the last round with a match among them, -1 if there is none.
    """

    made_for: tuple[Any, ...]
    signs: Signs
    latest: int
    accounts: Accounts


class Counted(NamedTuple):
    """Teams, lots and adjustments of a competition, what each team has, and rows: all of those from a round on.

    ``signs`` and ``passing`` are all that was counted: the settled results by their signs, and the others.
    """

    gathered: Gathered
    accounts: Accounts
    first: int
    rows: Sequence[FixtureRow]
    signs: Signs
    passing: Sequence[Result]
    void: frozenset[int]


def counted_of_all(competitions: Sequence[Competition], *, last_round: bool = True) -> dict[int, Counted]:
    """What each team has in these competitions, by their ids, with the rows of the last round or without them.

    Four queries at most.
    """
    entered = entries([each.pk for each in competitions])
    points = {each.pk: scheme_of(each).points for each in competitions}
    made_for = {pk: (points[pk], frozenset(each.gathered.teams), frozenset(each.void)) for pk, each in entered.items()}
    signs, passing = _signs(entered)
    kept: dict[int, Kept] = {
        pk: each for pk, each in last_kept(KEPT, competitions).items() if each.made_for == made_for[pk]
    }
    since = {pk: _since(signs[pk], each.signs) for pk, each in kept.items()}
    new = {pk: some if (some := since.get(pk)) is not None else _fixtures_in(signs[pk].values()) for pk in entered}
    kept = {pk: each for pk, each in kept.items() if since[pk] is not None}
    recent = [*passing, *(one for pk in kept for one in new[pk])]
    last = {pk: max(rounds) for pk, rounds in signs.items() if last_round and len(rounds) > 1}
    rows = _rows(entered, [pk for pk in entered if pk not in kept], recent, last)
    counted = {
        pk: _with_settled(
            kept.get(pk) or Kept(made_for[pk], {}, -1, new_accounts(each.gathered.teams)),
            [row for row in rows[pk] if row.id in new[pk]],
            each.void,
            points[pk],
        )
        for pk, each in entered.items()
    }
    changed = [each for each in competitions if each.pk not in kept or new[each.pk]]
    keep(KEPT, {each: counted[each.pk]._replace(signs=signs[each.pk]) for each in changed})
    added = {
        pk: _with_passing(counted[pk], [row for row in rows[pk] if not row.settled], each, points[pk])
        for pk, each in entered.items()
    }
    first = {pk: last.get(pk, max(rounds, default=-1) + 1) for pk, rounds in signs.items()}
    return {
        pk: Counted(each.gathered, added[pk][0], first[pk], rows[pk], signs[pk], added[pk][1], frozenset(each.void))
        for pk, each in entered.items()
    }


def counted_again(competition: Competition) -> Counted:
    """The same for one competition: what this process made its table of, while that is true (``hold_counted``)."""
    found: Counted | None = held_now(COUNTED, competition)
    return found or counted_of_all([competition], last_round=False)[competition.pk]


def hold_counted(counted: Mapping[Competition, Counted]) -> None:
    """Hold what was counted for tables: the places by round need it too."""
    hold(COUNTED, counted)


def sign_before(competition: Competition, counted: Counted, before: int) -> str:
    """All that ``counted_before`` depends on, in a few letters."""
    gathered = counted.gathered
    whole = (
        scheme_of(competition),
        sorted(gathered.teams),
        sorted(gathered.coin_tosses.items()),
        sorted(repr(each) for each in gathered.adjustments if each.round <= before),
        sorted(counted.void),
        [counted.signs[number] for number in sorted(counted.signs) if number <= before],
        sorted(repr(each) for each in counted.passing if each.round <= before),
    )
    return sha256(repr(whole).encode()).hexdigest()


def counted_before(competition: Competition, counted: Counted, latest: int, before: int) -> tuple[Gathered, Accounts]:
    """What each team had after the round ``before``, if ``latest`` is the next one with a result, and the last.

    Hardly ever a query: the rows of the last round are there.
    """
    later = [row for row in counted.rows if row.round > before]
    if latest < counted.first:
        later = fixture_rows(with_result([competition.pk]).filter(round__number__gt=before))
    return _taken_back(competition, counted.gathered, counted.accounts, later, before)


def counted_after(competition: Competition, number: int) -> tuple[Gathered, Accounts]:
    """The same for one competition as it was after a round, by the results known today: one query more."""
    gathered, accounts, *_rows = counted_of_all([competition], last_round=False)[competition.pk]
    later = fixture_rows(with_result([competition.pk]).filter(round__number__gt=number))
    return _taken_back(competition, gathered, accounts, later, number)


def without_from(competition: Competition, counted: Counted, number: int) -> tuple[Accounts, list[Result]]:
    """The accounts without the results of a round and of later ones, which may be added again, and these. One query."""
    later = fixture_rows(with_result([competition.pk]).filter(round__number__gte=number))
    there = {entry[2] for account in counted.accounts.values() for entry in account.log}
    found = _results(later, (), max([-1, *(row.round for row in later)]))
    found = [each for each in found if each.key in there]
    accounts = _own(counted.accounts, later)
    take_back(accounts, found, scheme_of(competition).points)
    return accounts, found


def _taken_back(
    competition: Competition, gathered: Gathered, accounts: Accounts, later: Sequence[FixtureRow], number: int
) -> tuple[Gathered, Accounts]:
    latest = max([-1, *(row.round for row in later)])
    earlier = _own(accounts, later)
    take_back(earlier, _results(later, (), latest), scheme_of(competition).points)
    return gathered.after(number), earlier


def _own(accounts: Accounts, rows: Iterable[FixtureRow]) -> Accounts:
    """The accounts, to be changed by these rows: what is kept must stay as it is."""
    teams = {team for row in rows for team in (row.home, row.away)}
    return {team: account.copy() if team in teams else account for team, account in accounts.items()}


def _with_settled(kept: Kept, rows: Sequence[FixtureRow], void: Collection[int], points: Points) -> Kept:
    """The accounts with these results of two teams added, without those of teams that left with all their matches."""
    played = [row.round for row in rows if row.played is not None]
    accounts = _own(kept.accounts, rows)
    add_results(accounts, _results([row for row in rows if row.settled], void), points)
    return kept._replace(latest=max([kept.latest, *played]), accounts=accounts)


def _with_passing(
    kept: Kept, rows: Sequence[FixtureRow], entered: Entered, points: Points
) -> tuple[Accounts, list[Result]]:
    """The accounts with matches in their post-match and byes, and all of these: those of a team that left count up to
    its last match."""
    accounts = _own(kept.accounts, rows)
    matches, byes = [row for row in rows if row.away is not None], [row for row in rows if row.away is None]
    latest = max([kept.latest, *(row.round for row in matches if row.played is not None)])
    played = _results(matches, entered.void)
    add_results(accounts, played, points)
    left = {team: max([0, *(entry[1] for entry in accounts[team].log)]) for team in entered.left}
    counted = _results(byes, entered.void, latest)
    counted = [each for each in counted if each.round <= left.get(int(each.home.team), each.round)]
    add_results(accounts, counted, points)
    return accounts, played + counted


def _results(rows: Iterable[FixtureRow], void: Collection[int], latest: int = 0) -> list[Result]:
    found = [result for row in rows if (result := result_of(row, latest)) is not None]
    return [each for each in found if not any(is_of(each, team) for team in void)]


def _settled() -> Q:
    """Fixtures of two teams whose result changes only by a correction or another decision."""
    return Q(away__isnull=False) & (Q(match__isnull=True) | ~Q(match__state=Match.State.POST_MATCH))


_SIGN = (
    "id", "round__number", "order", "home", "away", "home_outcome", "away_outcome", "counted", "match__state",
    "match__version",
)  # fmt: skip
"""What a sign is made of: the fixture first."""


def _signs(competitions: Collection[int]) -> tuple[dict[int, dict[int, str]], set[int]]:
    """The signs of all settled results by competition and round, and the fixtures with other results.

    The database makes those of a round into one text, since there are many.
    """
    signs: dict[int, dict[int, str]] = {competition: {} for competition in competitions}
    passing: set[int] = set()
    for competition, number, is_settled, text in _signs_by_round(list(competitions)):
        if is_settled:
            signs[competition][number] = "\n".join(sorted(text.split("\n")))
        else:
            passing |= _fixtures_in([text])
    return signs, passing


@Prepared
def _signs_by_round(competitions: Collection[int]) -> QuerySet[Fixture, Any]:
    settled = ExpressionWrapper(_settled(), output_field=BooleanField())
    rows = with_result(competitions).annotate(settled=settled)
    rows = rows.values_list("round__competition", "round__number", "settled")
    return rows.annotate(signs=Lines(Cast(JSONArray(*_SIGN), TextField())))


def _since(now: Signs, kept: Signs) -> set[int] | None:
    """The fixtures whose results came since signs were kept; None if one changed or left, or if there are many."""
    new: set[str] = set()
    for number in now.keys() | kept.keys():
        there, before = now.get(number, ""), kept.get(number, "")
        if there != before:
            lines, earlier = set(there.split("\n")), set(before.split("\n")) - {""}
            if not earlier <= lines:
                return None
            new |= lines - earlier
    if len(new) > FEW:
        return None
    return _fixtures_in(["\n".join(new)]) if new else set()


def _fixtures_in(signs: Iterable[str]) -> set[int]:
    """The fixtures in these texts, which have a sign on each line."""
    return {int(sign[1 : sign.index(",")]) for text in signs for sign in text.split("\n")}


def _rows(
    every: Collection[int], whole: Collection[int], recent: Collection[int], last: Mapping[int, int]
) -> dict[int, list[FixtureRow]]:
    """The rows of the results of these whole competitions, of recent fixtures and of rounds, by competition.

    ``last`` has the number of a round of some competitions: that round and later ones are read too.
    """
    found: dict[int, list[FixtureRow]] = {competition: [] for competition in every}
    ends = {competition: number for competition, number in last.items() if competition not in whole}
    if whole or recent or last:
        for row in as_rows(_columns(list(every), list(whole), list(recent), list(ends), list(ends.values()))):
            found[row.competition].append(row)
    return found


@Prepared
def _columns(
    every: Collection[int], whole: Collection[int], recent: Collection[int], ends: Sequence[int], rounds: Sequence[int]
) -> QuerySet[Fixture, Any]:
    """Those of the results in ``whole`` competitions, of ``recent`` fixtures, and of competitions from a round on."""
    wanted = Q(round__competition__in=whole) | Q(pk__in=recent)
    for competition, number in zip(ends, rounds, strict=True):
        wanted |= Q(round__competition=competition, round__number__gte=number)
    return fixture_columns(with_result(every).filter(wanted))
