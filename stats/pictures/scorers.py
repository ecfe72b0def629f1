"""Touchdowns against casualties, or whatever a book counts for the score and for injuries: one dot for each player."""

from __future__ import annotations

from collections import Counter
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
from web.crests.shown import Shown

Who = tuple[int, int]
"""A player and the team in those matches."""
Did = tuple[int, int]
"""What a player scored, and the injuries they are credited with."""
Scorers = dict[Who, Did]
"""The players with at least one of either."""


class OfMatches(NamedTuple):
    """What players did in each match (row id), line by line, and the sums of all."""

    matches: dict[int, tuple[tuple[Who, Did], ...]]
    sums: Scorers

    def add(self, match: int, lines: Iterable[Noted]) -> None:
        """Count the lines of a match."""
        found = tuple(((line.player, line.team), (line.score, line.hurt)) for line in lines if line.score or line.hurt)
        if found:
            self.matches[match] = found
        self._count(found, 1)

    def remove(self, match: int) -> None:
        """Count them no more."""
        self._count(self.matches.pop(match, ()), -1)

    def _count(self, lines: Iterable[tuple[Who, Did]], times: int) -> None:
        for who, (score, hurt) in lines:
            before = self.sums.get(who, (0, 0))
            self.sums[who] = before[0] + times * score, before[1] + times * hurt
            if not any(self.sums[who]):
                del self.sums[who]


def _gather(scope: Scope) -> OfMatches:
    return _with(OfMatches({}, {}), scope, None)


def _grow(scope: Scope, before: OfMatches, new: AbstractSet[int], gone: AbstractSet[int]) -> OfMatches:
    found = OfMatches(before.matches.copy(), before.sums.copy())
    for match in gone:
        found.remove(match)
    return _with(found, scope, new)


def _with(found: OfMatches, scope: Scope, only: AbstractSet[int] | None) -> OfMatches:
    """The same with some matches more, or all."""
    if scope.book.credited is not None:
        noted = NOTED.of(scope)
        for match in noted if only is None else only:
            found.add(match, noted.get(match, ()))
    return found


SCORERS = kept_figure("scorers_of_matches", _gather, grow=_grow)


def scorers_of(scope: Scope) -> Scorers:
    """The players of a scope who scored or are credited with an injury."""
    return SCORERS.of(scope).sums


NOBODY = Wearer(name="")


class _Named(NamedTuple):
    """What a player scored and the injuries they are credited with; their name, and that of their team, with what it
    wears."""

    scored: int
    hurt: int
    called: str
    team: str
    crest: Shown
    mine: bool

    @property
    def dot(self) -> Dot:
        """Their dot."""
        return Dot(
            name=_("%(player)s (%(team)s)") % {"player": self.called, "team": self.team},
            short=self.called,
            across=self.scored,
            up=self.hurt,
            wearer=wearer(self.team, self.crest, mine=self.mine, called=self.called),
        )


class ShownScorers(NamedTuple):
    """The players who are called by name, and how many others have the same two figures."""

    named: Sequence[_Named]
    others: Sequence[tuple[tuple[int, int], int]]

    @property
    def players(self) -> int:
        """All of them."""
        return len(self.named) + sum(count for _figures, count in self.others)


def shown_scorers(scope: Scope, mine: frozenset[int], teams: Mapping[int, TeamName]) -> ShownScorers:
    """The players of a scope who played for these ``teams``, of which ``mine`` are the reader's.

    Two queries at most besides the figure's.
    """
    rows = sorted(each for each in scorers_of(scope).items() if each[0][1] in teams)
    figures = [sums for _who, sums in rows]
    theirs = [rows[place] for place in sorted(called_by_name(figures))]
    others = Counter(figures)
    others.subtract(sums for _who, sums in theirs)
    who = [each for each, _sums in theirs]
    names = names_for(players=(player for player, _team in who))
    return ShownScorers(
        [
            _Named(*sums, names.players[player], teams[team].name, teams[team].crest, team in mine)
            for (player, team), sums in theirs
        ],
        sorted((each, count) for each, count in others.items() if count),
    )


def kept_scorers(scope: Scope, mine: frozenset[int], teams: Mapping[int, TeamName]) -> SafeString:
    """The scorers of these ``teams`` drawn and laid out; two queries at most besides the figure's."""
    shown = shown_scorers(scope, mine, teams)
    return kept_chart("scorers", (scope.book.key, shown), lambda: scorers_chart(scope.book, shown))


def scorers_chart(book: Book, shown: ShownScorers) -> Drawing | None:
    """What is shown of players as a drawing; None if nobody did either."""
    credited = book.credited
    if not shown.named or credited is None:
        return None
    across, up = capfirst(_(book.scoring.many)), capfirst(_(credited.many))
    return scatter_chart(
        name="scorers",
        title=_("%(scores)s against %(injuries)s") % {"scores": across, "injuries": _(credited.many)},
        words=_("%(scores)s run from left to right, %(injuries)s upwards. Each player is a dot in their team's colour.")
        % {"scores": across, "injuries": _(credited.many)},
        dots=[
            *(each.dot for each in shown.named),
            *(
                Dot(name="", short="", across=scored, up=hurt, wearer=NOBODY, players=count)
                for (scored, hurt), count in shown.others
            ),
        ],
        across=across,
        up=up,
        heads=(_("Players"), _("Names")),
        several=_("A number in a dot: so many players share the place"),
        others=_("and {count} more"),
        note=ngettext(
            "%(players)d player has at least one of either.",
            "%(players)d players have at least one of either.",
            shown.players,
        )
        % {"players": shown.players},
    )
