"""What a check of a match report finds, and the side of the report that it looks at."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.book.edition import Ruleset
from rules.match_day.cards import kept_out
from rules.sequence.explanations import Violation
from rules.sequence.sequence import Side, other
from rules.sheet.match import MatchPlayed, SideReport
from rules.sheet.sheet import TeamSheet


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """Something in a report that is wrong, or with ``hint_only`` allowed but worth a second look.

    ``where`` names the place: ``home.score``, ``away.players.<player id>.touchdowns``, ``home.induced.1.casualties``,
    ``away.injuries.2``, ``home.took_part``, ``home.fame`` or ``result``. Injuries and hired players count from 1.
    """

    where: str
    violation: Violation
    hint_only: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SideChecked:
    """One side of a match whose report is being checked."""

    ruleset: Ruleset
    match: MatchPlayed
    side: Side

    @property
    def sheet(self) -> TeamSheet:
        """The side's roster as it was fielded."""
        return self.match.sheets.of(self.side)

    @property
    def report(self) -> SideReport:
        """The side's part of the report."""
        return self.match.reports.of(self.side)

    @property
    def opponent(self) -> SideChecked:
        """The other side."""
        return SideChecked(ruleset=self.ruleset, match=self.match, side=other(self.side))

    @property
    def has_unlisted(self) -> bool:
        """Whether it had players whose injuries the report does not list: hired ones, or a Zombie raised in the match.

        A Zombie may rise at once when an opponent falls (J8); he joins the roster, if at all, only after the match.
        """
        necromancer = self.ruleset.team_list(self.sheet).necromancer
        return bool(self.report.induced) or (necromancer and bool(self.opponent.report.injuries))

    def problem(
        self, place: str, purpose: str, id: str, *, whole: bool = False, hint_only: bool = False, **args: int | str
    ) -> Problem:
        """A problem at a place of this side, or with ``whole`` of the match; a ``player`` brings his number along."""
        line = self.sheet.player(int(args["player"])) if "player" in args else None
        if line is not None:
            args["number"] = line.number
        violation = Violation(id=id, args=tuple(args.items()), **self.ruleset.source(purpose))
        return Problem(where=place if whole else f"{self.side}.{place}", violation=violation, hint_only=hint_only)

    def presence(self, place: str, player: int) -> Iterator[Problem]:
        """What is wrong if a player is named who was not there: unknown, of the other team, or missing the match."""
        line = self.sheet.player(player)
        if line is None:
            theirs = self.opponent.sheet.player(player) is not None
            yield self.problem(
                place, "points_earned", "report.other_team" if theirs else "report.unknown_player", player=player
            )
        elif line.misses_next:
            yield self.problem(place, "missed_match", "report.absent", player=player)
        else:
            yield from self.admission(place, player)

    def admission(self, place: str, player: int) -> Iterator[Problem]:
        """What is wrong if a player is named whom a card of the opponent kept out of the match (S5)."""
        if player in kept_out(self.ruleset, self.match, self.side):
            yield self.problem(place, "cards_on_roster", "report.kept_out", player=player)

    def participation(self, place: str, player: int) -> Iterator[Problem]:
        """What is wrong if somebody did or suffered something without having taken part, where that was noted."""
        took_part = self.report.took_part
        if took_part is not None and player not in took_part and self.sheet.player(player) is not None:
            yield self.problem(place, "points_earned", "report.did_not_take_part", player=player)
