"""A problem in a match report, and one side of a report with what the checks need to know about it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.book.edition import Ruleset
from rules.match_day.cards import kept_out
from rules.sequence.explanations import Violation
from rules.sequence.sequence import Side, other
from rules.sheet.match import Facts, MatchPlayed, SideReport, facts_of
from rules.sheet.sheet import TeamSheet


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """A mistake in a report; with ``hint_only``, something that is allowed but unlikely.

    ``where`` names the place: ``home.score``, ``away.players.<player id>.<deed>``, ``home.induced.1.<deed>``,
    ``away.injuries.2``, ``home.took_part``, ``home.fame`` or ``result``. Injuries and hired players count from 1.
    """

    where: str
    violation: Violation
    hint_only: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SideChecked:
    """One side of a match, for the checks of its report."""

    ruleset: Ruleset
    match: MatchPlayed
    side: Side

    @property
    def sheet(self) -> TeamSheet:
        """The side's roster at the start of the match."""
        return self.match.sheets.of(self.side)

    @property
    def report(self) -> SideReport:
        """The side's part of the report."""
        return self.match.reports.of(self.side)

    @property
    def facts(self) -> Facts:
        """What holds in the match for this side, as far as it holds after it."""
        return facts_of(self.match.facts, self.side)

    @property
    def opponent(self) -> SideChecked:
        """The other side."""
        return SideChecked(ruleset=self.ruleset, match=self.match, side=other(self.side))

    @property
    def has_unlisted(self) -> bool:
        """Whether it had players whose injuries the report does not list: hired ones, or a Zombie raised in the match.

        A Zombie can rise at once when an opponent dies (J8), but joins the roster only after the match.
        """
        necromancer = self.ruleset.team_list(self.sheet).necromancer
        return bool(self.report.induced) or (necromancer and bool(self.opponent.report.injuries))

    def problem(
        self, place: str, purpose: str, id: str, *, whole: bool = False, hint_only: bool = False, **args: int | str
    ) -> Problem:
        """A problem at a place of this side, or of the match with ``whole``; a ``player``'s number is added."""
        line = self.sheet.player(int(args["player"])) if "player" in args else None
        if line is not None:
            args["number"] = line.number
        violation = Violation(id=id, args=tuple(args.items()), **self.ruleset.source(purpose))
        return Problem(where=place if whole else f"{self.side}.{place}", violation=violation, hint_only=hint_only)

    def check_present(self, place: str, player: int) -> Iterator[Problem]:
        """A problem if the player was not there: unknown, on the other team, missing the match, or kept out."""
        line = self.sheet.player(player)
        if line is None:
            theirs = self.opponent.sheet.player(player) is not None
            yield self.problem(
                place, "points_earned", "report.other_team" if theirs else "report.unknown_player", player=player
            )
        elif line.misses_next:
            yield self.problem(place, "missed_match", "report.absent", player=player)
        else:
            yield from self.check_admitted(place, player)

    def check_admitted(self, place: str, player: int) -> Iterator[Problem]:
        """A problem if a card of the opponent kept the player out of the match (S5)."""
        if player in kept_out(self.ruleset, self.match, self.side):
            yield self.problem(place, "cards_on_roster", "report.kept_out", player=player)

    def check_took_part(self, place: str, player: int) -> Iterator[Problem]:
        """A problem if the player is not among those who took part; none if the report does not list those."""
        took_part = self.report.took_part
        if took_part is not None and player not in took_part and self.sheet.player(player) is not None:
            yield self.problem(place, "points_earned", "report.did_not_take_part", player=player)
