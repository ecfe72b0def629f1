"""Casualties by what caused them: those that each team inflicted, as the confirmed reports say.

A report need not list how a player on no roster was hurt, and records from elsewhere say it only of those who died.
Such casualties are a part of their own, so that a bar is as long as the casualties that the tables count.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from competitions.names import TeamName
from matches.report.causes import CAUSES
from stats.pictures.told import INFLICTED, TOLD
from stats.played.kept import kept_figure
from stats.played.names import names_for
from stats.played.scope import Scope
from teams.presentation.wearers import wearer
from web.charts import Bar, Drawing, Part, bar_chart

UNKNOWN = ""
MOST_TEAMS = 16
SHOWN = (*(cause for cause in CAUSES if cause in INFLICTED), UNKNOWN)
"""The causes in the order of a bar; how many of a bar's casualties have none is its last part."""
Causes = dict[int, dict[str, int]]
"""Casualties by cause for each team that inflicted them."""


def _gather(scope: Scope) -> Causes:
    sides = {(each.match, each.side): each for each in TOLD.of(scope)}
    found: Causes = {}
    for (match, side), own in sides.items():
        other = sides.get((match, OTHER[side]))
        told = Counter(other.causes if other is not None else ())
        counts = Counter(found.get(own.team, {})) + told
        counts[UNKNOWN] += max(own.casualties - told.total(), 0)
        found[own.team] = {cause: count for cause, count in counts.items() if count}
    return found


OTHER = {"home": "away", "away": "home"}
CASUALTY_CAUSES = kept_figure("casualty_causes", _gather)


def causes_chart(
    scope: Scope, mine: frozenset[int] = frozenset(), teams: Mapping[int, TeamName] | None = None
) -> Drawing | None:
    """The teams that inflicted most; one query besides the figure's, none if the names of all ``teams`` are known.

    None if no report says any cause.
    """
    found = {team: counts for team, counts in CASUALTY_CAUSES.of(scope).items() if counts}
    credited = scope.book.credited
    if credited is None or all(set(counts) == {UNKNOWN} for counts in found.values()):
        return None
    order = sorted(found, key=lambda team: (-sum(found[team].values()), team))
    shown = [team for place, team in enumerate(order) if place < MOST_TEAMS or team in mine]
    shown = [team for team in shown if teams is None or team in teams]
    names = names_for(teams=shown).teams if teams is None else teams
    parts = [cause for cause in SHOWN if any(found[team].get(cause) for team in shown)]
    return bar_chart(
        name="causes",
        title=_("%(injuries)s by cause") % {"injuries": capfirst(_(credited.many))},
        words=_("Each team has a bar of what it inflicted, divided by the cause. The number at its end is the sum."),
        bars=[
            Bar(
                name=names[team].name,
                wearer=wearer(names[team].name, names[team].crest, mine=team in mine),
                figures=tuple(found[team].get(cause, 0) for cause in parts),
            )
            for team in shown
        ],
        parts=[Part(name=capfirst(str(CAUSES[cause])) if cause else _("Not recorded")) for cause in parts],
        head=_("Team"),
        total=_("All"),
        note=_("The %(teams)d teams that inflicted most.") % {"teams": MOST_TEAMS} if len(order) > len(shown) else "",
    )
