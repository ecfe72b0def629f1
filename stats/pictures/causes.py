"""Casualties by what caused them: those that each team inflicted, as the confirmed reports say.

A report need not list how a player on no roster was hurt, and records from elsewhere say it only of those who died.
Such casualties are a part of their own, so that a bar is as long as the casualties that the tables count.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from django.db.models import Case, JSONField, OuterRef, Subquery, When
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from competitions.names import TeamName
from matches.models import Match, MatchSide, PlayerLine, Report
from matches.report.causes import CAUSES
from matches.sequence.lines import SELF_INFLICTED
from stats.played.kept import kept_figure
from stats.played.names import names_for
from stats.played.scope import Scope
from teams.presentation.wearers import wearer
from web.charts import Bar, Drawing, Part, bar_chart

UNKNOWN = ""
MOST_TEAMS = 16
INFLICTED = frozenset(CAUSES) - frozenset(SELF_INFLICTED)
SHOWN = (*(cause for cause in CAUSES if cause in INFLICTED), UNKNOWN)
"""The causes in the order of a bar; how many of a bar's casualties have none is its last part."""
Causes = dict[int, dict[str, int]]
"""Casualties by cause for each team that inflicted them."""


def _gather(scope: Scope) -> Causes:
    where = scope.matches("match__")
    report = Report.objects.filter(match=OuterRef("match"), state=Report.State.CONFIRMED).values("data")[:1]
    once = Case(When(side="home", then=Subquery(report)), default=None, output_field=JSONField())
    rows = MatchSide.objects.filter(where).order_by().annotate(report=once)
    sides: dict[int, dict[str, tuple[int, int]]] = {}
    listed: dict[tuple[int, str], Counter[str]] = {}
    columns = ("match", "match__state", "side", "team", "casualties", "report")
    recorded = False
    for match, state, side, team, casualties, data in rows.values_list(*columns).iterator(chunk_size=500):
        sides.setdefault(match, {})[side] = team, casualties or 0
        recorded |= state == Match.State.RECORDED
        if data:
            listed |= {(match, each): Counter(_causes(data.get(hurt) or {})) for each, hurt in OTHER.items()}
    for (match, hurt), counts in (_of_records(scope) if recorded else {}).items():
        listed.setdefault((match, OTHER[hurt]), counts)
    found: Causes = {}
    for match, both in sides.items():
        for side, (team, casualties) in both.items():
            told = listed.get((match, side), Counter())
            counts = Counter(found.get(team, {})) + told
            counts[UNKNOWN] += max(casualties - told.total(), 0)
            found[team] = {cause: count for cause, count in counts.items() if count}
    return found


def _of_records(scope: Scope) -> dict[tuple[int, str], Counter[str]]:
    """The deaths whose cause records from elsewhere say, by match and the side that lost the player; one query."""
    dead = PlayerLine.objects.filter(scope.matches("side__match__"), died=True, cause__in=INFLICTED).order_by()
    found: dict[tuple[int, str], Counter[str]] = {}
    for match, side, cause in dead.values_list("side__match", "side__side", "cause"):
        found.setdefault((match, side), Counter())[cause] += 1
    return found


OTHER = {"home": "away", "away": "home"}


def _causes(side: Mapping[str, Any]) -> Iterator[str]:
    """The causes of the casualties that a side suffered from its opponent, from its part of a stored report."""
    for injury in side.get("injuries", ()):
        cause = injury.get("cause", "block")
        if (injury.get("casualty") or injury.get("named")) and cause in INFLICTED:
            yield cause


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
