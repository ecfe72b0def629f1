"""Random operations with reports: they are sent, confirmed, disputed and settled."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

from accounts.models import User
from matches.models import Match, Report
from matches.report import reporting
from matches.report.reporting import CARDS_SINCE
from matches.sequence.reported import Reported
from matches.sequence.sequences import MatchState
from rules.sequence.sequence import SIDES
from rules.sheet.match import Injury
from tests.leagues.cast import EDITION
from tests.matches import match_builders
from tests.matches.league_base import FIRST_PLAYERS, LeagueBase
from tests.matches.reports_at_random import cards_in, conceded, random_report
from web.errors import Refusal

CASUALTIES = (61, 61, 61, 57, 51, 41, 11)
"""Half of the reported casualties are deaths: nothing changes more of what comes later."""
INVENTED = 0.25
"""How many reports are those of simulated leagues."""


class ReportOperations(LeagueBase):
    """What coaches and the commissioner do with the report of a match."""

    def report(self, chance: random.Random) -> None:
        """Sends a report, or another version of it."""
        self._report(chance, self._any(chance, *Match.REPORTABLE))

    def _report(self, chance: random.Random, match: Match) -> None:
        state, side = MatchState(match), chance.choice(SIDES)
        reported = self._reported(chance, state)
        reporting.report_match(match=match, expected=match.version, reported=reported, by=state.teams[side].coach)

    def _reported(self, chance: random.Random, state: MatchState) -> Reported:
        """Any score, and now and then a casualty on each side; or what a simulated league reports."""
        if self.book.key != EDITION or chance.random() < INVENTED:
            return random_report(chance, state)
        more: dict[str, Any] = {}
        players = {side: [line.player for line in state.sheets.of(side).available[:FIRST_PLAYERS]] for side in SIDES}
        for side, theirs in (("home", "away"), ("away", "home")):
            if chance.random() < 0.5:
                victim, killer = chance.choice(players[side]), chance.choice(players[theirs])
                injury = Injury(player=victim, casualty=chance.choice(CASUALTIES), by=killer)
                more |= {f"{side}_injuries": [injury], f"{theirs}_lines": {killer: {"casualties": 1}}}
        reported = match_builders.report_from(state, chance.randrange(4), chance.randrange(4), **more)
        sides = {side: replace(reported.sides.of(side), cards=cards_in(state, side)) for side in SIDES}
        return conceded(chance, state, replace(reported, **sides))

    def confirm(self, chance: random.Random) -> None:
        """The other coach confirms a report."""
        self._confirm(self._any(chance, "reported"))

    def _confirmed(self, match: Match) -> bool:
        """Confirms a report; says whether it still has the cards that were played."""
        try:
            self._confirm(match)
        except Refusal as refusal:
            if refusal.id != CARDS_SINCE.id:
                raise
            return False
        return True

    def _confirm(self, match: Match) -> None:
        report, other = self._judged(match)
        reporting.confirm_report(match=match, digest=report.digest, by=other)

    def dispute(self, chance: random.Random) -> None:
        """The other coach disputes a report."""
        match = self._any(chance, "reported")
        report, other = self._judged(match)
        reporting.dispute_report(match=match, digest=report.digest, by=other, what="It was otherwise.")

    def settle(self, chance: random.Random) -> None:
        """The commissioner settles a report."""
        match = self._any(chance, "reported", "disputed")
        report = MatchState(match).report
        assert report is not None
        reporting.confirm_report(
            match=match, digest=report.digest, by=self.commissioner, settle=True, reason="It was so."
        )

    def _judged(self, match: Match) -> tuple[Report, User]:
        state = MatchState(match)
        report = state.report
        assert report is not None
        other = next(team.coach for team in state.teams.values() if team.coach_id != report.by_id)
        return report, other
