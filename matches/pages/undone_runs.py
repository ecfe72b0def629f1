"""Each time that a match was called off or annulled: what was answered and rolled until then (L1).

The answers stay with the correction that removed them. Nothing here writes.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from functools import cached_property
from typing import Any

from accounts.models import User
from matches import wording
from matches.models import Match, MatchAnswer, MatchCorrection, Report
from matches.sequence.sequences import MatchState
from rules.sequence.sequence import SIDES
from rules.sheet.match import Pair
from rules.sheet.sheet import TeamSheet
from teams.ledger import ledger
from teams.models import TeamState

RESET = (Match.State.SCHEDULED, Match.State.DROPPED)


def has_undone_runs(match: Match) -> bool:
    """Whether a match was called off or annulled, and something was answered until then."""
    return match.corrections.undone_runs().exists()


def undone_runs(state: MatchState) -> list[UndoneRun]:
    """Each time that a match was called off or annulled, oldest first: one query for them, and one for the rosters."""
    corrections = list(state.match.corrections.undone_runs().select_related("by"))
    if not corrections:
        return []
    known = state.coaches
    wrote = {each.get("by") for correction in corrections for each in correction.undone} - {None, *known}
    people = known | (User.objects.in_bulk(wrote) if wrote else {})
    sheets = {row.team_id: _with_departed(row) for row in TeamState.objects.filter(team__in=state.teams.values())}
    home, away = (sheets[state.teams[side].pk] for side in SIDES)
    found, since = [], None
    for correction in corrections:
        run = UndoneRun(state, correction, since)
        run.__dict__ |= {"sheets": Pair(home=home, away=away), "coaches": people}
        found.append(run)
        since = correction.accepted_at
    return found


def _with_departed(row: TeamState) -> TeamSheet:
    """A team's roster with everybody who has left it since."""
    sheet = ledger.sheet_in(row)
    return replace(sheet, players=(*sheet.players, *(gone.line for gone in sheet.departed)))


class UndoneRun(MatchState):
    """A match as it was until it was called off or annulled.

    ``sheets`` are the present rosters with everybody who left: they tell who was drawn or chosen.
    """

    def __init__(self, state: MatchState, correction: MatchCorrection, since: datetime | None) -> None:
        super().__init__(state.match)
        self.correction, self.since = correction, since
        self.__dict__ |= {"sides": state.sides, "names": state.names, "reports": state.reports}

    @cached_property
    def rows(self) -> list[MatchAnswer]:
        """The answers until then, oldest first. These rows are never saved."""
        return [self._row(answered) for answered in self.correction.undone]

    def _row(self, answered: dict[str, Any]) -> MatchAnswer:
        """An answer as it was stored; older ones have no author and time."""
        given_at = answered.get("at")
        fields = {name: answered[name] for name in ("sequence", "side", "key", "question", "value", "rolled")}
        at = datetime.fromisoformat(given_at) if given_at else self.correction.accepted_at
        return MatchAnswer(match=self.match, by_id=answered.get("by"), at=at, **fields)

    @property
    def report(self) -> Report | None:
        """The last version of the report in that time."""
        over = self.correction.accepted_at
        sent = (row for row in reversed(self.reports) if over is None or row.at <= over)
        return next((row for row in sent if self.since is None or row.at > self.since), None)

    @cached_property
    def who(self) -> dict[int, str]:
        """Number, name and position of each player."""
        lines = (line for side in SIDES for line in self.sheets.of(side).players)
        return {
            line.player: wording.called(line.number, self.names.get(line.player, ""), line.position) for line in lines
        }
