"""Pictures of all stored rolls of a league (`stats.pictures.rolled`) against what fair dice give."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from stats.pictures.fairness import LEAST_EXPECTED, Fairness, fairness
from stats.pictures.rolled import REPORTED, SERVER, TYPED, Rolls, all_dice
from stats.played.coaches import Coach
from stats.played.scope import Scope
from web.charts import Column, Drawing, column_chart
from web.charts.layout import laid_out
from web.kept import kept_html

RARE, SELDOM, OFTEN, NEARLY_ALL = 0.01, 0.05, 0.2, 0.95
"""Shares of fair dice below which a word on chance changes."""


Sums = dict[tuple[bool, int], dict[str, tuple[int, ...]]]
"""How often the faces came up by who rolled, for each kind of die: whether people rolled it, and its faces."""


def dice_charts(scope: Scope, of: Callable[[Rolls], bool] = lambda rolls: True) -> list[Drawing]:
    """A chart for each kind of die of the server, then for each that people rolled, of those rolls that ``of`` says; no
    queries besides those for the figures."""
    sums = _sums(scope, of)
    return [_chart(faces, sums[people, faces], people=people) for people, faces in sorted(sums)]


def kept_dice_charts(scope: Scope, of: Callable[[Rolls], bool] = lambda rolls: True) -> list[SafeString]:
    """The same laid out."""
    sums = _sums(scope, of)
    signs = {kind: (kind, sorted(sums[kind].items())) for kind in sorted(sums)}
    drawn = kept_html("dice", signs, lambda kind: laid_out(_chart(kind[1], sums[kind], people=kind[0])))
    return list(drawn.values())


def _sums(scope: Scope, of: Callable[[Rolls], bool]) -> Sums:
    found: dict[tuple[bool, int], dict[str, list[Rolls]]] = {}
    for each in all_dice(scope).rolls:
        if of(each):
            found.setdefault((each.by != SERVER, each.faces), {}).setdefault(each.by, []).append(each)
    return {
        (people, faces): {by: added(rolls, faces) for by, rolls in theirs.items()}
        for (people, faces), theirs in found.items()
    }


def added(rolls: Iterable[Rolls], faces: int) -> tuple[int, ...]:
    """All these rolls of one kind of die together."""
    return tuple(map(sum, zip(*(each.counts for each in rolls), strict=True))) or (0,) * faces


def _chart(faces: int, rolled: Mapping[str, tuple[int, ...]], *, people: bool) -> Drawing:
    counts = tuple(map(sum, zip(*rolled.values(), strict=True)))
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
        note=" ".join(_notes(faces, rolled)),
    )


def _notes(faces: int, rolled: Mapping[str, tuple[int, ...]]) -> Iterator[str]:
    kinds = ((SERVER, _("By the server")), (TYPED, _("Typed in when asked")), (REPORTED, _("In reports")))
    for by, name in kinds:
        if by in rolled:
            found = fairness(rolled[by])
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
    for each in all_dice(scope).rolls:
        if each.faces == SIX and each.by != REPORTED:
            by.setdefault(each.coach, []).append(each)
    found = [(coach, _fairness(added(rolls, SIX))) for coach, rolls in by.items()]
    enough = [CoachDice(coach, each, chance_words(each, SIX)) for coach, each in found if each.share is not None]
    return tuple(sorted(enough, key=lambda each: (-each.found.mean, each.coach.key)))


_fairness = lru_cache(maxsize=1024)(fairness)
"""A result changes the dice of two coaches."""


def together_words(coaches: Sequence[CoachDice]) -> str:
    """How many coaches are beyond what one of twenty sees, and how many chance alone would give; empty for none."""
    if not coaches:
        return ""
    beyond = sum((each.found.share or 0) < SELDOM for each in coaches)
    return _(
        "%(beyond)d of %(coaches)d coaches stray so far that only one of twenty would with fair dice. Chance alone "
        "gives about %(expected).1f."
    ) % {"beyond": beyond, "coaches": len(coaches), "expected": len(coaches) * SELDOM}
