"""Captains, the star of the match by nomination, and the rest between seasons."""

from __future__ import annotations

from rules.journal import ConditionChanged, PlayerRecovered, PointsEarned, SkillGained
from rules.match_day.player_results import dead
from rules.match_day.run import Run
from rules.sequence.forms import Pick
from rules.sheet.sheet import NIGGLING, PlayerSheet, counts
from rules.team.founding_run import FoundingRun
from rules.team.season_end import SeasonEndRun
from tests.editions.modern.tables import tables_of


def name_captain(run: FoundingRun) -> None:
    """A new team may name a captain, who learns a skill for nothing; some keywords cannot lead (§12, p6)."""
    honours = tables_of(run.ruleset.book).honours
    able = []
    for line in run.sheet.players:
        position = run.ruleset.position(run.sheet, line)
        if position is not None and honours.never_captain not in position.keywords:
            able.append(str(line.player))
    form = Pick(options=tuple(able), most=1)
    for player in run.asking.ask(run.side, "captain", form, optional=True, **run.source("squad")):
        run.record(SkillGained(player=int(player), skill=honours.captain_skill, cost=0, by_roll=False))


def award_star_of_the_match(run: Run) -> None:
    """The coach nominates some who could play, and one of them is drawn (§25, p17)."""
    killed, honours = dead(run), tables_of(run.ruleset.book).honours
    able = tuple(str(line.player) for line in run.fielded.available if line.player not in killed)
    count = min(honours.nominees, len(able))
    if not count:
        return
    source, args = run.source("mvp"), (("count", count),)
    form = Pick(options=able, least=count, most=count)
    nominees = run.asking.ask(run.side, "nominees", form, args=args, **source)
    star = run.asking.draw(run.side, "star", nominees, **source)
    points = run.ruleset.book.deeds["stars"].points
    run.record(PointsEarned(player=int(star), spp=points, deeds=counts(stars=1)))


def rest(run: SeasonEndRun) -> None:
    """Between seasons everybody recovers, and niggling injuries may go (§40, p25)."""
    for line in run.sheet.players:
        if line.misses_next:
            run.record(PlayerRecovered(player=line.player))
    run.asking.each([line for line in run.sheet.players if line.niggling], lambda line: _rest(run, line))


def _rest(run: SeasonEndRun, line: PlayerSheet) -> None:
    table, args = tables_of(run.ruleset.book).rest, (("player", line.player), ("number", line.number))
    for nth in range(1, line.niggling + 1):
        (die,) = run.asking.roll(
            run.side, f"rest.{line.player}.{nth}", table.die, label="rest", args=args, **run.source("season_end")
        )
        if die >= table.gone_from:
            run.record(ConditionChanged(player=line.player, condition=NIGGLING, change=-1))


def thank_a_player(run: SeasonEndRun) -> None:
    """The coach may thank one player, who gets points for it (§41, p25)."""
    if not run.sheet.players:
        return
    form = Pick(options=tuple(str(line.player) for line in run.sheet.players), most=1)
    args = (("won", run.season.won),)
    for player in run.asking.ask(run.side, "thanks", form, optional=True, args=args, **run.source("season_end")):
        points = tables_of(run.ruleset.book).honours.thanks_points
        run.record(PointsEarned(player=int(player), spp=points))
