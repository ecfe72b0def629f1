"""All stored rolls of a league against what fair dice give: those of the server, and those that people typed.

A roll of several dice counts each of them, a D68 as a D6 and a D8. Casualties that reports name by their result have no
roll, so dice of reports do not count.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches.models import MatchAnswer
from rules.sequence.sequence import DIGIT_DICE
from stats.pictures.fairness import LEAST_EXPECTED, Fairness, fairness
from stats.played.coaches import Coach
from stats.played.everything import PLAYED
from stats.played.kept import kept_figure
from stats.played.scope import Scope
from teams.models import TeamAnswer
from web.charts import Column, Drawing, column_chart

RARE, SELDOM, OFTEN, NEARLY_ALL = 0.01, 0.05, 0.2, 0.95
"""Shares of fair dice below which a word on chance changes."""


class Rolls(NamedTuple):
    """How often the faces of a kind of die came up for a coach with a team; ``server``: the server rolled them."""

    team: int
    coach: Coach
    server: bool
    faces: int
    counts: tuple[int, ...]


def _gather(scope: Scope) -> tuple[Rolls, ...]:
    sides = {(match.id, side.side): side for match in PLAYED.of(scope) for side in match.sides}
    found: Counter[tuple[int, Coach, bool, int, int]] = Counter()
    answers = MatchAnswer.objects.filter(scope.matches("match__"), question__kind="roll").order_by()
    rows = answers.values_list("match", "side", "rolled", "question", "value")
    for match, of, server, question, value in rows.iterator(chunk_size=2000):
        side = sides.get((match, of))
        if side is not None:
            found.update((side.team, side.coach, server, *die) for die in dice_in(question, value))
    if scope.season is None and scope.competition is None:
        for team, account, server, question, value in _before_matches(scope):
            found.update((team, Coach(account), server, *die) for die in dice_in(question, value))
    return tuple(_rolls(found))


def _before_matches(scope: Scope) -> Iterator[tuple[Any, ...]]:
    """The rolls at the founding of teams and at the ends of their seasons."""
    own = Q(team__edition=scope.edition)
    if scope.of_first_book:
        own = Q(team__edition__in=("", scope.league.ruleset.edition))
    rows = TeamAnswer.objects.filter(
        own, team__league=scope.league, question__kind="roll", team__founded_at__isnull=False
    )
    yield from rows.order_by().values_list("team", "by", "rolled", "question", "value")


def dice_in(question: Mapping[str, Any], value: Any) -> Iterator[tuple[int, int]]:
    """The dice of a stored roll, each with its number of faces and the face that came up."""
    for faces, face in zip(question.get("dice", ()), value if isinstance(value, list) else (), strict=False):
        if faces in DIGIT_DICE:
            yield from zip(DIGIT_DICE[faces], divmod(face, 10), strict=True)
        elif faces > 1 and 1 <= face <= faces:
            yield faces, face


def _rolls(found: Mapping[tuple[int, Coach, bool, int, int], int]) -> Iterator[Rolls]:
    by: dict[tuple[int, Coach, bool, int], list[int]] = {}
    for (team, coach, server, faces, face), count in found.items():
        by.setdefault((team, coach, server, faces), [0] * faces)[face - 1] += count
    for key in sorted(by, key=lambda each: (each[0], each[1].key, each[2], each[3])):
        yield Rolls(*key, counts=tuple(by[key]))


DICE = kept_figure("dice", _gather)


def dice_charts(scope: Scope, of: Callable[[Rolls], bool] = lambda rolls: True) -> list[Drawing]:
    """A chart for each kind of die, of those rolls that ``of`` says; no queries besides the figure's."""
    rolls = [each for each in DICE.of(scope) if of(each)]
    kinds = sorted({each.faces for each in rolls})
    return [_chart(faces, [each for each in rolls if each.faces == faces]) for faces in kinds]


def added(rolls: Iterable[Rolls], faces: int) -> tuple[int, ...]:
    """All these rolls of one kind of die together."""
    return tuple(map(sum, zip(*(each.counts for each in rolls), strict=True))) or (0,) * faces


def _chart(faces: int, rolls: Sequence[Rolls]) -> Drawing:
    counts = added(rolls, faces)
    die = _("D%(faces)d") % {"faces": faces}
    return column_chart(
        name=f"dice-{faces}",
        title=_("%(die)s: rolled against expectation") % {"die": die},
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
    kinds = ((True, _("By the server")), (False, _("Typed in")))
    for server, name in kinds:
        theirs = [each for each in rolls if each.server == server]
        if theirs:
            found = fairness(added(theirs, faces))
            count = ngettext("%(count)d roll", "%(count)d rolls", found.rolls) % {"count": found.rolls}
            said = _("%(who)s: %(rolls)s, average %(mean).2f (expected %(expected).2f).") % {
                "who": name, "rolls": count, "mean": found.mean, "expected": found.expected,
            }  # fmt: skip
            yield f"{said} {chance_words(found, faces)}"


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
    """The D6 of each coach with enough rolls, the highest average first; no queries besides the figure's."""
    by: dict[Coach, list[Rolls]] = {}
    for each in DICE.of(scope):
        if each.faces == SIX:
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
