"""All stored rolls of a league: those of the server, and apart from them those that people rolled and typed in, one by
one when they were asked or in their reports.

A roll of several dice counts each of them, a D68 as a D6 and a D8. A report tells the dice of casualties
(`stats.pictures.told`); who rolled them it does not tell, so they count for the team whose player was hurt.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any, NamedTuple

from django.db.models import Q, QuerySet

from matches.models import MatchAnswer
from rules.sequence.sequence import DIGIT_DICE
from stats.pictures.told import TOLD
from stats.played.coaches import Coach
from stats.played.everything import PLAYED
from stats.played.kept import kept_figure
from stats.played.scope import Scope
from teams.models import TeamAnswer
from web.prepared import Prepared

SERVER, TYPED, REPORTED = "server", "typed", "reported"
"""Who rolled: the server; a coach who was asked; somebody at the table, as a report says."""


class Rolls(NamedTuple):
    """How often the faces of a kind of die came up for a coach with a team; ``by`` is one of the three above."""

    team: int
    coach: Coach
    by: str
    faces: int
    counts: tuple[int, ...]


class Throw(NamedTuple):
    """All dice that the server rolled for a team in a match (row id; 0 for those outside matches).

    Their number, their sum, twice the sum that is expected, and twelve times its variance: whole numbers.
    """

    match: int
    team: int
    dice: int
    sum: int
    expected: int
    variance: int


class Dice(NamedTuple):
    """All rolls, and those of the server match by match."""

    rolls: tuple[Rolls, ...]
    throws: tuple[Throw, ...]


Counts = tuple[tuple[str, int, int, int], ...]
"""Who rolled, the faces of a die, the face that came up, and how often."""
Whose = tuple[int, Coach, str, int]
"""Team, coach, who rolled, and the faces of the die."""


class OfSide(NamedTuple):
    """The dice of one side of a match."""

    team: int
    coach: Coach
    counts: Counts


class OfMatches(NamedTuple):
    """The dice of each match (row id), one side after the other, and the sums of all."""

    sides: dict[int, tuple[OfSide, ...]]
    sums: dict[Whose, tuple[int, ...]]
    throws: dict[tuple[int, int], Throw]

    def add(self, match: int, sides: Sequence[OfSide]) -> None:
        """Count the dice of a match."""
        self.sides[match] = tuple(sides)
        for side in sides:
            _sum(self.sums, side, 1)
            for throw in _throws(match, side):
                self.throws[match, side.team] = throw

    def remove(self, match: int) -> None:
        """Count them no more."""
        for side in self.sides.pop(match, ()):
            _sum(self.sums, side, -1)
            self.throws.pop((match, side.team), None)


def _gather_matches(scope: Scope) -> OfMatches:
    return _with(OfMatches({}, {}, {}), scope, None)


def _grow(scope: Scope, before: OfMatches, new: AbstractSet[int], gone: AbstractSet[int]) -> OfMatches:
    found = OfMatches(before.sides.copy(), before.sums.copy(), before.throws.copy())
    for match in gone:
        found.remove(match)
    return _with(found, scope, new) if new else found


def _with(found: OfMatches, scope: Scope, only: AbstractSet[int] | None) -> OfMatches:
    """The same with the dice of some matches more, or of all. One query, without those of the matches and reports."""
    counts: dict[tuple[int, str], Counter[tuple[str, int, int]]] = {}
    for match, side, server, question, value in _answers(scope, only):
        dice = [(SERVER if server else TYPED, *die) for die in dice_in(question, value)]
        counts.setdefault((match, side), Counter()).update(dice)
    for told in TOLD.of(scope):
        if told.dice and (only is None or told.match in only):
            counts.setdefault((told.match, told.side), Counter()).update((REPORTED, *die) for die in told.dice)
    for played in PLAYED.of(scope):
        if only is None or played.id in only:
            both = ((side, counts.get((played.id, side.side))) for side in played.sides)
            theirs = [OfSide(side.team, side.coach, _flat(each)) for side, each in both if each]
            if theirs:
                found.add(played.id, theirs)
    return found


def _flat(counts: Mapping[tuple[str, int, int], int]) -> Counts:
    return tuple((*key, count) for key, count in counts.items())


def _sum(sums: dict[Whose, tuple[int, ...]], side: OfSide, sign: int) -> None:
    changed: dict[Whose, list[int]] = {}
    for by, faces, face, count in side.counts:
        key = (side.team, side.coach, by, faces)
        if key not in changed:
            changed[key] = list(sums.get(key, (0,) * faces))
        changed[key][face - 1] += sign * count
    for key, faces_up in changed.items():
        if any(faces_up):
            sums[key] = tuple(faces_up)
        else:
            sums.pop(key, None)


def _throws(match: int, side: OfSide) -> Iterator[Throw]:
    """The dice of the server among those of a side."""
    found = [0, 0, 0, 0]
    for by, faces, face, count in side.counts:
        for place, more in enumerate((1, face, faces + 1, faces**2 - 1) if by == SERVER else ()):
            found[place] += more * count
    if found[0]:
        yield Throw(match, side.team, *found)


OF_MATCHES = kept_figure("dice_of_matches", _gather_matches, grow=_grow)


@Prepared
def _outside(league: int, editions: Collection[str]) -> QuerySet[TeamAnswer, Any]:
    rows = TeamAnswer.objects.filter(team__edition__in=editions, team__league=league, team__founded_at__isnull=False)
    return rows.filter(question__kind="roll").order_by().values_list("team", "by", "rolled", "question", "value")


def _gather_outside(scope: Scope) -> tuple[OfSide, ...]:
    """The dice of teams outside matches, at their founding and at the ends of their seasons, by who answered; one
    query, none for a part of a league's life."""
    if scope.season is not None or scope.competition is not None:
        return ()
    editions = ["", scope.league.ruleset.edition] if scope.of_first_book else [scope.edition]
    found: dict[tuple[int, int | None], Counter[tuple[str, int, int]]] = {}
    for team, account, server, question, value in _outside(scope.league.pk, editions):
        dice = [(SERVER if server else TYPED, *die) for die in dice_in(question, value)]
        found.setdefault((team, account), Counter()).update(dice)
    return tuple(OfSide(team, Coach(account), _flat(counts)) for (team, account), counts in found.items())


OUTSIDE = kept_figure("dice_outside", _gather_outside, of_matches=False)


def all_dice(scope: Scope) -> Dice:
    """All dice of a scope: those of its matches, and under all time also those of teams outside them."""
    matches, outside = OF_MATCHES.of(scope), OUTSIDE.of(scope)
    sums = matches.sums
    if outside:
        sums = sums.copy()
        for each in outside:
            _sum(sums, each, 1)
    rolls = tuple(Rolls(*key, counts=counts) for key, counts in sums.items())
    return Dice(rolls, (*matches.throws.values(), *(throw for each in outside for throw in _throws(0, each))))


def _answers(scope: Scope, only: AbstractSet[int] | None) -> Iterator[tuple[Any, ...]]:
    """The rolls of matches, by match and side; one query."""
    if only is not None:
        of_scope = {played.id for played in PLAYED.of(scope)}
        yield from _answers_of([match for match in only if match in of_scope])
    else:
        yield from _rolls(scope.matches("match__")).iterator(chunk_size=2000)


@Prepared
def _answers_of(matches: Collection[int]) -> QuerySet[MatchAnswer, Any]:
    return _rolls(Q(match__in=matches))


def _rolls(matches: Q) -> QuerySet[MatchAnswer, Any]:
    rows = MatchAnswer.objects.filter(matches, question__kind="roll").order_by()
    return rows.values_list("match", "side", "rolled", "question", "value")


def dice_in(question: Mapping[str, Any], value: Any) -> Iterator[tuple[int, int]]:
    """The dice of a stored roll, each with its number of faces and the face that came up."""
    for faces, face in zip(question.get("dice", ()), value if isinstance(value, list) else (), strict=False):
        if faces in DIGIT_DICE:
            pairs = zip(DIGIT_DICE[faces], divmod(face, 10), strict=True)
            yield from ((each, digit) for each, digit in pairs if 1 <= digit <= each)
        elif faces > 1 and 1 <= face <= faces:
            yield faces, face
