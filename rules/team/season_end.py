"""A season's end for one team: the edition's steps, run when the season is ended. They may roll, ask and record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.book.edition import Ruleset
from rules.sequence.sequence import Answer, Answerer, Asking, Key
from rules.sheet.sheet import TeamSheet
from rules.team.team_run import Outcome, TeamRun, follow_steps


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonRecord:
    """What a team did in the season: its matches, and how many it won, drew and lost; and its friendlies besides."""

    won: int = 0
    drawn: int = 0
    lost: int = 0
    friendlies: int = 0

    @property
    def played(self) -> int:
        """All matches of the season but friendlies."""
        return self.won + self.drawn + self.lost


@dataclass(slots=True, kw_only=True)
class SeasonEndRun(TeamRun):
    """A team at the end of a season, with its record."""

    season: SeasonRecord


def season_end(
    ruleset: Ruleset,
    sheet: TeamSheet,
    season: SeasonRecord,
    answers: Mapping[Key, Answer] | None = None,
    answerer: Answerer | None = None,
) -> Outcome:
    """Runs the edition's steps for a season's end as far as the answers go; without steps it is done at once."""
    asking = Asking(answers=answers or {}, answerer=answerer)
    run = SeasonEndRun(ruleset=ruleset, asking=asking, sheet=sheet, season=season)
    return follow_steps(run, ruleset.edition.season_end)
