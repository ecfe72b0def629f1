"""All stored rolls of a league against what fair dice give: those of the server, and apart from them those that people
rolled and typed in, one by one when they were asked or in their reports.

A roll of several dice counts each of them, a D68 as a D6 and a D8. A report tells the dice of casualties
(`stats.pictures.told`); who rolled them it does not tell, so they count for the team whose player was hurt.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from django.db.models import CharField, F, IntegerField, Value
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches.models import MatchAnswer
from rules.sequence.sequence import DIGIT_DICE
from stats.pictures.fairness import LEAST_EXPECTED, Fairness, fairness
from stats.pictures.told import TOLD
from stats.played.coaches import Coach
from stats.played.everything import PLAYED
from stats.played.kept import kept_figure
from stats.played.scope import Scope
from teams.models import TeamAnswer
from web.charts import Column, Drawing, column_chart

RARE, SELDOM, OFTEN, NEARLY_ALL = 0.01, 0.05, 0.2, 0.95
"""Shares of fair dice below which a word on chance changes."""


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


def _gather(scope: Scope) -> Dice:
    sides = {(match.id, side.side): side for match in PLAYED.of(scope) for side in match.sides}
    found: Counter[Thrown] = Counter()
    throws: dict[tuple[int, int], list[int]] = {}
    for owner, side_of, account, server, question, value in _answers(scope):
        dice = list(dice_in(question, value))
        side = sides.get((owner, side_of))
        if side_of and side is None:
            continue
        match, team, coach = (owner, side.team, side.coach) if side is not None else (0, owner, Coach(account))
        found.update((team, coach, SERVER if server else TYPED, *die) for die in dice)
        _throw(throws, (match, team), dice if server else ())
    for told in TOLD.of(scope):
        side = sides.get((told.match, told.side))
        if side is not None:
            found.update((side.team, side.coach, REPORTED, *die) for die in told.dice)
    return Dice(tuple(_rolls(found)), tuple(Throw(*key, *sums) for key, sums in throws.items()))


Thrown = tuple[int, Coach, str, int, int]
"""Team, coach, who rolled, the faces of the die, and the face that came up."""


def _throw(throws: dict[tuple[int, int], list[int]], of: tuple[int, int], dice: Iterable[tuple[int, int]]) -> None:
    for faces, face in dice:
        sums = throws.setdefault(of, [0, 0, 0, 0])
        for place, more in enumerate((1, face, faces + 1, faces**2 - 1)):
            sums[place] += more


def _answers(scope: Scope) -> Iterator[tuple[Any, ...]]:
    """The rolls of matches, by match and side; under all time also those of teams, at their founding and at the ends of
    their seasons, by team and account, without a side. One query."""
    nobody, no_side = Value(None, output_field=IntegerField()), Value("", output_field=CharField())
    columns = ("owner", "side_of", "account", "rolled", "question", "value")
    answers = MatchAnswer.objects.filter(scope.matches("match__"), question__kind="roll").order_by()
    rows = answers.annotate(owner=F("match"), side_of=F("side"), account=nobody).values_list(*columns)
    if scope.season is None and scope.competition is None:
        editions = ("", scope.league.ruleset.edition) if scope.of_first_book else (scope.edition,)
        outside = TeamAnswer.objects.filter(
            team__edition__in=editions,
            team__league=scope.league,
            question__kind="roll",
            team__founded_at__isnull=False,
        ).order_by()
        outside = outside.annotate(owner=F("team"), side_of=no_side, account=F("by")).values_list(*columns)
        rows = rows.union(outside, all=True)
    yield from rows.iterator(chunk_size=2000)


def dice_in(question: Mapping[str, Any], value: Any) -> Iterator[tuple[int, int]]:
    """The dice of a stored roll, each with its number of faces and the face that came up."""
    for faces, face in zip(question.get("dice", ()), value if isinstance(value, list) else (), strict=False):
        if faces in DIGIT_DICE:
            pairs = zip(DIGIT_DICE[faces], divmod(face, 10), strict=True)
            yield from ((each, digit) for each, digit in pairs if 1 <= digit <= each)
        elif faces > 1 and 1 <= face <= faces:
            yield faces, face


def _rolls(found: Mapping[Thrown, int]) -> Iterator[Rolls]:
    by: dict[tuple[int, Coach, str, int], list[int]] = {}
    for (team, coach, who, faces, face), count in found.items():
        by.setdefault((team, coach, who, faces), [0] * faces)[face - 1] += count
    for key in sorted(by, key=lambda each: (each[0], each[1].key, each[2], each[3])):
        yield Rolls(*key, counts=tuple(by[key]))


# Teams roll dice outside matches too.
DICE = kept_figure("dice", _gather, of_matches=False)


def dice_charts(scope: Scope, of: Callable[[Rolls], bool] = lambda rolls: True) -> list[Drawing]:
    """A chart for each kind of die of the server, then for each that people rolled, of those rolls that ``of`` says; no
    queries besides the figure's."""
    rolls = [each for each in DICE.of(scope).rolls if of(each)]
    kinds = sorted({(each.by != SERVER, each.faces) for each in rolls})
    return [
        _chart(faces, [each for each in rolls if (each.by != SERVER, each.faces) == (people, faces)], people=people)
        for people, faces in kinds
    ]


def added(rolls: Iterable[Rolls], faces: int) -> tuple[int, ...]:
    """All these rolls of one kind of die together."""
    return tuple(map(sum, zip(*(each.counts for each in rolls), strict=True))) or (0,) * faces


def _chart(faces: int, rolls: Sequence[Rolls], *, people: bool) -> Drawing:
    counts = added(rolls, faces)
    die = _("D%(faces)d") % {"faces": faces}
    return column_chart(
        name=f"dice-{faces}{'-typed' if people else ''}",
        title=(
            _("%(die)s that people rolled, against expectation") if people else _("%(die)s: rolled against expectation")
        )
        % {"die": die},
        words=_(
            "Each face of the %(die)s has a column for how often it came up, and a line for how often it is expected."
        )
        % {"die": die},
        columns=[
            Column(name=str(face), found=count, expected=sum(counts) / faces)
            for face, count in enumerate(counts, start=1)
        ],
        head=_("Face"),
        found=_("Rolled"),
        expected=_("Expected"),
        note=" ".join(_notes(faces, rolls)),
    )


def _notes(faces: int, rolls: Sequence[Rolls]) -> Iterator[str]:
    kinds = ((SERVER, _("By the server")), (TYPED, _("Typed in when asked")), (REPORTED, _("In reports")))
    for by, name in kinds:
        theirs = [each for each in rolls if each.by == by]
        if theirs:
            found = fairness(added(theirs, faces))
            count = ngettext("%(count)d roll", "%(count)d rolls", found.rolls) % {"count": found.rolls}
            said = _("%(who)s: %(rolls)s, average %(mean).2f (expected %(expected).2f).") % {
                "who": name, "rolls": count, "mean": found.mean, "expected": found.expected,
            }  # fmt: skip
            yield f"{said} {chance_words(found, faces)}"
            if by == REPORTED:
                yield _("A report tells the dice of injuries alone, and not who rolled them.")


def chance_words(found: Fairness, faces: int) -> str:
    """A fair word on chance: how many of as many fair dice stray so far or further."""
    share = found.share
    if share is None:
        least = LEAST_EXPECTED * faces
        return _("Too few rolls to say anything about chance: it takes %(least)d.") % {"least": least}
    if share >= NEARLY_ALL:
        return _("Nearly all fair dice stray this far or further: nothing unusual.")
    if share >= OFTEN:
        words = _("About %(share)d of ten fair dice stray this far or further: nothing unusual.")
        return words % {"share": round(share * 10)}
    if share >= SELDOM:
        words = _("About %(share)d of a hundred fair dice stray this far or further: it happens.")
        return words % {"share": round(share * 100)}
    if share >= RARE:
        words = _(
            "About %(share)d of a hundred fair dice stray this far or further. That is rare for one coach, but chance "
            "alone shows it to some of many."
        )
        return words % {"share": round(share * 100)}
    return _(
        "Fewer than one of a hundred fair dice stray this far. That is unusual, and no proof of anything: of a hundred "
        "coaches, about one sees it by chance."
    )


class CoachDice(NamedTuple):
    """A coach's rolls of the six-sided die: how many, their average, and a word on chance."""

    coach: Coach
    found: Fairness
    words: str


SIX = 6


def dice_by_coach(scope: Scope) -> tuple[CoachDice, ...]:
    """The D6 of each coach with enough rolls, the highest average first; no queries besides the figure's.

    Those in reports do not count: nobody knows who rolled them.
    """
    by: dict[Coach, list[Rolls]] = {}
    for each in DICE.of(scope).rolls:
        if each.faces == SIX and each.by != REPORTED:
            by.setdefault(each.coach, []).append(each)
    found = [(coach, fairness(added(rolls, SIX))) for coach, rolls in by.items()]
    enough = [CoachDice(coach, each, chance_words(each, SIX)) for coach, each in found if each.share is not None]
    return tuple(sorted(enough, key=lambda each: (-each.found.mean, each.coach.key)))


def together_words(coaches: Sequence[CoachDice]) -> str:
    """How many coaches are beyond what one of twenty sees, and how many chance alone would give; empty for none."""
    if not coaches:
        return ""
    beyond = sum((each.found.share or 0) < SELDOM for each in coaches)
    return _(
        "%(beyond)d of %(coaches)d coaches stray so far that only one of twenty would with fair dice. Chance alone "
        "gives about %(expected).1f."
    ) % {"beyond": beyond, "coaches": len(coaches), "expected": len(coaches) * SELDOM}
