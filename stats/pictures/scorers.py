"""Touchdowns against casualties, or whatever a book counts for the score and for injuries: one dot for each player."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from competitions.names import TeamName
from matches.models import PlayerLine
from stats.played.kept import kept_figure
from stats.played.names import names_for
from stats.played.scope import Scope
from teams.presentation.wearers import wearer
from web.charts import Dot, Drawing, scatter_chart

Scorers = list[tuple[int, int, int, int]]
"""Player, team in those matches, what they scored, the injuries they are credited with; none without either."""


def _gather(scope: Scope) -> Scorers:
    scoring, credited = scope.book.scoring.key, scope.book.credited
    if credited is None:
        return []
    lines = PlayerLine.objects.filter(scope.matches("side__match__"), player__isnull=False)
    totals: dict[tuple[int, int], Counter[str]] = lines.totals("player", "side__team")
    found = [(*who, each[scoring], each[credited.key]) for who, each in totals.items()]
    return sorted(row for row in found if row[2] or row[3])


SCORERS = kept_figure("scorers", _gather)


def scorers_chart(
    scope: Scope, mine: frozenset[int] = frozenset(), teams: Mapping[int, TeamName] | None = None
) -> Drawing | None:
    """The players of a scope; at most three queries besides the figure's, one less if ``teams`` are known.

    None if nobody did either.
    """
    rows, credited = SCORERS.of(scope), scope.book.credited
    if not rows or credited is None:
        return None
    rows = [row for row in rows if teams is None or row[1] in teams]
    names = names_for(players=(row[0] for row in rows), teams=(row[1] for row in rows) if teams is None else ())
    known = names.teams if teams is None else teams
    dots = []
    for player, team, scored, hurt in rows:
        theirs = known[team]
        called = names.players[player]
        dots.append(
            Dot(
                name=_("%(player)s (%(team)s)") % {"player": called, "team": theirs.name},
                short=called,
                across=scored,
                up=hurt,
                wearer=wearer(theirs.name, theirs.crest, mine=team in mine, called=called),
            )
        )
    across, up = capfirst(_(scope.book.scoring.many)), capfirst(_(credited.many))
    return scatter_chart(
        name="scorers",
        title=_("%(scores)s against %(injuries)s") % {"scores": across, "injuries": _(credited.many)},
        words=_("%(scores)s run from left to right, %(injuries)s upwards. Each player is a dot in their team's colour.")
        % {"scores": across, "injuries": _(credited.many)},
        dots=dots,
        across=across,
        up=up,
        heads=(_("Players"), _("Names")),
        several=_("A number in a dot: so many players share the place"),
        others=_("and {count} more"),
        note=ngettext(
            "%(players)d player has at least one of either.",
            "%(players)d players have at least one of either.",
            len(rows),
        )
        % {"players": len(rows)},
    )
