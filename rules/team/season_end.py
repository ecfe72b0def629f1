"""A season's end for one team: the edition's steps, run when the season is ended. They may roll, ask and record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.book.edition import Ruleset
from rules.journal import PlayerInjured, TeamFounded, fold
from rules.sequence.sequence import Answer, Answerer, Asking, Key
from rules.sheet.sheet import TeamSheet
from rules.team.founding import hired
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


def brings_all_back(ruleset: Ruleset) -> bool:
    """Whether the book's steps bring back everybody who misses matches; they are asked with a made-up team."""
    book, (team_list, *_others) = ruleset.book, ruleset.book.lists.values()
    founded = TeamFounded(edition=book.key, team_list=team_list.name, reroll_cost=team_list.reroll_cost, gold=0)
    player = hired(team_list.positions[0], player=1, number=1, price=0)
    outcome = season_end(ruleset, fold((founded, player, PlayerInjured(player=1, misses=2))), SeasonRecord())
    return not any(line.misses for line in outcome.sheet.players)
