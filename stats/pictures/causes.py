"""Casualties by what caused them: those that each team inflicted, as the confirmed reports say.

A report need not list how a player on no roster was hurt, and records from elsewhere say it only of those who died.
Such casualties are a part of their own, so that a bar is as long as the casualties that the tables count.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from competitions.names import TeamName
from matches.report.causes import CAUSES
from rules.book.book import Book
from stats.pictures.told import INFLICTED, TOLD, Told
from stats.played.kept import kept_figure
from stats.played.names import names_for
from stats.played.scope import Scope
from teams.presentation.wearers import wearer
from web.charts import Bar, Drawing, Part, bar_chart
from web.charts.drawing import NOTHING
from web.charts.layout import kept_chart

UNKNOWN = ""
MOST_TEAMS = 16
SHOWN = (*(cause for cause in CAUSES if cause in INFLICTED), UNKNOWN)
"""The causes in the order of a bar; how many of a bar's casualties have none is its last part."""
Causes = dict[int, dict[str, int]]
"""Casualties by cause for each team that inflicted them."""


class OfMatches(NamedTuple):
    """What each team inflicted in each match (row id), by cause, and the sums of all."""

    matches: dict[int, tuple[tuple[int, tuple[str, ...]], ...]]
    sums: Causes

    def add(self, match: int, times: int) -> None:
        """Count a match, or with ``times`` of -1 count it no more. The sums of its teams become new ones."""
        for team, causes in self.matches.get(match, ()):
            counts = self.sums[team] = self.sums.get(team, {}).copy()
            for cause in causes:
                counts[cause] = counts.get(cause, 0) + times
                if not counts[cause]:
                    del counts[cause]


def _gather(scope: Scope) -> OfMatches:
    return _with(OfMatches({}, {}), TOLD.of(scope))


def _grow(scope: Scope, before: OfMatches, new: AbstractSet[int], gone: AbstractSet[int]) -> OfMatches:
    found = OfMatches(before.matches.copy(), before.sums.copy())
    for match in gone:
        found.add(match, -1)
        found.matches.pop(match, None)
    return _with(found, [each for each in TOLD.of(scope) if each.match in new])


def _with(found: OfMatches, told: Iterable[Told]) -> OfMatches:
    sides = {(each.match, each.side): each for each in told}
    for (match, side), own in sides.items():
        other = sides.get((match, OTHER[side]))
        causes = other.causes if other is not None else ()
        causes += (UNKNOWN,) * (own.casualties - len(causes))
        found.matches[match] = (*found.matches.get(match, ()), (own.team, causes))
    for match in dict.fromkeys(match for match, _side in sides):
        found.add(match, 1)
    return found


OTHER = {"home": "away", "away": "home"}
CASUALTY_CAUSES = kept_figure("casualty_causes", _gather, grow=_grow)


def causes_of(scope: Scope) -> Causes:
    """The casualties of a scope by cause, for each team that inflicted any."""
    return {team: counts for team, counts in CASUALTY_CAUSES.of(scope).sums.items() if counts}


class _Shown(NamedTuple):
    """The bars and their parts (causes), and whether there are more teams."""

    bars: Sequence[Bar]
    parts: Sequence[str]
    more: bool


def _shown(scope: Scope, mine: frozenset[int], teams: Mapping[int, TeamName] | None) -> _Shown | None:
    """The teams that inflicted most; one query besides the figure's, none if the names of all ``teams`` are known."""
    found = causes_of(scope)
    if scope.book.credited is None or all(set(counts) == {UNKNOWN} for counts in found.values()):
        return None
    order = sorted(found, key=lambda team: (-sum(found[team].values()), team))
    shown = [team for place, team in enumerate(order) if place < MOST_TEAMS or team in mine]
    shown = [team for team in shown if teams is None or team in teams]
    names = names_for(teams=shown).teams if teams is None else teams
    parts = [cause for cause in SHOWN if any(found[team].get(cause) for team in shown)]
    bars = [
        Bar(
            name=names[team].name,
            wearer=wearer(names[team].name, names[team].crest, mine=team in mine),
            figures=tuple(found[team].get(cause, 0) for cause in parts),
        )
        for team in shown
    ]
    return _Shown(bars, parts, len(order) > len(shown))


def causes_chart(scope: Scope, mine: frozenset[int] = frozenset()) -> Drawing | None:
    """The teams that inflicted most; one query besides the figure's. None if no report says any cause."""
    shown = _shown(scope, mine, None)
    return None if shown is None else _drawn(scope.book, shown)


def kept_causes(scope: Scope, mine: frozenset[int], teams: Mapping[int, TeamName]) -> SafeString:
    """The same laid out, for those of these ``teams``; no query besides the figure's."""
    shown = _shown(scope, mine, teams)
    if shown is None:
        return NOTHING
    return kept_chart("causes", (scope.book.key, shown), lambda: _drawn(scope.book, shown))


def _part(cause: str) -> Part:
    """A cause has one colour, also where others are missing before it."""
    name = capfirst(str(CAUSES[cause])) if cause else _("Not recorded")
    return Part(name=name, tone=SHOWN.index(cause) + 1)


def _drawn(book: Book, shown: _Shown) -> Drawing | None:
    if book.credited is None:
        return None
    return bar_chart(
        name="causes",
        title=_("%(injuries)s by cause") % {"injuries": capfirst(_(book.credited.many))},
        words=_("Each team has a bar of what it inflicted, divided by the cause. The number at its end is the sum."),
        bars=shown.bars,
        parts=[_part(cause) for cause in shown.parts],
        head=_("Team"),
        total=_("All"),
        note=_("The %(teams)d teams that inflicted most.") % {"teams": MOST_TEAMS} if shown.more else "",
    )
