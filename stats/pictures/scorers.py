"""Touchdowns against casualties, or whatever a book counts for the score and for injuries: one dot for each player."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from competitions.names import TeamName
from rules.book.book import Book
from stats.played.kept import kept_figure
from stats.played.lines import NOTED, Noted
from stats.played.names import names_for
from stats.played.scope import Scope
from teams.presentation.wearers import wearer
from web.charts import Dot, Drawing, Wearer, called_by_name, scatter_chart
from web.charts.layout import kept_chart

Scorers = dict[tuple[int, int], tuple[int, int]]
"""What players scored and the injuries they are credited with, by player and team in those matches; none without
either."""


def _gather(scope: Scope) -> Scorers:
    return _with({}, NOTED.of(scope).values()) if scope.book.credited is not None else {}


def _grow(scope: Scope, before: Scorers, new: AbstractSet[int], gone: AbstractSet[int]) -> Scorers | None:
    if gone or scope.book.credited is None:
        return None
    noted = NOTED.of(scope)
    return _with(before.copy(), [noted.get(match, ()) for match in new])


def _with(found: Scorers, matches: Iterable[Sequence[Noted]]) -> Scorers:
    for lines in matches:
        for line in lines:
            if line.score or line.hurt:
                score, hurt = found.get((line.player, line.team), (0, 0))
                found[line.player, line.team] = score + line.score, hurt + line.hurt
    return found


SCORERS = kept_figure("scorers", _gather, grow=_grow)


NOBODY = Wearer(name="")


class _Shown(NamedTuple):
    """What a player scored and the injuries they are credited with; their name and what they wear where it is told."""

    scored: int
    hurt: int
    name: str = ""
    short: str = ""
    wearer: Wearer | None = None


def _shown(scope: Scope, mine: frozenset[int], teams: Mapping[int, TeamName] | None) -> list[_Shown]:
    """At most three queries besides the figure's."""
    rows = sorted((*who, *sums) for who, sums in SCORERS.of(scope).items() if teams is None or who[1] in teams)
    told = called_by_name([row[2:] for row in rows])
    theirs = [row for place, row in enumerate(rows) if place in told]
    names = names_for(players=(row[0] for row in theirs), teams=(row[1] for row in theirs) if teams is None else ())
    known = names.teams if teams is None else teams
    return [
        _named(names.players[player], known[team], scored, hurt, mine=team in mine)
        if place in told
        else _Shown(scored, hurt)
        for place, (player, team, scored, hurt) in enumerate(rows)
    ]


def _named(called: str, team: TeamName, scored: int, hurt: int, *, mine: bool) -> _Shown:
    name = _("%(player)s (%(team)s)") % {"player": called, "team": team.name}
    return _Shown(scored, hurt, name, called, wearer(team.name, team.crest, mine=mine, called=called))


def scorers_chart(scope: Scope, mine: frozenset[int] = frozenset()) -> Drawing | None:
    """The players of a scope; at most three queries besides the figure's. None if nobody did either."""
    return _drawn(scope.book, _shown(scope, mine, None))


def kept_scorers(scope: Scope, mine: frozenset[int], teams: Mapping[int, TeamName]) -> SafeString:
    """The same laid out, for those of these ``teams``; two queries besides the figure's."""
    shown = _shown(scope, mine, teams)
    return kept_chart("scorers", (scope.book.key, shown), lambda: _drawn(scope.book, shown))


def _drawn(book: Book, shown: Sequence[_Shown]) -> Drawing | None:
    credited = book.credited
    if not shown or credited is None:
        return None
    across, up = capfirst(_(book.scoring.many)), capfirst(_(credited.many))
    return scatter_chart(
        name="scorers",
        title=_("%(scores)s against %(injuries)s") % {"scores": across, "injuries": _(credited.many)},
        words=_("%(scores)s run from left to right, %(injuries)s upwards. Each player is a dot in their team's colour.")
        % {"scores": across, "injuries": _(credited.many)},
        dots=[
            Dot(name=each.name, short=each.short, across=each.scored, up=each.hurt, wearer=each.wearer or NOBODY)
            for each in shown
        ],
        across=across,
        up=up,
        heads=(_("Players"), _("Names")),
        several=_("A number in a dot: so many players share the place"),
        others=_("and {count} more"),
        note=ngettext(
            "%(players)d player has at least one of either.",
            "%(players)d players have at least one of either.",
            len(shown),
        )
        % {"players": len(shown)},
    )
